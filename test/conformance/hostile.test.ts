import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataState } from '../../core/data/data.schema.ts'
import type { Answer } from '../support/answer.ts'
import type { Caller, Method } from '../support/caller.ts'
import type { NamedOperation } from '../support/api-document.ts'
import { hostileRequests, type HostileRequest } from './support/hostile-request.ts'
import { makePool, type Pool } from './support/pool.ts'
import { servedDocument } from './support/served-document.ts'
import { ServedShop } from './support/served-shop.ts'
import { countWrites, watchWrites } from './support/watched-writes.ts'

/** Requests of each operation. A long run takes another road each time, and says which where it fails. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 12)
const SEED = 20261120
/** What they ask about is made anew after so many: a cart that is placed, or a property that is gone, refuses all that follow. */
const RUNS_OF_A_POOL = 250
const ANSWER_WITHIN = 10_000
/**
 * Bytes: of one refusal, and of memory that all of them together may have taken. After a few requests that is what was not
 * collected yet; a machine that other tests keep busy is not waited for until it is.
 */
const LONGEST_REFUSAL = 64_000
const MOST_MEMORY = RUNS > 60 ? 60_000_000 : 150_000_000

const { operations } = await servedDocument()
let served: ServedShop | undefined
let atStart: number | undefined
const shop = (): ServedShop => {
  if (!served) throw new Error('The shop is open inside of tests only.')
  return served
}
beforeAll(async () => {
  served = await ServedShop.start()
  countWrites(served.dataDir)
  await makePool(served)
  atStart = served.residentMemory()
}, 120_000)
afterAll(async () => served?.stop())

const cases = operations.map((operation): [string, NamedOperation] => [
  `${operation.method} ${operation.path}`,
  operation,
])

describe('hostile requests are refused or answered, never a failure, a hang or a half change:', () => {
  it.for(cases)('%s', { timeout: 60_000 + RUNS * 100 }, async ([, operation], { annotate }) => {
    const caller = await callerOf(operation)
    // Nothing is sent to the printer that a hostile body has named.
    await (await shop().as('admin')).put('/drawer', { address: null })
    const changes = watchWrites(shop().dataDir)
    const answered: Record<number, number> = {}
    for (let done = 0; done < RUNS; done += RUNS_OF_A_POOL) {
      const sent = fc.asyncProperty(
        hostileRequests(operation, await poolNow()),
        async (request: HostileRequest) => {
          const { path, body, headers } = request
          // The caller holds each answer against the schema of its operation and status.
          const answer = await caller.request(operation.method as Method, path, { body, headers })
          expect(answer.status, answer.text).toBeLessThan(500)
          if (isRefusal(answer)) {
            expect(Buffer.byteLength(answer.text), answer.text.slice(0, 1000)).toBeLessThan(LONGEST_REFUSAL)
            expect(changes(mayBeKept(request)), `changed by a refusal: ${answer.text}`).toBeUndefined()
          }
          if (changes() !== undefined) hasChanged = true
          answered[answer.status] = (answered[answer.status] ?? 0) + 1
        },
      )
      changes()
      await fc.assert(sent, {
        numRuns: Math.min(RUNS_OF_A_POOL, RUNS - done),
        plugins: [fc.timeout(ANSWER_WITHIN)],
        ...(RUNS > 60 ? {} : { seed: SEED }),
      })
    }
    await annotate(told(answered))
  })

  it('and the core takes no more memory for them than it had', { timeout: 240_000 }, async ({ annotate }) => {
    const core = shop()
    const start = atStart
    if (start === undefined) return
    const more = (): number => ((core.residentMemory() ?? 0) - start) / 1e6
    await annotate(`${(start / 1e6).toFixed(0)} MB, and ${more().toFixed(0)} MB more right after the last`)
    // What is garbage is given back to the system in the first quiet moments.
    await expect.poll(more, { timeout: 200_000, interval: 1000 }).toBeLessThan(MOST_MEMORY / 1e6)
  })

  it('and what watches for changes sees one', async () => {
    const changes = watchWrites(shop().dataDir)
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    changes()
    await clerk.get('/store')
    expect(changes()).toBeUndefined()
    await clerk.patch(`/carts/${cartId}`, { note: 'Rows, and not their number' })
    expect(changes()).toContain('update of carts')
    await clerk.post('/carts', { cultureCode: 'xx' }, { headers: { 'idempotency-key': cartId } })
    expect(changes()).toContain('insert of idempotency_keys')
    await clerk.post('/carts', { cultureCode: 'xy' }, { headers: { 'idempotency-key': `${cartId} too` } })
    expect(changes(true)).toBeUndefined()
  })

  it('and not what the core notes by itself while something else is asked', async () => {
    const changes = watchWrites(shop().dataDir)
    const admin = await shop().as('admin')
    const last = async (): Promise<unknown> => (await admin.get('/data')).ok(DataState).checkedDate
    for (let round = 0; round < 2; round += 1) {
      const before = await last()
      changes()
      await admin.post('/data/check')
      await expect.poll(last, { timeout: 20_000 }).not.toBe(before)
      expect(changes(), 'the note of a check that has ended').toBeUndefined()
    }
  })
})

let pool: Pool | undefined
/** Whether anything was written since it was made. */
let hasChanged = false

/** What takes longer to make than all requests of one operation stays as long as nobody has changed anything. */
async function poolNow(): Promise<Pool> {
  if (!pool || hasChanged) pool = await makePool(shop())
  hasChanged = false
  return pool
}

/** How far the requests got, for the table. */
const told = (answered: Readonly<Record<number, number>>): string =>
  Object.entries(answered)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')

const isRefusal = ({ status }: Answer): boolean => status >= 400

/** Somebody who may. The event stream of such has no end to wait for: there, somebody who may not. */
async function callerOf({ path }: NamedOperation): Promise<Caller> {
  if (path === '/api/v1/events') return shop().as('storefront')
  return shop().as(path.includes('/lines') ? 'staff price' : 'admin')
}

/** Whether a refusal of it may be kept, which is a change, but none of the shop. */
const mayBeKept = ({ headers }: HostileRequest): boolean => headers['idempotency-key'] !== undefined
