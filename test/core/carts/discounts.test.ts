import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CartsAnswer, CreateCartAnswer, type Cart } from '../../../core/carts/cart.schema.ts'
import { openDatabase } from '../../../core/database/open-database.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { fieldsOf } from '../../support/answer.ts'
import { aCampaign } from '../../support/campaigns.ts'
import type { Clerk } from '../../support/clerk.ts'
import { withFile } from '../../support/data.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'

const shop = sharedShop()

const cents = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100)
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const code = async (clerk: Clerk, cartId: string, name: string): Promise<void> => {
  expect((await clerk.post(`/carts/${cartId}/promotion-codes/${name}`)).status).toBe(200)
}

/** Every rule of the money of a line, and of the sums. */
function expectExact(
  cart: Omit<Cart, 'billingAddress' | 'customer' | 'shipments' | 'orderLines'> & {
    readonly orderLines: readonly Omit<
      Cart['orderLines'][number],
      'customProperties' | 'productCatalogId' | 'priceGroupId'
    >[]
    readonly shipments: readonly {
      shipmentDiscount: number | null
      shipmentPrice: number
      shipmentPriceTotal: number
      tax: number
    }[]
  },
): void {
  for (const line of cart.orderLines) {
    const [price, unitDiscount, tax] = [cents(line.price), cents(line.unitDiscount), cents(line.tax)]
    expect(unitDiscount).toBeLessThanOrEqual(price)
    expect(tax).toBe(Math.round((price - unitDiscount) * line.taxRate))
    expect(cents(line.total)).toBe(line.quantity * (price - unitDiscount + tax))
    expect(cents(line.discount)).toBe(line.quantity * unitDiscount)
    expect(sum(line.discounts.map((part) => cents(part.amountOffTotal)))).toBe(cents(line.discount))
  }
  for (const shipment of cart.shipments) {
    const { shipmentPrice, shipmentDiscount, tax, shipmentPriceTotal } = shipment
    expect(cents(shipmentPriceTotal)).toBe(cents(shipmentPrice) - cents(shipmentDiscount) + cents(tax))
  }
  const ofLines = sum(cart.orderLines.map((line) => cents(line.discount)))
  const ofShipments = sum(cart.shipments.map((shipment) => cents(shipment.shipmentDiscount)))
  expect(cents(cart.discountTotal)).toBe(cents(cart.discount) + ofLines + ofShipments)
  expect(sum(cart.discounts.map((part) => cents(part.amountOffTotal)))).toBe(
    cents(cart.discount) + ofShipments,
  )
  expect(cents(cart.subTotal)).toBe(sum(cart.orderLines.map((line) => cents(line.total))))
  expect(cents(cart.orderTotal)).toBe(
    cents(cart.subTotal) + cents(cart.shippingTotal) + cents(cart.paymentTotal) - cents(cart.discount),
  )
  expect(cart.orderTotal).toBeGreaterThanOrEqual(0)
}

async function faultsOf(own: Shop): Promise<string[]> {
  const database = await openDatabase(own.dataDir)
  try {
    return (await checkOrders(database)).faults.map(({ text }) => text)
  } finally {
    await database.close()
  }
}

/** A shop whose code ALL takes a tenth off lines, half of the delivery and 3.00 off the order. */
async function generousShop(): Promise<Shop> {
  const own = await openShop()
  await aCampaign(own, { name: 'Lines', off: 0.1, priority: 3, codes: ['LINES'] })
  await aCampaign(own, { name: 'Delivery', off: 0.5, target: 'shipping', priority: 2 })
  await aCampaign(own, { name: 'Order', off: { EUR: 3, DKK: 20 }, target: 'order', priority: 1 })
  return own
}

