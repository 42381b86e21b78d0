import {
  computed,
  reactive,
  shallowReactive,
  shallowRef,
  watch,
  type ComputedRef,
  type ShallowRef,
} from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { goOnFor, whoBegins, type PersonAtDesk } from '../../api/desk.ts'
import { changePrices, type PriceRow } from '../../api/prices.ts'
import type { ShelfGroup } from '../products/shelf.ts'
import { textOf } from '../products/typed-price.ts'
import { exampleAmount, formatMoney, formatPlainAmount } from '../../ui/format.ts'
import { withoutTax, withTax } from '../../ui/tax.ts'
import { createSerialQueue } from '../../ui/serial-queue.ts'
import { readTyped, useKeptCells, type TypedCell } from './kept-cells.ts'
import { ownPrice, patchOf, readCell, reversed, type PriceChange } from './price-changes.ts'
import { refusedPrices, type GridNames } from './refused-prices.ts'
import { useGridRows, type GridRows } from './use-grid-rows.ts'

/** What is shown of a price: the group's own one, and what it takes from another. */
export interface CellTexts {
  /** As it is typed, or stands there. */
  text: string
  /** The price that the group takes from another one; empty where it takes none. */
  inherited: string
  /** What an amount there looks like, where something else is typed. */
  example: string | undefined
  /** It was to be stored, and is not. */
  isWaiting: boolean
}

export interface RoundedPrice {
  typed: string
  stored: string
}

/** A cell in words, and its price by now: empty where the group has none of its own any more. */
export interface SetMeanwhile {
  place: string
  price: string
}

interface ReadPrice {
  readonly price: number | undefined
  readonly rounded?: RoundedPrice
}

export interface PriceGrid extends Omit<GridRows, 'seen'> {
  cell: (row: PriceRow, group: ShelfGroup) => CellTexts
  /** What the group sells it for now without tax, its own price or another's; undefined where it does not. */
  price: (row: PriceRow, group: ShelfGroup) => { amount: number | undefined; isOwn: boolean }
  /** A price without tax as it is shown, and one that is shown as it is kept. */
  shown: (amount: number, row: PriceRow, group: ShelfGroup) => number
  kept: (amount: number, row: PriceRow, group: ShelfGroup) => number
  /** What a text says that is typed or pasted; undefined where it is no price. */
  read: (text: string, row: PriceRow, group: ShelfGroup) => ReadPrice | undefined
  type: (row: PriceRow, group: ShelfGroup, text: string) => void
  /** Whether something was typed into a cell that is not stored. */
  isTyped: (row: PriceRow, group: ShelfGroup) => boolean
  /**
   * Takes over what was typed into a cell: in the name of whoever has typed it.
   * @param isMeant whether whoever is there has asked for it: then it is theirs
   * @returns false where it is no price, or would pass over one that somebody else has set meanwhile
   */
  commit: (row: PriceRow, group: ShelfGroup, isMeant?: boolean) => boolean
  /** Forgets it. @returns whether there was anything to forget */
  revert: (row: PriceRow, group: ShelfGroup) => boolean
  /** Stores changes with one request, all of them or none. */
  apply: (changes: readonly PriceChange[], by?: PersonAtDesk) => Promise<void>
  /** How many prices that are shown were to be stored and are not; a reload forgets none of them. */
  waiting: ComputedRef<number>
  /** Stores them with one request. */
  saveWaiting: () => Promise<void>
  /** Forgets them. */
  dropWaiting: () => void
  undo: () => void
  redo: () => void
  canUndo: ComputedRef<boolean>
  canRedo: ComputedRef<boolean>
  isSaving: ComputedRef<boolean>
  /** What an amount looks like where something was typed last that is none; undefined where nothing was. */
  example: ComputedRef<string | undefined>
  /** What somebody else has set in a cell while something was typed over it, where that would have been passed over last. */
  meanwhile: ComputedRef<SetMeanwhile | undefined>
  /** Prices with tax that were typed or pasted last and cannot be had, and the nearest, which are stored. */
  rounded: ShallowRef<readonly RoundedPrice[]>
  /** How many prices were stored last. */
  saved: ShallowRef<number | undefined>
  /** How many prices of the step that was to be taken back, or done again, were somebody else's by then, and have stayed. */
  overtaken: ShallowRef<number>
  error: ShallowRef<ApiError | undefined>
}

