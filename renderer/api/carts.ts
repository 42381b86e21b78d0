import type { CartEvent, CartEventsAnswer } from '../../core/carts/cart-event.schema.ts'
import type { AddressBody } from '../../core/customers/address.schema.ts'
import type {
  AddLineAnswer,
  AddLineBody,
  Cart,
  CartPriceGroup,
  CartsAnswer,
  CartState,
  CartSummary,
  CreateCartAnswer,
  ShippingBody,
  UpdateCartBody,
} from '../../core/carts/cart.schema.ts'
import type { PromotionCode } from '../../core/promotions/promotion.schema.ts'
import { get, post, queryString, request, writeHeaders, type WriteOptions } from './client.ts'

export type { CartEvent } from '../../core/carts/cart-event.schema.ts'
export type {
  AddLineBody,
  Cart,
  CartLine,
  CartPriceGroup,
  CartState,
  CartSummary,
} from '../../core/carts/cart.schema.ts'
export type { AddressBody, CartAddress, CompleteAddressBody } from '../../core/customers/address.schema.ts'
export type { PromotionCode } from '../../core/promotions/promotion.schema.ts'
export type { WriteOptions } from './client.ts'

/** A cart with the version a write must name, so that two people on one cart notice each other. */
export interface VersionedCart {
  cart: Cart
  version: string | undefined
}

export function listCarts(
  query: { state?: CartState; search?: string; nextPagingToken?: string; maxItems?: number },
  signal?: AbortSignal,
): Promise<CartsAnswer> {
  return get('/carts', query, signal)
}

/** The cart as the list shows it, whatever its state; undefined where there is none of this id. */
export async function findCartSummary(cartId: string): Promise<CartSummary | undefined> {
  const { carts } = await listCarts({ search: cartId, maxItems: 1 })
  return carts.find((cart) => cart.id === cartId)
}

export function createCart(cultureCode: string, currency: string): Promise<CreateCartAnswer> {
  return post('/carts', { cultureCode, currency })
}

/** The cart, its totals as if it were placed with the payment method, fees included. */
export async function getCart(
  cartId: string,
  totals: { paymentMethodId?: string | undefined; priceGroupId?: string | undefined } = {},
): Promise<VersionedCart> {
  const { body, headers } = await request('GET', `${cartPath(cartId)}${queryString(totals)}`)
  return { cart: body as Cart, version: headers.get('etag') ?? undefined }
}

/** What has been done to the cart since a version of it, oldest first. */
export async function listCartEvents(cartId: string, since: number): Promise<CartEvent[]> {
  const path = `${cartPath(cartId)}/events`
  return (await get<CartEventsAnswer>(path, { since, maxItems: 1000 })).events
}

/** Versions count up, one for every change; NaN for none. */
export const numberOfVersion = (version: string | undefined): number => Number(/\d+/.exec(version ?? '')?.[0])

/** Every price group of the cart's currency: whether it is valid for the cart, why, and what the cart would cost in it. */
export async function listPriceGroupsOfCart(
  cartId: string,
  cultureCode: string,
  signal?: AbortSignal,
): Promise<CartPriceGroup[]> {
  const path = `${cartPath(cartId)}/price-groups`
  const query = { cultureCode, maxItems: 1000 }
  return (await get<{ priceGroups: CartPriceGroup[] }>(path, query, signal)).priceGroups
}

export async function addLine(
  cartId: string,
  line: AddLineBody,
  options: WriteOptions,
): Promise<AddLineAnswer> {
  return post(`${cartPath(cartId)}/lines`, line, writeHeaders(options))
}

export async function updateLine(
  cartId: string,
  lineId: string,
  change: { quantity?: number; price?: number },
  options: WriteOptions,
): Promise<void> {
  const path = `${cartPath(cartId)}/lines/${lineId}`
  await request('PATCH', path, { body: change, headers: writeHeaders(options) })
}

export async function removeLine(cartId: string, lineId: string, options: WriteOptions): Promise<void> {
  await request('DELETE', `${cartPath(cartId)}/lines/${lineId}`, { headers: writeHeaders(options) })
}

export async function updateCart(
  cartId: string,
  change: UpdateCartBody,
  options: WriteOptions,
): Promise<void> {
  await request('PATCH', cartPath(cartId), { body: change, headers: writeHeaders(options) })
}

export async function setBillingAddress(
  cartId: string,
  address: AddressBody,
  options: WriteOptions,
): Promise<void> {
  await post(`${cartPath(cartId)}/billing-address`, address, writeHeaders(options))
}

export async function setShipping(
  cartId: string,
  shipping: ShippingBody,
  options: WriteOptions,
): Promise<void> {
  await post(`${cartPath(cartId)}/shipping`, shipping, writeHeaders(options))
}

/** The codes that were given for the cart, with what each of them does there. */
export async function listPromotionCodes(cartId: string): Promise<PromotionCode[]> {
  const path = `${cartPath(cartId)}/promotion-codes`
  return (await get<{ promotionCodes: PromotionCode[] }>(path)).promotionCodes
}

/** Upper and lower case are the same. An unknown code is 404, one that the cart has 409. */
export async function addPromotionCode(cartId: string, code: string, options: WriteOptions): Promise<void> {
  await post(codePath(cartId, code), {}, writeHeaders(options))
}

export async function removePromotionCode(
  cartId: string,
  code: string,
  options: WriteOptions,
): Promise<void> {
  await request('DELETE', codePath(cartId, code), { headers: writeHeaders(options) })
}

export async function abandonCart(cartId: string): Promise<void> {
  await request('DELETE', cartPath(cartId))
}

function cartPath(cartId: string): string {
  return `/carts/${encodeURIComponent(cartId)}`
}

function codePath(cartId: string, code: string): string {
  return `${cartPath(cartId)}/promotion-codes/${encodeURIComponent(code)}`
}
