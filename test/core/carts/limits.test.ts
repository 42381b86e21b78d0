import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withFile } from '../../support/data.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** Fills a cart past the API: the line it has, so often that there are this many. */
function fillLines(shop: Shop, cartId: string, lines: number): void {
  withFile(shop.dataDir, (file) => {
    const [line] = file.prepare('select * from cart_lines where cart_id = ?').all(cartId) as Record<
      string,
      unknown
    >[]
    const columns = Object.keys(line ?? {})
    const insert = file.prepare(
      `insert into cart_lines (${columns.join()}) values (${columns.map((name) => `@${name}`).join()})`,
    )
    for (let position = 2; position <= lines; position++)
      insert.run({ ...line, id: randomUUID(), position, price_is_set: 1 })
  })
}

describe('what one cart may hold', () => {
  it('is 500 lines: one more is refused, more of what is there is not', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId)
    fillLines(shop, cartId, 499)
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
