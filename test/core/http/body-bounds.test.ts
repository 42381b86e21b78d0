import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorBody } from '../../../core/http/errors.ts'
import { faultOfNesting } from '../../../core/http/limits/nesting.ts'
import { inDatabase } from '../../support/data.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const JSON_TYPE = { 'content-type': 'application/json' }
const MEBIBYTE = 1024 * 1024

/** Text of about a mebibyte, of as many entries as go in. */
const list = (entry: string): string =>
  `[${Array.from({ length: Math.floor((MEBIBYTE - 1000) / (entry.length + 1)) }, () => entry).join(',')}]`

/** What this process has worked, in milliseconds: others that keep the processors busy do not count. */
function worked(): number {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** The longest work for which the event loop was held up meanwhile, in milliseconds. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = worked()
  const look = (): void => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  await work()
  look()
  clearInterval(timer)
  return longest
}

describe('a wide body', () => {
  const wide: readonly (readonly [string, string])[] = [
    ['numbers', list('1')],
    ['nothing', list('null')],
    ['faulty objects', `[${Array.from({ length: 19_000 }, () => '{"key":1}').join(',')}]`],
    ['other spellings', `[${Array.from({ length: 19_000 }, () => '{"KEY":1,"Value":2}').join(',')}]`],
  ]

  it.each(['{}', '[]', '{"key":1}'])('of ever so many %s is not even read', async (entry) => {
    const clerk = await shop().as('staff')
    const body = `{"cultureCode":"en-GB","currency":"EUR","more":${list(entry)}}`
    const headers = { ...JSON_TYPE, 'idempotency-key': crypto.randomUUID() }
    const answer = await clerk.post('/carts', body, { headers })
    expect(answer.refused('BadRequest')).toStrictEqual(['The body holds more than 20000 objects and lists.'])
    expect((await clerk.post('/carts', body, { headers })).text).toBe(answer.text)
  })

  it.each(wide)('of %s is refused at once and in few words, and so it is kept', async (_what, entries) => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const line = await clerk.lineOf(product)
    for (const name of ['customProperties', 'CustomProperties']) {
      const body = `${JSON.stringify(line).slice(0, -1)},"${name}":${entries}}`
      const key = crypto.randomUUID()
      const ask = async () =>
        clerk.post(`/carts/${cartId}/lines`, body, { headers: { ...JSON_TYPE, 'idempotency-key': key } })
      const hold = await longestHold(async () => {
        const answer = await ask()
        const texts = answer.refused('BadRequest')
        expect(texts).toContain('customProperties: must have at most 100 entries')
        expect(texts).toHaveLength(21)
        expect(texts.at(-1)).toMatch(/^And \d+ more\.$/)
        expect(Buffer.byteLength(answer.text)).toBeLessThan(64_000)
        expect((await ask()).text).toBe(answer.text)
      })
      // It was 3 s; reading 1 MiB of JSON takes some 30 ms of it on a slow machine.
      expect(hold).toBeLessThan(500)
    }
    const kept = await inDatabase(shop().dataDir, async (db) =>
      db.selectFrom('idempotency_keys').select('body').execute(),
    )
    expect(Math.max(...kept.map(({ body }) => body.length))).toBeLessThan(64_000)
  })
})

describe('a refusal', () => {
  it('tells 20 faults and how many more there are, and all of up to 20', () => {
    const faults = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ field: `f${at}`, text: 'is bad' }))
    const texts = (count: number) =>
      errorBody('BadRequest', faults(count)).errors.map((one) => one['error-description'])
    expect(texts(20)).toHaveLength(20)
    expect(texts(20).at(-1)).toBe('f19: is bad')
    expect(texts(21).slice(19)).toStrictEqual(['f19: is bad', 'And 1 more.'])
    expect(texts(1_000_000).slice(19)).toStrictEqual(['f19: is bad', 'And 999980 more.'])
  })

  it('is below 64 KB, whatever it is about (law)', () => {
    const fault = fc.record({ text: fc.string({ unit: 'binary' }), times: fc.integer({ min: 1, max: 5000 }) })
    fc.assert(
      fc.property(fc.array(fault, { maxLength: 40 }), (faults) => {
        const body = errorBody(
          'BadRequest',
          faults.map(({ text, times }) => ({ text: text.repeat(times) })),
        )
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(64_000)
      }),
    )
    const worst = errorBody(
      'RequestHeaderFieldsTooLarge',
      Array.from({ length: 99 }, () => ({ text: '\0'.repeat(9999) })),
    )
    expect(Buffer.byteLength(JSON.stringify(worst))).toBeLessThan(65_536)
  })
})

