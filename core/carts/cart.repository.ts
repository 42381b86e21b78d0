import { sql, type Selectable } from 'kysely'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import { addressIn, addressText, type AddressRecord } from '../customers/address.ts'
import type { AddressColumns } from '../customers/customer.table.ts'
import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { ofStore } from '../database/queries/of-store.ts'
import { prepared } from '../database/queries/prepared.ts'
import { etagOf } from '../http/etag.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, CommerceError, notFound, said, type Fault } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { ContentColumns } from '../orders/order.table.ts'
import {
  shipmentColumns,
  sortedProperties,
  toShipment,
  type DiscountRecord,
  type RecordProperties,
  type ShipmentRecord,
} from '../orders/order-contents.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { discountsOfCart, discountsOfCarts } from './cart-discount.repository.ts'
import { linesOf, linesOfCarts, type CartLineRecord } from './cart-line.repository.ts'
import type { CartTable } from './cart.table.ts'

export type CartRow = Selectable<CartTable>

/** What stands in the row of a cart of what it has once. */
export function contentColumns({
  billingAddress,
  shippingAddress,
  shipment,
}: Partial<Pick<CartGoods, 'billingAddress' | 'shippingAddress' | 'shipment'>>): ContentColumns {
  return {
    billing_address: addressText(billingAddress),
    shipping_address: addressText(shippingAddress),
    ...shipmentColumns(shipment),
  }
}

/** The columns of a cart of which nothing is known yet. */
export const emptyCart = {
  draft_since: null,
  placed_version: null,
  customer_from_bill: 0,
  line_count: 0,
  payment_total: 0,
  order_total: 0,
  discount: 0,
  discount_total: 0,
  name: null,
  name_search: '',
  walk_in: 0,
  reasoned_price_group_id: null,
  price_group_reason: null,
  price_group_reason_by: null,
  price_group_reason_at: null,
  ...contentColumns({}),
}

/** A cart with what its prices follow from, as stored. */
export interface CartGoods {
  readonly cart: CartRow
  readonly lines: readonly CartLineRecord[]
  readonly billingAddress: AddressRecord | undefined
  readonly shippingAddress: AddressRecord | undefined
  readonly shipment: ShipmentRecord | undefined
}

/** A cart with everything in it, as stored. */
export interface CartRecord extends CartGoods, RecordProperties {
  readonly discounts: readonly DiscountRecord[]
}

/** The columns that say when a cart has last been changed. */
export function changedAt(now: Date): Pick<CartRow, 'updated_at' | 'updated_period'> {
  const moment = timestamp(now)
  return { updated_at: moment, updated_period: moment.slice(0, TEN_MINUTES) }
}

/** Characters of a moment (ISO 8601 in UTC) up to the tens of its minutes. */
const TEN_MINUTES = 'yyyy-mm-ddThh:m'.length

type OfCart = Readonly<Record<'cartId', string>>

const findCartRow = async (db: ReadDb, storeId: string, cartId: string): Promise<CartRow | undefined> =>
  cartRow.first(db, { storeId, cartId })

const cartRow = prepared((db, { storeId, cartId }: { storeId: string; cartId: string }) =>
  db.selectFrom('carts').selectAll().where('id', '=', cartId).where(ofStore('store_id', storeId)),
)

/** @throws CommerceError NotFound; a cart of another store is not found either */
export const getCartRow = async (db: ReadDb, storeId: string, cartId: string): Promise<CartRow> =>
  found(await findCartRow(db, storeId, cartId))

/** The same for a change of the cart, or of its order: whoever changes either waits for its turn here. */
export const lockCartRow = async (db: WriteDb, storeId: string, cartId: string): Promise<CartRow> =>
  found(await cartRowForChange.first(db, { storeId, cartId }))

/** The same for a change of its order, which has the cart's id: who changes both locks the cart first. */
export const holdCart = async (db: WriteDb, storeId: string, cartId: string): Promise<void> =>
  void (await cartRowForChange.first(db, { storeId, cartId }))

const cartRowForChange = prepared((db, { storeId, cartId }: { storeId: string; cartId: string }) =>
  db.selectFrom('carts').selectAll().where('id', '=', cartId).where(ofStore('store_id', storeId)).forUpdate(),
)

function found(row: CartRow | undefined): CartRow {
  if (!row) throw notFound('cart.not-found', 'There is no such cart.')
  return row
}

/** @throws CommerceError BadRequest for a price group that does not sell in the cart's currency */
export function requireCartCurrency(cart: CartRow, { currency }: PriceGroupRecord): void {
  if (currency.id === cart.currency_id) return
  throw badRequest(
    'cart.currency',
    said`is in ${{ currency: currency.isoCode }}, which is not the cart's`,
    'priceGroupId',
  )
}

