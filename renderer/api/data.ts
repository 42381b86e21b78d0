import type {
  BackupComparison,
  BackupPlan,
  BackupsAnswer,
  DataJob,
  DataState,
} from '../../core/data/data.schema.ts'
import { get, post, request } from './client.ts'

export type { Backup, BackupComparison, BackupPlan, DataJob, DataState } from '../../core/data/data.schema.ts'

export const getData = async (signal?: AbortSignal): Promise<DataState> => get('/data', {}, signal)

export const listBackups = async (signal?: AbortSignal): Promise<BackupsAnswer> =>
  get('/data/backups', {}, signal)

/** What restoring a backup would change. */
export const compareBackup = async (name: string, signal?: AbortSignal): Promise<BackupComparison> =>
  get(`/data/backups/${encodeURIComponent(name)}`, {}, signal)

export const changeBackupPlan = async (plan: BackupPlan): Promise<BackupPlan> =>
  (await request('PATCH', '/data/plan', { body: plan })).body as BackupPlan

/** These begin work that goes on: how far it has come is asked for by its id. */
export const makeBackup = async (): Promise<DataJob> => post('/data/backups', {})
export const checkData = async (): Promise<DataJob> => post('/data/check', {})
export const restoreBackup = async (backup: string): Promise<DataJob> => post('/data/restore', { backup })

export const getDataJob = async (id: string): Promise<DataJob> => get(`/data/jobs/${id}`)
