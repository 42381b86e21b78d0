import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answerWrite } from '../../../core/access/answer.ts'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { openDatabase } from '../../../core/database/open-database.ts'
import type { Services } from '../../../core/http/routes.ts'
import { createEventBus } from '../../../core/kernel/event-bus.ts'
import { rowsOf } from '../../support/data.ts'
import { temporaryDir } from '../../support/core.ts'
import { openShop } from '../../support/shop.ts'

const CART = { cultureCode: 'en-GB', currency: 'EUR' }

/** Somebody else's write to the database of a folder, that keeps all others waiting. @returns ends it */
function writeElsewhere(dataDir: string): () => void {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'))
  onTestFinished(() => void file.close())
  file.exec('begin immediate')
  return () => void file.exec('rollback')
}

describe('an Idempotency-Key that comes twice before either was answered', () => {
  it('makes one cart: the second looks again inside of its transaction', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const headers = { 'idempotency-key': 'twice' }
    const carts = rowsOf(shop.dataDir, 'carts').length
    const end = writeElsewhere(shop.dataDir)
    // Both have looked, found nothing kept, and wait to write.
    const both = [clerk.post('/carts', CART, { headers }), clerk.post('/carts', CART, { headers })]
    await new Promise((resolve) => setTimeout(resolve, 300))
    end()
    const [first, second] = await Promise.all(both)
    expect(second?.ok(CreateCartAnswer)).toStrictEqual(first?.ok(CreateCartAnswer))
    const replayed = [first, second].map((answer) => answer?.headers['idempotent-replayed'])
    expect(replayed.filter((header) => header === 'true')).toHaveLength(1)
    expect(rowsOf(shop.dataDir, 'carts')).toHaveLength(carts + 1)
  })
})

describe('a change is published', () => {
  /** A write of its own with the real database; `seen` is what others find in the file at each event. */
  async function aWriter() {
    const dataDir = await temporaryDir()
    const database = await openDatabase(dataDir)
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
    const request = { method: 'POST', headers: {}, principal } as unknown as Parameters<typeof answerWrite>[1]
    const write = async (fail?: () => void) =>
      answerWrite(services, request, {} as Parameters<typeof answerWrite>[2], async (db, { changes }) => {
        await db.insertInto('settings').values({ key: 'test', value: 'written' }).execute()
        changes.push({ type: 'cart.changed', id: 'a', version: 1 })
        fail?.()
        return {}
      })
    return { seen, write }
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
})

describe('a refusal that cannot be kept', () => {
  it('is answered all the same, and says nothing of the inside', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const file = new Sqlite(join(shop.dataDir, 'backcounter.sqlite'))
    onTestFinished(() => void file.close())
    file.exec(
      `create trigger full before insert on idempotency_keys begin select raise(abort, 'database or disk is full'); end`,
    )
    const headers = { 'idempotency-key': 'full' }
    const answer = await clerk.post('/carts', { ...CART, currency: 7 }, { headers })
    expect(answer.refused('BadRequest')).toStrictEqual(['currency: must be string'])
    expect(answer.text).not.toMatch(/disk|sqlite|trigger/i)
    file.exec('drop trigger full')
    expect((await clerk.post('/carts', { ...CART, currency: 7 }, { headers })).text).toBe(answer.text)
  })
})
