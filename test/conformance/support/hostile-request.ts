import fc from 'fast-check'
import type { JsonSchema, NamedOperation, Parameter } from '../../support/api-document.ts'
import { hostileBody, hostileEncoded, hostileText, hostileValue } from './hostile-values.ts'
import type { Pool } from './pool.ts'

/** A request as it goes out: path behind `/api/v1` with its query. */
export interface HostileRequest {
  readonly path: string
  readonly body: object | string | undefined
  readonly headers: Readonly<Record<string, string>>
}

const PREFIX = '/api/v1'

/** Requests of one operation, made of its schemas in the document: most parts fit, any part may be hostile. */
export function hostileRequests(
  { path, operation }: NamedOperation,
  pool: Pool,
): fc.Arbitrary<HostileRequest> {
  const parameters = operation.parameters ?? []
  const schema = operation.requestBody?.content['application/json']?.schema
  const body: fc.Arbitrary<unknown> = schema ? valueOf(schema, pool) : fc.constant(undefined)
  return fc
    .record({
      path: pathOf(path, parameters, pool),
      query: queryOf(parameters, pool),
      body: fc.oneof({ weight: 15, arbitrary: body }, { weight: 1, arbitrary: schema ? hostileBody : body }),
      headers: headersOf(schema !== undefined),
    })
    .map(({ path: address, query, body: content, headers }) => ({
      path: `${address.slice(PREFIX.length)}${query === '' ? '' : `?${query}`}`,
      body: typeof content === 'string' || content === undefined ? content : JSON.stringify(content),
      headers,
    }))
}

const pathOf = (path: string, parameters: readonly Parameter[], pool: Pool): fc.Arbitrary<string> =>
  fc
    .record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name }) => [name, encoded(name, pool)]),
      ),
    )
    .map((values) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => notDots(values[name] ?? '')))

/** Clients take `.` and `..` out of an address before they send it: another address would be asked. */
const notDots = (segment: string): string => (/^(\.|%2e){1,2}$/i.test(segment) ? `${segment}.` : segment)

function queryOf(parameters: readonly Parameter[], pool: Pool): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = named.map(({ name, required }) =>
    fc
      .option(encoded(name, pool), { nil: undefined, freq: required ? 15 : 2 })
      .map((value) => (value === undefined ? [] : [`${name}=${value}`])),
  )
  const stray = fc.oneof(
    { weight: 9, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.tuple(hostileEncoded, hostileEncoded).map((pair) => [pair.join('=')]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('customer', 'customerGroup', 'organization', 'time', '', '__proto__'),
          hostileEncoded,
        )
        .map(([key, value]) => [`filters-${key}=${value}`]),
    },
  )
  return fc.tuple(...pairs, stray).map((parts) => parts.flat().join('&'))
}

const encoded = (name: string, pool: Pool): fc.Arbitrary<string> => {
  const fitting = pool.get(name)
  return fitting
    ? fc.oneof(
        {
          weight: 12,
          arbitrary: fc.constantFrom(...fitting).map((value) => encodeURIComponent(String(value))),
        },
        { weight: 1, arbitrary: hostileEncoded },
      )
    : hostileEncoded
}

const hostileOrigin = fc.oneof(
  fc.constantFrom(
    'null',
    'app://console',
    'file://',
    'https://evil.example',
    '*',
    '',
    `https://${'x'.repeat(8000)}`,
  ),
  fc.uuid().map((name) => `https://${name}.example`),
)

const headersOf = (hasBody: boolean): fc.Arbitrary<Record<string, string>> =>
  fc
    .record({
      type: fc.oneof(
        { weight: 40, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'application/xml', '', 'application/json;charset=x'),
        },
      ),
      ifMatch: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('"1"', '*', 'W/"1"', '', '"', '9'.repeat(500)) },
      ),
      idempotencyKey: fc.oneof(
        { weight: 20, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('', 'k'.repeat(256), 'k'.repeat(10_000)) },
        // Some come again with another request.
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 200 }).map((number) => `key ${number}`) },
        { weight: 6, arbitrary: fc.uuid() },
      ),
      origin: fc.oneof(
        { weight: 30, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: hostileOrigin },
      ),
    })
    .map(({ type, ifMatch, idempotencyKey, origin }) => ({
      ...(origin === undefined ? {} : { origin }),
      ...(hasBody ? { 'content-type': type } : {}),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }))

/** A value of a schema, or now and then anything else. */
function valueOf(schema: JsonSchema, pool: Pool, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: fittingValue(schema, pool, name) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function fittingValue(schema: JsonSchema, pool: Pool, name: string): fc.Arbitrary<unknown> {
  const fitting = pool.get(name)
  if (fitting) return fc.constantFrom(...fitting)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => fittingValue(choice, pool, name)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return objectOf(schema, pool)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, pool), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.oneof(
        {
          weight: 12,
          arbitrary: fc.string({ minLength: 1, maxLength: Math.min(schema.maxLength ?? 20, 20) }),
        },
        { weight: 1, arbitrary: hostileText },
      )
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, pool: Pool): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, property]) =>
    fc
      .option(valueOf(property, pool, name), { nil: undefined, freq: required.includes(name) ? 15 : 2 })
      .map((value): [string, unknown] => [name, value]),
  )
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries))
}
