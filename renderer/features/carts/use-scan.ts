import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { addLine, type WriteOptions } from '../../api/carts.ts'
import { searchProducts, type Product } from '../../api/catalog.ts'
import { ChangeUnsure, type CartSession } from './cart-session.ts'
import { findExact, readScan } from './scan-text.ts'

/** What became of a text that was scanned or typed. */
export type ScanOutcome =
  | { kind: 'added'; product: Product; quantity: number; lineId: string }
  | { kind: 'unknown'; text: string }
  | { kind: 'ambiguous'; text: string; products: Product[] }
  | { kind: 'refused'; text: string; error: ApiError }
  | { kind: 'unsure'; text: string }

export interface Scan {
  /** Finds the goods a text means and adds them; scans are worked through one after the other. */
  scan: (text: string) => Promise<ScanOutcome>
  add: (product: Product, quantity: number) => Promise<ScanOutcome>
  last: Readonly<ShallowRef<ScanOutcome | undefined>>
  /** Scans that put nothing into the cart, oldest first, until the clerk has seen them. */
  failures: Readonly<Ref<readonly ScanOutcome[]>>
  /** Keeps a failure in sight; words that fit several products are only one where nobody is asked to choose. */
  report: (failure: ScanOutcome) => void
  dismiss: (failure: ScanOutcome) => void
}

const SUGGESTIONS = 12

/** @param knownPriceGroup the group goods are added at, as soon as it is known; undefined where there is none */
export function useScan(
  cartId: string,
  session: CartSession,
  knownPriceGroup: () => Promise<string | undefined>,
): Scan {
  const last = shallowRef<ScanOutcome>()
  const failures = ref<readonly ScanOutcome[]>([])

  const culture = () => session.cart.value?.cultureCode ?? ''

  /** What the text means exactly, in any of its readings; else what the first reading that finds anything fits. */
  async function find(
    text: string,
    priceGroupId: string,
  ): Promise<{ quantity: number; products: Product[] }> {
    let similar: { quantity: number; products: Product[] } = { quantity: 1, products: [] }
    for (const { quantity, code } of readScan(text)) {
      const query = { search: code, cultureCode: culture(), priceGroupId, maxItems: SUGGESTIONS }
      const products = await searchProducts(query)
      const exact = findExact(products, code)
      if (exact) return { quantity, products: [exact] }
      if (similar.products.length === 0) similar = { quantity, products }
    }
    return similar
  }

  async function findAndPut(text: string, options: WriteOptions): Promise<ScanOutcome> {
    const priceGroupId = await knownPriceGroup()
    if (priceGroupId === undefined) return { kind: 'unknown', text }
    const { quantity, products } = await find(text, priceGroupId)
    const [product] = products
    if (!product) return { kind: 'unknown', text }
    if (products.length > 1) return { kind: 'ambiguous', text, products }
    return put(product, quantity, options)
  }

  async function put(product: Product, quantity: number, options: WriteOptions): Promise<ScanOutcome> {
    const priceGroupId = await knownPriceGroup()
    if (priceGroupId === undefined) return { kind: 'unknown', text: product.name }
    const { sku, variantSku, catalogId } = product
    const line = { sku, variantSku, catalogId, quantity, priceGroupId, cultureCode: culture() }
    const { lineId } = await addLine(cartId, line, options)
    return { kind: 'added', product, quantity, lineId }
  }

  async function settle(
    text: string,
    write: (options: WriteOptions) => Promise<ScanOutcome>,
  ): Promise<ScanOutcome> {
    const outcome = await session
      .change(write, { isRepeatable: true })
      .catch((error: unknown): ScanOutcome => {
        if (error instanceof ApiError) return { kind: 'refused', text, error }
        if (error instanceof ChangeUnsure) return { kind: 'unsure', text }
        throw error
      })
    last.value = outcome
    if (outcome.kind !== 'added' && outcome.kind !== 'ambiguous') report(outcome)
    return outcome
  }

  function report(failure: ScanOutcome): void {
    failures.value = [...failures.value, failure]
  }

  return {
    scan: (text) => settle(text, (options) => findAndPut(text, options)),
    add: (product, quantity) => settle(product.name, (options) => put(product, quantity, options)),
    last,
    failures,
    report,
    dismiss: (failure) => (failures.value = failures.value.filter((other) => other !== failure)),
  }
}
