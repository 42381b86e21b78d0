import { computed, watch, type ComputedRef } from 'vue'
import { listPriceRows, type PriceRow } from '../../api/prices.ts'
import { useList, type List } from '../../ui/list/use-list.ts'
import type { ShelfGroup } from '../products/shelf.ts'

interface GridFilter extends Record<string, string> {
  search: string
  /** Ids of the groups that stand side by side, separated by commas. */
  groups: string
}

/** A product with its variants. */
interface PricedProduct {
  id: string
  rows: readonly PriceRow[]
}

/** What of the shop's prices is in sight. */
export interface GridRows {
  /** Products, as pages count them. */
  list: List<PricedProduct, GridFilter>
  /** Their variants: a row each. */
  rows: ComputedRef<readonly PriceRow[]>
  /** The groups that stand side by side. */
  groups: ComputedRef<readonly ShelfGroup[]>
  /** Every row as it was seen last: what is typed into one is stored though it has been filtered off the screen since. */
  seen: ReadonlyMap<string, PriceRow>
  show: (priceGroupId: string) => void
  hide: (priceGroupId: string) => void
}

/** Groups that stand side by side where nobody has chosen any that is left, and at most. */
const USUAL = 4
export const MOST_GROUPS = 12

/** Products and groups side by side, as they are looked for and chosen. */
export function useGridRows(shelf: () => readonly ShelfGroup[]): GridRows {
  const list: List<PricedProduct, GridFilter> = useList<PricedProduct, GridFilter>(
    {
      plain: { search: '', groups: '' },
      changedBy: ['record.changed', 'import.changed'],
      async load({ search }, paging, signal) {
        const priceGroupIds = groups.value.map(({ id }) => id)
        if (priceGroupIds.length === 0) return { items: [], nextPagingToken: null }
        const { nextPagingToken, variants } = await listPriceRows(
          { search, priceGroupIds, ...paging },
          signal,
        )
        const products = Map.groupBy(variants, ({ productId }) => productId)
        return { items: [...products].map(([id, rows]) => ({ id, rows })), nextPagingToken }
      },
    },
    () => undefined,
  )
  /** Without a group there is nothing to be typed in. */
  const rows = computed(() =>
    groups.value.length === 0 ? [] : (list.items.value ?? []).flatMap((product) => product.rows),
  )
  const groups = computed(() => {
    const ids = list.filter.groups.split(',')
    const chosen = ids.flatMap((id) => shelf().find((group) => group.id === id) ?? [])
    return chosen.length > 0 ? chosen.slice(0, MOST_GROUPS) : shelf().slice(0, USUAL)
  })
  // The shelf comes later than the page, and where a group of it goes, another one may be shown.
  watch(
    () =>
      shelf()
        .map(({ id }) => id)
        .join(),
    (ids) => void (ids !== '' && list.reload(list.items.value?.length)),
    { immediate: true },
  )
  const seen = new Map<string, PriceRow>()
  watch(
    rows,
    (now) => {
      for (const row of now) seen.set(row.id, row)
    },
    { flush: 'sync' },
  )
  const choose = (ids: readonly string[]): void => void Object.assign(list.filter, { groups: ids.join(',') })
  return {
    list,
    rows,
    groups,
    seen,
    show: (id) => choose([...groups.value.map((group) => group.id), id]),
    hide: (id) => choose(groups.value.map((group) => group.id).filter((each) => each !== id)),
  }
}
