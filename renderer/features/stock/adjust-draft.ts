import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { ApiError, toApiError, type Fault } from '../../api/api-error.ts'
import { patiently } from '../../api/connection.ts'
import { goOnFor, whoBegins } from '../../api/desk.ts'
import { adjustStock, quantityInStock, type AdjustmentKind, type AdjustStockBody } from '../../api/stock.ts'
import { isAnswer, tellable, type Begun } from '../../api/tries.ts'
import { faultText } from '../../ui/fault-text.ts'
import { keptTry } from '../../ui/kept-try.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLive } from '../../ui/use-live.ts'
import { keptInStore } from '../records/use-record-editor.ts'
import type { FoundGoods } from '../goods/find-goods.ts'

export const ADJUSTMENT_KINDS: readonly AdjustmentKind[] = ['receive', 'count', 'write-off']
/** What the texts of each are called. */
export const KIND_TEXTS = { receive: 'receive', count: 'count', 'write-off': 'writeOff' } as const

/** So many different goods are written at once. */
export const MOST_GOODS = 500

/** Some goods, and how many of them were counted, came or are lost. */
export interface AdjustLine extends Pick<FoundGoods, 'id' | 'sku' | 'variantSku' | 'name'> {
  quantity: number
  /** As somebody has seen it here: null where no stock of it is kept. */
  inStock: number | null
}

interface Draft {
  kind: AdjustmentKind
  reason: string
  lines: AdjustLine[]
  /** Under which it is written, once: whoever duplicates the tab has the same twice. Another one after each refusal. */
  key: string
}
/** The one after a key that something was refused under: in every tab that has it the same, as it is written once, whichever saves it anew. */
function keyAfter(key: string): string {
  const [id, nth = '0'] = key.split('.')
  return `${id}.${Number(nth) + 1}`
}
const emptyDraft = (kind: AdjustmentKind): Draft => ({ kind, reason: '', lines: [], key: '' })

/** What was saved last. */
export interface Adjusted {
  readonly kind: AdjustmentKind
  readonly goods: number
  readonly pieces: number
}

/** Lines that were taken out, and where they stood. */
type Removed = readonly { readonly line: AdjustLine; readonly at: number }[]

export interface Adjusting {
  /** What is entered; it survives a reload and leaving the page. */
  draft: Ref<Draft>
  /** What was scanned or chosen last; something else each time, though it may be of the same line. */
  latest: Readonly<Ref<{ readonly lineId: string } | undefined>>
  /** One more line, or more of one that is there. @returns false where there are as many different goods as there may be */
  add: (goods: FoundGoods, quantity: number) => Promise<boolean>
  remove: (line: AdjustLine) => void
  /** Takes all out. */
  discard: () => void
  /** What was taken out last. */
  removed: Readonly<Ref<Removed>>
  bringBack: () => void
  dismissRemoved: () => void
  /** How many there will be; null where no stock of it is kept then either. */
  after: (line: AdjustLine) => number | null
  /** What is wrong at a line, by its id. */
  faults: Readonly<Ref<Readonly<Record<string, string>>>>
  forgetFault: (line: AdjustLine) => void
  setLocal: (faults: Readonly<Record<string, string>>) => void
  /** What was refused beside that. */
  error: Readonly<Ref<ApiError | undefined>>
  /** Whether it was sent and no answer has come: until then nothing of it is changed, for it may be written. */
  isSent: ComputedRef<boolean>
  isSaving: Readonly<Ref<boolean>>
  /** Resolves once nothing is sent that was not answered. */
  whenAnswered: () => Promise<void>
  /** Writes all of it, once, however often it is asked for, in the name of who asks last. @returns whether it is written */
  save: () => Promise<boolean>
  /** Until something else is scanned, or it was seen. */
  done: Readonly<Ref<Adjusted | undefined>>
  dismissDone: () => void
}

