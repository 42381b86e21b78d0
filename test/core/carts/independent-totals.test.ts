import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CartsAnswer, type Cart } from '../../../core/carts/cart.schema.ts'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import { ShippingMethodsAnswer } from '../../../core/shipping-methods/shipping-method.schema.ts'
import { sharedShop } from '../../support/shop.ts'
import type { Clerk } from '../../support/clerk.ts'

/*
 * A second computation of everything a cart costs, made from the page of decisions alone: decimal texts and BigInt,
 * nothing of the core's own arithmetic. It must agree with the API to the minor unit.
 */

/** A decimal number as written, in whole units of 10^-places. */
function decimal(value: number, places: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(Math.max(places, 6)).split('.')
  expect(fraction.slice(places), `${value} has more than ${places} decimals`).toMatch(/^0*$/)
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
}

/** `amount` × `ppm` / 1 000 000, half away from zero; amounts are never negative here. */
const rounded = (amount: bigint, ppm: bigint): bigint => (amount * ppm * 2n + 1_000_000n) / 2_000_000n

interface Choice {
  readonly product: Product
  readonly quantity: number
}

interface Costs {
  readonly price: number
  readonly taxRate: number
}

/**
 * Each amount of a cart in minor units. `fee` is the payment method's: fixed part in major units, and rate. The delivery
 * is free from so much of goods on, in major units.
 */
function reckon(
  choices: readonly Choice[],
  shipping: Costs & { readonly freeFrom?: number | undefined },
  fee: { amount: number; rate: number },
  places: number,
) {
  const lines = choices.map(({ product, quantity }) => {
    const price = decimal(product.price, places)
    const tax = rounded(price, decimal(product.taxRate, 6))
    return { price, tax, total: BigInt(quantity) * (price + tax), taxTotal: BigInt(quantity) * tax }
  })
  const subTotal = lines.reduce((sum, line) => sum + line.total, 0n)
  const isFree = shipping.freeFrom !== undefined && subTotal >= decimal(shipping.freeFrom, places)
  const shippingPrice = isFree ? 0n : decimal(shipping.price, places)
  const shippingTax = rounded(shippingPrice, decimal(shipping.taxRate, 6))
  const shippingTotal = shippingPrice + shippingTax
  const paymentTotal = decimal(fee.amount, places) + rounded(subTotal + shippingTotal, decimal(fee.rate, 6))
  return {
    lines: lines.map(({ price, tax, total }) => ({ price, tax, total })),
    subTotal,
    shippingTotal,
    paymentTotal,
    tax: lines.reduce((sum, line) => sum + line.taxTotal, shippingTax),
    orderTotal: subTotal + shippingTotal + paymentTotal,
  }
}

const amountsOf = (cart: Omit<Cart, 'billingAddress' | 'customer' | 'shipments'>, places: number) => ({
  lines: cart.orderLines.map((line) => ({
    price: decimal(line.price, places),
    tax: decimal(line.tax, places),
    total: decimal(line.total, places),
  })),
  subTotal: decimal(cart.subTotal, places),
  shippingTotal: decimal(cart.shippingTotal, places),
  paymentTotal: decimal(cart.paymentTotal, places),
  tax: decimal(cart.tax, places),
  orderTotal: decimal(cart.orderTotal, places),
})

/** A way to sell: where, at which prices, delivered and paid how. */
interface Deal {
  readonly currency: string
  readonly places: number
  readonly priceGroup: string
  readonly country: string
  readonly shipping: string
  readonly payment: string
  /** From the demo's own description of its methods, in major units. */
  readonly fee: { readonly amount: number; readonly rate: number }
  readonly shippingTaxRate: number
  /** From the demo's own description of its campaigns, in major units. */
  readonly freeDeliveryFrom?: number
}

