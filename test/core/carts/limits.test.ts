import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { Session } from '../../../core/database/postgres/session.ts'
import { SqliteConnection } from '../../../core/database/sqlite/connection.ts'
import { inDatabase } from '../../support/data.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

/** Fills a cart past the API: the line it has, so often that there are this many. @returns their ids */
const fillLines = async (shop: Shop, cartId: string, lines: number): Promise<string[]> =>
  inDatabase(shop.dataDir, async (db) => {
    const ofCart = db.selectFrom('cart_lines').where('cart_id', '=', cartId)
    const line = await ofCart.selectAll().executeTakeFirstOrThrow()
    for (let position = 2; position <= lines; position++) {
      const copy = { ...line, id: randomUUID(), position, price_is_set: 1 }
      await db.insertInto('cart_lines').values(copy).execute()
    }
    return (await ofCart.select('id').execute()).map(({ id }) => id)
  })

/** Gives lines of a cart properties past the API, in turn: this many in all, key and value of each so many bytes. */
async function fillProperties(
  shop: Shop,
  cart_id: string,
  lineIds: readonly string[],
  { properties, bytes }: { properties: number; bytes: number },
): Promise<void> {
  await inDatabase(shop.dataDir, async (db) => {
    for (let index = 0; index < properties; index++) {
      const key = String(index).padStart(5, '0')
      const line_id = lineIds[index % lineIds.length] ?? ''
      await db
        .insertInto('cart_line_properties')
        .values({ id: randomUUID(), cart_id, line_id, key, value: 'v'.repeat(bytes - key.length) })
        .execute()
    }
  })
}

/** The way of every statement of an operation to what is stored. */
const spyOnStatements = () =>
  isOnPostgres ? vi.spyOn(Session.prototype, 'run') : vi.spyOn(SqliteConnection.prototype, 'executeQuery')

/** What something reads of the database. */
async function readBy<T>(work: () => Promise<T>): Promise<{ answer: T; rows: number; sql: string[] }> {
  const { mock, mockRestore } = spyOnStatements()
  try {
    const answer = await work()
    const results = await Promise.all(mock.results.map(({ value }) => value as Promise<{ rows: unknown[] }>))
    return {
      answer,
      rows: results.reduce((sum, { rows }) => sum + rows.length, 0),
      sql: mock.calls.map(([{ sql }]) => sql),
    }
  } finally {
    mockRestore()
  }
}

describe('what one cart may hold', () => {
  it('is 500 lines: one more is refused, more of what is there is not', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId)
    await fillLines(shop, cartId, 499)
    await clerk.addLine(cartId, undefined, { addToExistingOrderline: false })
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    for (const fields of [{}, { position: 1 }]) {
      const body = await clerk.lineOf(product, { addToExistingOrderline: false, ...fields })
      const refused = await clerk.post(`/carts/${cartId}/lines`, body)
      expect(refused.faultyFields('BadRequest')).toStrictEqual(['sku'])
      expect(refused.refused('BadRequest')[0]).toContain('500')
    }
    expect(await clerk.addLine(cartId)).toBe(lineId)
    expect((await clerk.readCart(cartId)).orderLines).toHaveLength(500)
    await clerk.delete(`/carts/${cartId}/lines/${lineId}`)
    await clerk.addLine(cartId, undefined, { addToExistingOrderline: false })
  })

  it('is 100 properties of its own, and as many of each line', async () => {
    const shop = await openShop()
    const clerk = await shop.as('storefront')
    const cartId = await clerk.aCart()
    const customProperties = Array.from({ length: 99 }, (_, index) => ({ key: `key ${index}`, value: 'v' }))
    const lineId = await clerk.addLine(cartId, undefined, { customProperties })
    for (const { key } of customProperties)
      await clerk.post(`/carts/${cartId}/properties`, { key, value: '' })
    for (const path of [`/carts/${cartId}/properties`, `/carts/${cartId}/lines/${lineId}/properties`]) {
      expect((await clerk.post(path, { key: 'the hundredth', value: '' })).status).toBe(200)
      const refused = await clerk.post(path, { key: 'one more', value: '' })
      expect(refused.faultyFields('BadRequest')).toStrictEqual(['key'])
      expect(refused.refused('BadRequest')[0]).toContain('100')
      expect((await clerk.post(path, { key: 'key 0', value: '' })).faultyFields('Conflict')).toStrictEqual([
        'key',
      ])
      const { customProperties: kept } = (await clerk.get(path)).body as {
        customProperties: { id: string }[]
      }
      expect(kept).toHaveLength(100)
      await clerk.delete(`${path}/${kept[0]?.id ?? ''}`)
      expect((await clerk.post(path, { key: 'one more', value: '' })).status).toBe(200)
    }
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const many = [...customProperties, { key: 'a', value: '' }, { key: 'b', value: '' }]
    const tooMany = await clerk.post(
      `/carts/${cartId}/lines`,
      await clerk.lineOf(product, { customProperties: many }),
    )
    expect(tooMany.faultyFields('BadRequest')).toStrictEqual(['customProperties'])
  })
})

