import * as access from '../access/client.schema.ts'
import * as token from '../access/token.schema.ts'
import * as carts from '../carts/cart.schema.ts'
import * as catalog from '../catalog/catalog.schema.ts'
import * as countries from '../countries/country.schema.ts'
import * as properties from '../custom-properties/custom-property.schema.ts'
import * as addresses from '../customers/address.schema.ts'
import * as customers from '../customers/customer.schema.ts'
import * as http from '../http/schema.ts'
import * as orderLines from '../orders/order-line.schema.ts'
import * as orders from '../orders/order.schema.ts'
import * as paymentMethods from '../payment-methods/payment-method.schema.ts'
import * as payments from '../orders/payments/payment.schema.ts'
import * as priceGroups from '../price-groups/price-group.schema.ts'
import * as promotions from '../promotions/promotion.schema.ts'
import * as setup from '../setup/setup.schema.ts'
import * as shippingMethods from '../shipping-methods/shipping-method.schema.ts'
import * as stores from '../stores/store.schema.ts'
import { isJson, type Json } from './json.ts'

/** Where two schemas are the same, the first one names both. */
const rooms = [
  customers,
  addresses,
  stores,
  countries,
  priceGroups,
  catalog,
  shippingMethods,
  paymentMethods,
  properties,
  promotions,
  orderLines,
  carts,
  payments,
  orders,
  access,
  token,
  setup,
  http,
]

/** Names schemas of objects as the code does, so that the document lists each once, under `components`. */
export class Components {
  readonly #names = new Map<string, string>()
  /** Those that the document refers to. */
  readonly schemas: Json = {}

  constructor() {
    for (const [name, schema] of rooms.flatMap((room) => Object.entries<unknown>(room))) {
      if (!isJson(schema) || schema.type !== 'object') continue
      const key = keyOf(schema)
      if (!this.#names.has(key)) this.#names.set(key, name)
    }
  }

  /** A schema with references in the place of those that have a name, itself included. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.refer(each))
    if (!isJson(schema)) return schema
    const isNullable = Array.isArray(schema.type) && schema.type.join() === 'object,null'
    const name = this.#names.get(keyOf(isNullable ? { ...schema, type: 'object' } : schema))
    if (name === undefined) return this.#parts(schema)
    if (!(name in this.schemas)) {
      this.schemas[name] = {}
      this.schemas[name] = this.#parts({ ...schema, type: 'object' })
    }
    const reference = { $ref: `#/components/schemas/${name}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  #parts(schema: Json): Json {
    const parts = Object.entries(schema).filter(isPublic)
    return Object.fromEntries(parts.map(([key, value]) => [key, this.refer(value)]))
  }
}

/** The words that only our validation knows are no part of the document. */
const isPublic = ([key]: [string, unknown]): boolean => !key.startsWith('x-')

/** The same text for the same schema, whatever the order of its members. */
function keyOf(schema: Json): string {
  return JSON.stringify(schema, (_key, value: unknown) =>
    isJson(value) ? Object.fromEntries(Object.entries(value).filter(isPublic).sort(byKey)) : value,
  )
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : Number(a > b))
