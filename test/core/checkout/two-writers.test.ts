import { describe, expect, it } from 'vitest'
import { addLine } from '../../../core/carts/add-line.ts'
import { changePrices } from '../../../core/catalog/manage/prices/change-prices.ts'
import { ManagedProduct, ManagedProductsAnswer } from '../../../core/catalog/manage/product.schema.ts'
import type { AddLineBody } from '../../../core/carts/cart.schema.ts'
import { addProperty } from '../../../core/carts/change-properties.ts'
import { addPromotionCode } from '../../../core/carts/promotion-codes.ts'
import { setBillingAddress } from '../../../core/carts/set-billing-address.ts'
import { setShipping } from '../../../core/carts/set-shipping.ts'
import { updateCart } from '../../../core/carts/update-cart.ts'
import { cancelOrder } from '../../../core/after-sales/cancel-order.ts'
import { placeOrder } from '../../../core/checkout/place-order.ts'
import { reopenOrder } from '../../../core/after-sales/reopen-order.ts'
import type { WriteDb } from '../../../core/database/engine.ts'
import { Overtaken } from '../../../core/database/overtaken.ts'
import { completeOrder } from '../../../core/orders/change-order.ts'
import { setOrderNote } from '../../../core/after-sales/set-order-note.ts'
import { Order } from '../../../core/orders/order.schema.ts'
import { capturePayment, voidPayment } from '../../../core/orders/payments/change-payment.ts'
import { refundPayment } from '../../../core/orders/payments/refund-payment.ts'
import { paymentMethodNoun } from '../../../core/payment-methods/manage/payment-method.noun.ts'
import { ManagedPaymentMethod } from '../../../core/payment-methods/manage/payment-method.schema.ts'
import { removeRecord } from '../../../core/records/remove-record.ts'
import { shippingMethodNoun } from '../../../core/shipping-methods/manage/shipping-method.noun.ts'
import { ManagedShippingMethod } from '../../../core/shipping-methods/manage/shipping-method.schema.ts'
import { findStoreByCode } from '../../../core/stores/store.repository.ts'
import { aCampaign } from '../../support/campaigns.ts'
import { inDatabase } from '../../support/data.ts'
import { interleaved } from '../../support/interleave.ts'
import { sharedShop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'
import type { Context } from '../../../core/operations/context.ts'

const shop = sharedShop()

/** A transaction of the shop, with the context of an operation that no request has asked for. */
const inShop = async <T>(work: (db: WriteDb, context: Context) => Promise<T>): Promise<T> =>
  inDatabase(shop().dataDir, async (db) => {
    const store = await findStoreByCode(db, 'harbour')
    const now = shop().clock.read()
    return work(db, {
      clientId: '',
      storeId: store?.id ?? '',
      name: 'Test',
      scopes: new Set(['staff']),
      expires: now,
      now,
      ifMatch: undefined,
      changes: [],
    })
  })

/**
 * A cart's later change is refused. In a file it is told so; on a server nobody waits for the statement, which fails, and
 * with it the whole transaction: that of both here, so that the other's change is not there either.
 * @param other comes between what `work` reads and the statement that begins so
 */
async function refuseLate(
  cartId: string,
  begins: string,
  other: (db: WriteDb, context: Context) => Promise<unknown>,
  work: (db: WriteDb, context: Context) => Promise<unknown>,
): Promise<void> {
  const clerk = await shop().as('staff')
  const before = await clerk.readCart(cartId)
  const both = inShop(async (db, context) => {
    const late = interleaved(
      db,
      begins,
      async () => other(db, context),
      async () => work(db, context),
    )
    return isOnPostgres ? late : late.catch((error: unknown) => error)
  })
  if (isOnPostgres) {
    await expect(both).rejects.toMatchObject({ code: '23502' })
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  } else expect(await both).toEqual(refused('cart.changed', { etag: '"2"' }))
}

const refused = (code: string, more: object = {}): unknown =>
  expect.objectContaining({ kind: 'Conflict', code, ...more })

describe('of two writes at once, the later one is refused by its own statement', () => {
  it('a cart: the note is not lost where goods are added', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const body: AddLineBody = await clerk.lineOf(product)
    await refuseLate(
      cartId,
      'update "carts"',
      async (db, context) => updateCart(db, context, cartId, { note: 'of the other desk' }),
      async (db, context) => addLine(db, context, cartId, body),
    )
    expect((await clerk.readCart(cartId)).note).toBe(isOnPostgres ? null : 'of the other desk')
  })

  it('a cart: what is placed is what was read, or nothing', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ quantities: [1] })
    await inShop(async (db, context) => {
      const change = async () => updateCart(db, context, placing.cartId, { note: 'changed' })
      const placed = interleaved(db, 'update "carts"', change, async () => placeOrder(db, context, placing))
      await expect(placed).rejects.toEqual(refused('cart.changed'))
    })
    expect((await clerk.get(`/orders/${placing.cartId}`)).status).toBe(404)
  })

  it('a cart: it is placed once', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ quantities: [1] })
    await inShop(async (db, context) => {
      const place = async () => placeOrder(db, context, placing)
      await expect(interleaved(db, 'update "carts"', place, place)).rejects.toEqual(refused('cart.changed'))
    })
    expect((await clerk.readOrder(placing.cartId)).payments).toHaveLength(1)
  })

  it('an order: whoever opens it again as somebody else has is told which state it is in', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    await inShop(async (db, context) => {
      const reopen = async () => reopenOrder(db, context, order.id, null)
      const late = interleaved(db, 'select * from "carts"', reopen, reopen)
      await expect(late).rejects.toEqual(refused('order.state'))
    })
  })

  it('a first bill: of two, the cart has one', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const address = await clerk.anAddress()
    const bill = (line1: string) => async (db: WriteDb, context: Context) =>
      setBillingAddress(db, context, cartId, { ...address, line1 })
    await refuseLate(cartId, 'update "carts"', bill('first'), bill('second'))
  })

  it('a promotion code is used once by a cart', async () => {
    await aCampaign(shop(), { codes: ['TWICE'], off: 0.1 })
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await inShop(async (db, context) => {
      const add = async () => addPromotionCode(db, context, { cartId, code: 'twice' }, {})
      await expect(interleaved(db, 'insert into "cart_promotion_codes"', add, add)).rejects.toEqual(
        refused('promotion-code.exists'),
      )
    })
  })

  it('a property has one value', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await inShop(async (db, context) => {
      const add = (value: string) => async () => addProperty(db, context, { cartId }, { key: 'desk', value })
      await expect(interleaved(db, 'insert into "cart_properties"', add('one'), add('two'))).rejects.toEqual(
        refused('property.exists'),
      )
    })
  })

  it('an order: it is not completed by who has not seen its last change', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    await inShop(async (db, context) => {
      const note = async () => setOrderNote(db, context, order.id, { note: 'wait' })
      const completing = interleaved(db, 'update "orders"', note, async () =>
        completeOrder(db, context, order.id),
      )
      await expect(completing).rejects.toEqual(refused('order.changed'))
    })
    expect(await clerk.readOrder(order.id)).toMatchObject({ note: 'wait', orderStatus: { name: 'Paid' } })
  })

  it('an order: it is cancelled or paid, never both', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await inShop(async (db, context) => {
      const capture = async () => capturePayment(db, context, paymentId, {})
      const cancel = async () => cancelOrder(db, context, order.id, { reason: null, refund: undefined })
      await expect(interleaved(db, 'update "orders"', capture, cancel)).rejects.toEqual(
        refused('order.changed'),
      )
    })
    expect((await clerk.readOrder(order.id)).orderStatus.name).toBe('Paid')
  })

  it('a payment: it is received once, and not where it has been given up', async () => {
    const clerk = await shop().as('staff')
    const [once, given] = [await clerk.anOrder(), await clerk.anOrder()]
    await inShop(async (db, context) => {
      const capture = (id: string) => async () => capturePayment(db, context, id, {})
      await expect(
        interleaved(db, 'update "payments"', capture(once.paymentId), capture(once.paymentId)),
      ).rejects.toEqual(refused('payment.changed'))
      const giveUp = async () => voidPayment(db, context, given.paymentId, null)
      await expect(interleaved(db, 'update "payments"', giveUp, capture(given.paymentId))).rejects.toEqual(
        refused('payment.changed'),
      )
    })
    expect((await clerk.readOrder(given.order.id)).payments).toMatchObject([{ state: 'Voided' }])
  })

  it('a refund: no more is paid back than was received', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const most = order.orderTotal - 1
    await inShop(async (db, context) => {
      const refund = async () => refundPayment(db, context, paymentId, { amount: most, reason: null })
      await expect(interleaved(db, 'update "payments"', refund, refund)).rejects.toEqual(
        refused('payment.changed'),
      )
    })
    expect((await clerk.readOrder(order.id)).payments).toMatchObject([{ refunded: most }])
  })

  it.each([
    ['select "id", "quantity", "product_name" from "order_lines"', 'payment.refund-lines'],
    ['select * from "refund_lines"', 'payment.refund-lines'],
    ['update "payments"', 'payment.changed'],
    ['insert into "refund_lines"', 'order.changed'],
  ])('a refund of goods, before %s: no more come back than were sold', async (begins, code) => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder({ quantities: [3] })
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const lines = [{ lineId: order.orderLines[0]?.id ?? '', quantity: 2 }]
    await inShop(async (db, context) => {
      const refund = async () => refundPayment(db, context, paymentId, { amount: 1, reason: null, lines })
      await expect(interleaved(db, begins, refund, refund)).rejects.toMatchObject({ code })
    })
  })
})

