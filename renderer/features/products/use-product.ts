import {
  getManagedProduct,
  listProductEvents,
  replaceProduct,
  type ManagedProduct,
} from '../../api/products.ts'
import { useRecordEditor, type RecordEditor } from '../records/use-record-editor.ts'
import { bodyOf, formOf, isChanged, layFormOver, type ProductForm } from './product-form.ts'
import type { ProductTerms } from './product-terms.ts'

/** Under which a window keeps what was typed of one. */
export const productKeptAs = (key: string): string => `backcounter.product.${key}`

/**
 * A product of the shop, to be changed.
 * @param key its id, or its sku
 */
export function useProduct(key: string, terms: ProductTerms): RecordEditor<ManagedProduct, ProductForm> {
  return useRecordEditor<ManagedProduct, ProductForm>({
    keptAs: productKeptAs(key),
    load: (signal) => getManagedProduct(key, signal),
    save: (seen, form) => replaceProduct(seen, bodyOf(form, terms.termsOf(seen), seen).body),
    listEvents: ({ id }, maxItems) => listProductEvents(id, maxItems),
    formOf: (product) => formOf(product, terms.termsOf(product)),
    isChanged,
    layOver: layFormOver,
  })
}
