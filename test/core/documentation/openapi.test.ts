import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { formOf } from '../../../core/http/schema.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { sharedShop } from '../../support/shop.ts'
import { operations } from '../../support/operations.ts'

const shop = sharedShop()

interface Media {
  readonly schema?: object
  readonly example?: unknown
}
interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: { readonly format?: string }
}
interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}
interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
}
interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const document = async (): Promise<Document> => (await shop().anyone.get('/openapi.json')).body as Document

const operationsOf = ({ paths }: Document): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      operation,
    ]),
  )

describe('the OpenAPI document', () => {
  it('is there without a token, for the version that answers', async () => {
    const { openapi, info } = await document()
    expect(openapi).toMatch(/^3\.1\./)
    expect(info.version).toBe(packageJson.version)
  })

  it('is valid, its examples too, by a linter and its recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The contract itself has /orders/{orderId}/… beside /orders/payments/{paymentId}.
        'no-ambiguous-paths': 'off',
        // An authorization code is sent by a redirect.
        'operation-2xx-response': 'off',
        'no-invalid-media-type-examples': 'error',
        'operation-operationId-unique': 'error',
        'no-unused-components': 'error',
      },
      telemetry: 'off',
    })
    const problems = await lintFromString({ source: JSON.stringify(await document()), config })
    expect(
      problems.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`),
    ).toStrictEqual([])
  })

  it('holds every operation of the table, and no other', async () => {
    const names = operationsOf(await document()).map(([name]) => name)
    expect(
      names.sort(),
      'each is in test/support/operations.ts, by its name and whom it lets in; those of a noun by manageOperations',
    ).toStrictEqual(Object.keys(operations).sort())
  })

  it('says of each operation what it is called, does, whether it needs a token, and where the contract describes it', async () => {
    for (const [name, { operationId, summary, description, security, tags }] of operationsOf(
      await document(),
    )) {
      const { id, scopes, section } = operations[name] ?? {}
      expect(operationId, name).toBe(id)
      expect(summary, name).toMatch(/\S/)
      expect(security?.length === 0, name).toBe(scopes === undefined)
      expect(description, name).toContain(
        section === undefined ? 'Needs' : `Section ${section} of the contract.`,
      )
      expect(tags, name).toHaveLength(1)
      expect(tags?.[0] === 'Extensions', name).toBe(
        section === undefined && !/lines(\/\{lineId\})?$/.test(name),
      )
    }
  })

  it('asks for no form of a text that a refusal could not name in words', async () => {
    const patterns = [...JSON.stringify(await document()).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)]
    expect(patterns.length).toBeGreaterThan(0)
    for (const [, pattern = ''] of patterns) expect(formOf(JSON.parse(pattern) as string)).not.toContain('^')
  })

  it('gives an example of every body, in requests and answers', async () => {
    for (const [name, { requestBody, responses }] of operationsOf(await document())) {
      for (const body of [requestBody, ...Object.values(responses)]) {
        for (const [type, media] of Object.entries(body?.content ?? {})) {
          if (!type.startsWith('text/')) expect(media, `${name} ${type}`).toHaveProperty('example')
        }
      }
    }
  })

  it('names the refusals that can occur: section 7, operation by operation', async () => {
    const statuses = new Map(
      operationsOf(await document()).map(([name, { responses }]) => [
        name,
        Object.keys(responses).sort().join(' '),
      ]),
    )
    expect(statuses.get('POST /carts/{cartId}/properties')).toBe(
      '200 400 401 403 404 409 413 415 429 500 503',
    )
    expect(statuses.get('GET /carts/{cartId}')).toBe('200 400 401 403 404 429 500 503')
    expect(statuses.get('GET /price-groups')).toBe('200 400 401 403 429 500 503')
    expect(statuses.get('POST /payments')).toBe('200 400 401 403 404 409 413 415 429 500 503')
    expect(statuses.get('GET /oauth/connect')).toBe('302 400 403 429 500 503')
    expect(statuses.get('POST /oauth/token')).toBe('200 400 401 403 413 415 429 500 503')
    expect(statuses.get('GET /health')).toBe('200 403 500 503')
  })

  it('lists Approval where somebody else may approve it, and nowhere else', async () => {
    const listed = operationsOf(await document())
      .filter(([, { parameters = [] }]) => parameters.some(({ $ref }) => $ref?.endsWith('/Approval')))
      .map(([name]) => name)
    expect(listed.sort()).toStrictEqual([
      'PATCH /carts/{cartId}/lines/{lineId}',
      'POST /carts/{cartId}/lines',
      'POST /returns',
    ])
  })

  it('lists If-Match where a version is asked for, and nowhere else', async () => {
    const listed = operationsOf(await document())
      .filter(([, { parameters = [] }]) => parameters.some(({ $ref }) => $ref?.endsWith('/IfMatch')))
      .map(([name]) => name)
    expect(listed).toEqual(
      expect.arrayContaining([
        'PATCH /carts/{cartId}',
        'POST /carts/{cartId}/lines',
        'POST /payments',
        'POST /till/counts',
        'PATCH /clients/{clientId}',
        'PATCH /data/plan',
        'PUT /manage/products/{sku}',
        'DELETE /manage/price-groups/{id}',
        'POST /manage/customers/{id}/merge',
      ]),
    )
    for (const name of [
      'POST /carts',
      'DELETE /clients/{clientId}',
      'POST /manage/campaigns/preview',
      'POST /manage/customer-groups/{id}/members',
      'POST /manage/organizations/{id}/members',
      'DELETE /manage/imports/{importId}',
    ])
      expect(listed).not.toContain(name)
  })

  it('says that every address needs a token but those that do not (decisions, authentication)', async () => {
    const open = operationsOf(await document())
      .filter(([, { security }]) => security?.length === 0)
      .map(([name]) => name)
    expect(open.sort()).toStrictEqual([
      'GET /checkout',
      'GET /health',
      'GET /oauth/connect',
      'POST /oauth/token',
      'POST /setup',
    ])
  })

  it.each(['GET /price-groups', 'GET /price-groups/{priceGroupId}/evaluation'])(
    'describes the filters of %s: those that kinds of criteria read, and that there may be others',
    async (name) => {
      const { parameters = [] } = operationsOf(await document()).find(([each]) => each === name)?.[1] ?? {}
      const filters = parameters.filter((each) => each.name?.startsWith('filters-'))
      expect(
        filters.map(({ name: key, in: place, required, schema }) => [key, place, required, schema?.format]),
        'what a kind of criterion reads is listed here, too: no property of a cart is called so any more',
      ).toStrictEqual([
        ['filters-customer', 'query', false, 'uuid'],
        ['filters-customerGroup', 'query', false, 'uuid'],
        ['filters-organization', 'query', false, 'uuid'],
        ['filters-time', 'query', false, undefined],
      ])
      for (const { description } of filters) expect(description).toMatch(/\S/)
      expect(parameters).toContainEqual({ $ref: '#/components/parameters/Filters' })
    },
  )

  it('lists each schema once, by its name, and none of the words of our own validation', async () => {
    const { components, paths } = await document()
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Cart', 'MiniCart', 'Order', 'AddressBody', 'ErrorBody', 'CustomProperty']),
    )
    expect(JSON.stringify({ components, paths })).not.toMatch(/"x-/)
  })
})

it('the health address answers status, version and database, without a token', async () => {
  expect((await shop().anyone.get('/health')).body).toStrictEqual({
    status: 'ok',
    version: packageJson.version,
    database: 'ok',
  })
})
