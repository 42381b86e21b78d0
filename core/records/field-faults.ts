import type { Said } from '../kernel/errors.ts'
import { filled, type Values } from '../kernel/fault-texts.ts'

/**
 * All that a field of the shop's own records can be refused for, in English: a code, which stays, and its text, in which
 * names in braces stand for values. Whoever says it in another language has the code and the values (`Prefer:
 * fault-codes`); the console knows each in all of its own.
 */
const TEXTS = {
  'field.required': 'is missing',
  'field.maxItems': 'must have at most {limit} entries',
  'field.maxLength': 'must be at most {limit} characters',
  'field.empty-list': 'must have at least one entry',
  'field.repeated': 'stands more than once',
  'field.white-space': 'must not begin or end with white space',
  'field.retired': 'is retired',
  'field.no-name': 'must hold a name',
  'field.unnamed': 'needs a name in this culture',
  'field.no-culture': 'is no culture code',
  'field.web-address': 'must be an address that begins with https:// or http://',

  'campaign.code-taken': '{code} is a code of the campaign {name}',
  'campaign.currency': 'the campaign does not run in this currency',
  'campaign.end': 'must be after validFrom',
  'campaign.item': 'the campaign has no such item',
  'campaign.lines-only': 'go with target lines only',
  'campaign.moment': 'must be a day, or a moment, of ISO 8601',
  'campaign.nothing-off': 'is missing: what is taken off is a rate, or amounts',
  'campaign.rate-and-amounts': 'must be empty: the rate says what is taken off',
  'campaign.sku': 'there is no product with the sku {sku}',
  'catalog.holds-products':
    'holds products that are not retired, such as {sku}: move them to another, or retire them',
  'catalog.not-found': 'there is no such catalog',
  'catalog.retired': 'is retired: it holds nothing that is to be sold',
  'country.not-found': 'there is no such country',
  'criterion.end': 'must be later than the beginning',
  'criterion.invalid': 'is not as this criterion needs it',
  'criterion.kind': 'must be one of {kinds}',
  'criterion.maxItems': 'must not have more than {limit} items',
  'criterion.maxLength': 'must not have more than {limit} characters',
  'criterion.minLength': 'must not have fewer than {limit} characters',
  'criterion.no-window': 'must say from when, until when, on which days or between which hours',
  'criterion.parameter': 'is no parameter of {kind}',
  'criterion.pattern': 'must be {form}',
  'criterion.same-time': 'must be another time than the beginning',
  'criterion.time': 'is no such time',
  'customer-group.not-found': 'there is no such customer group',
  'customer.address': 'is none of this customer’s addresses',
  'customer.data-erased': 'the data of this customer has been erased: nothing can be written of it any more',
  'customer.nameless': 'is missing: a customer has a name, an e-mail, a phone number or a company',
  'customer.not-found': 'there is no such customer',
  'customer.of-walk-ins':
    'must stay empty: all walk-ins of the shop are booked on this customer, who is no one person',
  'customer.other-store': 'is that of a customer of another store',
  'organization.not-found': 'there is no such organization',
  'payment-method.cash-and-cards': 'cannot go with cash: what is paid is taken off a card',
  'payment-method.not-found': 'there is no such payment method',
  'payment-method.sends-invoice': 'sends an invoice, for which a walk-in gives no address',
  'price-group.base-currency': 'must be that of its base group: {currency}',
  'price-group.base-depth': 'would make groups derive more than {most} deep',
  'price-group.base-itself': 'derives from this group itself',
  'price-group.currency-fixed': 'cannot change: the group has prices, has sold, or others derive from it',
  'price-group.has-derived':
    'must stay: others derive from it, such as {name}; retire them first, or give them another base',
  'price-group.not-found': 'there is no such price group',
  'product.barcode-taken': 'is that of the product {sku}',
  'product.no-image': 'there is no such picture in the data of this shop',
  'product.no-variant': 'is no variant of the product',
  'product.no-variant-or-repeated': 'is no variant of the product, or stands more than once',
  'product.not-found': 'there is no such product',
  'product.sku-taken': 'is that of another product',
  'product.variant-retired': 'is that of a variant that is sold no more',
  'product.variant-sku-missing': 'is missing: the product has more than one variant',
  'product.variant-sku-repeated': 'is that of another variant of the product',
  'product.variant-sku-taken': 'is that of a variant of {sku}',
  'shipping-method.default-payment': 'must be one of paymentMethodIds',
  'shipping-method.delivers': 'brings goods to an address: a walk-in takes them along',
  'shipping-method.not-found': 'there is no such shipping method',
  'staff-member.name-taken': 'is somebody else’s: histories tell people by their names',
  'staff-member.too-many': 'there may be at most {most} people',
  'store.culture': 'must be a culture of the store: {cultures}',
  'store.currency': 'must be a currency of the store: {currencies}',
  'store.default-culture': 'must be one of the cultures: {cultures}',
  'store.iso-currency': 'must be a currency of ISO 4217: {code} is none',
  'store.time-zone': 'must be a time zone such as Europe/Copenhagen',
  'store.used-by-cart': '{what} is in use: 1 open cart',
  'store.used-by-carts': '{what} is in use: {carts} open carts',
  'store.used-by-groups': '{what} is in use: price groups {groups}',
  'store.used-by-groups-and-cart': '{what} is in use: price groups {groups}; 1 open cart',
  'store.used-by-groups-and-carts': '{what} is in use: price groups {groups}; {carts} open carts',
  'store.walk-in-country': 'needs a country of the shop',
  'tax-rate.default-retired': 'must be false for a rate that is retired',
  'tax-rate.not-found': 'there is no such tax rate',
  'till.name-taken': 'is that of another till',
} as const

export type FieldFaultCode = keyof typeof TEXTS

export const fieldFaultCodes = Object.keys(TEXTS) as readonly FieldFaultCode[]

/** A fault of a field that everybody can say in their own language. */
export interface FieldFault extends Said {
  readonly field: string
  readonly code: FieldFaultCode
}

/** None where its text has none. */
type ValuesOf<Code extends FieldFaultCode> = Values<(typeof TEXTS)[Code]>

/**
 * A fault of one of the kinds that there are, with the values of its text.
 * @param field as the body names it: `variants.0.barcodes.1`
 */
export function fieldFault<Code extends FieldFaultCode>(
  field: string,
  code: Code,
  ...[given]: ValuesOf<Code>
): FieldFault {
  return { field, code, ...filled(TEXTS[code], given) }
}

/**
 * What adds faults to a list.
 * @param within where their fields stand: `items.0.`
 */
export const faultsInto =
  (faults: FieldFault[], within = '') =>
  <Code extends FieldFaultCode>(field: string, code: Code, ...values: ValuesOf<Code>): void =>
    void faults.push(fieldFault(within + field, code, ...values))