describe('two orders at once', () => {
  it('of somebody who was not known make one customer: the second is placed again, by now for them', async () => {
    const clerk = await shop().as('staff')
    const billing = { email: 'both.desks@example.com' }
    const [one, two] = [
      await clerk.aCartReadyToPlace({ billing }),
      await clerk.aCartReadyToPlace({ billing }),
    ]
    await inShop(async (db, context) => {
      const other = async () => placeOrder(db, context, two)
      const placing = interleaved(db, 'insert into "customers"', other, async () =>
        placeOrder(db, context, one),
      )
      await expect(placing).rejects.toBeInstanceOf(Overtaken)
      await placeOrder(db, context, one)
    })
    const [first, second] = [await clerk.readOrder(one.cartId), await clerk.readOrder(two.cartId)]
    expect(first.customer).toStrictEqual(second.customer)
    expect(first.customer.emailAddress).toBe('both.desks@example.com')
  })

  it('of walk-ins are booked on one customer', async () => {
    const clerk = await shop().as('staff')
    const placings = [
      await clerk.aCartReadyToPlace({ shipping: null }),
      await clerk.aCartReadyToPlace({ shipping: null }),
    ] as const
    for (const { cartId } of placings) await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    await inShop(async (db, context) => {
      const other = async () => placeOrder(db, context, placings[1])
      await interleaved(db, 'insert into "walk_in_customers"', other, async () =>
        placeOrder(db, context, placings[0]),
      )
    })
    const customers = await Promise.all(
      placings.map(async ({ cartId }) => (await clerk.readOrder(cartId)).customer.id),
    )
    expect(new Set(customers).size).toBe(1)
  })

  it('take different numbers', async () => {
    const clerk = await shop().as('staff')
    const [one, two] = [await clerk.aCartReadyToPlace(), await clerk.aCartReadyToPlace()]
    await inShop(async (db, context) => {
      const other = async () => placeOrder(db, context, two)
      await interleaved(db, 'insert into "orders"', other, async () => placeOrder(db, context, one))
    })
    const [first, second] = [await clerk.readOrder(one.cartId), await clerk.readOrder(two.cartId)]
    expect(first.orderNumber).not.toBe(second.orderNumber)
  })
})

