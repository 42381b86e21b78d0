import { discounted, lineTotal, taxOf, totalsOf, unitDiscount, type Totals } from './discounts.ts'
import { anyId, anyText, anything, having, Like } from './match.ts'
import { exactly } from './model.ts'
import {
  isNameless,
  withCart,
  withOrder,
  type Address,
  type Answer,
  type Caller,
  type Cart,
  type DiscountPart,
  type Order,
  type Outcome,
  type Payment,
  type Property,
  type State,
} from './state.ts'
import { coinOf, inCoins, rateToWire, toWire } from './money.ts'
import { inCulture, type Customer, type StoreWorld } from './world.ts'

/**
 * Ends every change of a cart that succeeds: its discounts anew, another `ETag`, and the answer.
 * @param body of the answer, given the mini cart, which is undefined where it is not asked for
 */
export function changed(
  state: State,
  caller: Caller,
  changedCart: Cart,
  body: (miniCart: unknown, cart: Cart) => unknown,
  then: (cart: Cart, answer: Answer) => Cart = (cart) => cart,
): Outcome {
  const order = state.orders.find(({ id, status }) => id === changedCart.id && status === 'New order')
  const before = state.carts.find(({ id }) => id === changedCart.id)
  // A write without effect leaves an order as it is.
  const isSame = order && before && contentsOf(changedCart, before) === contentsOf(before, before)
  const opened = order ? reopened(state, caller, order, changedCart, before) : { state, cart: changedCart }
  const cart = isSame ? before : renewed(discounted(opened.cart, caller.store, state.now))
  const after = isSame ? state : opened.state
  const totals = totalsOf(cart, cart.fee)
  return {
    status: 200,
    body: body(caller.wantsMiniCart ? miniCartOf(cart, totals) : undefined, cart),
    etag: freshEtag(cart),
    next: (answer) => {
      const { miniCart } = answer.body as { miniCart?: CartBody | null }
      const named = miniCart ? bound(cart, miniCart) : cart
      return withCart(after, then({ ...named, etag: answer.etag }, answer))
    },
  }
}

/** What callers have put into a cart. */
function contentsOf(cart: Cart, placed: Cart): string {
  const { culture, note, isWalkIn, override, lines, properties, billing, shipment, codes } = cart
  const isFound = placed.isCustomerFromBill && cart.customerId === placed.customerId
  const customer = isFound ? null : cart.customerId
  const given = codes.map(({ code }) => code).sort()
  const contents = {
    culture,
    note,
    isWalkIn,
    override,
    lines,
    properties,
    billing,
    shipment,
    customer,
    given,
  }
  return JSON.stringify(contents, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value instanceof Map ? '' : value,
  )
}

/** An order whose cart is changed, or opened by hand: what was to be paid is void. */
export function reopened(
  state: State,
  { name }: Caller,
  order: Order,
  cart: Cart,
  before: Cart | undefined,
): { state: State; cart: Cart } {
  const event = (kind: string) => ({ at: state.now, actor: name, kind })
  const pending = order.payments.filter((payment) => payment.state === 'pending')
  const after: Order = {
    ...order,
    status: 'Reopened',
    payments: order.payments.map((payment) => ({ ...payment, state: 'voided' })),
    events: [...order.events, event('order.reopened'), ...pending.map(() => event('payment.voided'))],
  }
  return {
    state: withOrder(state, after),
    cart: {
      ...cart,
      state: 'open',
      placedEtags: [],
      fee: 0n,
      note: cart.note === before?.note ? order.note : cart.note,
      customerId: cart.isCustomerFromBill ? null : cart.customerId,
    },
  }
}

/** The cart as it is once more changed: no `ETag` it had says what it is now. */
export const renewed = (cart: Cart): Cart => ({
  ...cart,
  etag: undefined,
  earlierEtags: cart.etag === undefined ? cart.earlierEtags : [...cart.earlierEtags, cart.etag],
})

/** The `ETag` of a cart: the one it has been seen with, or else one it never had. */
export const freshEtag = (cart: Cart): Like =>
  cart.etag === undefined
    ? new Like(
        'a new ETag',
        (actual) => typeof actual === 'string' && actual !== '' && !cart.earlierEtags.includes(actual),
      )
    : exactly(cart.etag)

/** The body of property and line calls: `miniCart` is always there. */
export const changeBody = (miniCart: unknown): object => ({ miniCart: miniCart ?? null, success: true })

/** The body of billing and shipping: `success` is a text, and `miniCart` is there only when asked for. */
export const addressBody = (miniCart: unknown): object =>
  miniCart === undefined ? { success: 'true' } : { miniCart, success: 'true' }

