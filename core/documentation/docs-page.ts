import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { latePages } from '../http/late-pages.ts'

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

/** The document for people, at `/api/v1/docs`: the library's page and files, from the core; no token, no network. */
export function docsPageRoutes(app: FastifyInstance): void {
  const answer = latePages(app, async () => buildPages(app))
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      if (!(await answer(request, reply))) reply.callNotFound()
      return reply
    })
  }
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
