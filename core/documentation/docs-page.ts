import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** Everything the page loads is the core's own. Styles may be inline because the page's library sets some. */
const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ')

const PREFIX = '/api/v1'

/**
 * The document for people, at `/api/v1/docs`: the library's page and files, from the core; no token, no network. The
 * library is loaded when somebody first asks for them, in an app of its own that answers in process only.
 */
export function docsPageRoutes(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined

  async function answer({ url, method, headers }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    pages ??= buildPages(app)
    const page = await (await pages).inject({ url, method: method as 'GET' | 'HEAD', headers })
    if (page.statusCode === 404) {
      reply.callNotFound()
      return reply
    }
    const { connection: _, ...own } = page.headers
    return reply.code(page.statusCode).headers(own).send(page.rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, answer)
  app.addHook('onClose', async () => (await pages)?.close())
}

async function buildPages(app: FastifyInstance): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const pages = Fastify()
  // The type knows OpenAPI 3.0 only; the page shows 3.1 as well.
  const document = app.swagger() as StaticDocumentSpec['document']
  await pages.register(swagger, { mode: 'static', specification: { document } })
  await pages.register(swaggerUi, {
    routePrefix: `${PREFIX}/docs`,
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: 'Backcounter commerce API' },
    // Without the bar on top, which is for looking at documents from elsewhere.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', displayOperationId: true },
  })
  return pages
}
