import { asJson, isJson, type Json } from './json.ts'

const CART = '0199a0b0-5c1e-7a42-9d3b-6f0e8c2b1a47'
const TIME = '2026-11-20T09:30:00.000Z'
const TOKEN = 'Zk3v0sX1mJ8qT5nB7rLwC2yUeHdPgAaFiOtKxVbN6M4'

/**
 * What fields hold in examples, by their name, or by the name of what they are in and their own. The money is that of
 * one order: two at 100.00 with 25 % tax, and a delivery for 40.00.
 */
const values: Readonly<Record<string, unknown>> = {
  access_token: TOKEN,
  actor: 'Till',
  additionalAddresses: null,
  addressName: 'Billing',
  allowedOrigins: ['https://shop.example'],
  amount: 300,
  barcode: '5701234567899',
  city: 'Skagen',
  client_id: CART,
  client_secret: TOKEN,
  clientSecret: TOKEN,
  code: TOKEN,
  companyName: null,
  countryCode: 'DK',
  cultureCode: 'en-GB',
  currency: 'EUR',
  customerName: 'Ida Møller',
  database: 'ok',
  defaultCultureCode: 'en-GB',
  'criteria.description': 'For members of the group Trade.',
  'criteria.reason': 'The customer is one.',
  description: null,
  discount: 0,
  discounts: [],
  displayName: 'Cash',
  'shippingMethods.displayName': 'Home delivery',
  discountTotal: 0,
  email: 'ida.moller@example.com',
  emailAddress: 'ida.moller@example.com',
  expires_in: 300,
  'events.kind': 'placed',
  'events.text': 'Order placed.',
  fee: 0,
  'fees.amount': 0,
  feePercent: 0,
  feePercentage: 0,
  feeTotal: 0,
  firstName: 'Ida',
  grant_type: 'client_credentials',
  imageUrl: null,
  isoCode: 'EUR',
  key: 'engraving',
  kind: 'customerGroup',
  lastName: 'Møller',
  line1: 'Havnegade 12',
  lineCount: 1,
  mobileNumber: '+45 20 12 34 56',
  mobilePhoneNumber: '+45 20 12 34 56',
  name: 'Harbour',
  'billingCurrency.isoCode': 'EUR',
  'catalogs.name': 'Clothing',
  'countries.name': 'Denmark',
  'country.cultureCode': 'da-DK',
  'country.name': 'Denmark',
  'defaultPaymentMethod.name': 'Cash',
  'eligiblePaymentMethods.name': 'Cash',
  'inheritedFrom.name': 'Shop price, EUR',
  'paymentMethod.name': 'Cash',
  'paymentMethods.name': 'Cash',
  'priceGroups.name': 'Shop price, EUR',
  'shippingMethod.name': 'Home delivery',
  'shippingMethods.name': 'Home delivery',
  'orderStatus.name': 'New order',
  note: null,
  orderNumber: 'H-10001',
  orderTotal: 300,
  orderProperties: [],
  paymentMethodProperties: [],
  paymentTotal: 0,
  'payments.refunded': 0,
  'payments.state': 'Captured',
  'payments.tax': null,
  'payments.taxRate': null,
  paymentUrl: `http://127.0.0.1:4780/api/v1/checkout?payment=${CART}&paymentMethod=${CART}`,
  phoneNumber: null,
  postalCode: '9990',
  price: 100,
  productName: 'Sailing jacket',
  quantity: 2,
  reason: 'The customer has changed their mind.',
  redirectUris: ['https://shop.example/back'],
  refresh_token: TOKEN,
  scope: 'storefront',
  search: 'møller',
  shipmentDiscount: 0,
  shipmentName: 'Home delivery',
  shipmentPrice: 40,
  shipmentPriceTotal: 50,
  'shipments.tax': 10,
  'shipments.vat': 10,
  shippingTotal: 50,
  sku: 'JACKET',
  state: null,
  'carts.state': 'open',
  status: 'ok',
  subTotal: 250,
  success: true,
  tax: 60,
  'orderLines.tax': 25,
  taxRate: 0.25,
  timeZone: 'Europe/Copenhagen',
  'ManagedStoreBody.cultures': ['en-GB', 'da-DK'],
  'ManagedStoreBody.currencies': ['EUR', 'DKK'],
  pin: '2580',
  newPin: '2580',
  tokenSeconds: 300,
  total: 250,
  unitDiscount: 0,
  value: 'For Ida',
  variantSku: 'JACKET-RED-M',
  vat: 60,
  vatRate: 0.25,
  version: '1.0.0',
  views: 'miniCart',
  miniCart: null,
  nextPagingToken: null,
  // Either or: what belongs together.
  SetupBody: { code: TOKEN, shop: 'demo' },
  TokenBody: { grant_type: 'client_credentials', client_id: CART, client_secret: TOKEN },
  // Needs a scope that few have.
  'AddLineBody.price': undefined,
  'AddLineBody.position': undefined,
  // Of another cart than the one above.
  'PlaceOrderBody.expectedTotal': undefined,
  'UpdateLineBody.price': undefined,
  'UpdateLineBody.taxRate': undefined,
}

/** Makes a value that a schema allows, as it may stand in a request or an answer. */
export class Examples {
  readonly #schemas: Json

  /** @param schemas those that references lead to */
  constructor(schemas: Json) {
    this.#schemas = schemas
  }

  of(schema: unknown, name = '', parent = ''): unknown {
    const { $ref, anyOf, const: only, enum: choices, examples, type, format } = asJson(schema)
    const known = values[`${parent}.${name}`] ?? values[name]
    if (typeof $ref === 'string') {
      const target = $ref.split('/').at(-1) ?? ''
      return this.of(this.#schemas[target], name || parent || target, parent)
    }
    if (Array.isArray(anyOf)) {
      const mayBeNull = anyOf.some((choice) => asJson(choice).type === 'null')
      return known === null && mayBeNull ? null : this.of(anyOf[0], name, parent)
    }
    if (only !== undefined) return only
    if (Array.isArray(choices)) return choices[0] as unknown
    const types: readonly unknown[] = [type].flat()
    if (known === null ? types.includes('null') : types.some((each) => isOf(known, each))) return known
    if (Array.isArray(examples)) return examples[0] as unknown
    if (types.includes('object')) return this.#object(asJson(schema), name || parent)
    if (types.includes('array')) return [this.of(asJson(schema).items, '', name || parent)]
    if (types.includes('null')) return null
    if (types.includes('boolean')) return true
    if (types.includes('integer') || types.includes('number')) return 1
    return format === 'uuid' ? CART : format === 'date-time' ? TIME : 'Text'
  }

  #object(schema: Json, name: string): Json {
    const isMeant = (field: string): boolean =>
      !(`${name}.${field}` in values) || values[`${name}.${field}`] !== undefined
    const fields = Object.entries(asJson(schema.properties)).filter(([field]) => isMeant(field))
    return Object.fromEntries(fields.map(([field, each]) => [field, this.of(each, field, name)]))
  }
}

function isOf(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'object':
      return isJson(value)
    default:
      return typeof value === type
  }
}
