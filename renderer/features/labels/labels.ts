import { ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
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
  /** One more line, or more of one that is there. @returns false where there are as many different goods as there may be */
  add: (goods: LabelLine | FoundGoods, quantity: number) => Promise<boolean>
  /** So many labels of these goods, and of what is there as many as it says. */
  put: (lines: readonly LabelLine[]) => void
  remove: (line: LabelLine) => void
  clear: () => void
}

/** So many different goods are printed at once. */
const MOST_GOODS = 500

interface Draft {
  lines: LabelLine[]
  priceGroupId: string
  culture: string
  used: number
}

/** The labels that somebody gathers in this window. */
export function useLabels(): Labels {
  const { typed } = useKept<Draft>(keptInStore('backcounter.labels'), {
    lines: [],
    priceGroupId: '',
    culture: '',
    used: 0,
  })
  const field = <K extends keyof Draft>(name: K): Ref<Draft[K]> => {
    const own = ref(typed.value[name]) as Ref<Draft[K]>
    watch(own, (now) => (typed.value = { ...typed.value, [name]: now }), { deep: true, flush: 'sync' })
    return own
  }
  const lines = field('lines')
  const latest = shallowRef<{ readonly lineId: string }>()

  return {
    lines,
    priceGroupId: field('priceGroupId'),
    culture: field('culture'),
    used: field('used'),
    latest,
    async add({ id, name, sku, variantSku }, quantity) {
      const line = lines.value.find((each) => each.id === id)
      if (line) line.quantity += quantity
      else if (lines.value.length >= MOST_GOODS) return Promise.resolve(false)
      else lines.value = [...lines.value, { id, sku, variantSku, name, quantity }]
      latest.value = { lineId: id }
      return Promise.resolve(true)
    },
    put(given) {
      const quantities = new Map(given.map(({ id, quantity }) => [id, quantity]))
      const before = lines.value.map((line) => ({
        ...line,
        quantity: quantities.get(line.id) ?? line.quantity,
      }))
      const known = new Set(before.map(({ id }) => id))
      const added = given
        .filter(({ id }) => !known.has(id))
        .map(({ id, name, quantity, sku, variantSku }) => ({ id, name, quantity, sku, variantSku }))
      lines.value = [...before, ...added].slice(0, MOST_GOODS)
    },
    remove: (line) => (lines.value = lines.value.filter((each) => each !== line)),
    clear: () => (lines.value = []),
  }
}
