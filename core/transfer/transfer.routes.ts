import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Type } from 'typebox'
import { beginnerWatch } from '../access/authenticate.ts'
import { makeScratchFolder } from '../database/scratch-folder.ts'
import { ManagedCustomersQuery } from '../customers/manage/managed-customer.schema.ts'
import { letTakeLong } from '../http/client-errors.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { ErrorBody } from '../http/schema.ts'
import { badRequest, CommerceError, notFound } from '../kernel/errors.ts'
import { listed } from '../kernel/listed.ts'
import { toPpm } from '../kernel/money.ts'
import { answerBegun } from '../operations/answer.ts'
import { contextOf, type Context } from '../operations/context.ts'
import { keyOfFile } from '../operations/idempotency.ts'
import { OrdersCountQuery } from '../orders/order.schema.ts'
import type { ColumnMapping } from './csv-rows.ts'
import { fileIn, TransferJobs, type Job, type TransferWork } from './transfer-jobs.ts'
import { ExportBody, ExportJob, ImportJob, ImportQuery, JobEnded } from './transfer.schema.ts'

const tags = ['Extensions']
/** Bytes of a file; a million rows are fewer. */
const MAX_FILE = 512 * 1024 * 1024
const BEGUN_AGAIN =
  'It is known for as long as the program runs: with the same `Idempotency-Key` it is begun again once that has been started ' +
  'anew, or where it has failed on our side.'
const begun = <T extends typeof ImportJob | typeof ExportJob>(job: T) => ({
  202: job,
  '4xx': ErrorBody,
  '5xx': ErrorBody,
})
/** Text, of which the answer is a stream. */
const CsvStream = Type.Unsafe<Readable>(Type.String())

const importJob = ({ error, errors, id, isStoring, kind, report, rows, state }: Job): ImportJob => ({
  id,
  kind: kind as ImportJob['kind'],
  state,
  rows,
  isStoring,
  error,
  errors,
  report,
})
const exportJob = ({ error, errors, id, kind, rows, state }: Job): ExportJob => ({
  id,
  kind,
  state,
  rows,
  error,
  errors,
})

