import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Answer } from '../support/answer.ts'
import type { Caller, Method } from '../support/caller.ts'
import type { NamedOperation } from '../support/api-document.ts'
import { hostileRequests, type HostileRequest } from './support/hostile-request.ts'
import { makePool, type Pool } from './support/pool.ts'
import { servedDocument } from './support/served-document.ts'
import { ServedShop } from './support/served-shop.ts'

/** Requests of each operation. A long run takes another road each time, and says which where it fails. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 12)
const SEED = 20261120
/** What they ask about is made anew after so many: a cart that is placed, or a property that is gone, refuses all that follow. */
const RUNS_OF_A_POOL = 250
const ANSWER_WITHIN = 10_000
/** What is kept for a while only. */
const SWEPT = ['idempotency_keys', 'access_tokens', 'refresh_tokens', 'authorization_codes', 'wrong_guesses']
/** Bytes: of one refusal, and of memory that all of them together may have taken. */
const LONGEST_REFUSAL = 64_000
const MOST_MEMORY = 60_000_000

const { operations } = await servedDocument()
let served: ServedShop | undefined
let atStart: number | undefined
const shop = (): ServedShop => {
  if (!served) throw new Error('The shop is open inside of tests only.')
  return served
}
beforeAll(async () => {
  served = await ServedShop.start()
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
    const changes = watch(shop())
    const answered: Record<number, number> = {}
    for (let done = 0; done < RUNS; done += RUNS_OF_A_POOL) {
      const sent = fc.asyncProperty(
        hostileRequests(operation, await poolFor(operation)),
        async (request: HostileRequest) => {
          const { path, body, headers } = request
          // The caller holds each answer against the schema of its operation and status.
          const answer = await caller.request(operation.method as Method, path, { body, headers })
          expect(answer.status, answer.text).toBeLessThan(500)
          if (isRefusal(answer)) {
            expect(Buffer.byteLength(answer.text), answer.text.slice(0, 1000)).toBeLessThan(LONGEST_REFUSAL)
            expect(changes(mayBeKept(request)), `changed by a refusal: ${answer.text}`).toBeUndefined()
          }
          changes()
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
    const changes = watch(shop())
    const clerk = await shop().as('staff')
    changes()
    await clerk.get('/store')
    expect(changes()).toBeUndefined()
    await clerk.aCart()
    expect(changes()).toMatch(/^carts: \d+/)
  })
})

/** A pool that nobody but readers has had: it is as it was made, and takes longer to make than all requests of one operation. */
let untouched: Pool | undefined

async function poolFor({ method }: NamedOperation): Promise<Pool> {
  const pool = untouched ?? (await makePool(shop()))
  untouched = method === 'GET' ? pool : undefined
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

/**
 * What anybody has written to any table since the last time that was asked, if anything: SQLite counts the commits of others
 * for each connection, so that nothing needs to be compared but where an answer may have been kept, it was noted who uses the
 * API, or what is old was swept away, which are no changes of the shop.
 */
function watch({ dataDir }: ServedShop): (mayBeKept?: boolean) => string | undefined {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'), { readonly: true })
  onTestFinished(() => void file.close())
  const tables = file
    .prepare<[], string>(`select name from sqlite_schema where type = 'table' and name <> 'client_uses'`)
    .pluck()
    .all()
  const counts = file.prepare<[], Counts>(
    `select ${tables.map((table) => `(select count(*) from "${table}") as "${table}"`).join(', ')},
    (select sum(version) from carts) as "versions of carts"`,
  )
  // Once a minute, whatever is asked.
  const uses = file.prepare('select client_id, used_at from client_uses order by client_id').raw()
  let last: unknown
  let lastCounts: Counts = {}
  let lastUses = ''
  // All of one moment: what is written between two looks would be seen by the one, and counted by the other.
  return file.transaction((mayBeKept?: boolean): string | undefined => {
    const version = file.pragma('data_version', { simple: true })
    if (version === last) return undefined
    last = version
    const now = counts.get() ?? {}
    const nowUses = JSON.stringify(uses.all())
    const other = Object.keys(now).filter((table) => now[table] !== lastCounts[table])
    const isSwept = SWEPT.some((table) => (now[table] ?? 0) < (lastCounts[table] ?? 0))
    const changed = other.filter((table) => !SWEPT.includes(table))
    const mayBeOther = mayBeKept === true || isSwept || nowUses !== lastUses
    lastCounts = now
    lastUses = nowUses
    if (mayBeOther && changed.length === 0) return undefined
    return other.map((table) => `${table}: ${now[table]}`).join(', ') || 'rows, and not their number'
  })
}

/** How many rows there are, by table. */
type Counts = Readonly<Record<string, number>>