describe('a record of which a part is read before and a part after the change of another', () => {
  it('is read again, and never told to be what is wanted already, in the version that it had', async () => {
    const [clerk, manager] = [await shop().as('staff'), await shop().as('admin')]
    const [goods] = await clerk.products({ maxItems: 1 })
    const { products } = (await manager.get('/manage/products', { search: goods?.sku, maxItems: 1 })).ok(
      ManagedProductsAnswer,
    )
    const [listed] = products
    if (!goods || !listed) throw new Error('The shop sells nothing.')
    const product = (await manager.get(`/manage/products/${listed.sku}`)).ok(ManagedProduct)
    const version = Number(
      /\d+/.exec(String((await manager.get(`/manage/products/${listed.sku}`)).headers.etag))?.[0],
    )
    const priceGroupId = await clerk.priceGroup()
    const cheaper = {
      products: [
        {
          id: product.id,
          version,
          variants: [{ variantSku: goods.variantSku, prices: [{ priceGroupId, price: 1.5 }] }],
        },
      ],
    }
    await inShop(async (db, context) => {
      const change = async () => changePrices(db, context, cheaper)
      await expect(interleaved(db, 'select * from "prices"', change, change)).rejects.toThrow(Overtaken)
    })
  })
})

describe('a method that is deleted in the moment in which it is chosen', () => {
  it('leaves a cart that can be read, and be placed with another delivery', async () => {
    const [clerk, manager] = [await shop().as('staff'), await shop().as('admin')]
    const placing = await clerk.aCartReadyToPlace({ shipping: null })
    const { cartId, priceGroupId } = placing
    const made = await manager.post('/manage/shipping-methods', {
      names: { 'en-GB': 'Balloon' },
      countries: ['DK'],
      prices: [{ priceGroupId, amount: 4 }],
    })
    const { id: shippingMethodId } = made.ok(ManagedShippingMethod)
    const body = { priceGroupId, shippingMethodId, shippingAddress: await clerk.anAddress() }
    await inShop(async (db, context) => {
      const remove = async () => removeRecord(db, context, shippingMethodNoun, shippingMethodId)
      await interleaved(db, 'update "carts"', remove, async () => setShipping(db, context, cartId, body))
    })
    expect((await clerk.readCart(cartId)).shipments).toMatchObject([
      {
        shipmentName: 'Balloon',
        shipmentPrice: 4,
        shippingMethod: { id: shippingMethodId, name: 'Balloon', eligiblePaymentMethods: [] },
      },
    ])
    expect((await clerk.patch(`/carts/${cartId}`, { cultureCode: 'da-DK' })).status).toBe(200)
    const refusal = await clerk.post('/payments', placing)
    expect(refusal.refused('BadRequest')).toStrictEqual([
      'shippingMethodId: Balloon is offered no more: choose another shipping method',
    ])
    await clerk.setShipping(cartId, 'Home delivery')
    expect((await clerk.post('/payments', placing)).status).toBe(200)
  })

  it('leaves an order that shows its payment', async () => {
    const [clerk, manager] = [await shop().as('staff'), await shop().as('admin')]
    const placing = await clerk.aCartReadyToPlace()
    const made = await manager.post('/manage/payment-methods', {
      names: { 'en-GB': 'Shells' },
      countries: ['DK'],
      fees: [{ priceGroupId: placing.priceGroupId, amount: 1 }],
      feePercent: 0.01,
    })
    const { id: paymentMethodId } = made.ok(ManagedPaymentMethod)
    const paymentId = await inShop(async (db, context) => {
      const remove = async () => removeRecord(db, context, paymentMethodNoun, paymentMethodId)
      return interleaved(db, 'insert into "payments"', remove, async () =>
        placeOrder(db, context, { ...placing, paymentMethodId }),
      )
    })
    const order = await clerk.readOrder(placing.cartId)
    expect(order.payments).toMatchObject([
      { id: paymentId, fee: 1, paymentMethod: { id: paymentMethodId, name: 'Shells', feePercent: 0.01 } },
    ])
    const captured = await clerk.post(`/payments/${paymentId}/capture`)
    expect(captured.ok(Order).payments).toMatchObject([{ state: 'Captured', amount: order.orderTotal }])
  })
})
