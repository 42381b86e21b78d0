import type { Database } from 'better-sqlite3'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import type { Country } from '../../../core/countries/country.schema.ts'
import type { Settings } from './settings.ts'

type ProductRow = Omit<Product, 'taxRate' | 'currency'> & { readonly taxPpm: number }

/** The lists, whole and on one page. */
export function listOperations(db: Database, { currency, digits }: Settings) {
  const countries = db.prepare<[], Country>('select cultureCode, id, name from countries order by isoCode')
  const products = db.prepare<[string | null], ProductRow>(`
    select sku, variantSku, barcode, name, catalogId, imageUrl, price, taxPpm from products where barcode = ?`)

  return {
    countries: () => ({ countries: countries.all(), nextPagingToken: null }),

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
