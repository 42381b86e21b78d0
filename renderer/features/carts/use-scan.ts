import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { addLine } from '../../api/carts.ts'
import { searchProducts, type Product } from '../../api/catalog.ts'
import type { CartSession } from './cart-session.ts'
import { findExact, readScan } from './scan-text.ts'

/** What became of a text that was scanned or typed. */
export type ScanOutcome =
  | { kind: 'added'; product: Product; quantity: number; lineId: string }
  | { kind: 'unknown'; text: string }
  | { kind: 'ambiguous'; text: string; products: Product[] }
  | { kind: 'refused'; text: string; error: ApiError }

export interface Scan {
  /** Finds the goods a text means and adds them; scans are worked through one after the other. */
  scan: (text: string, priceGroupId: string) => Promise<ScanOutcome>
  add: (product: Product, quantity: number, priceGroupId: string) => Promise<ScanOutcome>
  last: Readonly<ShallowRef<ScanOutcome | undefined>>
  /** Scans that put nothing into the cart, oldest first, until the clerk has seen them. */
  failures: Readonly<Ref<readonly ScanOutcome[]>>
  /** Keeps a failure in sight; words that fit several products are only one where nobody is asked to choose. */
  report: (failure: ScanOutcome) => void
  dismiss: (failure: ScanOutcome) => void
}

const SUGGESTIONS = 12

export function useScan(cartId: string, session: CartSession): Scan {
  const last = shallowRef<ScanOutcome>()
  const failures = ref<readonly ScanOutcome[]>([])

  function culture(): string {
    return session.cart.value?.cultureCode ?? ''
  }

  async function find(
    text: string,
    priceGroupId: string,
  ): Promise<{ quantity: number; products: Product[] }> {
    for (const { quantity, code } of readScan(text)) {
      const products = await searchProducts({
        search: code,
        cultureCode: culture(),
        priceGroupId,
        maxItems: SUGGESTIONS,
      })
      const exact = findExact(products, code)
      if (exact) return { quantity, products: [exact] }
      if (products.length > 0) return { quantity, products }
    }
    return { quantity: 1, products: [] }
  }

  async function put(
    product: Product,
    quantity: number,
    priceGroupId: string,
    options: Parameters<typeof addLine>[2],
  ): Promise<ScanOutcome> {
    const { sku, variantSku, catalogId } = product
    const line = { sku, variantSku, catalogId, quantity, priceGroupId, cultureCode: culture() }
    const { lineId } = await addLine(cartId, line, options)
    return { kind: 'added', product, quantity, lineId }
  }

  async function settle(text: string, work: Promise<ScanOutcome>): Promise<ScanOutcome> {
    const outcome = await work.catch((error: unknown): ScanOutcome => {
      if (error instanceof ApiError) return { kind: 'refused', text, error }
      throw error
    })
    last.value = outcome
    if (outcome.kind === 'unknown' || outcome.kind === 'refused') report(outcome)
    return outcome
  }

  function report(failure: ScanOutcome): void {
    failures.value = [...failures.value, failure]
  }

  return {
    scan: (text, priceGroupId) =>
      settle(
        text,
        session.change(
          async (options): Promise<ScanOutcome> => {
            const { quantity, products } = await find(text, priceGroupId)
            const [product] = products
            if (!product) return { kind: 'unknown', text }
            if (products.length > 1) return { kind: 'ambiguous', text, products }
            return put(product, quantity, priceGroupId, options)
          },
          { isRepeatable: true },
        ),
      ),
    add: (product, quantity, priceGroupId) =>
      settle(
        product.name,
        session.change((options) => put(product, quantity, priceGroupId, options), { isRepeatable: true }),
      ),
    last,
    failures,
    report,
    dismiss: (failure) => (failures.value = failures.value.filter((other) => other !== failure)),
  }
}
