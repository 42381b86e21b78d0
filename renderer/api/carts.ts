import type { CountAnswer } from '../../core/http/schema.ts'
import type { CartEvent, CartEventsAnswer } from '../../core/carts/cart-event.schema.ts'
import type { AddressBody } from '../../core/customers/address.schema.ts'
import type {
  AddLineBody,
  Cart,
  CartPriceGroup,
  CartPriceGroupsAnswer,
  CartsAnswer,
  CartsCountQuery,
  CartsQuery,
  CartSummary,
  CreateCartAnswer,
  ShippingBody,
  UpdateCartBody,
} from '../../core/carts/cart.schema.ts'
import type { LinePrice } from '../../core/carts/line-price.schema.ts'
import type { PromotionCode } from '../../core/promotions/promotion.schema.ts'
import { allOf } from './all-of.ts'
import { get, post, queryString, request, writeHeaders, type ListQuery, type WriteOptions } from './client.ts'
import type { SaleQuery } from './price-groups.ts'
import type { Method } from './transport.ts'

export type { CartEvent } from '../../core/carts/cart-event.schema.ts'
export type {
  AddLineBody,
  Cart,
  CartLine,
  CartPriceGroup,
  CartState,
  CartSummary,
  UpdateCartBody,
} from '../../core/carts/cart.schema.ts'
export type { AddressBody, CartAddress } from '../../core/customers/address.schema.ts'
export type { CustomProperty } from '../../core/custom-properties/custom-property.schema.ts'
export type { LinePrice, PriceStep } from '../../core/carts/line-price.schema.ts'
export type { PromotionCode } from '../../core/promotions/promotion.schema.ts'

/** A cart with the version a write must name, so that two people on one cart notice each other. */
export interface VersionedCart {
  cart: Cart
  version: string | undefined
}

/** How the order would be paid, for what it comes to. */
export interface PaidBy {
  paymentMethodId?: string | undefined
  priceGroupId?: string | undefined
}

/** What a change of a cart carries: its answer is the whole cart, with these totals. */
export interface ChangeOptions extends WriteOptions {
  totals: PaidBy
}

export function listCarts(query: ListQuery<CartsQuery>, signal?: AbortSignal): Promise<CartsAnswer> {
  return get('/carts', query, signal)
}

/** How many carts fit, as far as they are counted. */
export const countCarts = (query: CartsCountQuery, signal: AbortSignal): Promise<CountAnswer> =>
  get('/carts/count', query, signal)

/** The cart as the list shows it, whatever its state; undefined where there is none of this id. */
export async function findCartSummary(cartId: string): Promise<CartSummary | undefined> {
  const { carts } = await listCarts({ search: cartId, maxItems: 1 })
  return carts.find((cart) => cart.id === cartId)
}

/** A cart that no list shows before something is in it: nobody's yet, or a walk-in's. */
export function createCart(
  cultureCode: string,
  currency: string,
  walkIn: boolean,
): Promise<CreateCartAnswer> {
  return post('/carts', { cultureCode, currency, draft: true, ...(walkIn && { walkIn }) })
}

/** The path that answers the cart, its totals as if it were placed with the payment method, fees included. */
export const sourceOfCart = (cartId: string, totals: PaidBy = {}): string =>
  cartPath(cartId) + queryString({ ...totals })

/** What {@link sourceOfCart} leads to. */
export async function getCart(cartId: string, totals: PaidBy = {}): Promise<VersionedCart> {
  const { body, headers } = await request('GET', sourceOfCart(cartId, totals))
  return { cart: body as Cart, version: headers.get('etag') ?? undefined }
}

/** What has been done to the cart since a version of it, oldest first. */
export const listCartEvents = async (cartId: string, since: number): Promise<CartEvent[]> =>
  allOf(
    async (page) => get<CartEventsAnswer>(`${cartPath(cartId)}/events`, { since, ...page }),
    ({ events }) => events,
  )

/** Versions count up, one for every change; NaN for none. */
export const numberOfVersion = (version: string | undefined): number => Number(/\d+/.exec(version ?? '')?.[0])

/**
 * Every price group of the cart's currency: whether it is valid for the cart, why, and what the cart would cost in it.
 * @param filters what counts before what the cart itself says of the sale
 */
export async function listPriceGroupsOfCart(
  cartId: string,
  cultureCode: string,
  signal?: AbortSignal,
  filters: SaleQuery = {},
): Promise<CartPriceGroup[]> {
  const path = `${cartPath(cartId)}/price-groups`
  const query = { cultureCode, ...filters }
  return allOf(
    async (page) => get<CartPriceGroupsAnswer>(path, { ...query, ...page }, signal),
    ({ priceGroups }) => priceGroups,
  )
}