type Step = readonly PriceChange[]
type Steps = ShallowRef<readonly Step[]>

/** What was seen, and stood in the cells, when a change was asked for. */
interface Before {
  readonly rows: ReadonlyMap<string, PriceRow>
  readonly drafts: ReadonlyMap<string, TypedCell>
}

/** Where the window keeps what was not stored. */
const KEPT_AS = 'backcounter.price-grid'
/** Where it keeps what is being typed. */
const TYPED_AS = 'backcounter.price-grid.typed'
/** Where it keeps what stood there when that was begun. */
const TYPED_OVER_AS = 'backcounter.price-grid.typed-over'

const keptPrice = (price: unknown): readonly (number | undefined)[] => [
  typeof price === 'number' ? price : undefined,
]

/**
 * Prices by products and groups, changed in place: each change is one request, in the versions that are seen, and can be
 * taken back. What was not stored stays where it was typed, pasted or reckoned, until it is or is given up.
 */
export function usePriceGrid(
  shelf: () => readonly ShelfGroup[],
  culture: () => string,
  isWithTax: () => boolean,
  names: GridNames,
): PriceGrid {
  const { seen, ...shownRows } = useGridRows(shelf)
  const { groups, list, rows } = shownRows
  /** Own prices that were stored, by cell, until the list has come to their version. */
  const stored = reactive(new Map<string, { readonly price: number | undefined; readonly version: number }>())
  const versions = new Map<string, number>()
  const drafts = useKeptCells(TYPED_AS, (kept) => readTyped(kept, isWithTax()))
  /** Typed before the page was loaded anew, and in no field that somebody is in. */
  const leftOver = reactive(new Set(drafts.keys()))
  /** Cells in which something is typed that is no price, with what one looks like there. */
  const faulty = reactive(new Map<string, string>())
  /** Prices without tax that were to be stored and are not, by cell: undefined where the group is to have none. */
  const notStored = useKeptCells(KEPT_AS, keptPrice)
  /** The own price that somebody types over has seen, by cell: what is typed hides what becomes of it. */
  const typedOver = useKeptCells(TYPED_OVER_AS, keptPrice)
  /** Cells whose price is another by now than who typed there has seen. */
  const meanwhile = reactive(new Map<string, SetMeanwhile>())
  /** What is on its way to be stored, by cell, the last of several; with what was typed: whoever leaves a cell by a key leaves it once. */
  const coming = shallowReactive(
    new Map<string, { readonly price: number | undefined; readonly typed: TypedCell | undefined }>(),
  )
  const done: Steps = shallowRef([])
  const undone: Steps = shallowRef([])
  const saved = shallowRef<number>()
  const overtaken = shallowRef(0)
  const rounded = shallowRef<readonly RoundedPrice[]>([])
  const error = shallowRef<ApiError>()
  const queue = createSerialQueue()

  const keyOf = (rowId: string, priceGroupId: string): string => `${rowId} ${priceGroupId}`
  const known = (row: PriceRow, id: string) => {
    const newer = stored.get(keyOf(row.id, id))
    return newer && newer.version > row.version ? newer : undefined
  }
  const own = (row: PriceRow, priceGroupId: string): number | undefined => {
    const newer = known(row, priceGroupId)
    return newer ? newer.price : ownPrice(row, priceGroupId)
  }
  /** The own price that there will be when all that is on its way is stored. */
  const meant = (row: PriceRow, { id }: ShelfGroup): number | undefined => {
    const next = coming.get(keyOf(row.id, id))
    return next ? next.price : own(row, id)
  }
  const inherited = ({ prices }: PriceRow, { id }: ShelfGroup): number | undefined => {
    const found = prices.find(({ priceGroupId }) => priceGroupId === id)
    return found?.inheritedFrom === null ? undefined : (found?.price ?? undefined)
  }
  const rateOf = (row: PriceRow, { taxRate }: ShelfGroup): number => taxRate ?? row.taxRate
  const shown = (amount: number, row: PriceRow, group: ShelfGroup, isGross = isWithTax()): number =>
    isGross ? withTax(amount, rateOf(row, group), group.currency) : amount
  const kept = (amount: number, row: PriceRow, group: ShelfGroup, isGross = isWithTax()): number =>
    isGross ? withoutTax(amount, rateOf(row, group), group.currency) : amount
  const amountText = (amount: number | undefined, row: PriceRow, group: ShelfGroup): string =>
    amount === undefined ? '' : formatPlainAmount(shown(amount, row, group), group.currency, culture())

  /** As it was typed, or what that comes to where prices are shown the other way by now. */
  const typedText = ({ isGross, text }: TypedCell, row: PriceRow, group: ShelfGroup): string =>
    textOf(
      { net: isGross ? '' : text, gross: isGross ? text : '' },
      { culture: culture(), currency: group.currency, rate: rateOf(row, group) },
      isWithTax(),
    )

  function read(
    text: string,
    row: PriceRow,
    group: ShelfGroup,
    isGross = isWithTax(),
  ): ReadPrice | undefined {
    const typed = readCell(text, group.currency, culture())
    if (typed?.price === undefined) return typed
    const price = kept(typed.price, row, group, isGross)
    const comesTo = shown(price, row, group, isGross)
    if (comesTo === typed.price) return { price }
    const write = (amount: number) => formatMoney(amount, group.currency, culture())
    return { price, rounded: { typed: write(typed.price), stored: write(comesTo) } }
  }

  async function send(changes: readonly PriceChange[], before: Before): Promise<void> {
    const then = [...before.rows.values()].map((row) => ({
      ...row,
      version: Math.max(row.version, versions.get(row.productId) ?? 0),
    }))
    const products = patchOf(changes, then)
    const now = await changePrices(products).catch((failure: unknown) => {
      throw refusedPrices(toApiError(failure), products, then, names)
    })
    for (const [id, version] of now) versions.set(id, version)
    settle(changes, before)
  }
  /** They are stored, in the versions that are known by now: nothing that was wanted then waits any more. */
  function settle(changes: readonly PriceChange[], before: Before): void {
    for (const { priceGroupId, rowId, to } of changes) {
      const key = keyOf(rowId, priceGroupId)
      stored.set(key, { price: to, version: versions.get(before.rows.get(rowId)?.productId ?? '') ?? 0 })
      // What was typed there since is another price.
      if (drafts.get(key) === before.drafts.get(key)) forget(key)
      else {
        notStored.delete(key)
        typedOver.set(key, to)
      }
    }
    saved.value = changes.length
  }
  /** Whether each is seen to be stored since. */
  const areStored = (changes: readonly PriceChange[], before: Before): boolean =>
    changes.every(({ priceGroupId, rowId, to }) => {
      const [then, now] = [before.rows.get(rowId), seen.get(rowId)]
      return then && now && now.version > then.version && own(now, priceGroupId) === to
    })
  function forget(key: string): void {
    drafts.delete(key)
    typedOver.delete(key)
    meanwhile.delete(key)
    leftOver.delete(key)
    faulty.delete(key)
    notStored.delete(key)
  }

  /** The cells that are shown and were to hold something else by now. */
  const waiting = computed<PriceChange[]>(() =>
    rows.value.flatMap((row) =>
      groups.value.flatMap((group) => {
        const key = keyOf(row.id, group.id)
        if (!notStored.has(key)) return []
        return [{ rowId: row.id, priceGroupId: group.id, from: own(row, group.id), to: notStored.get(key) }]
      }),
    ),
  )
  // An answer that was lost, or a colleague: it is stored all the same.
  watch(waiting, (changes) => {
    for (const { from, priceGroupId, rowId, to } of changes)
      if (from === to) forget(keyOf(rowId, priceGroupId))
    if (notStored.size === 0) error.value = undefined
  })

  // What was on its way when the page was left may be stored by now.
  watch(rows, (now) => {
    if (leftOver.size === 0) return
    for (const row of now)
      for (const group of groups.value) {
        const key = keyOf(row.id, group.id)
        const typed = leftOver.has(key) && drafts.get(key)
        const wanted = typed && read(typed.text, row, group, typed.isGross)
        if (wanted && wanted.price === own(row, group.id)) forget(key)
      }
  })

  /**
   * Stores what is wanted when it is its turn: one after another, as one change may be made of what another has left.
   * @param by who has begun it: nobody else stores it unasked
   * @returns whether it is stored
   */
  async function run(
    wanted: (before: Before) => readonly PriceChange[],
    keepStep: (changes: readonly PriceChange[]) => void,
    by = whoBegins(),
  ): Promise<boolean> {
    const before = { rows: new Map(seen), drafts: new Map(drafts) }
    saved.value = undefined
    overtaken.value = 0
    error.value = undefined
    return queue.add(async () => {
      const changes = wanted(before)
      if (changes.length === 0) return false
      try {
        await goOnFor(by)
        await send(changes, before)
        keepStep(changes)
        return true
      } catch (failure) {
        // Usually somebody else was first: what they did is shown, and what was typed stays to be stored again. It is told
        // when that can be done: whoever reads it presses Enter at once, and would send the version that was refused.
        await list.refresh()
        // What the core tells of the same change may have asked for the list anew meanwhile.
        await list.settled()
        const refusal = toApiError(failure)
        if (refusal.isUnreachable && areStored(changes, before)) {
          // What was asked for meanwhile is made of what is stored by now.
          for (const { rowId } of changes) {
            const { productId, version } = seen.get(rowId) ?? {}
            if (productId !== undefined && version !== undefined) versions.set(productId, version)
          }
          settle(changes, before)
          keepStep(changes)
          return true
        }
        // With what is told, all that has become of these is seen.
        for (const { priceGroupId, rowId } of changes) {
          const [key, row] = [keyOf(rowId, priceGroupId), seen.get(rowId)]
          if (row && typedOver.has(key)) typedOver.set(key, own(row, priceGroupId))
        }
        error.value = refusal
        return false
      }
    })
  }

  /** Whether a price would pass over one that was set since somebody began to type in its cell: it waits then, and that is told. */
  function isOvertaken(row: PriceRow, group: ShelfGroup, price: number | undefined): boolean {
    const key = keyOf(row.id, group.id)
    const now = own(row, group.id)
    if (coming.has(key) || !typedOver.has(key) || typedOver.get(key) === now || price === now) return false
    typedOver.set(key, now)
    notStored.set(key, price)
    meanwhile.set(key, {
      place: `${names.row(row)}, ${names.group(group.id)}`,
      price: now === undefined ? '' : formatMoney(shown(now, row, group), group.currency, culture()),
    })
    return true
  }

  async function apply(changes: readonly PriceChange[], by?: PersonAtDesk): Promise<void> {
    if (changes.length === 0) return
    const cells = changes.map(({ priceGroupId, rowId, to }) => {
      const key = keyOf(rowId, priceGroupId)
      return { key, next: { price: to, typed: drafts.get(key) } }
    })
    for (const { key, next } of cells) coming.set(key, next)
    const isStored = await run(
      ({ rows: then }) =>
        changes.map((change) => {
          const row = then.get(change.rowId)
          return row ? { ...change, from: own(row, change.priceGroupId) } : change
        }),
      (stored) => {
        const steps = stored.filter(({ from, to }) => from !== to)
        if (steps.length > 0) done.value = [...done.value, steps]
        undone.value = []
      },
      by,
    )
    // What was wanted there since is another price.
    for (const { key, next } of cells.filter((cell) => coming.get(cell.key) === cell.next)) {
      coming.delete(key)
      if (!isStored) notStored.set(key, next.price)
    }
  }

  /**
   * Stores the last step of one pile, turned, and puts it on the other. A price that no longer is what the step made of it
   * is somebody else's: it stays.
   */
  async function move(from: Steps, to: Steps, turned: (step: Step) => Step): Promise<void> {
    if (from.value.length === 0 && queue.size.value === 0) return
    const isDone = (others: number): void => {
      from.value = from.value.slice(0, -1)
      overtaken.value = others
    }
    await run(
      ({ rows: then }) => {
        const step = turned(from.value.at(-1) ?? [])
        const mine = step.filter((change) => isStill(change, then.get(change.rowId)))
        if (mine.length === 0) isDone(step.length)
        return mine
      },
      (mine) => {
        to.value = [...to.value, turned(mine)]
        isDone((from.value.at(-1)?.length ?? 0) - mine.length)
      },
    )
  }
  const isStill = ({ from, priceGroupId }: PriceChange, row: PriceRow | undefined): boolean =>
    !row || own(row, priceGroupId) === from

  return {
    ...shownRows,
    cell(row, group) {
      const key = keyOf(row.id, group.id)
      const typed = drafts.get(key)
      return {
        text: typed
          ? typedText(typed, row, group)
          : amountText(notStored.has(key) ? notStored.get(key) : meant(row, group), row, group),
        inherited: amountText(inherited(row, group), row, group),
        example: faulty.get(key),
        isWaiting: notStored.has(key) || leftOver.has(key),
      }
    },
    price(row, group) {
      const amount = meant(row, group)
      return { amount: amount ?? inherited(row, group), isOwn: amount !== undefined }
    },
    shown,
    kept,
    read,
    type(row, group, text) {
      const key = keyOf(row.id, group.id)
      if (rounded.value.length > 0) rounded.value = []
      const over = typedOver.has(key) ? typedOver.get(key) : own(row, group.id)
      forget(key)
      typedOver.set(key, over)
      drafts.set(key, { text, isGross: isWithTax(), by: whoBegins() })
    },
    isTyped: (row, group) => drafts.has(keyOf(row.id, group.id)),
    commit(row, group, isMeant = false) {
      const key = keyOf(row.id, group.id)
      const typed = drafts.get(key)
      if (typed === undefined || coming.get(key)?.typed === typed) return true
      // Whoever was told of another price there says whether theirs counts.
      if (meanwhile.has(key) && !isMeant) return true
      const wanted = read(typed.text, row, group, typed.isGross)
      const from = meant(row, group)
      if (wanted?.rounded) rounded.value = [wanted.rounded]
      if (!wanted) faulty.set(key, exampleAmount(group.currency, culture()))
      else if (wanted.price === from && !coming.has(key)) forget(key)
      else if (isOvertaken(row, group, wanted.price)) return false
      else {
        const by = isMeant ? whoBegins() : typed.by
        void apply([{ rowId: row.id, priceGroupId: group.id, from, to: wanted.price }], by)
      }
      return wanted !== undefined
    },
    revert(row, group) {
      const key = keyOf(row.id, group.id)
      const isAny = drafts.has(key) || notStored.has(key)
      forget(key)
      return isAny
    },
    apply,
    waiting: computed(() => waiting.value.length),
    saveWaiting: () => apply(waiting.value),
    dropWaiting() {
      for (const { priceGroupId, rowId } of waiting.value) forget(keyOf(rowId, priceGroupId))
      error.value = undefined
    },
    undo: () => void move(done, undone, reversed),
    redo: () => void move(undone, done, (step) => step),
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    isSaving: computed(() => queue.size.value > 0),
    example: computed(() => [...faulty.values()].at(-1)),
    meanwhile: computed(() => [...meanwhile.values()].at(-1)),
    saved,
    overtaken,
    rounded,
    error,
  }
}
