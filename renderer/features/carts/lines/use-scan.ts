import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import { addLine, type WriteOptions } from '../../../api/carts.ts'
import { searchProducts, type Product } from '../../../api/catalog.ts'
import { ChangeUnsure, type CartSession } from '../session/cart-session.ts'
import { isUnusual } from './quantity.ts'
import { findExact, findFamily, readScan } from './scan-text.ts'
import type { LargeQuantities } from './use-large-quantities.ts'

/** What became of a text that was scanned or typed. */
export type ScanOutcome =
  | { kind: 'added'; product: Product; quantity: number; lineId: string }
  | { kind: 'unknown'; text: string }
  | { kind: 'ambiguous'; text: string; products: Product[] }
  | { kind: 'no-quantity'; text: string }
  | { kind: 'declined'; text: string }
  | { kind: 'refused'; text: string; error: ApiError }
  | { kind: 'unsure'; text: string }
/** Found, but so many of it that the clerk is asked first. */
type Many = { kind: 'many'; product: Product; quantity: number }

/** A scan that is not in the cart yet. */
export interface WaitingScan {
  text: string
}

export interface Scan {
  /** Adds the goods whose code it is, and no others; scans are worked through one after the other. */
  scan: (code: string) => Promise<ScanOutcome>
  /** Adds the goods whose code or words were typed, where they fit one thing only. */
  enter: (text: string) => Promise<ScanOutcome>
  add: (product: Product, quantity: number) => Promise<ScanOutcome>
  /** What is still to be worked through, in this order. */
  waiting: Readonly<ShallowRef<readonly WaitingScan[]>>
  last: Readonly<ShallowRef<ScanOutcome | undefined>>
  /** Scans that put nothing into the cart, oldest first, until the clerk has seen them. */
  failures: Readonly<Ref<readonly ScanOutcome[]>>
  /** Keeps a failure in sight; words that fit several products are only one where nobody is asked to choose. */
  report: (failure: ScanOutcome) => void
  dismiss: (failure: ScanOutcome) => void
}

const SUGGESTIONS = 12
/** Outcomes that are no failure: the clerk knows, or is about to choose. */
const UNREPORTED: readonly ScanOutcome['kind'][] = ['added', 'ambiguous', 'declined']

/** @param knownPriceGroup the group goods are added at, as soon as it is known; undefined where there is none */
export function useScan(
  cartId: string,
  session: CartSession,
  quantities: Pick<LargeQuantities, 'allow'>,
  knownPriceGroup: () => Promise<string | undefined>,
): Scan {
  const last = shallowRef<ScanOutcome>()
  const waiting = shallowRef<readonly WaitingScan[]>([])
  const failures = ref<readonly ScanOutcome[]>([])

  const culture = () => session.cart.value?.cultureCode ?? ''

  /**
   * What the text means exactly, in any of its readings; else what the first reading that finds anything fits: for a
   * scanned code only the goods of a family, never those that merely begin alike.
   */
  async function find(
    text: string,
    priceGroupId: string,
    isScanned: boolean,
  ): Promise<{ quantity: number; products: Product[] }> {
    let similar: { quantity: number; products: Product[] } = { quantity: 1, products: [] }
    for (const { quantity, code } of readScan(text)) {
      const query = { search: code, cultureCode: culture(), priceGroupId, maxItems: SUGGESTIONS }
      const found = await searchProducts(query)
      const exact = findExact(found, code)
      if (exact) return { quantity, products: [exact] }
      const products = isScanned ? findFamily(found, code) : found
      if (similar.products.length === 0) similar = { quantity, products }
    }
    return similar
  }

  async function findAndPut(
    text: string,
    isScanned: boolean,
    options: WriteOptions,
  ): Promise<ScanOutcome | Many> {
    if (readScan(text).length === 0) return { kind: 'no-quantity', text }
    const priceGroupId = await knownPriceGroup()
    if (priceGroupId === undefined) return { kind: 'unknown', text }
    const { quantity, products } = await find(text, priceGroupId, isScanned)
    const [product] = products
    if (!product) return { kind: 'unknown', text }
    if (products.length > 1) return { kind: 'ambiguous', text, products }
    return isUnusual(quantity, 0) ? { kind: 'many', product, quantity } : put(product, quantity, options)
  }

  async function put(product: Product, quantity: number, options: WriteOptions): Promise<ScanOutcome> {
    const priceGroupId = await knownPriceGroup()
    if (priceGroupId === undefined) return { kind: 'unknown', text: product.name }
    const { sku, variantSku, catalogId } = product
    const line = { sku, variantSku, catalogId, quantity, priceGroupId, cultureCode: culture() }
    const { lineId } = await addLine(cartId, line, options)
    return { kind: 'added', product, quantity, lineId }
  }

  /** Waits in sight for its turn, and leaves again. */
  async function queue<T>(text: string, write: (options: WriteOptions) => Promise<T>) {
    const mine: WaitingScan = { text }
    waiting.value = [...waiting.value, mine]
    try {
      return await session.change(write, { isRepeatable: true })
    } catch (error) {
      if (error instanceof ApiError) return { kind: 'refused' as const, text, error }
      if (error instanceof ChangeUnsure) return { kind: 'unsure' as const, text }
      throw error
    } finally {
      waiting.value = waiting.value.filter((other) => other !== mine)
    }
  }

  function settle(outcome: ScanOutcome): ScanOutcome {
    last.value = outcome
    if (!UNREPORTED.includes(outcome.kind)) report(outcome)
    return outcome
  }

  async function add(product: Product, quantity: number): Promise<ScanOutcome> {
    const isAllowed = await quantities.allow(product.name, quantity)
    if (!isAllowed) return settle({ kind: 'declined', text: product.name })
    return settle(await queue(product.name, (options) => put(product, quantity, options)))
  }

  async function take(text: string, isScanned: boolean): Promise<ScanOutcome> {
    const outcome = await queue(text, (options) => findAndPut(text, isScanned, options))
    return outcome.kind === 'many' ? add(outcome.product, outcome.quantity) : settle(outcome)
  }

  function report(failure: ScanOutcome): void {
    failures.value = [...failures.value, failure]
  }

  return {
    scan: (code) => take(code, true),
    enter: (text) => take(text, false),
    add,
    waiting,
    last,
    failures,
    report,
    dismiss: (failure) => (failures.value = failures.value.filter((other) => other !== failure)),
  }
}