/** What somebody counts, receives or writes off, until it is written. */
export function useAdjusting(): Adjusting {
  const keptAs = keptInStore('backcounter.adjust-stock')
  const { forget, typed: draft } = useKept<Draft>(keptAs, emptyDraft('receive'))
  const place = keptTry<AdjustStockBody>(keptAs)
  const begun = shallowRef<Begun<AdjustStockBody> | undefined>(place.read())
  const isSaving = ref(false)
  const latest = shallowRef<{ readonly lineId: string }>()
  const removed = shallowRef<Removed>([])
  const faults = shallowRef<Readonly<Record<string, string>>>({})
  const error = shallowRef<ApiError>()
  const done = shallowRef<Adjusted>()
  let isLeft = false
  onScopeDispose(() => (isLeft = true))

  const lineOf = (id: string): AdjustLine | undefined => draft.value.lines.find((line) => line.id === id)

  let waiting: (() => void)[] = []
  function setBegun(now: Begun<AdjustStockBody> | undefined): void {
    begun.value = now
    place.write(now)
    if (now !== undefined) return
    for (const go of waiting.splice(0)) go()
  }
  const whenAnswered = async (): Promise<void> =>
    begun.value === undefined ? undefined : new Promise((resolve) => (waiting = [...waiting, resolve]))

  async function add(goods: FoundGoods, quantity: number): Promise<boolean> {
    const { id, name, sku, variantSku } = goods
    const inStock = lineOf(id) ? null : await patiently(() => quantityInStock(id))
    await whenAnswered()
    if (isLeft) return true
    done.value = undefined
    const line = lineOf(id)
    if (line) {
      line.quantity += quantity
      forgetFault(line)
    } else {
      if (draft.value.lines.length >= MOST_GOODS) return false
      if (draft.value.lines.length === 0) draft.value.key = crypto.randomUUID()
      draft.value.lines = [...draft.value.lines, { id, sku, variantSku, name, quantity, inStock }]
    }
    latest.value = { lineId: id }
    return true
  }

  function takeOut(lines: readonly AdjustLine[]): void {
    if (begun.value !== undefined) return
    removed.value = lines.map((line) => ({ line, at: draft.value.lines.indexOf(line) }))
    draft.value.lines = draft.value.lines.filter((line) => !lines.includes(line))
    faults.value = {}
    error.value = undefined
  }

  function bringBack(): void {
    if (begun.value !== undefined) return
    const lines = [...draft.value.lines]
    for (const { at, line } of removed.value) if (!lineOf(line.id)) lines.splice(at, 0, line)
    draft.value.lines = lines.slice(0, MOST_GOODS)
    const [first] = removed.value
    if (first) latest.value = { lineId: first.line.id }
    removed.value = []
  }

  function forgetFault({ id }: AdjustLine): void {
    const { [id]: _, ...others } = faults.value
    faults.value = others
  }

  const after = ({ inStock, quantity }: AdjustLine): number | null =>
    ({
      count: quantity,
      receive: (inStock ?? 0) + quantity,
      'write-off': inStock === null ? null : inStock - quantity,
    })[draft.value.kind]

  function bodyOf({ kind, lines, reason }: Draft): AdjustStockBody {
    return {
      kind,
      reason: reason.trim() || null,
      items: lines.map(({ inStock, quantity, sku, variantSku }) => ({
        sku,
        variantSku,
        quantity,
        ...(kind === 'count' && { expectedQuantity: inStock }),
      })),
    }
  }

  async function save(by = whoBegins()): Promise<boolean> {
    if (isSaving.value || draft.value.lines.length === 0) return false
    isSaving.value = true
    faults.value = {}
    error.value = undefined
    const sent = begun.value ?? { key: draft.value.key || crypto.randomUUID(), body: bodyOf(draft.value), by }
    setBegun(sent)
    try {
      await goOnFor(by)
      await patiently(() => adjustStock(sent.body, sent.key))
    } catch (failure) {
      const refused = toApiError(tellable(failure))
      if (isAnswer(refused) && isOurs(sent)) {
        draft.value.key = keyAfter(sent.key)
        setBegun(undefined)
        await tell(refused)
      } else error.value = refused
      return false
    } finally {
      isSaving.value = false
    }
    finish(sent)
    return true
  }

  /** The page may have been left, and begun anew, which has got its own answer to it by then. */
  const isOurs = ({ key }: Begun<AdjustStockBody>): boolean => !isLeft || place.read()?.key === key

  function finish(sent: Begun<AdjustStockBody>): void {
    if (!isOurs(sent)) return
    const { items, kind } = sent.body
    done.value = { kind, goods: items.length, pieces: items.reduce((sum, { quantity }) => sum + quantity, 0) }
    removed.value = []
    latest.value = undefined
    draft.value = emptyDraft(kind)
    if (isLeft) forget()
    setBegun(undefined)
  }

  /** Refusals stand at their lines; what changed meanwhile is there as it is by now, to be looked at and saved again. */
  async function tell(refused: ApiError): Promise<void> {
    const rest: Fault[] = []
    const found: Record<string, string> = {}
    for (const fault of refused.faults) {
      const [items, index] = fault.field?.split('.') ?? []
      const line = items === 'items' ? draft.value.lines[Number(index)] : undefined
      if (line) found[line.id] ??= faultText(fault)
      else rest.push(fault)
    }
    faults.value = found
    if (rest.length > 0 || refused.faults.length === 0) error.value = new ApiError(refused.status, rest)
    await see(Object.keys(found))
  }

  /** Looks how many there are by now. */
  async function see(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const inStock = await quantityInStock(id).catch(() => undefined)
      const line = lineOf(id)
      if (isLeft || begun.value !== undefined) return
      if (line && inStock !== undefined && line.inStock !== inStock) line.inStock = inStock
    }
  }

  // What was refused of the one says nothing of the other.
  watch(
    () => draft.value.kind,
    () => {
      faults.value = {}
      error.value = undefined
    },
  )

  // What is counted was counted on what was there then: what has changed since is told when it is saved.
  const changed = new Set<string>()
  useLive(
    ({ id, type }) => type === 'stock.changed' && lineOf(id) !== undefined && Boolean(changed.add(id)),
    async (latest) => {
      const ids = latest === undefined ? draft.value.lines.map(({ id }) => id) : [...changed]
      changed.clear()
      if (draft.value.kind !== 'count') await see(ids)
    },
  )

  // Before the page was loaded anew somebody else may have been at the desk.
  if (begun.value !== undefined) void save(begun.value.by)

  return {
    draft,
    latest,
    add,
    remove: (line) => takeOut([line]),
    discard: () => takeOut(draft.value.lines),
    removed,
    bringBack,
    dismissRemoved: () => (removed.value = []),
    after,
    faults,
    forgetFault,
    setLocal: (found) => (faults.value = found),
    error,
    isSent: computed(() => begun.value !== undefined),
    isSaving,
    whenAnswered,
    save: () => save(),
    done,
    dismissDone: () => (done.value = undefined),
  }
}
