import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { Asked } from '../access/scopes.ts'
import { completeDocument } from './complete-document.ts'
import type { Json } from './json.ts'

const scopes: Readonly<Record<Asked, string>> = {
  storefront: 'The operations of the contract.',
  support: 'Look orders up.',
  staff: 'Build and change carts and orders; includes storefront and support.',
  manage: 'Write the records of the shop; includes staff.',
  admin: 'Settings, clients and data; includes manage.',
  price: 'Set the price of a line.',
  desk: 'Of the console only: say who is at it.',
}

const tags = {
  Authentication: 'Access tokens (section 5).',
  Carts: 'Carts and their lines (sections 4.2 and 4.3).',
  'Custom properties': 'Key and value, on a cart or on a line (sections 4.4 and 4.5).',
  Billing: 'The billing address (section 4.6).',
  Shipping: 'Shipping method and address (section 4.7).',
  Payments: 'A cart becomes an order (section 4.8).',
  'Reference lists': 'What a checkout needs to choose from (sections 4.9 and 4.10).',
  Orders: 'Orders (section 4.11).',
  Extensions: 'Beyond the contract, by its conventions.',
}

/**
 * Collects the schemas of all routes that follow into one OpenAPI document. It is made when it is first asked for, and
 * kept: a core that nobody asks starts no slower for it.
 * @param schemas modules of schemas, by whose names the document calls them
 */
export async function describeApi(app: FastifyInstance, schemas: readonly object[]): Promise<void> {
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Backcounter commerce API',
        version: packageJson.version,
        description:
          'Carts, checkout lookups and orders of a store, on this machine. Amounts are in major units of their ' +
          'currency, rates are fractions, moments are ISO 8601 in UTC. Every list takes `maxItems` and ' +
          '`nextPagingToken` (section 4.12). Paths, names of fields and names of parameters are found in any ' +
          'spelling (`/Price-Groups`, `CultureCode`); where a field comes in ours and in another, ours counts. ' +
          'Fields that are not described are ignored; a PATCH that names nothing that it could change is BadRequest. ' +
          'Programs for the original service may say basket for cart. What cannot be read as a request is refused with the same ' +
          'body before it is known what it asks for: 408 too slow, 417 an unknown `Expect`, 431 more than 16 KiB of headers.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An access token.' },
          client: {
            type: 'oauth2',
            description: 'A token for the id and secret of a client.',
            flows: { clientCredentials: { tokenUrl: '/api/v1/oauth/token', scopes } },
          },
        },
      },
    },
    // Which scopes a route asks for, whether for a version, and whether it takes an approval is in its configuration, which the document does not see by itself.
    transform: ({ schema, url, route: { config } }) => ({
      schema: {
        ...schema,
        'x-scope': [config?.scope ?? []].flat(),
        'x-heeds-if-match': config?.heedsIfMatch === true,
        'x-approvable': config?.approvable === true,
      },
      url,
    }),
    transformObject: (documented) =>
      'openapiObject' in documented
        ? completeDocument(documented.openapiObject as unknown as Json, schemas)
        : documented.swaggerObject,
  })
}

/** The document itself; no token needed. */
export function openapiRoutes(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
