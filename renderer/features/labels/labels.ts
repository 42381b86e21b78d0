import { shallowRef, toRefs, type Ref, type ShallowRef } from 'vue'
import { useKept } from '../../ui/use-kept.ts'
import type { FoundGoods } from '../goods/find-goods.ts'
import { keptInStore } from '../records/use-record-editor.ts'

/** Goods that get labels, and how many. */
export interface LabelLine extends Pick<FoundGoods, 'id' | 'sku' | 'variantSku' | 'name'> {
  quantity: number
}

export interface Labels {
  /** What is to be printed; it survives a reload and leaving the page. */
  lines: Ref<LabelLine[]>
  /** What was put here and finds no room on what is printed at once: it comes behind that. */
  rest: Readonly<Ref<readonly LabelLine[]>>
  /** The price group whose price is on them; empty for the first of the shop's. */
  priceGroupId: Ref<string>
  /** The culture that they are written in; empty for the shop's own. */
  culture: Ref<string>
  /** So many of the first sheet are taken already. */
  used: Ref<number>
  /** What was scanned or chosen last; something else each time, though it may be of the same line. */
  latest: Readonly<ShallowRef<{ readonly lineId: string } | undefined>>
  /** One more line, or more of one that is there. @returns false where there would be more than are printed at once */
  add: (goods: FoundGoods, quantity: number) => Promise<boolean>
  /** So many labels of these goods, of what is there already, too. */
  put: (lines: readonly LabelLine[]) => void
  /** What is here is printed: in its place comes what found no room. */
  goOn: () => void
  setQuantity: (line: LabelLine, quantity: number) => void
  /** How many are to be printed in all. */
  count: () => number
  remove: (line: LabelLine) => void
  clear: () => void
}

/** So many labels are printed at once: all of them are drawn before. */
export const MOST_LABELS = 1000

interface Draft {
  lines: LabelLine[]
  rest: LabelLine[]
  priceGroupId: string
  culture: string
  used: number
}

const lineFor = (
  { id, name, sku, variantSku }: Omit<LabelLine, 'quantity'>,
  quantity: number,
): LabelLine => ({ id, sku, variantSku, name, quantity })

export const countOf = (lines: readonly LabelLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** So many labels from the beginning, and the rest: of one line, there may be some here and some there. */
export function parted(lines: readonly LabelLine[], most: number): [first: LabelLine[], rest: LabelLine[]] {
  const [first, rest]: [LabelLine[], LabelLine[]] = [[], []]
  let room = most
  for (const line of lines) {
    const quantity = Math.min(line.quantity, room)
    room -= quantity
    if (quantity > 0) first.push(lineFor(line, quantity))
    if (quantity < line.quantity) rest.push(lineFor(line, line.quantity - quantity))
  }
  return [first, rest]
}

/** The labels that somebody gathers in this window. */
export function useLabels(): Labels {
  const { typed } = useKept<Draft>(keptInStore('backcounter.labels'), {
    lines: [],
    rest: [],
    priceGroupId: '',
    culture: '',
    used: 0,
  })
  const { culture, lines, priceGroupId, rest, used } = toRefs(typed.value)
  const latest = shallowRef<{ readonly lineId: string }>()
  const count = (): number => countOf(lines.value)
  const lineOf = (id: string): LabelLine | undefined => lines.value.find((line) => line.id === id)
  function setQuantity(line: LabelLine, quantity: number): void {
    line.quantity = Math.min(quantity, MOST_LABELS - count() + line.quantity)
  }
  function goOn(): void {
    ;[lines.value, rest.value] = parted(rest.value, MOST_LABELS)
    // They begin on a sheet of their own.
    used.value = 0
  }

  return {
    lines,
    rest,
    priceGroupId,
    culture,
    used,
    latest,
    async add(goods, quantity) {
      if (quantity > MOST_LABELS - count()) return Promise.resolve(false)
      const line = lineOf(goods.id)
      if (line) line.quantity += quantity
      else lines.value = [...lines.value, lineFor(goods, quantity)]
      latest.value = { lineId: goods.id }
      return Promise.resolve(true)
    },
    put(given) {
      const wanted = new Map(given.map((line) => [line.id, line]))
      const here = lines.value.map((line) => wanted.get(line.id) ?? line)
      const known = new Set(here.map(({ id }) => id))
      const waiting = rest.value.filter(({ id }) => !wanted.has(id))
      const all = [...here, ...given.filter(({ id }) => !known.has(id)), ...waiting]
      ;[lines.value, rest.value] = parted(all, MOST_LABELS)
    },
    goOn,
    setQuantity,
    count,
    remove(line) {
      lines.value = lines.value.filter((each) => each !== line)
      if (lines.value.length === 0) goOn()
    },
    clear: () => ([lines.value, rest.value] = [[], []]),
  }
}