/** Products, prices, customers and stock from files, and these and orders to files (decisions, the shop's own records). */
export async function transferRoutes(app: App, services: Services, work: TransferWork): Promise<void> {
  const jobs = new TransferJobs(
    ({ id, rows, storeId, type }) =>
      services.events.publish({ type: `${type}.changed`, storeId, id, version: rows }),
    (error) => app.log.error({ err: error }, 'an import or export failed'),
  )
  app.addHook('onClose', async () => jobs.close())

  const jobOf = (type: Job['type'], { storeId }: Context, id: string): Job => {
    const job = jobs.find(type, storeId, id)
    if (!job) throw notFound(`${type}.not-found`, `There is no such ${type}.`)
    return job
  }
  /** Imported once more, the same file changes nothing; an export has only read. */
  const isLost = (id: string): boolean => jobs.isLost(id)
  /** Cancels what runs, and forgets what has ended. */
  const end = async (job: Job) => {
    if (job.state === 'running') job.cancel()
    else await jobs.forget(job)
    return { success: true }
  }

  await app.register((files, _options, done) => {
    const upload = files as unknown as App
    files.removeContentTypeParser('application/json')
    // A file is not held in memory: it goes to the disk as it comes, however slow the line or the disk is from which it is sent.
    files.addContentTypeParser('text/csv', { bodyLimit: MAX_FILE }, (request, payload, done) => {
      letTakeLong(request.raw)
      done(null, payload)
    })
    upload.post(
      '/manage/imports',
      {
        bodyLimit: MAX_FILE,
        config: { scope: 'manage', isLost },
        schema: {
          operationId: 'beginImport',
          summary: 'Import products, prices, customers or stock from a CSV file',
          description:
            'The body is the file itself, `Content-Type: text/csv`, at most 512 MiB: the export of a hosted shop, or ' +
            'our own. All of it is imported, or nothing where any line is at fault; with `dryRun=true` it is only said ' +
            'what would be done. Of stock each row is a count: there are so many now. Answers at once; how far it has come, and its report, is at `/manage/imports/{importId}`; the stream of events ' +
            'tells `import.changed` meanwhile. ' +
            BEGUN_AGAIN,
          tags,
          consumes: ['text/csv'],
          querystring: ImportQuery,
          response: begun(ImportJob),
        },
      },
      async (request, reply) => {
        const { name, storeId } = contextOf(services, request)
        const mayGoOn = beginnerWatch(services, request)
        const { columns, dryRun, kind, priceGroup, pricesIncludeTax, taxRate } = request.query
        jobs.requirePlace()
        const folder = await makeScratchFolder()
        try {
          const path = fileIn(folder)
          const given = {
            path,
            // With the file it goes, however the import ends.
            scratchDir: folder.path,
            kind,
            priceGroup,
            taxRate: taxRate === undefined ? undefined : toPpm(Number(taxRate)),
            includesTax: pricesIncludeTax === 'true',
            columns: mappingOf(columns),
            isDryRun: dryRun === 'true',
            author: { storeId, name },
          }
          const key = keyOfFile(request, await receive(request.body, path))
          const begin = (isKept: Promise<boolean>): ImportJob =>
            importJob(
              jobs.begin({ isKept, mayGoOn }, { storeId, type: 'import', kind, folder }, async (watch) => {
                const report = await work.importFile(given, watch)
                return { rows: report.rows, report }
              }),
            )
          return await answerBegun(services, request, reply, begin, key)
        } finally {
          await jobs.removeUnused(folder)
        }
      },
    )
    done()
  })

  app.get(
    '/manage/imports/:importId',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'getImport',
        summary: 'Get how far an import has come, and its report',
        tags,
        params: idParams('importId'),
        response: answers(ImportJob),
      },
    },
    (request) => importJob(jobOf('import', contextOf(services, request), request.params.importId)),
  )

  app.delete(
    '/manage/imports/:importId',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'cancelImport',
        summary: 'Cancel an import, or forget one that has ended',
        description:
          'Of one that is cancelled nothing is imported. Where its rows are being stored already, it ends as it would have.',
        tags,
        params: idParams('importId'),
        response: answers(JobEnded),
      },
    },
    async (request) => end(jobOf('import', contextOf(services, request), request.params.importId)),
  )

  app.post(
    '/manage/exports',
    {
      config: { scope: 'manage', isLost },
      schema: {
        operationId: 'beginExport',
        summary: 'Export products, prices, customers, stock, orders or payments to a CSV file',
        description:
          'Answers at once; the file is at `/manage/exports/{exportId}/file` when it is done. Customers and orders are all ' +
          `of them, or those that their lists would show: ${namesOf('customers')} are of customers, ` +
          `${namesOf('orders')} of orders; ${namesOf('payments')} of payments, which are what was received and paid back, with its tax. ` +
          BEGUN_AGAIN,
        tags,
        body: ExportBody,
        response: begun(ExportJob),
      },
    },
    async (request, reply) => {
      const { storeId } = contextOf(services, request)
      const { kind } = request.body
      const filter = filterOf(request.body)
      const mayGoOn = beginnerWatch(services, request)
      jobs.requirePlace()
      const folder = await makeScratchFolder()
      try {
        const begin = (isKept: Promise<boolean>): ExportJob =>
          exportJob(
            jobs.begin({ isKept, mayGoOn }, { storeId, type: 'export', kind, folder }, async (watch) => ({
              rows: await work.exportFile({ ...filter, storeId, kind, path: fileIn(folder) }, watch),
            })),
          )
        return await answerBegun(services, request, reply, begin)
      } finally {
        await jobs.removeUnused(folder)
      }
    },
  )

  app.get(
    '/manage/exports/:exportId',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'getExport',
        summary: 'Get how far an export has come',
        tags,
        params: idParams('exportId'),
        response: answers(ExportJob),
      },
    },
    (request) => exportJob(jobOf('export', contextOf(services, request), request.params.exportId)),
  )

  app.get(
    '/manage/exports/:exportId/file',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'getExportedFile',
        'x-refuses': ['Conflict'],
        summary: 'Get the file of an export',
        tags,
        params: idParams('exportId'),
        produces: ['text/csv'],
        response: { 200: CsvStream, '4xx': ErrorBody, '5xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { folder, kind, state } = jobOf('export', contextOf(services, request), request.params.exportId)
      if (state !== 'done') {
        throw new CommerceError('Conflict', 'export.state', [
          { text: `The export is ${state}: it has no file.` },
        ])
      }
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${kind}.csv"`)
      return Promise.resolve(createReadStream(fileIn(folder)) as Readable)
    },
  )

  app.delete(
    '/manage/exports/:exportId',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'cancelExport',
        summary: 'Cancel an export, or forget one that has ended',
        tags,
        params: idParams('exportId'),
        response: answers(JobEnded),
      },
    },
    async (request) => end(jobOf('export', contextOf(services, request), request.params.exportId)),
  )
}

