import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Answer } from '../support/answer.ts'
import type { Caller, Method } from '../support/caller.ts'
import { conformingShop, type ConformingShop } from './support/conforming-shop.ts'
import type { NamedOperation } from './support/api-document.ts'
import { hostileRequests, type HostileRequest } from './support/hostile-request.ts'
import { makePool } from './support/pool.ts'
import { servedDocument } from './support/served-document.ts'

/** Requests of each operation. A long run takes another road each time, and says which where it fails. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 60)
const SEED = 20261120
const ANSWER_WITHIN = 10_000

const { operations } = await servedDocument()
const shop = conformingShop()

describe('hostile requests are refused or answered, never a failure, a hang or a half change:', () => {
  it.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    async (_name, operation) => {
      const conforming = await shop()
      const caller = await callerOf(conforming, operation)
      const hasChanged = watch(conforming)
      const sent = fc.asyncProperty(
        hostileRequests(operation, await makePool(conforming)),
        async ({ path, body, headers }: HostileRequest) => {
          // The caller holds each answer against the schema of its operation and status.
          const answer = await caller.request(operation.method as Method, path, { body, headers })
          expect(answer.status, answer.text).toBeLessThan(500)
          expect(isRefusal(answer) && hasChanged(), `changed by a refusal: ${answer.text}`).toBe(false)
          hasChanged()
        },
      )
      hasChanged()
      await fc.assert(sent, {
        numRuns: RUNS,
        timeout: ANSWER_WITHIN,
        ...(RUNS > 60 ? {} : { seed: SEED }),
      })
    },
    60_000 + RUNS * 100,
  )

  it('and what watches for changes sees one', async () => {
    const conforming = await shop()
    const hasChanged = watch(conforming)
    const clerk = await conforming.as('staff')
    hasChanged()
    await clerk.get('/store')
    expect(hasChanged()).toBe(false)
    await clerk.aCart()
    expect(hasChanged()).toBe(true)
  })
})

const isRefusal = ({ status }: Answer): boolean => status >= 400

/** The event stream of somebody who may read it has no end to wait for: there, strangers ask. */
const callerOf = async (conforming: ConformingShop, { path }: NamedOperation): Promise<Caller> =>
  conforming.as(path.endsWith('/events') && !path.includes('{') ? 'storefront' : 'admin')

/**
 * Whether anybody has written to any table since the last time that was asked: SQLite counts the commits of others for
 * each connection, so that nothing needs to be compared.
 */
function watch({ shop: { dataDir } }: ConformingShop): () => boolean {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'), { readonly: true })
  onTestFinished(() => void file.close())
  let last: unknown
  return () => {
    const version = file.pragma('data_version', { simple: true })
    const changed = version !== last
    last = version
    return changed
  }
}
