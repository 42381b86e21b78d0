import { share } from '../../../money.ts'
import { toMinor, toPpm, type Shop } from '../../../shop.ts'
import type { Connections } from '../connections.ts'
import { statement } from '../statements.ts'

/** What a cart's line is made of. */
export interface Goods {
  readonly variantId: string
  readonly name: string
  readonly catalogId: string
  readonly price: number
  readonly tax: number
  readonly taxPpm: number
}

/** Everything with a barcode, as a line keeps it, by its `keyOf`. */
export async function goodsOf(
  connections: Connections,
  { digits, products }: Shop,
): Promise<ReadonlyMap<string, Goods>> {
  const rows = await connections.use(async (send) =>
    send<{ id: string; sku: string; variant_sku: string | null }>(
      statement(
        'goods',
        'select variant.id, sku, variant_sku from variants variant join products on products.id = product_id',
      ),
      [],
    ),
  )
  const ids = new Map(rows.map(({ id, sku, variant_sku }) => [keyOf(sku, variant_sku), id]))
  return new Map(
    products.map(({ sku, variantSku, name, catalogId, ...money }) => {
      const key = keyOf(sku, variantSku)
      const price = toMinor(money.price, digits)
      const taxPpm = toPpm(money.taxRate)
      const tax = share(price, taxPpm)
      return [key, { variantId: ids.get(key) ?? '', name, catalogId, price, tax, taxPpm }]
    }),
  )
}

/** Names goods by both of their SKUs. */
export const keyOf = (sku: string, variantSku: string | null): string => `${sku} ${variantSku ?? ''}`
