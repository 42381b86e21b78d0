import { CartsAnswer, CreateCartAnswer, AddLineAnswer, Cart } from '../../core/carts/cart.schema.ts'
import { CatalogsAnswer, ProductsAnswer, type Product } from '../../core/catalog/catalog.schema.ts'
import { CountriesAnswer } from '../../core/countries/country.schema.ts'
import { Order } from '../../core/orders/order.schema.ts'
import { PaymentMethodsAnswer } from '../../core/payment-methods/payment-method.schema.ts'
import { PlaceOrderAnswer, type PlaceOrderBody } from '../../core/orders/payments/payment.schema.ts'
import { PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
import { ShippingMethodsAnswer } from '../../core/shipping-methods/shipping-method.schema.ts'
import type { Answer } from './answer.ts'
import { Caller, type Transport } from './caller.ts'
import type { StoreCode } from './demo-template.ts'

/** What the demo stores are used with where a test does not say otherwise. */
const habits = {
  harbour: { cultureCode: 'en-GB', currency: 'EUR', priceGroup: 'Shop price, EUR', country: 'Denmark' },
  uptown: {
    cultureCode: 'en-US',
    currency: 'USD',
    priceGroup: 'Shop price, USD',
    country: 'United States of America',
  },
} as const

export interface CartChoices {
  readonly currency?: string
  readonly cultureCode?: string
  /** Name of the price group. */
  readonly priceGroup?: string
  /** Name of the country of both addresses. */
  readonly country?: string
  /** Name of the payment method. */
  readonly payment?: string
  /** Name of the shipping method; null leaves the cart without a delivery. */
  readonly shipping?: string | null
  /** Fields of the billing address that differ. */
  readonly billing?: object
  /** One quantity for each line. */
  readonly quantities?: readonly number[]
}

export interface PlacedOrder {
  readonly order: Order
  readonly paymentId: string
  readonly placing: PlaceOrderBody
}

/** A caller with a token of one store, who knows its shop: finds things by their names and makes carts and orders. */
export class Clerk extends Caller {
  readonly store: StoreCode
  readonly cultureCode: string
  readonly #known = new Map<string, Promise<string>>()

  constructor(transport: Transport, headers: Readonly<Record<string, string>>, store: StoreCode) {
    super(transport, headers)
    this.store = store
    this.cultureCode = habits[store].cultureCode
  }

  priceGroup = async (name: string = habits[this.store].priceGroup): Promise<string> =>
    this.#once(`price group ${name}`, async () => {
      const answer = await this.get('/price-groups', { cultureCode: this.cultureCode })
      return idOf(answer.ok(PriceGroupsAnswer).priceGroups, name)
    })

  country = async (name: string = habits[this.store].country): Promise<string> =>
    this.#once(`country ${name}`, async () =>
      idOf((await this.post('/countries')).ok(CountriesAnswer).countries, name),
    )

  catalog = async (name: string): Promise<string> =>
    this.#once(`catalog ${name}`, async () => {
      const query = { cultureCode: this.cultureCode, priceGroupId: await this.priceGroup() }
      return idOf((await this.get('/catalogs', query)).ok(CatalogsAnswer).catalogs, name)
    })

  paymentMethod = async (name = 'Cash', country?: string): Promise<string> =>
    this.#once(`payment method ${name}`, async () => {
      const query = { cultureCode: this.cultureCode, countryId: await this.country(country) }
      const answer = await this.post('/payment-methods', undefined, { query })
      return idOf(answer.ok(PaymentMethodsAnswer).paymentMethods, name)
    })

  shippingMethod = async (name: string, { country, priceGroup }: CartChoices = {}): Promise<string> =>
    this.#once(`shipping method ${name}`, async () => {
      const query = {
        cultureCode: this.cultureCode,
        countryId: await this.country(country),
        priceGroupId: await this.priceGroup(priceGroup),
      }
      return idOf(
        (await this.get('/shipping-methods', query)).ok(ShippingMethodsAnswer).shippingMethods,
        name,
      )
    })

  products = async (
    query: { search?: string; priceGroup?: string; maxItems?: number } = {},
  ): Promise<Product[]> => {
    const { priceGroup, ...rest } = query
    const priceGroupId = await this.priceGroup(priceGroup)
    return (await this.get('/products', { cultureCode: this.cultureCode, priceGroupId, ...rest })).ok(
      ProductsAnswer,
    ).products
  }

  /** The body of an address that may stand on a bill. */
  anAddress = async (fields: object = {}, country?: string) => ({
    firstName: 'Ida',
    lastName: 'Møller',
    line1: 'Havnegade 12',
    city: 'Skagen',
    postalCode: '9990',
    countryId: await this.country(country),
    email: 'ida.moller@example.com',
    mobileNumber: '+45 20 12 34 56',
    ...fields,
  })

  /** @returns the cart's id */
  aCart = async ({ currency, cultureCode }: CartChoices = {}): Promise<string> => {
    const habit = habits[this.store]
    const body = { cultureCode: cultureCode ?? habit.cultureCode, currency: currency ?? habit.currency }
    return (await this.post('/carts', body)).ok(CreateCartAnswer).cartId
  }

  /** The body that adds a product to a cart. */
  lineOf = async (product: Product, fields: object = {}, priceGroup?: string) => ({
    sku: product.sku,
    variantSku: product.variantSku,
    catalogId: product.catalogId,
    priceGroupId: await this.priceGroup(priceGroup),
    cultureCode: this.cultureCode,
    ...fields,
  })

  /** Adds a product, the first of the shop where none is named. @returns the line's id */
  addLine = async (
    cartId: string,
    product?: Product,
    fields: object = {},
    priceGroup?: string,
  ): Promise<string> => {
    const [first] = product
      ? [product]
      : await this.products({ maxItems: 1, ...(priceGroup && { priceGroup }) })
    if (!first) throw new Error('The shop sells nothing.')
    const answer = await this.post(`/carts/${cartId}/lines`, await this.lineOf(first, fields, priceGroup))
    return answer.ok(AddLineAnswer).lineId
  }

  setBilling = async (cartId: string, fields: object = {}, country?: string): Promise<void> => {
    success(await this.post(`/carts/${cartId}/billing-address`, await this.anAddress(fields, country)))
  }

  setShipping = async (cartId: string, name: string, choices: CartChoices = {}): Promise<void> => {
    const body = {
      priceGroupId: await this.priceGroup(choices.priceGroup),
      shippingMethodId: await this.shippingMethod(name, choices),
      shippingAddress: await this.anAddress({}, choices.country),
    }
    success(await this.post(`/carts/${cartId}/shipping`, body))
  }

  readCart = async (cartId: string): Promise<Cart> => (await this.get(`/carts/${cartId}`)).ok(Cart)

  readOrder = async (orderId: string): Promise<Order> => (await this.get(`/orders/${orderId}`)).ok(Order)

  openCarts = async () => (await this.get('/carts', { state: 'open' })).ok(CartsAnswer).carts

  /** A cart with goods, bill and delivery. @returns the body that places it */
  aCartReadyToPlace = async (choices: CartChoices = {}): Promise<PlaceOrderBody> => {
    const cartId = await this.aCart(choices)
    const quantities = choices.quantities ?? [1, 3]
    const { priceGroup } = choices
    const goods = await this.products({
      maxItems: Math.max(quantities.length, 1),
      ...(priceGroup && { priceGroup }),
    })
    for (const [index, quantity] of quantities.entries()) {
      await this.addLine(cartId, goods[index], { quantity }, priceGroup)
    }
    await this.setBilling(cartId, choices.billing, choices.country)
    const { shipping = this.store === 'harbour' ? 'Home delivery' : 'Ground parcel' } = choices
    if (shipping !== null) await this.setShipping(cartId, shipping, choices)
    return {
      cartId,
      paymentMethodId: await this.paymentMethod(choices.payment, choices.country),
      priceGroupId: await this.priceGroup(priceGroup),
      cultureCode: choices.cultureCode ?? this.cultureCode,
    }
  }

  anOrder = async (choices: CartChoices = {}): Promise<PlacedOrder> => {
    const placing = await this.aCartReadyToPlace(choices)
    const { paymentId } = (await this.post('/payments', placing)).ok(PlaceOrderAnswer)
    return { order: await this.readOrder(placing.cartId), paymentId, placing }
  }

  async #once(key: string, find: () => Promise<string>): Promise<string> {
    const found = this.#known.get(key) ?? find()
    this.#known.set(key, found)
    return found
  }
}

function idOf(rows: readonly { id: string; name: string }[], name: string): string {
  const row = rows.find((candidate) => candidate.name === name)
  if (!row)
    throw new Error(`There is no ${name} among ${rows.map((candidate) => candidate.name).join(', ')}.`)
  return row.id
}

const success = ({ failure, status, text }: Answer): void => {
  if (status !== 200) throw new Error(`${status}: ${failure ?? text}`)
}
