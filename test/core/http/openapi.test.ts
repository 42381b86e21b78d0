import { describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

interface Operation {
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, unknown>>
  readonly summary?: string
}
interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const document = async (): Promise<Document> => (await shop().anyone.get('/openapi.json')).body as Document

const operationsOf = ({ paths }: Document): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

describe('the OpenAPI document', () => {
  it('is there without a token, for the version that answers', async () => {
    const { openapi, info } = await document()
    expect(openapi).toMatch(/^3\.1\./)
    expect(info.version).toBe(packageJson.version)
  })

  it('holds the contract’s operations (section 4) that this version answers', async () => {
    const operations = operationsOf(await document()).map(([name]) => name)
    expect(operations).toEqual(
      expect.arrayContaining([
        'POST /api/v1/carts',
        'GET /api/v1/carts/{cartId}',
        'POST /api/v1/carts/{cartId}/lines',
        'POST /api/v1/carts/{cartId}/billing-address',
        'POST /api/v1/carts/{cartId}/shipping',
        'POST /api/v1/payments',
        'GET /api/v1/price-groups',
        'GET /api/v1/shipping-methods',
        'POST /api/v1/payment-methods',
        'GET /api/v1/payment-methods',
        'POST /api/v1/countries',
        'GET /api/v1/countries',
        'GET /api/v1/catalogs',
        'GET /api/v1/orders/{orderId}',
        'GET /api/v1/orders/payments/{paymentId}',
        'POST /api/v1/oauth/token',
      ]),
    )
  })

  it('names each operation, and says of every one what it answers and what it refuses', async () => {
    const summaries = new Set<string>()
    for (const [name, { summary, tags, responses }] of operationsOf(await document())) {
      expect(summary, name).toMatch(/\S/)
      expect(tags, name).toHaveLength(1)
      expect(Object.keys(responses).sort(), name).toStrictEqual(['200', '4XX', '5XX'])
      summaries.add(summary ?? '')
    }
    expect(summaries.size).toBeGreaterThan(20)
  })

  it('says that every address needs a token but those that do not (decisions, authentication)', async () => {
    const open = operationsOf(await document())
      .filter(([, { security }]) => security?.length === 0)
      .map(([name]) => name)
    expect(open.sort()).toStrictEqual([
      'GET /api/v1/checkout',
      'GET /api/v1/health',
      'POST /api/v1/oauth/token',
      'POST /api/v1/setup',
    ])
  })
})

it('the health address answers status, version and database, without a token', async () => {
  expect((await shop().anyone.get('/health')).body).toStrictEqual({
    status: 'ok',
    version: packageJson.version,
    database: 'ok',
  })
})
