import { describe, expect, it } from 'vitest'
import { CartPriceGroupsAnswer } from '../../../core/carts/cart.schema.ts'
import { LinePrice } from '../../../core/carts/line-price.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const explain = async (clerk: Clerk, cartId: string, lineId: string): Promise<LinePrice> =>
  (await clerk.get(`/carts/${cartId}/lines/${lineId}/price`)).ok(LinePrice)

const aJacket = async (clerk: Clerk) => (await clerk.products({ search: 'jacket', maxItems: 1 }))[0]
const kinds = ({ steps }: LinePrice) => steps.map(({ kind }) => kind)
const step = ({ steps }: LinePrice, kind: string) => steps.find((candidate) => candidate.kind === kind)

describe('why a line costs what it costs', () => {
  it('leads from the price of the group to the total', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId, await aJacket(clerk), { quantity: 3 })
    const [line] = (await clerk.readCart(cartId)).orderLines
    const price = await explain(clerk, cartId, lineId)
    expect(kinds(price)).toStrictEqual(['price', 'tax', 'total'])
    expect(price).toMatchObject({
      ...{ lineId, quantity: 3, currency: 'EUR', inheritedFrom: null },
      priceGroup: { name: 'Shop price, EUR' },
    })
    expect(step(price, 'price')).toMatchObject({ amount: line?.price, priceGroup: price.priceGroup })
    expect(step(price, 'tax')).toMatchObject({ rate: line?.taxRate, priceGroup: null })
    expect(step(price, 'tax')?.amount).toBeCloseTo(3 * (line?.tax ?? 0), 5)
    expect(step(price, 'total')?.amount).toBe(line?.total)
    expect(price.steps.every(({ text }) => text.endsWith('.'))).toBe(true)
  })

  it('names the base group whose price it is, and the group whose tax rate it is', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId, await aJacket(clerk), {}, 'Tax-free export')
    const price = await explain(clerk, cartId, lineId)
    expect(price.inheritedFrom).toMatchObject({ name: 'Shop price, EUR' })
    expect(step(price, 'price')?.priceGroup).toMatchObject({ name: 'Shop price, EUR' })
    expect(step(price, 'price')?.text).toMatch(/Tax-free export has no price of its own/)
    expect(step(price, 'tax')).toMatchObject({ rate: 0, amount: 0, priceGroup: { name: 'Tax-free export' } })
  })

  it('tells of a price and a tax rate that somebody has set', async () => {
    const clerk = await shop().as('staff price')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId, await aJacket(clerk), { price: 12.5 })
    await clerk.patch(`/carts/${cartId}/lines/${lineId}`, { taxRate: 0.06 })
    const price = await explain(clerk, cartId, lineId)
    expect(kinds(price)).toStrictEqual(['price', 'setPrice', 'setTax', 'total'])
    expect(step(price, 'setPrice')?.amount).toBe(12.5)
    expect(step(price, 'setTax')).toMatchObject({ rate: 0.06, amount: 0.75 })
    expect(price.inheritedFrom).toBeNull()
  })

  it('does not say that a tax rate was set for a line that has kept the one of when it was added', async () => {
    const manager = await (await openShop()).as('admin')
    const jacket = await aJacket(manager)
    const cartId = await manager.aCart()
    const lineId = await manager.addLine(cartId, jacket)
    const taxed = { taxRateId: null, taxRate: 0.3 }
    expect((await manager.patch(`/manage/products/${jacket?.sku}`, taxed)).status).toBe(200)
    const tax = step(await explain(manager, cartId, lineId), 'setTax')
    expect(tax).toMatchObject({ rate: jacket?.taxRate })
    expect(tax?.text).toMatch(/: the rate of when it was added, or one set for this line\.$/)
  })

  it('names every discount, and the steps add up', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    for (const product of await clerk.products({ maxItems: 30 })) await clerk.addLine(cartId, product)
    const { orderLines } = await clerk.readCart(cartId)
    const discounted = orderLines.filter(({ discounts }) => discounts.length > 0)
    for (const { id, discounts } of discounted) {
      const price = await explain(clerk, cartId, id)
      expect(price.steps.filter(({ kind }) => kind === 'discount')).toMatchObject(
        discounts.map(({ campaignName, campaignItemName, amountOffTotal }) => ({
          name: `${campaignName}: ${campaignItemName}`,
          amount: -amountOffTotal,
        })),
      )
    }
    for (const { id } of orderLines.slice(0, 10)) {
      const price = await explain(clerk, cartId, id)
      const sum = price.steps.reduce((total, { kind, amount }) => {
        if (kind === 'total') return total
        return total + (kind === 'price' ? amount * price.quantity : amount)
      }, 0)
      expect(sum).toBeCloseTo(step(price, 'total')?.amount ?? NaN, 5)
    }
  })

  it('offers what the line costs in the other valid groups, as the cart would then have it', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId, await aJacket(clerk), { quantity: 2 })
    const { alternatives, priceGroup } = await explain(clerk, cartId, lineId)
    const { priceGroups } = (await clerk.get(`/carts/${cartId}/price-groups`)).ok(CartPriceGroupsAnswer)
    const others = priceGroups.filter(({ id, valid }) => valid && id !== priceGroup.id)
    expect(others.length).toBeGreaterThan(0)
    expect(alternatives.map(({ id }) => id).sort()).toStrictEqual(others.map(({ id }) => id).sort())
    for (const { id, total } of alternatives) {
      expect((await clerk.patch(`/carts/${cartId}`, { priceGroupId: id })).status).toBe(200)
      expect((await clerk.readCart(cartId)).orderLines[0]?.total).toBe(total)
    }
  })

  it('is of a line of the cart, for staff', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(await clerk.aCart())
    expect((await clerk.get(`/carts/${cartId}/lines/${lineId}/price`)).refused('NotFound')).toHaveLength(1)
    const storefront = await shop().as('storefront')
    expect((await storefront.get(`/carts/${cartId}/lines/${lineId}/price`)).status).toBe(403)
  })
})
