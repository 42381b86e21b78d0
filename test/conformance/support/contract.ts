import {
  amount,
  culture,
  dateTime,
  filled,
  guid,
  listOf,
  nullable,
  positive,
  quantity,
  rate,
  record,
  said,
  text,
  type Fields,
  wire,
} from './wire.ts'
import { billing, note, shipping, type SentAddress } from './spoken.ts'

/** The records of section 2, each with its fields and their types on the wire, as the full cart of `fixtures` holds them. */

export const customProperty: Fields = { id: guid, key: filled, value: text }
export const currency: Fields = { id: guid, isoCode: said('EUR') }
export const named: Fields = { id: guid, name: filled }

export const discount: Fields = {
  id: guid,
  campaignName: filled,
  campaignItemName: filled,
  description: text,
  amountOffTotal: positive,
}

const addressOf = (sent: SentAddress, country: Fields): Fields => ({
  addressName: filled,
  attention: said(sent.attention),
  city: said(sent.city),
  companyName: said(sent.companyName),
  country: record(country),
  emailAddress: said(sent.email),
  firstName: said(sent.firstName),
  id: guid,
  lastName: said(sent.lastName),
  line1: said(sent.line1),
  line2: said(sent.line2),
  mobilePhoneNumber: said(sent.mobileNumber),
  phoneNumber: said(sent.phoneNumber),
  postalCode: said(sent.postalCode),
  state: said(sent.state),
})

const cartCountry: Fields = { ...named, cultureCode: culture }
/** An address of anybody, in which what nobody said is null. */
export const anyCartAddress: Fields = {
  ...Object.fromEntries(Object.keys(addressOf(billing, cartCountry)).map((name) => [name, nullable(text)])),
  country: record(cartCountry),
  id: guid,
}
export const cartBillingAddress = addressOf(billing, cartCountry)
export const cartShipmentAddress = addressOf(shipping, cartCountry)
export const orderBillingAddress = addressOf(billing, named)
export const orderShipmentAddress = addressOf(shipping, named)

/** Section 2.5, what every form of a line has. */
const line: Fields = {
  id: guid,
  sku: filled,
  variantSku: nullable(filled),
  productName: filled,
  price: positive,
  quantity,
  discount: positive,
  unitDiscount: positive,
  discounts: listOf(record(discount), 1),
  tax: positive,
  taxRate: rate,
  total: positive,
}
const shop: Fields = { productCatalogId: guid, priceGroupId: guid }
const properties = listOf(record(customProperty))
export const cartLine: Fields = { ...line, ...shop, customProperties: properties }
export const shipmentCartLine: Fields = { ...line, ...shop, orderLineProperties: properties }
export const orderLine: Fields = { ...line, orderLineProperties: properties }

export const fee: Fields = { amount, priceGroupId: guid }
export const paymentMethodProperty: Fields = { id: guid, cultureCode: nullable(culture), value: text }
export const paymentMethod: Fields = {
  id: guid,
  name: filled,
  displayName: filled,
  description: nullable(filled),
  feePercent: rate,
  fees: listOf(record(fee)),
  imageId: nullable(guid),
  imageUrl: nullable(filled),
}
export const nestedPaymentMethod: Fields = {
  ...paymentMethod,
  paymentMethodProperties: listOf(record(paymentMethodProperty)),
}

export const nestedShippingMethod: Fields = {
  id: guid,
  name: filled,
  defaultPaymentMethod: nullable(record(nestedPaymentMethod)),
  eligiblePaymentMethods: listOf(record(nestedPaymentMethod), 1),
}

/** Section 2.6, what both forms of a shipment have. */
const shipment: Fields = {
  id: guid,
  deliveryNote: nullable(text),
  shipmentDiscount: nullable(amount),
  shipmentName: filled,
  shipmentPrice: positive,
  shipmentPriceTotal: positive,
  shippingMethod: record(nestedShippingMethod),
  tax: positive,
  taxRate: rate,
  trackAndTrace: nullable(text),
}
export const cartShipment: Fields = {
  ...shipment,
  orderLines: listOf(record(shipmentCartLine), 2),
  shipmentAddress: record(cartShipmentAddress),
}
export const orderShipment: Fields = {
  ...shipment,
  orderLines: listOf(record(orderLine), 2),
  shipmentAddress: record(orderShipmentAddress),
  vat: positive,
  vatRate: rate,
}

export const customer: Fields = {
  id: guid,
  firstName: filled,
  lastName: filled,
  emailAddress: filled,
  phoneNumber: filled,
}

/** Section 2.11. */
export const miniCart: Fields = {
  customProperties: listOf(record(customProperty), 1),
  createdDate: dateTime,
  cultureCode: said('en-GB'),
  discount: said(7),
  discountTotal: positive,
  id: guid,
  note: said(note),
  orderLines: listOf(record(cartLine), 2),
  orderTotal: positive,
  paymentTotal: amount,
  shippingTotal: positive,
  subTotal: positive,
  tax: positive,
}

/** Section 2.1. */
export const cart: Fields = {
  ...miniCart,
  billingAddress: record(cartBillingAddress),
  billingCurrency: record(currency),
  customer: record(customer),
  discounts: listOf(record(discount), 1),
  shipments: listOf(record(cartShipment), 1),
}

export const payment: Fields = {
  id: guid,
  amount: positive,
  fee: positive,
  feePercentage: rate,
  feeTotal: positive,
  grossAmount: nullable(amount),
  transactionId: said('T1-000042'),
  tax: nullable(amount),
  taxRate: nullable(rate),
  paymentMethod: record(nestedPaymentMethod),
  // Decisions, payment and order: a payment shows amount, refunded and state.
  refunded: amount,
  state: wire('a state', (value) =>
    ['Pending', 'Captured', 'Partially refunded', 'Refunded', 'Voided'].includes(value as string),
  ),
}

export const store: Fields = { ...named, description: nullable(filled) }

/** Section 2.10. */
export const order: Fields = {
  id: guid,
  orderNumber: filled,
  orderStatus: record(named),
  createdDate: dateTime,
  completedDate: dateTime,
  cultureCode: said('en-GB'),
  discount: said(7),
  discountTotal: positive,
  note: said(note),
  orderTotal: positive,
  paymentTotal: positive,
  shippingTotal: positive,
  subTotal: positive,
  tax: positive,
  vat: positive,
  store: record(store),
  billingAddress: record(orderBillingAddress),
  billingCurrency: record(currency),
  customer: record(customer),
  customProperties: listOf(record(customProperty), 1),
  orderProperties: listOf(record(customProperty), 1),
  discounts: listOf(record(discount), 1),
  orderLines: listOf(record(orderLine), 2),
  payments: listOf(record(payment), 1),
  shipments: listOf(record(orderShipment), 1),
  additionalAddresses: nullable(listOf(record(orderBillingAddress))),
}
