import type {
  BackupComparison,
  BackupPlan,
  BackupPlanEvents,
  BackupsAnswer,
  DataJob,
  DataState,
} from '../../core/data/data.schema.ts'
import type { RecordEvent } from '../../core/history/record-event.schema.ts'
import { get, ifSeen, post, request, versioned, type Versioned } from './client.ts'

export type { Backup, BackupComparison, BackupPlan, DataJob, DataState } from '../../core/data/data.schema.ts'

export const getData = async (signal?: AbortSignal): Promise<DataState> => get('/data', {}, signal)

export const listBackups = async (signal?: AbortSignal): Promise<BackupsAnswer> =>
  get('/data/backups', {}, signal)

/** What restoring a backup would change. */
export const compareBackup = async (name: string, signal?: AbortSignal): Promise<BackupComparison> =>
  get(`/data/backups/${encodeURIComponent(name)}`, {}, signal)

/** The plan with its version, as records have it. */
export type VersionedPlan = Versioned<BackupPlan>

const planIn = (answer: Awaited<ReturnType<typeof request>>): VersionedPlan =>
  versioned<BackupPlan>(answer, () => 'backup-plan')

export const getBackupPlan = async (signal?: AbortSignal): Promise<VersionedPlan> =>
  planIn(await request('GET', '/data/plan', { signal }))

/** Writes it where it still is in the version that was seen. */
export const changeBackupPlan = async (
  seen: Pick<VersionedPlan, 'version'>,
  plan: BackupPlan,
): Promise<VersionedPlan> =>
  planIn(await request('PATCH', '/data/plan', { body: plan, headers: ifSeen(seen) }))

/** Who has changed it, newest first. */
export const listBackupPlanEvents = async (): Promise<readonly RecordEvent[]> =>
  (await get<BackupPlanEvents>('/data/plan/events')).events

/** These begin work that goes on: how far it has come is asked for by its id. */
export const makeBackup = async (): Promise<DataJob> => post('/data/backups', {})
export const checkData = async (): Promise<DataJob> => post('/data/check', {})
export const restoreBackup = async (backup: string): Promise<DataJob> => post('/data/restore', { backup })

export const getDataJob = async (id: string): Promise<DataJob> => get(`/data/jobs/${id}`)
