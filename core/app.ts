import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { rewriteUrl } from './compatibility/addresses.ts'
import { docsPageRoutes } from './documentation/docs-page.ts'
import type { DataWork } from './data/data-work.ts'
import { backupPlanRoutes } from './data/backup-plan.routes.ts'
import { dataRoutes } from './data/data.routes.ts'
import { describeApi, openapiRoutes } from './documentation/openapi.ts'
import { timeouts } from './http/limits/connections.ts'
import { consoleFiles, isConsoleBuilt } from './http/console-files.ts'
import { handleError } from './http/errors.ts'
import { answerHeadAsGet } from './http/head.ts'
import { addKeywords } from './http/keywords.ts'
import { ISOLATION, refusalOfStranger } from './http/local-access.ts'
import { loggerOptions, type LoggerChoice } from './http/logging.ts'
import { addPipeline } from './http/pipeline.ts'
import type { Services } from './http/routes.ts'
import { NAME_LENGTH } from './http/schema.ts'
import { compileAtFirstUse, compileAtOnce } from './http/schema-compilers.ts'
import { answerUnknownRoutes } from './http/unknown-routes.ts'
import { rooms } from './rooms.ts'
import type { Setup } from './setup/setup.ts'
import type { TransferWork } from './transfer/transfer-jobs.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'

const BODY_LIMIT = 1024 * 1024
/** Longer than whatever stands in an address, of which skus are the longest, so that a wrong one is told so. */
const MAX_PARAM_LENGTH = 2 * NAME_LENGTH

/** Cores that a process opens one after another compile each schema once. */
const compilers = compileAtFirstUse()

export interface AppConfig {
  /** The built console to serve at `/`. */
  readonly consoleDir?: string | undefined
  readonly logger?: LoggerChoice | undefined
  /** Compiles the schemas of all routes now instead of each at its first use, so that a wrong one fails. */
  readonly compilesSchemas?: boolean | undefined
}

/** The one Fastify app behind the window, the browser and local programs. It never listens by itself. */
export async function buildApp(
  services: Services,
  setup: Setup,
  work: TransferWork & DataWork,
  { compilesSchemas = false, consoleDir, logger }: AppConfig,
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, caseSensitive: false },
    forceCloseConnections: 'idle',
    ...timeouts,
    // Both in the contract's form instead: `answerClientErrors`, `closeInTime`.
    clientErrorHandler: () => undefined,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: (request) => {
      answerHeadAsGet(request)
      return rewriteUrl(request)
    },
    // Of addresses that cannot be read, which no hook sees.
    frameworkErrors: (error, request, reply) =>
      void handleError(refusalOfStranger(request.raw) ?? error, request, reply.headers(ISOLATION)),
    logger: loggerOptions(logger),
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
      onCreate: addKeywords,
    },
    schemaController: { compilersFactory: compilesSchemas ? compileAtOnce : compilers },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const files =
    consoleDir !== undefined && isConsoleBuilt(consoleDir) ? consoleFiles(app, consoleDir) : undefined
  app.setErrorHandler((error: FastifyError, request, reply) => {
    services.condition.note(error)
    return handleError(error, request, reply)
  })
  answerUnknownRoutes(app, files?.page)
  addPipeline(app, services, BODY_LIMIT, compilesSchemas)
  await describeApi(
    app,
    rooms.flatMap(({ schemas = [] }) => schemas),
  )
  files?.addRoutes()

  await app.register(
    async (api) => {
      const typed = api.withTypeProvider<TypeBoxTypeProvider>()
      for (const { routes = [] } of rooms) for (const add of routes) await add(typed, services)
      setup.routes(typed)
      await transferRoutes(typed, services, work)
      dataRoutes(typed, services, work)
      backupPlanRoutes(typed, services)
      openapiRoutes(api)
      docsPageRoutes(api)
    },
    { prefix: '/api/v1' },
  )
  await app.ready()
  return app
}
