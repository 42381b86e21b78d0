import { Refused } from './model.ts'
import { withStore, type Caller, type Line, type Order, type State } from './state.ts'
import type { StockLevel, StoreCode } from './world.ts'

/** Pieces, by variant. */
type Pieces = Readonly<Record<string, number>>

/** A level, so many pieces on. */
export const moved = (level: StockLevel | undefined, change: number): StockLevel => ({
  version: (level?.version ?? 0) + 1,
  quantity: (level?.quantity ?? 0) + change,
  reorderPoint: level?.reorderPoint ?? null,
})

/**
 * What there is once an order has taken what it sells; placed again, what it sells more or fewer of.
 * @throws Refused where a storefront orders more than there are: at the counter the goods are in somebody's hands
 */
export function takeStock(
  { role, store }: Caller,
  lines: readonly Pick<Line, 'variant' | 'quantity'>[],
  before: Pieces,
): { stock: ReadonlyMap<string, StockLevel>; taken: Pieces } {
  const stock = new Map(store.stock)
  const taken: Record<string, number> = {}
  for (const [id, level] of store.stock) {
    const wanted = lines.reduce((sum, line) => (line.variant.id === id ? sum + line.quantity : sum), 0)
    const more = wanted - (before[id] ?? 0)
    if (more > 0 && more > level.quantity && role === 'web') throw new Refused('BadRequest', 'lines')
    if (more !== 0) stock.set(id, moved(level, -more))
    if (wanted > 0) taken[id] = wanted
  }
  return { stock, taken }
}

/** The shop with goods that came back without the order that has taken them, as far as it keeps stock of them. */
export function stockReturned(
  state: State,
  code: StoreCode,
  lines: readonly Pick<Line, 'variant' | 'quantity'>[],
): State {
  const { stock } = state.world.stores[code]
  const pieces: Record<string, number> = {}
  for (const { quantity, variant } of lines) {
    if (stock.has(variant.id)) pieces[variant.id] = (pieces[variant.id] ?? 0) + quantity
  }
  return stockGivenBack(state, { store: code, taken: pieces })
}

/** The shop with what an order that is cancelled has taken. */
export function stockGivenBack(state: State, { store: code, taken }: Pick<Order, 'store' | 'taken'>): State {
  const store = state.world.stores[code]
  const back = Object.entries(taken).map(([id, pieces]) => [id, moved(store.stock.get(id), pieces)] as const)
  return back.length === 0 ? state : withStore(state, { ...store, stock: new Map([...store.stock, ...back]) })
}
