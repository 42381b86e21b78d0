import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { patiently } from '../../api/connection.ts'
import { createSerialQueue } from '../../ui/serial-queue.ts'
import { createKeptScans, type WaitingScan } from '../carts/lines/kept-scans.ts'
import { keptInStore } from '../records/use-record-editor.ts'
import type { Adjusting } from './adjust-draft.ts'
import { findGoods, meantBy, type StockGoods } from './adjust-goods.ts'

/** What became of a text that was scanned or typed. */
export type AdjustOutcome =
  | { readonly kind: 'added'; readonly goods: StockGoods; readonly quantity: number }
  | { readonly kind: 'unknown' | 'no-quantity'; readonly text: string }
  /** There are as many goods as are saved at once. */
  | { readonly kind: 'full'; readonly text: string }
  | { readonly kind: 'ambiguous'; readonly text: string; readonly goods: readonly StockGoods[] }
  | { readonly kind: 'refused'; readonly text: string; readonly error: ApiError }

export interface AdjustScan {
  /** Adds the goods whose code it is, and no others; scans are worked through one after the other. */
  scan: (code: string) => Promise<AdjustOutcome>
  /** Adds the goods whose code or words were typed, where they fit one thing only. */
  enter: (text: string) => Promise<AdjustOutcome>
  choose: (goods: StockGoods, quantity: number) => Promise<AdjustOutcome>
  /** What is still to be worked through; it survives a reload. */
  waiting: Readonly<ShallowRef<readonly WaitingScan[]>>
  /** Resolves once what waits now is worked through. @returns whether all of it has come to something */
  settled: () => Promise<boolean>
  last: Readonly<ShallowRef<AdjustOutcome | undefined>>
  /** What added nothing, oldest first, until somebody has seen it. */
  failures: Readonly<Ref<readonly AdjustOutcome[]>>
  report: (failure: AdjustOutcome) => void
  dismiss: (failure: AdjustOutcome) => void
}

/** @param culture of names and quantities */
export function useAdjustScan(adjusting: Adjusting, culture: () => string): AdjustScan {
  const kept = createKeptScans(keptInStore('backcounter.adjust-scans'))
  const queue = createSerialQueue()
  const last = shallowRef<AdjustOutcome>()
  const failures = ref<readonly AdjustOutcome[]>([])
  /** What still waits then stays where it is kept, for when the page is opened again. */
  let isLeft = false
  onScopeDispose(() => (isLeft = true))

  async function work(waiting: WaitingScan): Promise<AdjustOutcome> {
    const { text } = waiting
    const meant = await meantBy(waiting, culture(), (search) => patiently(() => findGoods(search, culture())))
    const [goods, ...others] = meant?.goods ?? []
    if (!meant) return { kind: 'no-quantity', text }
    if (!goods) return { kind: 'unknown', text }
    return others.length > 0 ? { kind: 'ambiguous', text, goods: meant.goods } : put(goods, meant.quantity)
  }

  async function put(goods: StockGoods, quantity: number): Promise<AdjustOutcome> {
    return (await adjusting.add(goods, quantity))
      ? { kind: 'added', goods, quantity }
      : { kind: 'full', text: goods.name }
  }

  async function take(waiting: WaitingScan): Promise<AdjustOutcome> {
    kept.add(waiting)
    return goOn(waiting)
  }
  async function goOn(waiting: WaitingScan): Promise<AdjustOutcome> {
    const outcome = await queue.add(async () => {
      const worked = await attempt(waiting.text, () => work(waiting))
      if (!isLeft) kept.remove(waiting)
      return worked
    })
    return settle(outcome)
  }

  async function attempt(text: string, add: () => Promise<AdjustOutcome>): Promise<AdjustOutcome> {
    try {
      return await add()
    } catch (error) {
      if (error instanceof ApiError) return { kind: 'refused', text, error }
      throw error
    }
  }

  function settle(outcome: AdjustOutcome): AdjustOutcome {
    last.value = outcome
    if (outcome.kind !== 'added' && outcome.kind !== 'ambiguous') report(outcome)
    return outcome
  }

  function report(failure: AdjustOutcome): void {
    failures.value = [...failures.value, failure]
  }

  /** Nobody is at the field to choose: words that fit several goods are told as such. */
  async function resume(waiting: WaitingScan): Promise<void> {
    const outcome = await goOn(waiting)
    if (outcome.kind === 'ambiguous') report(outcome)
  }
  for (const waiting of kept.takeLeft()) void resume(waiting)

  return {
    scan: (code) => take({ text: code, isScanned: true }),
    enter: (text) => take({ text, isScanned: false }),
    choose: async (goods, quantity) =>
      settle(await queue.add(async () => attempt(goods.name, () => put(goods, quantity)))),
    waiting: kept.waiting,
    async settled() {
      const before = failures.value.length
      await queue.add(() => Promise.resolve())
      return failures.value.length <= before
    },
    last,
    failures,
    report,
    dismiss: (failure) => (failures.value = failures.value.filter((other) => other !== failure)),
  }
}
