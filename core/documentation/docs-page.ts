import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

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

/** The document for people, at `/api/v1/docs`: the library's page and files, from the core; no token, no network. */
export async function serveDocsPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api/v1',
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: 'Backcounter commerce API' },
    // Without the bar on top, which is for looking at documents from elsewhere.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', displayOperationId: true },
  })
}