/** Why a line costs what it costs, and what it would cost in the other valid price groups. */
export const explainLine = (
  cartId: string,
  lineId: string,
  cultureCode: string,
  signal?: AbortSignal,
): Promise<LinePrice> => get(`${cartPath(cartId)}/lines/${lineId}/price`, { cultureCode }, signal)

export const addLine = (
  cartId: string,
  line: AddLineBody,
  options: ChangeOptions,
): Promise<VersionedCart & { lineId: string }> => change('POST', `${cartPath(cartId)}/lines`, options, line)

/** @param body money in major units without tax, null for the price of the list; the rate a fraction */
export const updateLine = (
  cartId: string,
  lineId: string,
  body: { quantity?: number; price?: number | null; taxRate?: number },
  options: ChangeOptions,
): Promise<VersionedCart> => change('PATCH', `${cartPath(cartId)}/lines/${lineId}`, options, body)

export const removeLine = (cartId: string, lineId: string, options: ChangeOptions): Promise<VersionedCart> =>
  change('DELETE', `${cartPath(cartId)}/lines/${lineId}`, options)

export const updateCart = (
  cartId: string,
  body: UpdateCartBody,
  options: ChangeOptions,
): Promise<VersionedCart> => change('PATCH', cartPath(cartId), options, body)

export const setBillingAddress = (
  cartId: string,
  address: AddressBody,
  options: ChangeOptions,
): Promise<VersionedCart> => change('POST', `${cartPath(cartId)}/billing-address`, options, address)

export const removeBillingAddress = (cartId: string, options: ChangeOptions): Promise<VersionedCart> =>
  change('DELETE', `${cartPath(cartId)}/billing-address`, options)

export const removeShipping = (cartId: string, options: ChangeOptions): Promise<VersionedCart> =>
  change('DELETE', `${cartPath(cartId)}/shipping`, options)

export const setShipping = (
  cartId: string,
  shipping: ShippingBody,
  options: ChangeOptions,
): Promise<VersionedCart> => change('POST', `${cartPath(cartId)}/shipping`, options, shipping)

/** What has properties: a cart, or one of its lines. */
export interface PropertyOwner {
  cartId: string
  lineId?: string | undefined
}

/** A key is there once: a second one of its name is 409. */
export const addProperty = (
  owner: PropertyOwner,
  property: { key: string; value: string },
  options: ChangeOptions,
): Promise<VersionedCart> => change('POST', propertiesPath(owner), options, property)

export const updateProperty = (
  owner: PropertyOwner,
  propertyId: string,
  value: string,
  options: ChangeOptions,
): Promise<VersionedCart> => change('PATCH', `${propertiesPath(owner)}/${propertyId}`, options, { value })

export const deleteProperty = (
  owner: PropertyOwner,
  propertyId: string,
  options: ChangeOptions,
): Promise<VersionedCart> => change('DELETE', `${propertiesPath(owner)}/${propertyId}`, options, {})

/** The codes that were given for the cart, with what each of them does there. */
export async function listPromotionCodes(cartId: string): Promise<PromotionCode[]> {
  const path = `${cartPath(cartId)}/promotion-codes`
  return (await get<{ promotionCodes: PromotionCode[] }>(path)).promotionCodes
}

/** A cart that has got or lost a code, with those that it has then. */
type CodesChange = Promise<VersionedCart & { promotionCodes: PromotionCode[] }>

/** Upper and lower case are the same. An unknown code is 404, one that the cart has 409. */
export const addPromotionCode = (cartId: string, code: string, options: ChangeOptions): CodesChange =>
  change('POST', codePath(cartId, code), options, {})

export const removePromotionCode = (cartId: string, code: string, options: ChangeOptions): CodesChange =>
  change('DELETE', codePath(cartId, code), options)

/** @param version that was seen; where it is another by now, the cart stays: 409 */
export async function abandonCart(cartId: string, version?: string): Promise<void> {
  await request('DELETE', cartPath(cartId), { headers: writeHeaders({ version }) })
}

async function change<T>(
  method: Method,
  path: string,
  { totals, ...options }: ChangeOptions,
  body?: object,
): Promise<VersionedCart & T> {
  const query = queryString({ include: 'cart', ...totals })
  const answer = await request(method, path + query, { body, headers: writeHeaders(options) })
  const version = answer.headers.get('etag') ?? undefined
  return { ...(answer.body as { cart: Cart } & T), version }
}

function cartPath(cartId: string): string {
  return `/carts/${encodeURIComponent(cartId)}`
}

function propertiesPath({ cartId, lineId }: PropertyOwner): string {
  return `${cartPath(cartId)}${lineId === undefined ? '' : `/lines/${lineId}`}/properties`
}

function codePath(cartId: string, code: string): string {
  return `${cartPath(cartId)}/promotion-codes/${encodeURIComponent(code)}`
}
