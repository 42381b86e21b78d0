import { basename } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { beginnerWatch } from '../access/authenticate.ts'
import { keepLastCheck, type LastCheck } from '../database/settings.ts'
import { damagedError, DatabaseOpenError } from '../database/open-error.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { ErrorBody } from '../http/schema.ts'
import { timestamp } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import { answerBegun } from '../operations/answer.ts'
import { contextOf } from '../operations/context.ts'
import { ownerOf } from './check-money.ts'
import { DataJobs, type JobResult } from './data-jobs.ts'
import { dataState, listBackups, requireBackup, requireSafekeeping } from './data-state.ts'
import type { CheckResult, DataWork, JobWatch } from './data-work.ts'
import {
  BackupComparison,
  backupParams,
  BackupsAnswer,
  DataJob,
  DataState,
  RestoreBody,
} from './data.schema.ts'
import { holdsWholeData, requireWholeData } from './require-whole-data.ts'
import { restoreData } from './restore-data.ts'

const config = { scope: 'admin' } as const
const tags = ['Extensions']
const begun = { 202: DataJob, '4xx': ErrorBody, '5xx': ErrorBody }
/** So many findings of a check are told. */
const MAX_FAULTS = 100

/** The data of all stores: how well they are, backups, checks, and the way back to a backup. */
export function dataRoutes(app: App, services: Services, work: DataWork): void {
  const { clock, condition, database } = services
  const jobs = new DataJobs((error) => app.log.error({ err: error }, 'work on the data failed'))
  app.addHook('onClose', async () => jobs.end())

  /** Copied or checked once more, the data are as they were; restored once more, they would not be. */
  const isLost = (id: string): boolean => jobs.find(id) === undefined

  const requireAll = async (request: FastifyRequest): Promise<void> =>
    database.read(async (db) => requireWholeData(db, contextOf(services, request)))

  app.get(
    '/data',
    {
      config,
      schema: {
        operationId: 'getData',
        summary: 'See how large the data are, how sound, and how well kept',
        description:
          'The data hold every store. What concerns the others too, as a restore does, is the console’s, or that of a ' +
          'program where there is no store but its own.',
        tags,
        response: answers(DataState),
      },
    },
    async () => dataState(services),
  )

  app.get(
    '/data/backups',
    {
      config,
      schema: {
        operationId: 'listBackups',
        summary: 'List the backups, newest first',
        description: 'None where the data are on a server, whose own means make them.',
        tags,
        response: answers(BackupsAnswer),
      },
    },
    async () => Promise.resolve(listBackups(database.safekeeping, clock())),
  )

  app.get(
    '/data/backups/:name',
    {
      config,
      schema: {
        operationId: 'compareBackup',
        'x-refuses': ['Conflict'],
        summary: 'See what restoring a backup would change',
        tags,
        params: backupParams,
        response: answers(BackupComparison),
      },
    },
    async (request) => {
      const backup = requireBackup(requireSafekeeping(database), request.params.name, clock())
      await requireAll(request)
      return work.compareBackup(backup.file)
    },
  )

  app.post(
    '/data/backups',
    {
      config: { ...config, isLost },
      schema: {
        operationId: 'makeBackup',
        summary: 'Make a backup now',
        description:
          'Answers at once; how far it has come is at `/data/jobs/{jobId}`. The copy is read from end to end before it ' +
          'counts. One piece of such work is done at a time.',
        tags,
        response: begun,
      },
    },
    async (request, reply) => {
      requireSafekeeping(database)
      return answerBegun(services, request, reply, (isKept) =>
        jobs.begin(isKept, 'backup', async (watch) => {
          const { file } = await work.addBackup(clock(), watch)
          condition.noteBackup(true)
          return { file: basename(file) }
        }),
      )
    },
  )

  app.post(
    '/data/check',
    {
      config: { ...config, isLost },
      schema: {
        operationId: 'checkData',
        summary:
          'Check the data: how sound the file is, and the money of every order and of every count of a till',
        description:
          'Answers at once; findings are at `/data/jobs/{jobId}`. How sound its pages are a server knows itself: there the ' +
          'money of every order and of every count of a till is reckoned anew.',
        tags,
        response: begun,
      },
    },
    async (request, reply) =>
      answerBegun(services, request, reply, (isKept) => jobs.begin(isKept, 'check', check)),
  )

  async function check(watch: JobWatch): Promise<JobResult> {
    const { faults, orders, pages } = await work.checkAll(watch).catch(asFinding)
    if (pages.length > 0) condition.note(damagedError(database.name, pages))
    const texts = [...pages, ...faults.map((fault) => `${ownerOf(fault)}: ${fault.text}`)]
    const date = timestamp(clock())
    // What is damaged may not take a note.
    if (pages.length === 0) await keepCheck({ date, faults: texts.length })
    return { orders, faultCount: texts.length, faults: texts.slice(0, MAX_FAULTS) }
  }

  /** What was found is told all the same where a full disk does not let it be kept. */
  async function keepCheck(check: LastCheck): Promise<void> {
    try {
      await database.transact(async (db) => keepLastCheck(db, check))
    } catch (error) {
      condition.note(error)
      app.log.error({ err: error }, 'what a check has found could not be kept')
    }
  }

  /** What cannot even be read is the worst of findings. @throws what it is not */
  function asFinding(error: unknown): CheckResult {
    if (!(error instanceof DatabaseOpenError) || error.code !== 'damaged') throw error
    return { pages: [error.message], orders: 0, faults: [] }
  }

  app.post(
    '/data/restore',
    {
      config,
      schema: {
        operationId: 'restoreBackup',
        'x-refuses': ['NotFound'],
        summary: 'Put a backup in the place of the data',
        description:
          'Answers at once; how far it has come is at `/data/jobs/{jobId}`. The backup is copied and checked first, ' +
          'while everything goes on; then it takes the place of the data in a moment, and what it replaces is kept beside ' +
          'it. Clients, their secrets and tokens stay as they are now, and no number of an order, a refund or a count of a till is given out twice. Streams of ' +
          'events end: whoever comes back reads afresh.',
        tags,
        body: RestoreBody,
        response: begun,
      },
    },
    async (request, reply) => {
      await requireAll(request)
      const mayGoOn = beginnerWatch(services, request)
      const safekeeping = requireSafekeeping(database)
      const backup = requireBackup(safekeeping, request.body.backup, clock())
      return answerBegun(services, request, reply, (isKept) => {
        const job = jobs.begin(isKept, 'restore', async (watch) =>
          restoreData(services, safekeeping, work, backup, { id: job.id, mayGoOn }, watch),
        )
        return job
      })
    },
  )

  app.get(
    '/data/jobs/:jobId',
    {
      config,
      schema: {
        operationId: 'getDataJob',
        summary: 'Get how far a backup, check or restore has come, and what it has found',
        tags,
        params: idParams('jobId'),
        response: answers(DataJob),
      },
    },
    async (request) => {
      const job = jobs.find(request.params.jobId)
      if (!job) throw notFound('data.no-job', 'There is no such job.')
      const isAll = await database.read(async (db) => holdsWholeData(db, contextOf(services, request)))
      return isAll ? job : { ...job, faults: [] }
    },
  )
}
