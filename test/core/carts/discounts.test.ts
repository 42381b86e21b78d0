import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CampaignPreview } from '../../../core/carts/campaign-preview/campaign-preview.schema.ts'
import { CartsAnswer, type Cart } from '../../../core/carts/cart.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { aCampaign } from '../../support/campaigns.ts'
import { cents, expectExact, generousShop, giveCode } from '../../support/discounts.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('discounts of a cart', () => {
  it('stand in all the fields that the contract has for them, and add up', async () => {
    const own = await generousShop()
    const clerk = await own.as('storefront')
    const { cartId } = await clerk.aCartReadyToPlace()
    await giveCode(clerk, cartId, 'LINES')
    const cart = await clerk.readCart(cartId)
    expectExact(cart)
    for (const line of cart.orderLines) {
      expect(cents(line.unitDiscount)).toBe(Math.round(cents(line.price) * 0.1))
      expect(line.discounts).toMatchObject([
        {
          campaignName: 'Lines',
          campaignItemName: 'Lines, item',
          description: '',
          amountOffTotal: line.discount,
        },
      ])
    }
    const [shipment] = cart.shipments
    expect(cents(shipment?.shipmentDiscount)).toBe(Math.round(cents(shipment?.shipmentPrice) / 2))
    expect(shipment?.orderLines.map((line) => line.discounts)).toStrictEqual(
      cart.orderLines.map((line) => line.discounts),
    )
    expect(cart.discount).toBe(3)
    expect(cart.discounts).toMatchObject([
      { campaignName: 'Delivery', amountOffTotal: shipment?.shipmentDiscount },
      { campaignName: 'Order', amountOffTotal: 3 },
    ])
    for (const discount of [...cart.discounts, ...cart.orderLines.flatMap((line) => line.discounts)]) {
      expect(fieldsOf(discount)).toStrictEqual([
        'amountOffTotal',
        'campaignItemName',
        'campaignName',
        'description',
        'id',
      ])
    }
    const staff = await own.as('staff')
    const [summary] = (await staff.get('/carts', { search: cartId })).ok(CartsAnswer).carts
    expect(summary?.orderTotal).toBe(cart.orderTotal)
  })

  it('are reckoned anew with every change, and one that stays keeps its id', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront price')
    await aCampaign(own, { target: 'shipping', off: 1, minimum: { EUR: 100 } })
    await aCampaign(own, { off: 0.25, codes: ['QUARTER'] })
    const cartId = await clerk.aCart()
    const [tea, pot] = await clerk.products({ maxItems: 2 })
    const one = await clerk.addLine(cartId, tea, { price: 60 })
    await clerk.setShipping(cartId, 'Home delivery')
    expect((await clerk.readCart(cartId)).discountTotal).toBe(0)

    const two = await clerk.addLine(cartId, pot, { price: 20.02 })
    const [shipment] = (await clerk.readCart(cartId)).shipments
    expect(shipment).toMatchObject({
      shipmentDiscount: shipment?.shipmentPrice,
      tax: 0,
      shipmentPriceTotal: 0,
    })

    await giveCode(clerk, cartId, 'QUARTER')
    const discounted = await clerk.readCart(cartId)
    // A quarter of 20.02 is 5.005 and so 5.01: rounded once, per unit, however many there are.
    expect(discounted.orderLines).toMatchObject([
      { unitDiscount: 15, discount: 15 },
      { unitDiscount: 5.01, discount: 5.01 },
    ])
    const ids = (cart: Cart) =>
      [...cart.discounts, ...cart.orderLines.flatMap((line) => line.discounts)].map(({ id }) => id)
    await clerk.patch(`/carts/${cartId}/lines/${two}`, { quantity: 3 })
    const more = await clerk.readCart(cartId)
    expect(more.orderLines[1]).toMatchObject({ unitDiscount: 5.01, discount: 15.03 })
    expect(ids(more)).toStrictEqual(ids(discounted))

    await clerk.delete(`/carts/${cartId}/lines/${two}`)
    const less = await clerk.readCart(cartId)
    expect(less.discountTotal).toBe(15)
    expect(less.shipments).toMatchObject([{ shipmentDiscount: 0 }])
    await clerk.patch(`/carts/${cartId}/lines/${one}`, { price: 10 })
    const cheaper = await clerk.readCart(cartId)
    expect(cheaper.orderLines).toMatchObject([{ price: 10, unitDiscount: 2.5, tax: 1.88 }])
    for (const cart of [discounted, more, less, cheaper]) expectExact(cart)
  })

  it('are named in its culture, also when that changes', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    await giveCode(clerk, cartId, 'WELCOME10')
    const namesIn = async (cultureCode: string) => {
      await clerk.patch(`/carts/${cartId}`, { cultureCode })
      const { campaignName, campaignItemName, description } =
        (await clerk.readCart(cartId)).orderLines[0]?.discounts[0] ?? {}
      return [campaignName, campaignItemName, description]
    }
    expect(await namesIn('de-DE')).toStrictEqual([
      'Willkommen an Bord',
      '10 % auf alles',
      'Unser Dank für die erste Bestellung.',
    ])
    expect(await namesIn('en-GB')).toStrictEqual([
      'Welcome aboard',
      '10% off everything',
      'Our thanks for a first order.',
    ])
  })

  it('follow the price group: members have their delivery free from an amount on', async () => {
    const clerk = await shop().as('staff price')
    const { cartId } = await clerk.aCartReadyToPlace({ quantities: [1] })
    await clerk.addLine(cartId, undefined, { price: 100 })
    expect((await clerk.readCart(cartId)).discountTotal).toBe(0)
    const priceGroupId = await clerk.priceGroup('Harbour Club, EUR')
    await clerk.patch(`/carts/${cartId}`, { priceGroupId, priceGroupReason: 'Has forgotten the card' })
    const asMember = await clerk.readCart(cartId)
    expect(asMember.shippingTotal).toBe(0)
    expect(asMember.discounts).toMatchObject([
      { campaignName: 'Harbour Club', campaignItemName: 'Free delivery' },
    ])
    await clerk.patch(`/carts/${cartId}`, { priceGroupId: await clerk.priceGroup() })
    expect((await clerk.readCart(cartId)).discountTotal).toBe(0)
  })

  it('are for the catalogs and products of a campaign, each once however many codes were given', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    const [first, ...others] = await clerk.products({ maxItems: 1000 })
    const other = others.find((product) => product.catalogId !== first?.catalogId)
    const catalogs = [first?.catalogId ?? '']
    await aCampaign(own, { codes: ['ONE', 'OTHER'], off: 0.1, catalogs })
    await aCampaign(own, { codes: ['SKU'], off: { EUR: 0.1 }, skus: [other?.sku ?? ''] })
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId, first)
    await clerk.addLine(cartId, other)
    for (const name of ['ONE', 'OTHER', 'SKU']) await giveCode(clerk, cartId, name)
    const [inCatalog, bySku] = (await clerk.readCart(cartId)).orderLines
    expect(cents(inCatalog?.unitDiscount)).toBe(Math.round(cents(first?.price) / 10))
    expect(inCatalog?.discounts).toHaveLength(1)
    expect(bySku?.unitDiscount).toBe(0.1)
  })

  it('for a product stay with it when it is called otherwise, and do not go to what is called so then', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const [product] = await manager.products({ maxItems: 1 })
    const { sku = '', catalogId = '' } = product ?? {}
    const names = { 'en-GB': 'Nearly nothing' }
    const item = { target: 'lines', rate: 0.9, names, skus: [sku] }
    const campaign = { names, exclusive: true, currencies: [{ currency: 'EUR', minimum: 0 }], items: [item] }
    expect((await manager.post('/manage/campaigns', campaign)).status).toBe(200)
    const cartId = await manager.aCart()
    await manager.addLine(cartId, product)
    const before = await manager.readCart(cartId)
    expect(before.discountTotal).toBeGreaterThan(0)

    expect((await manager.patch(`/manage/products/${sku}`, { sku: 'RENAMED' })).status).toBe(200)
    const prices = [{ priceGroupId: await manager.priceGroup(), price: 10 }]
    const other = { sku, names, catalogId, variants: [{ prices }] }
    expect((await manager.post('/manage/products', other)).status).toBe(200)
    expect((await manager.readCart(cartId)).discountTotal).toBe(before.discountTotal)
    const line = { sku, catalogId, priceGroupId: await manager.priceGroup(), cultureCode: 'en-GB' }
    expect((await manager.post(`/carts/${cartId}/lines`, line)).status).toBe(200)
    const [renamed, namesake] = (await manager.readCart(cartId)).orderLines
    expect(renamed?.discount).toBe(before.discountTotal)
    expect(namesake?.discount).toBe(0)
    const preview = { campaign: { ...campaign, items: [{ ...item, skus: ['RENAMED'] }] }, cartId }
    const { after } = (await manager.post('/manage/campaigns/preview', preview)).ok(CampaignPreview)
    expect(after.discounts).toMatchObject([{ lineIndex: 0 }])
  })

  it('of a campaign that excludes others win where they are worth more, and only then', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront price')
    await aCampaign(own, { name: 'Alone', codes: ['ALONE'], off: 0.15, isExclusive: true })
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId, undefined, { price: 100 })
    await giveCode(clerk, cartId, 'WELCOME10')
    await giveCode(clerk, cartId, 'ALONE')
    const campaigns = async () =>
      (await clerk.readCart(cartId)).orderLines.flatMap((line) =>
        line.discounts.map((part) => part.campaignName),
      )
    expect(await campaigns()).toStrictEqual(['Alone'])
    await giveCode(clerk, cartId, 'SORRY50')
    expect(await campaigns()).toStrictEqual(['Welcome aboard'])
    expect((await clerk.readCart(cartId)).discount).toBe(7)
  })

  it('end with their campaign, whether or not the cart is touched', async () => {
    const own = await openShop()
    await aCampaign(own, { off: 0.1, from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T10:00:00.000Z' })
    const clerk = await own.as('storefront')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const agreed = await clerk.readCart(cartId)
    expect(agreed.discountTotal).toBeGreaterThan(0)
    own.clock.set('2026-11-20T10:00:00.000Z')
    const later = await own.as('storefront')
    expect((await later.readCart(cartId)).discountTotal).toBe(0)
    await later.patch(`/carts/${cartId}`, { note: 'Later' })
    expect((await later.readCart(cartId)).discountTotal).toBe(0)
  })

  it('in yen have no decimals', async () => {
    const clerk = await shop().as('storefront price', 'uptown')
    const choices = { currency: 'JPY', priceGroup: 'Members, JPY', quantities: [7, 3] }
    const { cartId } = await clerk.aCartReadyToPlace(choices)
    const odd = await clerk.addLine(cartId, undefined, { price: 1235 }, 'Members, JPY')
    await giveCode(clerk, cartId, 'WELCOME10')
    const { shipments, ...cart } = await clerk.readCart(cartId)
    expect(cart.shippingTotal).toBe(0)
    // A tenth of 1235 is 123.5 and so 124; a tenth of the 1111 that are left is 111 of tax.
    expect(cart.orderLines.find((line) => line.id === odd)).toMatchObject({ unitDiscount: 124, tax: 111 })
    const amounts = shipments.map(({ shippingMethod: _, ...shipment }) => shipment)
    const text = JSON.stringify([cart, amounts], (key, value: unknown) => (key === 'taxRate' ? 0 : value))
    expect(text).not.toMatch(/":\d+\.\d/)
  })

  it('do not depend on the order in which a cart was put together', async () => {
    const own = await generousShop()
    const clerk = await own.as('storefront')
    const goods = await clerk.products({ maxItems: 3 })
    const edits: readonly ((cartId: string) => Promise<unknown>)[] = [
      ...goods.map(
        (product, index) => async (cartId: string) => clerk.addLine(cartId, product, { quantity: index + 1 }),
      ),
      async (cartId) => clerk.addLine(cartId, goods[0], { quantity: 4 }),
      async (cartId) => clerk.setShipping(cartId, 'Home delivery'),
      async (cartId) => giveCode(clerk, cartId, 'LINES'),
      async (cartId) => giveCode(clerk, cartId, 'SORRY50'),
      async (cartId) => giveCode(clerk, cartId, 'CREW30'),
    ]
    const totalsOf = ({ subTotal, shippingTotal, discount, discountTotal, tax, orderTotal }: Cart) => ({
      ...{ subTotal, shippingTotal, discount, discountTotal, tax, orderTotal },
    })
    const make = async (order: readonly (typeof edits)[number][]): Promise<Cart> => {
      const cartId = await clerk.aCart()
      for (const edit of order) await edit(cartId)
      return clerk.readCart(cartId)
    }
    const expected = await make(edits)
    expectExact(expected)
    expect(expected.discountTotal).toBeGreaterThan(0)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...edits], { minLength: edits.length }), async (order) => {
        expect(totalsOf(await make(order))).toStrictEqual(totalsOf(expected))
      }),
      { numRuns: 15 },
    )
  })

  it('do not hide a total that is too large', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront price')
    await aCampaign(own, { codes: ['ALL'], off: 1 })
    const cartId = await clerk.aCart()
    await giveCode(clerk, cartId, 'ALL')
    const [product] = await clerk.products({ maxItems: 1 })
    const body = await clerk.lineOf(product as never, { price: 10_000_000_000, quantity: 1_000_000 })
    const answer = await clerk.post(`/carts/${cartId}/lines`, body)
    expect(answer.refused('BadRequest')).toStrictEqual(['The total is larger than can be charged.'])
    expect((await clerk.readCart(cartId)).orderLines).toStrictEqual([])
  })
})
