import { addLine } from '../carts/add-line.ts'
import { bestPriceGroup } from '../carts/best-price-group.ts'
import { cartFacts } from '../carts/cart-facts.ts'
import { getCartRow, replaceAddress } from '../carts/cart.repository.ts'
import { createCart } from '../carts/create-cart.ts'
import { setShipping } from '../carts/set-shipping.ts'
import { updateCart } from '../carts/update-cart.ts'
import {
  findPricedVariants,
  findVariants,
  getVariants,
  type VariantRecord,
} from '../catalog/product.repository.ts'
import { findCountry } from '../countries/country.repository.ts'
import { addressFields } from '../customers/address.ts'
import { findCustomerRow } from '../customers/customer.repository.ts'
import { findWalkInCustomer } from '../customers/walk-in-customer.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { updateRow } from '../database/queries/prepared.ts'
import { CommerceError, said, type Said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { getOrderRow, loadOrder, type OrderRecord } from '../orders/order.repository.ts'
import { priceGroupEvaluation } from '../price-groups/evaluate-price-group.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { findShippingTerms } from '../shipping-methods/shipping-method.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../stores/store.repository.ts'
import type { CopyOrderAnswer, LeftOut } from './copy-order.schema.ts'

/**
 * Copies an order into a new cart, to sell the same again: goods and delivery at today's prices, customer and addresses.
 * What is of the one order stays with it: its note, its properties, its codes.
 * @returns the cart's id, and what of the order is not sold so any more
 * @throws CommerceError NotFound; BadRequest, naming all goods, where none are sold any more
 */
export async function copyOrderToCart(
  db: WriteDb,
  context: Context,
  orderId: string,
): Promise<CopyOrderAnswer> {
  const found = await getOrderRow(db, context.storeId, orderId)
  const order = await loadOrder(db, found.id, found)
  const store = await getStore(db, context.storeId)
  const { isoCode: currency } = await getCurrency(db, found.currency_id)
  // In the language of the order, or the store's own where it has dropped that one.
  const culture = store.cultures.includes(found.culture_code) ? found.culture_code : store.defaultCulture
  const cartId = await createCart(db, context, { cultureCode: culture, currency })
  await copyCustomer(db, context, cartId, order)
  const groups = await groupsSoldAt(db, context, cartId, store, order)
  const notSold = await copyLines(db, context, cartId, { store, order, culture, groups })
  if (notSold.length === order.lines.length) throw nothingSold(notSold)
  const notDelivered = await copyShipment(db, context, cartId, { store, order, culture, groups })
  const leftOut = [...notSold, ...notDelivered]
  return leftOut.length === 0 ? { cartId } : { cartId, leftOut }
}

/** Who buys, and where the bill goes. */
async function copyCustomer(
  db: WriteDb,
  context: Context,
  cartId: string,
  { order, billingAddress }: OrderRecord,
): Promise<void> {
  if (billingAddress) {
    const { id: _, country_name: __, ...columns } = billingAddress
    await updateRow(db, 'carts', cartId, { billing_address: replaceAddress(null, columns) })
  }
  const walkIns = await findWalkInCustomer(db, context.storeId)
  const customer = await findCustomerRow(db, context.storeId, order.customer_id)
  if (walkIns?.id === order.customer_id) await updateCart(db, context, cartId, { walkIn: true })
  else if (customer?.state !== 'erased')
    await updateCart(db, context, cartId, { customerId: order.customer_id })
}

/** By the groups of an order those that its copy is sold at; undefined where there is none. */
type GroupsSoldAt = ReadonlyMap<string, PriceGroupRecord | undefined>

/**
 * The group of the order where it is offered and valid for the cart, which has no goods yet; in the place of another comes the
 * best that is valid, as for the first goods of a cart: whoever has left a club, or comes behind its hours, does not buy at its
 * prices unasked.
 */
async function groupsSoldAt(
  db: ReadDb,
  context: Context,
  cartId: string,
  store: StoreRecord,
  { lines, shipment }: OrderRecord,
): Promise<GroupsSoldAt> {
  const ids = new Set([...lines, ...(shipment ? [shipment] : [])].map(({ priceGroupId }) => priceGroupId))
  const groups = await Promise.all(Array.from(ids, async (id) => getPriceGroup(db, store.id, id)))
  const cart = await getCartRow(db, store.id, cartId)
  const facts = await cartFacts(db, store, cart, context.now)
  const evaluate = await priceGroupEvaluation(db, store, { culture: cart.culture_code, facts })
  const isSoldAt = (group: PriceGroupRecord): boolean => !group.isRetired && evaluate(group).valid
  const best = groups.every(isSoldAt) ? undefined : await bestPriceGroup(db, context, cart)
  // Where none is valid the order's own stays, and the counter asks why it is chosen.
  const instead = (group: PriceGroupRecord) => best ?? (group.isRetired ? undefined : group)
  return new Map(groups.map((group) => [group.id, isSoldAt(group) ? group : instead(group)]))
}

interface Copying {
  readonly store: StoreRecord
  readonly order: OrderRecord
  /** Of the cart. */
  readonly culture: string
  readonly groups: GroupsSoldAt
}

async function copyLines(
  db: WriteDb,
  context: Context,
  cartId: string,
  { store, order: { lines, lineProperties }, culture, groups }: Copying,
): Promise<LeftOut[]> {
  const variants = await getVariants(
    db,
    store.id,
    lines.map((line) => line.variantId),
  )
  const leftOut: LeftOut[] = []
  for (const { id: lineId, variantId, productName: name, priceGroupId, quantity } of lines) {
    const leave = (code: string, text: Said) => leftOut.push({ lineId, quantity, code, ...text })
    // Its number and its catalog may be others by now.
    const goods = variants.find((variant) => variant.variantId === variantId)
    const priceGroup = groups.get(priceGroupId)
    const isThis = (other: VariantRecord): boolean => other.variantId === variantId
    if (!goods || !(await findVariants(db, store.id, goods.sku)).some(isThis)) {
      leave('copy.not-sold', said`${{ name }} is not sold any more`)
    } else if (!priceGroup) {
      leave('copy.no-price-group', said`${{ name }} was sold in a price group that is offered no more`)
    } else if (!(await findPricedVariants(db, store, goods.sku, { culture, priceGroup })).some(isThis)) {
      leave('copy.no-price', said`${{ name }} has no price in its price group any more`)
    } else {
      await addLine(db, context, cartId, {
        sku: goods.sku,
        variantSku: goods.variantSku,
        quantity,
        priceGroupId: priceGroup.id,
        catalogId: goods.catalogId,
        cultureCode: culture,
        // The same goods may be too many for one line.
        addToExistingOrderline: false,
        customProperties: (lineProperties.get(lineId) ?? []).map(({ key, value }) => ({ key, value })),
      })
    }
  }
  return leftOut
}

/** The way of the goods and where they go, at the price of today. */
async function copyShipment(
  db: WriteDb,
  context: Context,
  cartId: string,
  { store, order: { shipment, shippingAddress: address }, culture, groups }: Copying,
): Promise<LeftOut[]> {
  if (!shipment || !address) return []
  const { shippingMethodId } = shipment
  const priceGroup = groups.get(shipment.priceGroupId)
  const country = await findCountry(db, store, address.country_id, culture)
  const destination = priceGroup && country && { countryId: country.id, priceGroup }
  if (!destination || !(await findShippingTerms(db, store.id, shippingMethodId, destination))) {
    const text = said`${{ name: shipment.shipmentName }} does not deliver there any more`
    return [{ code: 'copy.no-delivery', ...text }]
  }
  await setShipping(db, context, cartId, {
    priceGroupId: priceGroup.id,
    shippingMethodId,
    shippingAddress: {
      ...addressFields(address),
      countryId: address.country_id,
      email: address.email_address,
      mobileNumber: address.mobile_phone_number,
    },
  })
  return []
}

const nothingSold = (leftOut: readonly LeftOut[]): CommerceError =>
  new CommerceError('BadRequest', 'copy.nothing-sold', leftOut)
