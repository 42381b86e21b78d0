import swagger from '@fastify/swagger'
import packageJson from '../../package.json' with { type: 'json' }
import type { FastifyInstance } from 'fastify'

/** Collects the schemas of all routes that follow into one OpenAPI document. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Backcounter commerce API',
        version: packageJson.version,
        description: 'Carts, checkout lookups and orders of a store, on this machine.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
  })
}

/** The document itself; no token needed. */
export function openapiRoutes(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
