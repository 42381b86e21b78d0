import type { Database } from 'better-sqlite3'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import type { Settings } from './settings.ts'

type ProductRow = Omit<Product, 'taxRate' | 'currency'> & { readonly taxPpm: number }

/** The lists, whole and on one page. Reference lists never change here, so that their text is kept in memory. */
export function listOperations(db: Database, { currency, digits }: Settings) {
  const lists = db.prepare<[], { name: string; answer: string }>('select name, answer from lists').all()
  const products = db.prepare<[string | null], ProductRow>(`
    select sku, variantSku, barcode, name, catalogId, imageUrl, price, taxPpm from products where barcode = ?`)

  return {
    texts: lists.map(({ name, answer }) => ({ name, text: Buffer.from(answer) })),

    products: (query: URLSearchParams) => ({
      products: products.all(query.get('search')).map(({ price, taxPpm, ...product }) => ({
        ...product,
        price: price / 10 ** digits,
        taxRate: taxPpm / 1_000_000,
        currency: currency.isoCode,
      })),
      nextPagingToken: null,
    }),
  }
}