/** Section 2.11. */
function miniCartOf(cart: Cart, totals: Totals): Record<string, unknown> {
  return {
    ...totalsBody(totals, cart.currency),
    id: cart.id,
    createdDate: moment(cart.createdAt),
    cultureCode: cart.culture,
    note: cart.note,
    customProperties: cart.properties.map(propertyBody),
    orderLines: linesOf(cart).map(({ properties, ...line }) => ({ ...line, customProperties: properties })),
  }
}

/** Section 2.1. */
export function cartBody(state: State, cart: Cart, totals: Totals): object {
  const customers = state.customers[cart.store]
  const customer = customers.find(({ id }) => id === cart.customerId)
  return {
    ...miniCartOf(cart, totals),
    billingAddress: cart.billing ? addressOf('Billing', cart.billing) : null,
    billingCurrency: { id: anyId, isoCode: cart.currency },
    customer: customer ? customerBody(customer) : null,
    discounts: partsOf(cart, undefined),
    shipments: shipmentsOf(state.world.stores[cart.store], cart, 'cart'),
    ...(cart.isWalkIn && { walkIn: true }),
    ...(cart.override && {
      priceGroupOverride: {
        priceGroupId: cart.override.priceGroupId,
        reason: cart.override.reason,
        actor: cart.override.actor,
        date: moment(cart.override.at),
      },
    }),
  }
}

/** Section 2.10. */
export function orderBody(state: State, order: Order): object {
  const cart = order.placed
  const { orderTotal: _, fee: __, ...goods } = totalsOf(cart, 0n)
  const totals = totalsBody({ ...goods, fee: order.fee, orderTotal: order.total }, cart.currency)
  const properties = cart.properties.map(propertyBody)
  const { name } = state.world.stores[order.store]
  return {
    ...totals,
    vat: totals.tax,
    id: order.id,
    orderNumber: order.number,
    orderStatus: { id: anyId, name: order.status },
    createdDate: moment(order.createdAt),
    completedDate: order.completedAt === null ? null : moment(order.completedAt),
    cultureCode: cart.culture,
    note: order.note,
    store: { id: state.world.stores[order.store].id, name, description: anything },
    billingAddress: cart.billing ? addressOf('Billing', cart.billing) : null,
    billingCurrency: { id: anyId, isoCode: cart.currency },
    customer: customerBody(order.customer),
    customProperties: properties,
    orderProperties: properties,
    discounts: partsOf(cart, undefined),
    orderLines: orderLinesOf(cart),
    payments: shownOf(order).map((payment) => paymentBody(state.world.stores[order.store], payment, cart)),
    shipments: shipmentsOf(state.world.stores[order.store], cart, 'order'),
    additionalAddresses: null,
  }
}

/** The payments that count; where none does, the last. */
function shownOf({ payments }: Order): readonly Payment[] {
  const counting = payments.filter((payment) => payment.state !== 'voided')
  return counting.length > 0 ? counting : payments.slice(-1)
}

const customerBody = (customer: Customer): object => ({
  ...customer,
  id: isNameless(customer) ? anyId : customer.id,
})

function paymentBody(store: StoreWorld, payment: Payment, { currency, culture }: Cart): object {
  const method = store.paymentMethods.find(({ id }) => id === payment.methodId)
  const name = (method && inCulture(method.names, culture, store.defaultCulture)) ?? payment.methodName
  return {
    id: payment.id === '' ? anyId : payment.id,
    amount: toWire(payment.amount, currency),
    fee: toWire(payment.fixedFee, currency),
    feePercentage: rateToWire(payment.feeRate),
    feeTotal: toWire(payment.fee, currency),
    grossAmount: toWire(payment.amount, currency),
    refunded: toWire(payment.refunded, currency),
    state: `${payment.state.charAt(0).toUpperCase()}${payment.state.slice(1)}`,
    transactionId: payment.transactionId,
    tax: null,
    taxRate: null,
    ...(method?.takesCash && {
      cashDue: toWire(inCoins(payment.amount, currency), currency),
      cashCoin: toWire(coinOf(currency), currency),
    }),
    ...(method?.redeemsGiftCards && payment.state === 'pending' && { redeemsGiftCards: true }),
    paymentMethod: having({ id: payment.methodId, name }),
  }
}

function totalsBody(totals: Totals, currency: string) {
  return {
    subTotal: toWire(totals.subTotal, currency),
    shippingTotal: toWire(totals.shippingTotal, currency),
    paymentTotal: toWire(totals.fee, currency),
    discount: toWire(totals.discount, currency),
    discountTotal: toWire(totals.discountTotal, currency),
    tax: toWire(totals.tax, currency),
    orderTotal: toWire(totals.orderTotal, currency),
  }
}

