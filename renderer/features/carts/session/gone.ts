import {
  addLine,
  type AddLineBody,
  type Cart,
  type CartLine,
  type VersionedCart,
} from '../../../api/carts.ts'
import { goOnFor, whoBegins } from '../../../api/desk.ts'
import { listProductPrices } from '../../../api/price-groups.ts'
import type { Write } from './change.ts'
import type { CartSession } from './cart-session.ts'
import type { Meant } from './meant-cart.ts'

const hasLine = ({ orderLines }: Cart, lineId: string): boolean => orderLines.some(({ id }) => id === lineId)

const hasProperty = ({ customProperties, orderLines }: Cart, propertyId: string): boolean =>
  [customProperties, ...orderLines.map((line) => line.customProperties)]
    .flat()
    .some(({ id }) => id === propertyId)

/**
 * Removes a line or a property. Where it is gone by now, because it was pressed twice or somebody else has removed it as
 * well, that is what was meant.
 */
export const unlessGone =
  (id: string, remove: Write<VersionedCart>): Write<VersionedCart> =>
  async (options, cart, isKept) =>
    !cart || hasLine(cart, id) || hasProperty(cart, id)
      ? remove(options, cart, isKept)
      : { cart, version: options.version }

/** A line that was removed, to be added again: as a line of its own, even where the same goods are in the cart by now. */
export const bodyOfLine = (
  { sku, variantSku, quantity, priceGroupId, productCatalogId: catalogId, customProperties }: CartLine,
  cultureCode: string,
): AddLineBody => ({
  ...{ sku, variantSku, quantity, priceGroupId, catalogId, cultureCode },
  customProperties: customProperties.map(({ key, value }) => ({ key, value })),
  addToExistingOrderline: false,
})

/**
 * A change of a line. Where somebody else has removed the line and the clerk has kept the change, the line is added again
 * as the change leaves it.
 * @param cart that the line is in
 * @param write is given the line's id, which is another where the line has been added again
 */
export function onLine(
  session: Pick<CartSession, 'addedAgain'>,
  cart: Cart | undefined,
  lineId: string,
  meant: Meant,
  write: (lineId: string) => Write<VersionedCart>,
): Write<VersionedCart> {
  const position = (cart?.orderLines.findIndex(({ id }) => id === lineId) ?? -1) + 1
  const line = cart && meant(cart).orderLines.find(({ id }) => id === lineId)
  /** Found once: a line whose answer was lost is sent as it was. */
  let body: AddLineBody | undefined
  return async (options, now, isKept) => {
    const id = session.addedAgain.get(lineId) ?? lineId
    if (!isKept || !now || !line || hasLine(now, id)) return write(id)(options, now, isKept)
    const by = whoBegins()
    const sent = body ?? { ...bodyOfLine(line, now.cultureCode), ...(await ownTerms(line, now)), position }
    body = sent
    await goOnFor(by)
    const added = await addLine(now.id, sent, options)
    session.addedAgain.set(lineId, added.lineId)
    return added
  }
}

/** The price and the tax rate that somebody had set for a line: a rate that is not the list's. */
export async function ownTerms(
  { price, priceGroupId, priceIsSet, sku, taxRate, variantSku }: CartLine,
  { cultureCode }: Pick<Cart, 'cultureCode'>,
): Promise<Pick<AddLineBody, 'price' | 'taxRate'>> {
  const prices = await listProductPrices({ cultureCode, sku, variantSku: variantSku ?? undefined })
  const listed = prices.find(({ priceGroup }) => priceGroup.id === priceGroupId)
  return {
    ...(priceIsSet && { price }),
    ...(listed && listed.taxRate !== taxRate && { taxRate }),
  }
}