/** What a change is refused with where somebody else's has come before it, with the version there is now. */
export const cartChanged = ({ version }: CartRow, ...more: readonly Fault[]): CommerceError =>
  new CommerceError(
    'Conflict',
    'cart.changed',
    [{ text: 'The cart has been changed in the meantime; please read it again.' }, ...more],
    { etag: etagOf(version) },
  )

/**
 * Everything in a cart is asked for at once: a server is waited for once, and not for each part of it.
 * @param finding its row, which may have been asked for just before
 */
export async function loadCart(
  db: ReadDb,
  cartId: string,
  finding: CartRow | Promise<CartRow>,
): Promise<CartRecord> {
  const [goods, properties] = await Promise.all([
    loadGoods(db, cartId, finding),
    allProperties.all(db, { cartId }),
  ])
  const discounts = goods.cart.discount_total === 0 ? [] : await discountsOfCart(db, cartId)
  return { ...goods, ...sortedProperties(properties), discounts }
}

/** The same of several carts of a store, in one statement for each part of them; one that is not there is left out. */
export async function loadCarts(
  db: ReadDb,
  storeId: string,
  cartIds: readonly string[],
): Promise<CartRecord[]> {
  const [carts, properties, linesOfCart, discountsOf] = await Promise.all([
    db
      .selectFrom('carts')
      .selectAll()
      .where('id', 'in', cartIds)
      .where(ofStore('store_id', storeId))
      .execute(),
    propertiesIn(db, cartIds).execute(),
    linesOfCarts(db, cartIds),
    discountsOfCarts(db, cartIds),
  ])
  const byId = new Map(carts.map((cart) => [cart.id, cart]))
  const propertiesOfCart = grouped(properties, 'cart_id')
  return cartIds.flatMap((id) => {
    const cart = byId.get(id)
    if (!cart) return []
    return {
      ...goodsOf(cart, linesOfCart(id)),
      ...sortedProperties(propertiesOfCart(id)),
      discounts: discountsOf(id),
    }
  })
}

/** The same of what its prices follow from. */
export async function loadGoods(
  db: ReadDb,
  cartId: string,
  finding: CartRow | Promise<CartRow>,
): Promise<CartGoods> {
  const [cart, lines] = await Promise.all([finding, linesOf(db, cartId)])
  return goodsOf(cart, lines)
}

const goodsOf = (cart: CartRow, lines: readonly CartLineRecord[]): CartGoods => ({
  cart,
  lines,
  billingAddress: addressIn(cart.billing_address),
  shippingAddress: addressIn(cart.shipping_address),
  shipment: toShipment(cart),
})

/** The properties of the cart itself, in the order they were added. */
export const propertiesOf = async (db: ReadDb, cartId: string): Promise<PropertyColumns[]> =>
  cartProperties.all(db, { cartId })

const cartProperties = prepared((db, { cartId }: OfCart) =>
  db.selectFrom('cart_properties').select(['id', 'key', 'value']).where('cart_id', '=', cartId).orderBy('id'),
)

/** Those of the carts, whose line is null, and those of their lines. */
const propertiesIn = (db: ReadDb, cartIds: readonly string[]) =>
  db
    .selectFrom('cart_properties')
    .select(['id', 'key', 'value', 'cart_id', sql<string | null>`null`.as('line_id')])
    .where('cart_id', 'in', cartIds)
    .unionAll(
      db
        .selectFrom('cart_line_properties')
        .select(['id', 'key', 'value', 'cart_id', 'line_id'])
        .where('cart_id', 'in', cartIds),
    )
    .orderBy('id')

const allProperties = prepared((db, { cartId }: OfCart) => propertiesIn(db, [cartId]))

/** The addresses a cart has: billing, then shipping. */
export const addressesOf = ({ billingAddress, shippingAddress }: CartRecord): AddressRecord[] =>
  [billingAddress, shippingAddress].filter((address) => address !== undefined)

/** An address in the place of the one that a cart has, whose id stays. @returns what stands in the cart's row of it */
export const replaceAddress = (before: string | null, address: AddressColumns): string | null =>
  addressText({ id: addressIn(before)?.id ?? newId(), ...address })

/** Whether a cart goes by the name on its bill: it was given no customer, or has the one that placing it found there. */
export const isNamedByBill = (cart: Pick<CartRow, 'customer_id' | 'customer_from_bill'>): boolean =>
  cart.customer_id === null || cart.customer_from_bill === 1