describe('what the properties of one cart may come to, its own and those of its lines', () => {
  /** A cart of two lines, with this many properties of its lines past the API, each of so many bytes. */
  async function aCartOf(properties: number, bytes: number) {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId, undefined, { customProperties: [{ key: 'k', value: 'v' }] })
    const other = await clerk.addLine(cartId, undefined, { addToExistingOrderline: false })
    await fillProperties(shop, cartId, [other], { properties, bytes })
    const [property] = (
      (await clerk.get(`/carts/${cartId}/lines/${lineId}/properties`)).body as {
        customProperties: { id: string }[]
      }
    ).customProperties
    return { shop, clerk, cartId, lineId, propertyId: property?.id ?? '' }
  }
  const newLine = async (clerk: Clerk, customProperties: object[]) => {
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    return clerk.lineOf(product, { addToExistingOrderline: false, customProperties })
  }

  it('is 2000 of them', async () => {
    const { clerk, cartId, lineId, propertyId } = await aCartOf(1998, 10)
    expect((await clerk.post(`/carts/${cartId}/properties`, { key: 'last', value: '' })).status).toBe(200)
    for (const path of [`/carts/${cartId}/properties`, `/carts/${cartId}/lines/${lineId}/properties`]) {
      const refused = await clerk.post(path, { key: 'one more', value: '' })
      expect(refused.faultyFields('BadRequest')).toStrictEqual(['key'])
      expect(refused.refused('BadRequest')[0]).toContain('2000')
    }
    const { headers } = await clerk.get(`/carts/${cartId}`)
    const body = await newLine(clerk, [{ key: 'one more', value: '' }])
    const refused = await clerk.post(`/carts/${cartId}/lines`, body)
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['customProperties'])
    // Refused is refused: no line stays of it.
    expect((await clerk.get(`/carts/${cartId}`)).headers.etag).toBe(headers.etag)
    expect((await clerk.readCart(cartId)).orderLines).toHaveLength(2)
    // What takes no room is done.
    expect((await clerk.post(`/carts/${cartId}/lines`, await newLine(clerk, []))).status).toBe(200)
    const path = `/carts/${cartId}/lines/${lineId}/properties/${propertyId}`
    expect((await clerk.patch(path, { value: 'changed' })).status).toBe(200)
    expect((await clerk.delete(path)).status).toBe(200)
    expect((await clerk.post(`/carts/${cartId}/properties`, { key: 'one more', value: '' })).status).toBe(200)
  })

  it('is 512 KiB of keys and values, as they are kept', async () => {
    // `k` and `v` take two bytes of them.
    const { clerk, cartId, lineId, propertyId } = await aCartOf(128, 4096 - 1)
    const left = 512 * 1024 - 2 - 128 * 4095
    const path = `/carts/${cartId}/lines/${lineId}/properties`
    const euros = '€'.repeat(Math.floor((left + 1) / 3))
    const tooLong = euros + 'x'.repeat(left + 2 - euros.length * 3)
    expect((await clerk.patch(`${path}/${propertyId}`, { value: tooLong.slice(0, -1) })).status).toBe(200)
    for (const refused of [
      await clerk.patch(`${path}/${propertyId}`, { value: tooLong }),
      await clerk.post(path, { key: 'x', value: '' }),
      await clerk.post(`/carts/${cartId}/properties`, { key: 'x', value: '' }),
    ]) {
      expect(refused.faultyFields('BadRequest')).toStrictEqual(['value'])
      expect(refused.refused('BadRequest')[0]).toContain('512 KiB')
    }
    const body = await newLine(clerk, [{ key: 'x', value: '' }])
    expect((await clerk.post(`/carts/${cartId}/lines`, body)).faultyFields('BadRequest')).toStrictEqual([
      'customProperties',
    ])
    expect((await clerk.patch(`${path}/${propertyId}`, { value: 'v' })).status).toBe(200)
    expect((await clerk.post(path, { key: 'x', value: '' })).status).toBe(200)
  })

  it('so that the largest cart there is can be read at once: a few thousand rows, and little text', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const { cartId } = await clerk.aCartReadyToPlace({ quantities: [1] })
    const lines = await fillLines(shop, cartId, 500)
    await fillProperties(shop, cartId, lines, { properties: 2000, bytes: 262 })
    // What rarely changes is remembered then.
    await clerk.readCart(cartId)
    const counted = await readBy(async () => clerk.get(`/carts/${cartId}`))
    expect((counted.answer.body as { orderLines: object[] }).orderLines).toHaveLength(500)
    expect(counted.rows).toBeGreaterThan(2500)
    expect(counted.rows).toBeLessThan(2520)
    // Lines stand in the order and in its shipment.
    expect(counted.answer.text.length).toBeLessThan(2_500_000)
    expect(
      (await clerk.post(`/carts/${cartId}/properties`, { key: 'k', value: '' })).faultyFields('BadRequest'),
    ).toStrictEqual(['key'])

    const priced = await readBy(async () => clerk.get(`/carts/${cartId}/price-groups`))
    expect(priced.answer.status).toBe(200)
    expect(priced.sql.filter((sql) => /cart_line_properties/.test(sql))).toStrictEqual([])
  })

  it('stands in the description of the API where it can be met', async () => {
    const { text: openapi } = await (await openShop()).anyone.get('/openapi.json')
    // Adding and changing of a cart’s and a line’s, the second spelling of the address, and a new line.
    expect(openapi.split('all of them together 2000, whose keys and values may take 512 KiB')).toHaveLength(
      1 + 6,
    )
  })
})