describe('a deep body', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const bodies: readonly (readonly [string, (levels: number) => string])[] = [
    [
      'in a field of ours',
      (levels) => `{"cultureCode":"en-GB","currency":"EUR","cultureCode":${nested(levels - 1)}}`,
    ],
    [
      'in one that is not',
      (levels) => `{"cultureCode":"en-GB","currency":"EUR","more":${nested(levels - 1)}}`,
    ],
    ['in objects', (levels) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)],
    ['as a whole', nested],
  ]

  it.each(bodies)('%s is a bad request from 65 levels on, with and without a key', async (_where, bodyOf) => {
    const clerk = await shop().as('staff')
    for (const levels of [65, 100, 5000, 100_000]) {
      for (const key of [undefined, crypto.randomUUID()]) {
        const headers = { ...JSON_TYPE, ...(key !== undefined && { 'idempotency-key': key }) }
        const [first, again] = [
          await clerk.post('/carts', bodyOf(levels), { headers }),
          await clerk.post('/carts', bodyOf(levels), { headers }),
        ]
        expect(first.refused('BadRequest')).toStrictEqual(['The body is nested deeper than 64 levels.'])
        expect(again.text).toBe(first.text)
      }
    }
  })

  it('of 64 levels is read, where nothing of ours has them', async () => {
    const clerk = await shop().as('staff')
    const [, more] = bodies[1] ?? []
    const headers = { ...JSON_TYPE, 'idempotency-key': crypto.randomUUID() }
    expect((await clerk.post('/carts', more?.(64), { headers })).status).toBe(200)
  })

  it('is as deep as its values are, whatever stands in its texts (law)', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 8 }),
      fc.array(fc.constantFrom('[[{"', '\\', '"]}', '\\"[')),
    )
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 6 }), (value, levels) => {
        const json = JSON.stringify([value, ' '.repeat(20)])
        const fault = faultOfNesting(Buffer.from(json), levels, Infinity)
        expect(fault === 'deep').toBe(depthOf([value]) > levels)
      }),
    )
  })
})

describe('an Idempotency-Key', () => {
  it('goes by the bytes of the body: another spelling of the same is another request', async () => {
    const clerk = await shop().as('staff')
    const headers = { ...JSON_TYPE, 'idempotency-key': crypto.randomUUID() }
    const body = '{"cultureCode":"en-GB","currency":"EUR"}'
    const first = await clerk.post('/carts', body, { headers })
    expect((await clerk.post('/carts', body, { headers })).text).toBe(first.text)
    for (const other of [`${body} `, '{"currency":"EUR","cultureCode":"en-GB"}', '']) {
      expect((await clerk.post('/carts', other, { headers })).faultyFields('Conflict')).toStrictEqual([
        'Idempotency-Key',
      ])
    }
  })

  it('keeps no refusal of a body that was never read', async () => {
    const token = async (scope: string) => {
      const { clientId: client_id, clientSecret: client_secret } = shop().credentials('staff')
      const form = { grant_type: 'client_credentials', client_id, client_secret, scope }
      const { access_token } = (await shop().anyone.post('/oauth/token', form)).body as {
        access_token: string
      }
      return shop().withToken(access_token)
    }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const customer = { firstName: 'Ida', lastName: 'Holm' }
    expect((await (await token('storefront')).post('/customers', customer, { headers })).status).toBe(403)
    expect((await (await token('staff')).post('/customers', customer, { headers })).status).toBe(200)
  })
})

it('a body that is not UTF-8 is refused and not mended', async () => {
  const clerk = await shop().as('staff')
  const authorization = `Bearer ${await shop().tokenOf(shop().credentials('staff'))}`
  const answer = await shop().core.app.inject({
    method: 'POST',
    url: '/api/v1/carts',
    headers: { ...JSON_TYPE, authorization },
    payload: Buffer.from('{"cultureCode":"en-GB","currency":"EUR","note":"\xff"}', 'latin1'),
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('UTF-8')
  expect((await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR', more: 'ÿ' })).status).toBe(200)
})
