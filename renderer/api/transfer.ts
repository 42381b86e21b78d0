import type { ExportBody, ExportJob, ImportJob } from '../../core/transfer/transfer.schema.ts'
import { ApiError } from './api-error.ts'
import { download, get, post, queryString, request } from './client.ts'
import { patiently } from './connection.ts'
import { watchChanges } from './live.ts'

export type { FileColumn, FileFault, ImportJob, ImportReport } from '../../core/transfer/transfer.schema.ts'

export type TransferKind = ImportJob['kind']

/** How a file is to be read. */
export interface ImportTerms {
  readonly kind: TransferKind
  /** Of new products in a file that says none, a fraction. */
  readonly taxRate?: number | undefined
  readonly pricesIncludeTax?: boolean | undefined
  /** The id of the group whose prices are in a file that names none. */
  readonly priceGroup?: string | undefined
  /** What columns are taken for, by their names in the file. */
  readonly columns?: Readonly<Record<string, string>> | undefined
}

/** The file is not what it was when it was chosen, or gone: it has to be chosen again. */
export class FileChanged extends Error {}

/**
 * Sends a file, which goes from the disk to the core without being held here, and begins to import it.
 * @throws FileChanged
 */
export async function beginImport(
  file: Blob,
  { columns = {}, ...terms }: ImportTerms,
  { isDryRun, signal }: { readonly isDryRun: boolean; readonly signal: AbortSignal },
): Promise<ImportJob> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => Promise.reject(new FileChanged()))
  const mapping = Object.keys(columns).length === 0 ? undefined : JSON.stringify(columns)
  const query = { ...terms, columns: mapping, dryRun: isDryRun }
  const headers = { 'content-type': 'text/csv' }
  const path = `/manage/imports${queryString(query)}`
  return (await request('POST', path, { body: file, headers, signal })).body as ImportJob
}

/** Cancels an import that runs, of which nothing is kept then, and forgets one that has ended. */
export async function endImport(id: string): Promise<void> {
  await patiently(async () => request('DELETE', `/manage/imports/${id}`))
}

/** What is exported: all of a kind, or what a filter leaves. Empty texts, and what is undefined, are none. */
export type ExportWanted = { [Name in keyof ExportBody]: ExportBody[Name] | undefined } & Pick<
  ExportBody,
  'kind'
>

const beginExport = (wanted: ExportWanted): Promise<ExportJob> =>
  post('/manage/exports', Object.fromEntries(Object.entries(wanted).filter(([, text]) => text !== '')))

/** Where nothing tells of a job it is asked for, in milliseconds: the event stream is away while the window is hidden. */
const ASK_EVERY = 2000

/** Follows a job by the event stream; it goes on while no answer comes. @returns how it has ended */
const followJob = <T extends ImportJob | ExportJob>(
  path: string,
  id: string,
  onProgress: (job: T) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    let asking: Promise<void> | undefined
    const ask = (): void => {
      asking ??= look()
        .catch((failure: unknown) =>
          end(() => reject(failure instanceof Error ? failure : new ApiError(0, []))),
        )
        .finally(() => (asking = undefined))
    }
    const stop = watchChanges({
      onChange(change) {
        if (change.id === id) ask()
      },
      onGap: ask,
    })
    const timer = setInterval(ask, ASK_EVERY)
    function end(tell: () => void): void {
      stop()
      clearInterval(timer)
      tell()
    }
    async function look(): Promise<void> {
      const job = await patiently(async () => get<T>(`${path}/${id}`))
      if (job.state === 'running') onProgress(job)
      else end(() => resolve(job))
    }
    ask()
  })

export const followImport = (id: string, onProgress: (job: ImportJob) => void): Promise<ImportJob> =>
  followJob('/manage/imports', id, onProgress)

/**
 * Makes a file of what is wanted; a core that was started anew meanwhile, and knows nothing of it, begins again, once.
 * @returns undefined where it was cancelled
 */
export async function exportFile(wanted: ExportWanted): Promise<Blob | undefined> {
  const begin = async (): Promise<Blob | undefined> => fileOfExport((await beginExport(wanted)).id)
  return begin().catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 404) return begin()
    throw failure
  })
}

async function fileOfExport(id: string): Promise<Blob | undefined> {
  const job = await followJob<ExportJob>('/manage/exports', id, () => undefined)
  if (job.state === 'failed') throw failureOf(job)
  if (job.state !== 'done') return undefined
  const file = await patiently(async () => download(`/manage/exports/${id}/file`))
  // It is here: that it lies there a while longer is nothing to tell anybody.
  await request('DELETE', `/manage/exports/${id}`).catch(() => undefined)
  return file
}

/** What a job has failed with, as the answer to a request would have said it. */
export const failureOf = ({ errors }: Pick<ImportJob, 'errors'>): ApiError =>
  ApiError.fromBody(500, { errors })