/** Section 2.5: what lines have in every form, and their properties, which each form names differently. */
function linesOf(cart: Cart) {
  const { currency } = cart
  return cart.lines.map((line, index) => {
    const off = unitDiscount(cart, index)
    return {
      id: line.id ?? anyId,
      sku: line.variant.sku,
      variantSku: line.variant.variantSku,
      productName: line.name,
      productCatalogId: line.variant.catalogId,
      priceGroupId: line.priceGroupId,
      ...(line.isPriceSet && { priceIsSet: true }),
      price: toWire(line.price, currency),
      quantity: line.quantity,
      discount: toWire(off * BigInt(line.quantity), currency),
      unitDiscount: toWire(off, currency),
      discounts: partsOf(cart, index),
      tax: toWire(taxOf(line.price, off, line.taxRate), currency),
      taxRate: rateToWire(line.taxRate),
      total: toWire(lineTotal(cart, line, index), currency),
      properties: line.properties.map(propertyBody),
    }
  })
}

const orderLinesOf = (cart: Cart): object[] =>
  linesOf(cart).map(({ properties, productCatalogId: _, priceGroupId: __, priceIsSet: ___, ...line }) => ({
    ...line,
    orderLineProperties: properties,
  }))

function shipmentsOf(store: StoreWorld, cart: Cart, form: 'cart' | 'order'): object[] {
  const { shipment, discounts, currency, culture } = cart
  if (!shipment) return []
  const method = store.shippingMethods.find(({ id }) => id === shipment.methodId)
  const tax = taxOf(shipment.price, discounts.shipment, shipment.taxRate)
  const shown = {
    id: anyId,
    deliveryNote: null,
    shipmentDiscount: toWire(discounts.shipment, currency),
    shipmentName: method && (inCulture(method.names, culture, store.defaultCulture) ?? method.name),
    shipmentPrice: toWire(shipment.price, currency),
    shipmentPriceTotal: toWire(shipment.price - discounts.shipment + tax, currency),
    tax: toWire(tax, currency),
    taxRate: rateToWire(shipment.taxRate),
    trackAndTrace: null,
    shipmentAddress: addressOf('Shipment', shipment.address),
    shippingMethod: having({ id: shipment.methodId }),
  }
  if (form === 'order') {
    return [{ ...shown, orderLines: orderLinesOf(cart), vat: shown.tax, vatRate: shown.taxRate }]
  }
  const lines = linesOf(cart).map(({ properties, ...line }) => ({ ...line, orderLineProperties: properties }))
  return [{ ...shown, orderLines: lines }]
}

/** The discounts of a line, or of everything else. */
const partsOf = (cart: Cart, line: number | undefined): object[] =>
  cart.discounts.parts
    .filter((part) => part.line === line)
    .map((part: DiscountPart) => ({
      id: anyId,
      campaignName: part.campaignName,
      campaignItemName: part.itemName,
      description: part.description,
      amountOffTotal: toWire(part.amount, cart.currency),
    }))

/** Section 2.2. */
const addressOf = (addressName: string, address: Address): object => {
  const { countryId, email, mobileNumber, ...fields } = address
  return {
    ...fields,
    addressName,
    id: anyId,
    attention: null,
    state: null,
    emailAddress: email,
    mobilePhoneNumber: mobileNumber,
    country: having({ id: countryId, name: anyText }),
  }
}

const propertyBody = ({ id, key, value }: Property): object => ({ id: id ?? anyId, key, value })

export const moment = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** What the model learns of a cart's body: the ids of what is in it. */
export interface CartBody {
  readonly customProperties: readonly { readonly id: string }[]
  readonly orderLines: readonly {
    readonly id: string
    readonly customProperties: readonly { readonly id: string }[]
  }[]
}

/** The cart with the ids that an answer, which is as expected, has given to what is in it. */
export const bound = (cart: Cart, body: CartBody): Cart => ({
  ...cart,
  properties: boundProperties(cart.properties, body.customProperties),
  lines: cart.lines.map((line, index) => ({
    ...line,
    id: body.orderLines[index]?.id,
    properties: boundProperties(line.properties, body.orderLines[index]?.customProperties ?? []),
  })),
})

const boundProperties = (
  properties: readonly Property[],
  body: readonly { readonly id: string }[],
): Property[] => properties.map((property, index) => ({ ...property, id: body[index]?.id }))

/** Whether everything in the cart has its id. */
export const isBound = ({ lines, properties }: Cart): boolean =>
  [...lines, ...properties, ...lines.flatMap((line) => line.properties)].every(({ id }) => id !== undefined)
