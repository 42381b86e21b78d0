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
  /** So many labels of these goods, of what is there already, too, as far as they are printed at once. */
  put: (lines: readonly LabelLine[]) => void
  setQuantity: (line: LabelLine, quantity: number) => void
  /** How many there are in all. */
  count: () => number
  remove: (line: LabelLine) => void
  clear: () => void
}

/** So many different goods are printed at once, and so many labels: all of them are drawn before. */
const MOST_GOODS = 500
export const MOST_LABELS = 1000

interface Draft {
  lines: LabelLine[]
  priceGroupId: string
  culture: string
  used: number
}

const lineFor = (
  { id, name, sku, variantSku }: Omit<LabelLine, 'quantity'>,
  quantity: number,
): LabelLine => ({ id, sku, variantSku, name, quantity })

/** The labels that somebody gathers in this window. */
export function useLabels(): Labels {
  const { typed } = useKept<Draft>(keptInStore('backcounter.labels'), {
    lines: [],
    priceGroupId: '',
    culture: '',
    used: 0,
  })
  const { culture, lines, priceGroupId, used } = toRefs(typed.value)
  const latest = shallowRef<{ readonly lineId: string }>()
  const count = (): number => lines.value.reduce((sum, { quantity }) => sum + quantity, 0)
  const lineOf = (id: string): LabelLine | undefined => lines.value.find((line) => line.id === id)
  function setQuantity(line: LabelLine, quantity: number): void {
    line.quantity = Math.min(quantity, MOST_LABELS - count() + line.quantity)
  }

  return {
    lines,
    priceGroupId,
    culture,
    used,
    latest,
    async add(goods, quantity) {
      if (quantity > MOST_LABELS - count()) return Promise.resolve(false)
      const line = lineOf(goods.id)
      if (line) line.quantity += quantity
      else if (lines.value.length >= MOST_GOODS) return Promise.resolve(false)
      else lines.value = [...lines.value, lineFor(goods, quantity)]
      latest.value = { lineId: goods.id }
      return Promise.resolve(true)
    },
    put(given) {
      for (const each of given) {
        const line = lineOf(each.id)
        if (line) setQuantity(line, each.quantity)
        else if (lines.value.length < MOST_GOODS && count() < MOST_LABELS)
          lines.value = [...lines.value, lineFor(each, Math.min(each.quantity, MOST_LABELS - count()))]
      }
    },
    setQuantity,
    count,
    remove: (line) => (lines.value = lines.value.filter((each) => each !== line)),
    clear: () => (lines.value = []),
  }
}
