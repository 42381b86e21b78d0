import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { FastifyReply } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import type { Engine } from '../../../core/database/engine.ts'
import { openSqliteFile } from '../../support/engines.ts'
import type { Services } from '../../../core/http/routes.ts'
import { createEventBus } from '../../../core/kernel/event-bus.ts'
import { answerWrite } from '../../../core/operations/answer.ts'
import { storedRows } from '../../support/data.ts'
import { emptyDir } from '../../support/core.ts'
import { fillDisk, writeElsewhere } from '../../support/past-the-core.ts'
import { openShop } from '../../support/shop.ts'

const CART = { cultureCode: 'en-GB', currency: 'EUR' }

describe('an Idempotency-Key that comes twice before either was answered', () => {
  it('makes one cart: the second looks again inside of its transaction', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const headers = { 'idempotency-key': 'twice' }
    const carts = (await storedRows(shop.dataDir, 'carts')).length
    const end = await writeElsewhere(shop.dataDir, 'carts')
    // Both have looked, found nothing kept, and wait to write.
    const both = [clerk.post('/carts', CART, { headers }), clerk.post('/carts', CART, { headers })]
    await new Promise((resolve) => setTimeout(resolve, 300))
    await end()
    const [first, second] = await Promise.all(both)
    expect(second?.ok(CreateCartAnswer)).toStrictEqual(first?.ok(CreateCartAnswer))
    const replayed = [first, second].map((answer) => answer?.headers['idempotent-replayed'])
    expect(replayed.filter((header) => header === 'true')).toHaveLength(1)
    expect(await storedRows(shop.dataDir, 'carts')).toHaveLength(carts + 1)
  })
})

describe('a change is published', () => {
  /** A write of its own with the real database; `seen` is what others find in the file at each event. */
  async function aWriter() {
    const dataDir = await emptyDir()
    const database = await openSqliteFile(dataDir)
    onTestFinished(async () => database.close())
    const others = new Sqlite(join(dataDir, 'backcounter.sqlite'), { readonly: true })
    onTestFinished(() => void others.close())
    const seen: unknown[] = []
    const events: Services['events'] = createEventBus((error) => {
      throw error
    })
    events.subscribe(() =>
      seen.push(others.prepare(`select value from settings where key = 'test'`).pluck().get()),
    )
    const services = { database, events, clock: () => new Date() } as Services
    const principal = { clientId: 'c', storeId: 's', name: 'n', scopes: new Set(), expires: new Date() }
    const route = { method: 'POST', headers: {}, routeOptions: { config: {} } }
    const request = { ...route, principal } as unknown as Parameters<typeof answerWrite>[1]
    const etags: unknown[] = []
    const reply = { header: (_name: string, value: unknown) => etags.push(value) } as unknown as FastifyReply
    let attempts = 0
    const write = async (fail?: () => void, on = services) =>
      answerWrite(on, request, reply, async (db) => {
        attempts++
        await db.insertInto('settings').values({ key: 'test', value: 'written' }).execute()
        fail?.()
        return {
          value: {},
          version: attempts,
          changes: [{ type: 'cart.changed', id: 'a', version: attempts }],
        }
      })
    return { seen, etags, services, write }
  }

  it('when it is on disk: whoever hears of it finds it there', async () => {
    const { seen, write } = await aWriter()
    await write()
    expect(seen).toStrictEqual(['written'])
  })

  it('and not at all where it was not made', async () => {
    const { seen, write } = await aWriter()
    await expect(
      write(() => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(seen).toStrictEqual([])
  })

  it('once, as the last attempt has it, where the transaction has to run again', async () => {
    const { etags, seen, services, write } = await aWriter()
    const { database } = services
    const undone = new Error('undone')
    const transactTwice: Engine['transact'] = async (work) => {
      const first = database.transact(async (db) => {
        await work(db)
        throw undone
      })
      await expect(first).rejects.toBe(undone)
      return database.transact(work)
    }
    const again = {
      ...services,
      database: Object.assign(Object.create(database) as Engine, { transact: transactTwice }),
    }
    await write(undefined, again)
    expect(seen).toStrictEqual(['written'])
    expect(etags).toStrictEqual(['"2"'])
  })
})

describe('a refusal that cannot be kept', () => {
  it('is answered all the same, and says nothing of the inside', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const makeRoom = await fillDisk(shop.dataDir, 'idempotency_keys')
    const headers = { 'idempotency-key': 'full' }
    const answer = await clerk.post('/carts', { ...CART, currency: 7 }, { headers })
    expect(answer.refused('BadRequest')).toStrictEqual(['currency: must be string'])
    expect(answer.text).not.toMatch(/disk|space|sqlite|postgres|trigger/i)
    await makeRoom()
    expect((await clerk.post('/carts', { ...CART, currency: 7 }, { headers })).text).toBe(answer.text)
  })
})