/** What an export has of what a list is asked. */
const filtersOf = ({ properties }: { properties: object }): readonly string[] =>
  Object.keys(properties).filter((name) => name in ExportBody.properties)

/** What each kind may be filtered by. */
const FILTERS: Readonly<Record<ExportBody['kind'], readonly string[]>> = {
  products: [],
  prices: [],
  customers: filtersOf(ManagedCustomersQuery),
  orders: filtersOf(OrdersCountQuery),
  stock: [],
  payments: ['from', 'to', 'currency'],
}

const namesOf = (kind: ExportBody['kind']): string =>
  listed(
    FILTERS[kind].map((name) => `\`${name}\``),
    'and',
  )

/**
 * What of a kind is wanted, and nothing else that a body says.
 * @throws CommerceError BadRequest for a filter that the kind does not know: its file would hold more than was asked for
 */
function filterOf(body: ExportBody): Omit<ExportBody, 'kind'> {
  const said = Object.entries(body).filter(
    ([name]) => name !== 'kind' && Object.hasOwn(ExportBody.properties, name),
  )
  const faults = said
    .filter(([name]) => !FILTERS[body.kind].includes(name))
    .map(([field]) => ({ field, text: `is no filter of ${body.kind}` }))
  if (faults.length > 0) throw new CommerceError('BadRequest', 'export.filter', faults)
  return Object.fromEntries(said)
}

/** @throws CommerceError BadRequest where it is no object of texts */
function mappingOf(json: string | undefined): ColumnMapping | undefined {
  if (json === undefined) return undefined
  const mapping = parsed(json)
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping))
    throw badRequest('import.columns', 'must be a JSON object', 'columns')
  return new Map(
    Object.entries(mapping).map(([name, meant]: [string, unknown]) => {
      if (typeof meant !== 'string')
        throw badRequest('import.columns', `must say what “${name}” is taken for, as a text`, 'columns')
      return [name.trim().toLowerCase(), meant.trim()]
    }),
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** @returns a digest of the file @throws CommerceError PayloadTooLarge; BadRequest where its client has gone */
async function receive(body: unknown, path: string): Promise<Buffer> {
  let bytes = 0
  const hash = createHash('sha256')
  const file = isReadable(body) ? body : Readable.from([])
  async function* kept(): AsyncGenerator<Buffer> {
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_FILE) {
        throw new CommerceError('PayloadTooLarge', 'import.size', [
          { text: 'The file is larger than 512 MiB.' },
        ])
      }
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(kept, createWriteStream(path)).catch((error: unknown) => {
    // What is still on its way is read and dropped: behind it comes the next request of its client, who has to be answered.
    file.resume()
    // Nobody is there any more to be answered.
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET'
      ? badRequest('import.broken-off', 'The file broke off on its way.')
      : error
  })
  return hash.digest()
}

const isReadable = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
