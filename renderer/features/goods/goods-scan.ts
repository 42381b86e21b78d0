import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { patiently } from '../../api/connection.ts'
import { createSerialQueue } from '../../ui/serial-queue.ts'
import { createKeptScans, type WaitingScan } from './kept-scans.ts'
import { keptInStore } from '../records/use-record-editor.ts'
import { findGoods, meantBy, type FoundGoods } from './find-goods.ts'

/** What became of a text that was scanned or typed. */
export type GoodsOutcome =
  | { readonly kind: 'added'; readonly goods: FoundGoods; readonly quantity: number }
  | { readonly kind: 'unknown' | 'no-quantity'; readonly text: string }
  /** There are as many different goods as there may be. */
  | { readonly kind: 'full'; readonly text: string }
  | { readonly kind: 'ambiguous'; readonly text: string; readonly goods: readonly FoundGoods[] }
  | { readonly kind: 'refused'; readonly text: string; readonly error: ApiError }

export interface GoodsScan {
  /** Adds the goods whose code it is, and no others; scans are worked through one after the other. */
  scan: (code: string) => Promise<GoodsOutcome>
  /** Adds the goods whose code or words were typed, where they fit one thing only. */
  enter: (text: string) => Promise<GoodsOutcome>
  choose: (goods: FoundGoods, quantity: number) => Promise<GoodsOutcome>
  /** What is still to be worked through; it survives a reload. */
  waiting: Readonly<ShallowRef<readonly WaitingScan[]>>
  /** Resolves once what waits now is worked through. @returns whether all of it has come to something */
  settled: () => Promise<boolean>
  last: Readonly<ShallowRef<GoodsOutcome | undefined>>
  /** What added nothing, oldest first, until somebody has seen it. */
  failures: Readonly<Ref<readonly GoodsOutcome[]>>
  report: (failure: GoodsOutcome) => void
  dismiss: (failure: GoodsOutcome) => void
}

/** What scanned goods are gathered in. */
interface Gathering {
  /** One more kind of goods, or more of one that is there. @returns false where there are as many different goods as there may be */
  readonly add: (goods: FoundGoods, quantity: number) => Promise<boolean>
}

/**
 * Gathers goods with the scanner.
 * @param culture of names and quantities
 * @param keptAs one of our keys, by which what waits survives a reload
 */
export function useGoodsScan({ add }: Gathering, culture: () => string, keptAs: string): GoodsScan {
  const kept = createKeptScans(keptInStore(keptAs))
  const queue = createSerialQueue()
  const last = shallowRef<GoodsOutcome>()
  const failures = ref<readonly GoodsOutcome[]>([])
  /** What still waits then stays where it is kept, for when the page is opened again. */
  let isLeft = false
  onScopeDispose(() => (isLeft = true))

  async function work(waiting: WaitingScan): Promise<GoodsOutcome> {
    const { text } = waiting
    const meant = await meantBy(waiting, culture(), (search) => patiently(() => findGoods(search, culture())))
    const [goods, ...others] = meant?.goods ?? []
    if (!meant) return { kind: 'no-quantity', text }
    if (!goods) return { kind: 'unknown', text }
    return others.length > 0 ? { kind: 'ambiguous', text, goods: meant.goods } : put(goods, meant.quantity)
  }

  async function put(goods: FoundGoods, quantity: number): Promise<GoodsOutcome> {
    return (await add(goods, quantity))
      ? { kind: 'added', goods, quantity }
      : { kind: 'full', text: goods.name }
  }

  async function take(waiting: WaitingScan): Promise<GoodsOutcome> {
    kept.add(waiting)
    return goOn(waiting)
  }
  async function goOn(waiting: WaitingScan): Promise<GoodsOutcome> {
    const outcome = await queue.add(async () => {
      const worked = await attempt(waiting.text, () => work(waiting))
      if (!isLeft) kept.remove(waiting)
      return worked
    })
    return settle(outcome)
  }

  async function attempt(text: string, step: () => Promise<GoodsOutcome>): Promise<GoodsOutcome> {
    try {
      return await step()
    } catch (error) {
      if (error instanceof ApiError) return { kind: 'refused', text, error }
      throw error
    }
  }

  function settle(outcome: GoodsOutcome): GoodsOutcome {
    last.value = outcome
    if (outcome.kind !== 'added' && outcome.kind !== 'ambiguous') report(outcome)
    return outcome
  }

  function report(failure: GoodsOutcome): void {
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
