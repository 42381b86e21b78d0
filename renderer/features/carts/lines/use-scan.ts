import { getCurrentScope, nextTick, onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import { addLine, type AddLineBody } from '../../../api/carts.ts'
import { searchProducts, type Product } from '../../../api/catalog.ts'
import { lookUpGiftCard, type GiftCard } from '../../../api/gift-cards.ts'
import { patiently } from '../../../api/connection.ts'
import { whoBegins } from '../../../api/desk.ts'
import { ChangeDropped, ChangeUnsure, type Change } from '../session/change.ts'
import type { CartSession } from '../session/cart-session.ts'
import { orderOfPaper } from '../../orders/order-of-paper.ts'
import { tellStray } from '../../scanner/stray-scans.ts'
import { keptScans, type FoundProduct, type KeptScans, type WaitingScan } from '../../goods/kept-scans.ts'
import { isUnusual } from '../../goods/quantity.ts'
import { findExact, findFamily, readScan } from '../../goods/scan-text.ts'
import type { LargeQuantities } from './use-large-quantities.ts'

/** What became of a text that was scanned or typed. */
export type ScanOutcome =
  | { kind: 'added'; product: Product; quantity: number; lineId: string }
  | { kind: 'promotion'; text: string }
  | { kind: 'unknown'; text: string }
  /** No goods, but the paper of an order. */
  | { kind: 'order'; text: string; orderId: string; orderNumber: string }
  /** No goods, but a card that is paid with. */
  | { kind: 'gift-card'; text: string; card: GiftCard }
  | { kind: 'ambiguous'; text: string; products: Product[] }
  | { kind: 'no-quantity'; text: string }
  | { kind: 'declined'; text: string }
  | { kind: 'refused'; text: string; error: ApiError }
  | { kind: 'unsure'; text: string }
/** A duplicate of this tab has had the same scan waiting, and has added it. */
class AddedElsewhere extends Error {
  override readonly name = 'AddedElsewhere'
}
/** Found, but so many of it that the clerk is asked first. */
type Many = { kind: 'many'; found: FoundProduct }

export interface Scan {
  /** Adds the goods whose code it is, and no others, or the promotion whose code it is; scans are worked through one after the other. */
  scan: (code: string) => Promise<ScanOutcome>
  /** Adds the goods whose code or words were typed, where they fit one thing only. */
  enter: (text: string) => Promise<ScanOutcome>
  add: (product: Product, quantity: number) => Promise<ScanOutcome>
  /** What is still to be worked through, in this order. */
  waiting: Readonly<ShallowRef<readonly WaitingScan[]>>
  /** What still waited when the page was loaded anew, until the clerk has seen it. */
  resumed: Readonly<ShallowRef<readonly WaitingScan[]>>
  forgetResumed: () => void
  last: Readonly<ShallowRef<ScanOutcome | undefined>>
  /** Scans that put nothing into the cart, oldest first, until the clerk has seen them. */
  failures: Readonly<Ref<readonly ScanOutcome[]>>
  /** Keeps a failure in sight; words that fit several products are only one where nobody is asked to choose. */
  report: (failure: ScanOutcome) => void
  dismiss: (failure: ScanOutcome) => void
}

const SUGGESTIONS = 12
/** Outcomes after which nothing is left to be done, or that the clerk knows. */
const SETTLED: readonly ScanOutcome['kind'][] = ['added', 'promotion', 'declined']
/** Outcomes that are no failure: the clerk is about to choose, too. */
const UNREPORTED: readonly ScanOutcome['kind'][] = [...SETTLED, 'ambiguous']

/**
 * @param knownPriceGroup the group goods are added at, as soon as it is known; undefined where there is none
 * @param takeCode gives the cart a promotion code, where it is one
 * @param kept where scans wait; what is left there from before goes into the cart first
 */
export function useScan(
  cartId: string,
  session: CartSession,
  quantities: Pick<LargeQuantities, 'allow'>,
  knownPriceGroup: () => Promise<string | undefined>,
  takeCode: (code: string, change: Change) => Promise<boolean>,
  kept: KeptScans = keptScans(cartId),
): Scan {
  const resumed = shallowRef<readonly WaitingScan[]>(kept.takeLeft())
  const last = shallowRef<ScanOutcome>()
  const failures = ref<readonly ScanOutcome[]>([])

  /** What came too late for a cart that is an order, or abandoned, by now: it is told where that is shown. */
  const late: string[] = []
  let isLeft = false
  function tellLate(): void {
    if (late.length > 0) tellStray(late.splice(0))
  }
  if (getCurrentScope()) {
    onScopeDispose(() => {
      isLeft = true
      void nextTick(tellLate)
    })
  }

  const culture = () => session.cart.value?.cultureCode ?? 'en'

  /**
   * What the text means exactly, in any of its readings; else what the first reading that finds anything fits: for a
   * scanned code only the goods of a family, never those that merely begin alike.
   */
  async function find(
    { text, isScanned }: WaitingScan,
    priceGroupId: string,
  ): Promise<{ quantity: number; products: Product[] }> {
    let similar: { quantity: number; products: Product[] } = { quantity: 1, products: [] }
    for (const { quantity, code } of readScan(text, culture())) {
      const query = { search: code, cultureCode: culture(), priceGroupId, maxItems: SUGGESTIONS }
      const found = await patiently(() => searchProducts(query))
      const exact = findExact(found, code)
      if (exact) return { quantity, products: [exact] }
      const products = isScanned ? findFamily(found, code) : found
      if (similar.products.length === 0) similar = { quantity, products }
    }
    return similar
  }

  async function findAndPut(waiting: WaitingScan, change: Change): Promise<ScanOutcome | Many> {
    const { text } = waiting
    if (readScan(text, culture()).length === 0) return { kind: 'no-quantity', text }
    const priceGroupId = await knownPriceGroup()
    if (priceGroupId === undefined) return { kind: 'unknown', text }
    const { quantity, products } = await find(waiting, priceGroupId)
    const [product] = products
    if (!product) {
      if (waiting.isScanned && (await takeCode(text, change))) return { kind: 'promotion', text }
      const order = await patiently(() => orderOfPaper(text))
      if (order) return { kind: 'order', text, orderId: order.id, orderNumber: order.orderNumber }
      const card = waiting.isScanned ? await patiently(() => lookUpGiftCard(text)) : undefined
      return card ? { kind: 'gift-card', text, card } : { kind: 'unknown', text }
    }
    if (products.length > 1) return { kind: 'ambiguous', text, products }
    const found = { product, quantity }
    return isUnusual(quantity, 0) ? { kind: 'many', found } : put(waiting, found, change)
  }

  async function put(waiting: WaitingScan, found: FoundProduct, change: Change): Promise<ScanOutcome> {
    const { product, quantity } = found
    const { line: sentLine, options: sent } = waiting.sent ?? {}
    const line = sentLine ?? (await lineOf(found))
    if (!line) return { kind: 'unknown', text: product.name }
    const { lineId } = await change(
      async (options) => {
        // Also where another tab was first, and this one's version with it too old.
        if (kept.wasAdded(waiting)) throw new AddedElsewhere()
        kept.note(waiting, { found, sent: { line, options } })
        return addLine(cartId, line, options)
      },
      { isRepeatable: true, ...(sent && { sent }) },
    )
    kept.noteAdded(waiting)
    return { kind: 'added', product, quantity, lineId }
  }

  async function lineOf({ product, quantity }: FoundProduct): Promise<AddLineBody | undefined> {
    const priceGroupId = await knownPriceGroup()
    const { sku, variantSku, catalogId } = product
    return priceGroupId === undefined
      ? undefined
      : { sku, variantSku, catalogId, quantity, priceGroupId, cultureCode: culture() }
  }

  /** Waits in sight for its turn, and leaves again. */
  async function queue(waiting: WaitingScan): Promise<ScanOutcome | Many> {
    const { by, text, found } = waiting
    try {
      return await session.inTurn(
        (change) => (found ? put(waiting, found, change) : findAndPut(waiting, change)),
        by,
      )
    } catch (error) {
      if (error instanceof ApiError) return { kind: 'refused', text, error }
      if (error instanceof ChangeUnsure) return { kind: 'unsure', text }
      if (error instanceof ChangeDropped) {
        late.push(text)
        if (isLeft) tellLate()
      }
      if (error instanceof AddedElsewhere || error instanceof ChangeDropped) return { kind: 'declined', text }
      throw error
    } finally {
      kept.remove(waiting)
    }
  }

  function settle(outcome: ScanOutcome): ScanOutcome {
    last.value = outcome
    // Where it would be told, or asked, is not on the screen any more.
    if (isLeft && 'text' in outcome && !SETTLED.includes(outcome.kind)) tellStray([outcome.text])
    else if (!UNREPORTED.includes(outcome.kind)) report(outcome)
    return outcome
  }

  function take(scan: WaitingScan): Promise<ScanOutcome> {
    const waiting = { ...scan, by: whoBegins() }
    kept.add(waiting)
    return goOn(waiting)
  }

  async function goOn(waiting: WaitingScan): Promise<ScanOutcome> {
    const outcome = await queue(waiting)
    return outcome.kind === 'many' ? add(outcome.found.product, outcome.found.quantity) : settle(outcome)
  }

  async function add(product: Product, quantity: number): Promise<ScanOutcome> {
    const isAllowed = await quantities.allow({ name: product.name, quantity, of: { product } })
    if (!isAllowed) return settle({ kind: 'declined', text: product.name })
    return take({ text: product.name, isScanned: false, found: { product, quantity } })
  }

  /** What waited before: nobody is at the field to choose, so words that fit several products are told as such. */
  async function resume(waiting: WaitingScan): Promise<void> {
    const outcome = await goOn(waiting)
    if (outcome.kind === 'ambiguous') report(outcome)
  }
  for (const waiting of resumed.value) void resume(waiting)

  function report(failure: ScanOutcome): void {
    failures.value = [...failures.value, failure]
  }

  return {
    scan: (code) => take({ text: code, isScanned: true }),
    enter: (text) => take({ text, isScanned: false }),
    add,
    waiting: kept.waiting,
    resumed,
    forgetResumed: () => (resumed.value = []),
    last,
    failures,
    report,
    dismiss: (failure) => (failures.value = failures.value.filter((other) => other !== failure)),
  }
}