const deals: readonly (readonly ['harbour' | 'uptown', Deal])[] = [
  [
    'harbour',
    {
      currency: 'EUR',
      places: 2,
      priceGroup: 'Shop price, EUR',
      country: 'Denmark',
      shipping: 'Home delivery',
      payment: 'Invoice',
      fee: { amount: 3.95, rate: 0 },
      shippingTaxRate: 0.25,
    },
  ],
  [
    'harbour',
    {
      currency: 'DKK',
      places: 2,
      priceGroup: 'Harbour Club, DKK',
      country: 'Canada',
      shipping: 'Freight overseas',
      payment: 'Card from overseas',
      fee: { amount: 0, rate: 0.0175 },
      shippingTaxRate: 0.25,
      freeDeliveryFrom: 549,
    },
  ],
  [
    'harbour',
    {
      currency: 'EUR',
      places: 2,
      priceGroup: 'Germany, EUR',
      country: 'Germany',
      shipping: 'Express courier',
      payment: 'Invoice',
      fee: { amount: 3.95, rate: 0 },
      shippingTaxRate: 0.19,
    },
  ],
  [
    'uptown',
    {
      currency: 'JPY',
      places: 0,
      priceGroup: 'Shop price, JPY',
      country: 'United States of America',
      shipping: 'Ground parcel',
      payment: 'Invoice',
      fee: { amount: 500, rate: 0 },
      shippingTaxRate: 0.1,
    },
  ],
]

const shop = sharedShop()

describe('what a cart costs over HTTP agrees to the minor unit with a computation of its own', () => {
  it.each(deals)('in %s, %o', async (store, deal) => {
    const clerk = await shop().as('staff', store)
    const goods = await clerk.products({ priceGroup: deal.priceGroup, maxItems: 1000 })
    const shipping = {
      price: await shippingPrice(clerk, deal),
      taxRate: deal.shippingTaxRate,
      freeFrom: deal.freeDeliveryFrom,
    }
    const choices = fc.array(
      fc.record({ product: fc.constantFrom(...goods), quantity: fc.integer({ min: 1, max: 400 }) }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(choices, async (chosen) => {
        const cartId = await clerk.aCart({ currency: deal.currency })
        for (const { product, quantity } of chosen) {
          await clerk.addLine(cartId, product, { quantity, addToExistingOrderline: false }, deal.priceGroup)
        }
        await clerk.setBilling(cartId, {}, deal.country)
        await clerk.setShipping(cartId, deal.shipping, deal)
        const unpaid = reckon(chosen, shipping, { amount: 0, rate: 0 }, deal.places)
        expect(amountsOf(await clerk.readCart(cartId), deal.places)).toStrictEqual(unpaid)
        const summary = (await clerk.get('/carts', { search: cartId })).ok(CartsAnswer).carts[0]
        expect(decimal(summary?.orderTotal ?? 0, deal.places)).toBe(unpaid.orderTotal)

        const expected = reckon(chosen, shipping, deal.fee, deal.places)
        const paymentMethodId = await clerk.paymentMethod(deal.payment, deal.country)
        const priceGroupId = await clerk.priceGroup(deal.priceGroup)
        const preview = await clerk.get(`/carts/${cartId}`, { paymentMethodId, priceGroupId })
        expect(amountsOf(preview.body as Cart, deal.places)).toStrictEqual(expected)

        const placing = { cartId, paymentMethodId, priceGroupId, cultureCode: clerk.cultureCode }
        expect((await clerk.post('/payments', placing)).status).toBe(200)
        const order = await clerk.readOrder(cartId)
        const { lines: _, ...totals } = expected
        expect({
          subTotal: decimal(order.subTotal, deal.places),
          shippingTotal: decimal(order.shippingTotal, deal.places),
          paymentTotal: decimal(order.paymentTotal, deal.places),
          tax: decimal(order.tax, deal.places),
          orderTotal: decimal(order.orderTotal, deal.places),
        }).toStrictEqual(totals)
        expect(decimal(order.payments[0]?.amount ?? 0, deal.places)).toBe(expected.orderTotal)
        expect(decimal(order.payments[0]?.feeTotal ?? 0, deal.places)).toBe(expected.paymentTotal)
      }),
      { numRuns: 6 },
    )
  })
})

async function shippingPrice(clerk: Clerk, deal: Deal): Promise<number> {
  const answer = await clerk.get('/shipping-methods', {
    cultureCode: clerk.cultureCode,
    countryId: await clerk.country(deal.country),
    priceGroupId: await clerk.priceGroup(deal.priceGroup),
  })
  const method = answer.ok(ShippingMethodsAnswer).shippingMethods.find(({ name }) => name === deal.shipping)
  expect(method?.price.currency).toBe(deal.currency)
  return method?.price.amount ?? 0
}