describe('discounts of a cart', () => {
  it('stand in all the fields that the contract has for them, and add up', async () => {
    const own = await generousShop()
    const clerk = await own.as('storefront')
    const { cartId } = await clerk.aCartReadyToPlace()
    await code(clerk, cartId, 'LINES')
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

    await code(clerk, cartId, 'QUARTER')
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
    await code(clerk, cartId, 'WELCOME10')
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
    const clerk = await shop().as('storefront price')
    const { cartId } = await clerk.aCartReadyToPlace({ quantities: [1] })
    await clerk.addLine(cartId, undefined, { price: 100 })
    expect((await clerk.readCart(cartId)).discountTotal).toBe(0)
    await clerk.patch(`/carts/${cartId}`, { priceGroupId: await clerk.priceGroup('Harbour Club, EUR') })
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
    for (const name of ['ONE', 'OTHER', 'SKU']) await code(clerk, cartId, name)
    const [inCatalog, bySku] = (await clerk.readCart(cartId)).orderLines
    expect(cents(inCatalog?.unitDiscount)).toBe(Math.round(cents(first?.price) / 10))
    expect(inCatalog?.discounts).toHaveLength(1)
    expect(bySku?.unitDiscount).toBe(0.1)
  })

  it('of a campaign that excludes others win where they are worth more, and only then', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront price')
    await aCampaign(own, { name: 'Alone', codes: ['ALONE'], off: 0.15, isExclusive: true })
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId, undefined, { price: 100 })
    await code(clerk, cartId, 'WELCOME10')
    await code(clerk, cartId, 'ALONE')
    const campaigns = async () =>
      (await clerk.readCart(cartId)).orderLines.flatMap((line) =>
        line.discounts.map((part) => part.campaignName),
      )
    expect(await campaigns()).toStrictEqual(['Alone'])
    await code(clerk, cartId, 'SORRY50')
    expect(await campaigns()).toStrictEqual(['Welcome aboard'])
    expect((await clerk.readCart(cartId)).discount).toBe(7)
  })

  it('end with their campaign, at the next change of the cart', async () => {
    const own = await openShop()
    await aCampaign(own, { off: 0.1, from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T10:00:00.000Z' })
    const clerk = await own.as('storefront')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const agreed = await clerk.readCart(cartId)
    expect(agreed.discountTotal).toBeGreaterThan(0)
    own.clock.set('2026-11-20T10:00:00.000Z')
    const later = await own.as('storefront')
    expect(await later.readCart(cartId)).toStrictEqual(agreed)
    await later.patch(`/carts/${cartId}`, { note: 'Later' })
    expect((await later.readCart(cartId)).discountTotal).toBe(0)
  })

  it('in yen have no decimals', async () => {
    const clerk = await shop().as('storefront price', 'uptown')
    const choices = { currency: 'JPY', priceGroup: 'Members, JPY', quantities: [7, 3] }
    const { cartId } = await clerk.aCartReadyToPlace(choices)
    const odd = await clerk.addLine(cartId, undefined, { price: 1235 }, 'Members, JPY')
    await code(clerk, cartId, 'WELCOME10')
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
      async (cartId) => code(clerk, cartId, 'LINES'),
      async (cartId) => code(clerk, cartId, 'SORRY50'),
      async (cartId) => code(clerk, cartId, 'CREW30'),
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
    await code(clerk, cartId, 'ALL')
    const [product] = await clerk.products({ maxItems: 1 })
    const body = await clerk.lineOf(product as never, { price: 10_000_000_000, quantity: 1_000_000 })
    const answer = await clerk.post(`/carts/${cartId}/lines`, body)
    expect(answer.refused('BadRequest')).toStrictEqual(['The total is larger than can be charged.'])
    expect((await clerk.readCart(cartId)).orderLines).toStrictEqual([])
  })
})

