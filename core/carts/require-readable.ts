import type { WriteDb } from '../database/engine.ts'
import { prepared } from '../database/queries/prepared.ts'
import { badRequest, said } from '../kernel/errors.ts'
import { MAX_PROPERTIES_IN_ALL, MAX_PROPERTY_BYTES } from './limits.ts'

/**
 * Holds what a cart has been given to what can be read at once; to be called when its properties have been written.
 * @param fields by which the caller has named a property, and its text
 * @throws CommerceError BadRequest where the properties of cart and lines are too many, or too long together
 */
export async function requireReadable(
  db: WriteDb,
  cartId: string,
  fields: { readonly property: string; readonly text: string },
): Promise<void> {
  const size = await propertySize.first(db, { cartId })
  if (Number(size?.properties) > MAX_PROPERTIES_IN_ALL) {
    const text = said`would be more than the ${{ most: MAX_PROPERTIES_IN_ALL }} that a cart and its lines may have together`
    throw badRequest('property.limit-in-all', text, fields.property)
  }
  if (Number(size?.bytes) > MAX_PROPERTY_BYTES) {
    const text = said`would make more than ${{ most: MAX_PROPERTY_BYTES / 1024 }} KiB of all properties of the cart and its lines`
    throw badRequest('property.size', text, fields.text)
  }
}

const propertySize = prepared((db, { cartId }: { cartId: string }) => {
  const ofCart = db.selectFrom('cart_properties').select(['key', 'value']).where('cart_id', '=', cartId)
  const ofLines = db.selectFrom('cart_line_properties').select(['key', 'value']).where('cart_id', '=', cartId)
  return db
    .selectFrom(ofCart.unionAll(ofLines).as('own'))
    .select((eb) => [
      eb.fn.countAll<number>().as('properties'),
      eb.fn
        .sum<number | null>(eb(eb.fn('octet_length', ['own.key']), '+', eb.fn('octet_length', ['own.value'])))
        .as('bytes'),
    ])
})
