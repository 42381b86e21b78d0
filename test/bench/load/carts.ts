import type { Server } from '../servers/server.ts'

/** A cart, and one more line in it of the product that is next. */
export interface GrowingCart {
  readonly cartId: string
  /** @returns the id of the line */
  add(): Promise<string>
}

/** Begins a cart with so many lines, each of its own. */
export async function makeCart(
  { client, shop }: Pick<Server, 'client' | 'shop'>,
  lines: number,
): Promise<GrowingCart> {
  const { cultureCode, priceGroupId } = shop
  const currency = shop.currency.isoCode
  const { cartId } = await client.post<{ cartId: string }>('/carts', { cultureCode, currency })
  let next = 0
  async function add(): Promise<string> {
    const product = shop.products[next++ % shop.products.length]
    if (!product) throw new Error('The demo shop has nothing to sell.')
    const { sku, variantSku, catalogId } = product
    const { lineId } = await client.post<{ lineId: string }>(`/carts/${cartId}/lines`, {
      ...{ sku, variantSku, catalogId, priceGroupId, cultureCode },
      addToExistingOrderline: false,
    })
    return lineId
  }
  for (let line = 0; line < lines; line++) await add()
  return { cartId, add }
}