describe('discounts of an order', () => {
  it('are those of the cart that was placed, and stay when the campaign is over', async () => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Invoice' })
    const { cartId, paymentMethodId, priceGroupId } = placing
    await code(clerk, cartId, 'LINES')
    const preview = (await clerk.get(`/carts/${cartId}`, { paymentMethodId, priceGroupId })).body as Cart
    own.clock.advance(60)
    expect((await clerk.post('/payments', placing)).status).toBe(200)

    const order = await clerk.readOrder(cartId)
    expectExact({ ...order, discount: order.discount ?? 0, discountTotal: order.discountTotal ?? 0 })
    for (const field of [
      ...([
        'subTotal',
        'shippingTotal',
        'paymentTotal',
        'discount',
        'discountTotal',
        'tax',
        'orderTotal',
      ] as const),
      'discounts' as const,
    ]) {
      expect(order[field], field).toStrictEqual(preview[field])
    }
    expect(
      order.orderLines.map(({ discounts, unitDiscount, discount }) => ({
        discounts,
        unitDiscount,
        discount,
      })),
    ).toStrictEqual(
      preview.orderLines.map(({ discounts, unitDiscount, discount }) => ({
        discounts,
        unitDiscount,
        discount,
      })),
    )
    expect(order.shipments[0]?.shipmentDiscount).toBe(preview.shipments[0]?.shipmentDiscount)
    expect(order.payments[0]?.amount).toBe(order.orderTotal)
    expect(await faultsOf(own)).toStrictEqual([])

    withFile(own.dataDir, (file) => file.exec(`update campaigns set valid_to = '2020-01-01T00:00:00.000Z'`))
    withFile(own.dataDir, (file) => file.exec(`update campaign_texts set name = 'Another'`))
    expect(await clerk.readOrder(cartId)).toStrictEqual(order)
    const other = { ...placing, paymentMethodId: await clerk.paymentMethod() }
    expect((await clerk.post('/payments', other)).status).toBe(200)
    const repaid = await clerk.readOrder(cartId)
    expect(repaid.discounts).toStrictEqual(order.discounts)
    expect(cents(repaid.orderTotal)).toBe(cents(order.orderTotal) - cents(order.paymentTotal))
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('may leave nothing to pay', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    await aCampaign(own, { off: { EUR: 100_000 }, target: 'order' })
    const { order, paymentId } = await clerk.anOrder({ payment: 'Cash' })
    expect(order).toMatchObject({ orderTotal: 0, payments: [{ amount: 0 }] })
    expect(cents(order.discount)).toBe(cents(order.subTotal) + cents(order.shippingTotal))
    expect((await clerk.post(`/payments/${paymentId}/capture`)).status).toBe(200)
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('are reckoned anew in a copy: what runs today, without the codes', async () => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await code(clerk, placing.cartId, 'LINES')
    await clerk.post('/payments', placing)
    const { cartId } = (await clerk.post(`/orders/${placing.cartId}/cart`)).ok(CreateCartAnswer)
    const copy = await clerk.readCart(cartId)
    expectExact(copy)
    expect(copy.orderLines.map((line) => line.unitDiscount)).toStrictEqual([0, 0])
    expect(copy.discounts).toMatchObject([{ campaignName: 'Order', amountOffTotal: 3 }])
  })

  it.each([
    [
      'a part of a line',
      `update order_discounts set amount = amount + 1 where target = 'lines'`,
      /the discount of .* is/,
    ],
    [
      'a part of the shipment',
      `update order_discounts set amount = amount + 1 where target = 'shipping'`,
      /the discount of the shipment/,
    ],
    [
      'a part of the order',
      `delete from order_discounts where target = 'order'`,
      /the discount of the order/,
    ],
    [
      'a unit’s discount',
      'update order_lines set unit_discount = unit_discount + 1',
      /the discount of .* is/,
    ],
    ['the order’s discount', 'update orders set discount = discount + 1', /orderTotal/],
    ['the discount total', 'update orders set discount_total = discount_total + 1', /discountTotal/],
    ['the tax of the shipment', 'update order_shipments set tax = tax + 1', /the tax of the shipment/],
  ])('are checked: %s changed by a cent is found', async (_what, sql, text) => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await code(clerk, placing.cartId, 'LINES')
    await clerk.post('/payments', placing)
    expect(await faultsOf(own)).toStrictEqual([])
    withFile(own.dataDir, (file) => file.exec(sql))
    expect(await faultsOf(own)).toContainEqual(expect.stringMatching(text))
  })
})
