import fc from 'fast-check'
import { anyText, having } from '../match.ts'
import { Refused } from '../model.ts'
import { withStore, type Caller, type Outcome, type State } from '../state.ts'
import { moved } from '../stock.ts'
import type { StockLevel, StoreWorld, Variant } from '../world.ts'
import { at, command, mostly, NOBODYS_ID, place, storeOf } from './command.ts'
import { MAX_QUANTITY } from './rules.ts'

const store = fc.constantFrom('harbour' as const, 'harbour' as const, 'uptown' as const)
/** As lines pick them. */
const goods = fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 5 }) }, { weight: 1, arbitrary: place })

const item = fc.record({
  goods,
  mistake: mostly<'none' | 'sku' | 'variant'>('none', 'sku', 'variant'),
  quantity: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 12 }) },
    { weight: 2, arbitrary: fc.constantFrom(500, MAX_QUANTITY) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 1.5, MAX_QUANTITY + 1) },
  ),
  expected: fc.constantFrom('unsaid', 'unsaid', 'seen', 'seen', 'one more', 'none'),
})

interface Item {
  readonly sku: string
  readonly variantSku: string | null
  readonly quantity: number
  readonly expectedQuantity?: number | null
}

type Kind = 'count' | 'receive' | 'write-off'

/** Counts goods, receives or writes them off: one thing or a few. */
export const adjustStock = command({
  name: 'adjust stock',
  weight: 6,
  picks: fc.record({
    store,
    kind: fc.constantFrom<Kind[]>('count', 'receive', 'write-off'),
    items: fc.array(item, { minLength: 1, maxLength: 3 }),
  }),
  call: (state, picks) => {
    const { stock, variants } = storeOf(state, picks.store)
    const items = picks.items.flatMap((picked): Item[] => {
      const variant = at(variants, picked.goods)
      if (!variant) return []
      const there = stock.get(variant.id)?.quantity
      const said = { unsaid: undefined, seen: there ?? null, 'one more': (there ?? 0) + 1, none: null }
      const expectedQuantity = said[picked.expected]
      return [
        {
          sku: picked.mistake === 'sku' ? 'NO-SUCH-SKU' : variant.sku,
          variantSku: picked.mistake === 'variant' ? wrongVariant(variant) : variant.variantSku,
          quantity: picked.quantity,
          ...(expectedQuantity !== undefined && { expectedQuantity }),
        },
      ]
    })
    return {
      store: picks.store,
      method: 'POST',
      path: '/stock/movements',
      body: { kind: picks.kind, items },
      scopes: ['staff'],
      decide: (before, caller) => adjusted(before, caller, picks.kind, items),
    }
  },
})

/** A family is not sold itself, and what is none has no variants. */
const wrongVariant = ({ variantSku }: Variant): string | null => (variantSku === null ? 'NO-SUCH' : null)

function adjusted(state: State, { store: shop }: Caller, kind: Kind, items: readonly Item[]): Outcome {
  requireAll(items, 'BadRequest', ({ quantity }) =>
    Number.isInteger(quantity) && quantity >= 0 && quantity <= MAX_QUANTITY ? undefined : 'quantity',
  )
  const found: Variant[] = []
  requireAll(items, 'BadRequest', (one) => {
    const family = shop.variants.filter(({ sku }) => sku === one.sku)
    const variant = family.find(({ variantSku }) => variantSku === one.variantSku)
    if (!variant) return family.length === 0 ? 'sku' : 'variantSku'
    if (found.includes(variant)) return 'sku'
    found.push(variant)
    return undefined
  })
  const levels = found.map(({ id }) => shop.stock.get(id))
  requireAll(items, 'Conflict', ({ expectedQuantity }, index) =>
    expectedQuantity === undefined || expectedQuantity === (levels[index]?.quantity ?? null)
      ? undefined
      : 'expectedQuantity',
  )
  if (kind === 'write-off') requireAll(items, 'BadRequest', (_, index) => (levels[index] ? undefined : 'sku'))
  const after = items.map(({ quantity }, index) => {
    const level = levels[index]
    return moved(
      level,
      { count: quantity - (level?.quantity ?? 0), receive: quantity, 'write-off': -quantity }[kind],
    )
  })
  const now = found.map(({ id }, index) => [id, after[index] as StockLevel] as const)
  return {
    status: 200,
    body: {
      stock: found.map(({ id, sku, variantSku }, index) =>
        having({ id, sku, variantSku, name: anyText, ...after[index] }),
      ),
    },
    next: () => withStore(state, { ...shop, stock: new Map([...shop.stock, ...now]) }),
  }
}

/** Every item that is at fault is told. */
function requireAll(
  items: readonly Item[],
  kind: 'BadRequest' | 'Conflict',
  faultOf: (item: Item, index: number) => string | undefined,
): void {
  const fields = items.flatMap((one, index) => {
    const field = faultOf(one, index)
    return field === undefined ? [] : [`items.${index}.${field}`]
  })
  if (fields.length > 0) throw new Refused(kind, fields)
}

const level = fc.record({ store, goods, isKnown: mostly(true, false) })

/** What stock is kept of, or what none is kept of. */
function pickLevel({ stock, variants }: StoreWorld, picked: { goods: number; isKnown: boolean }): string {
  const kept = variants.filter(({ id }) => stock.has(id))
  return (picked.isKnown ? at(kept, picked.goods)?.id : undefined) ?? NOBODYS_ID
}

/** Says at how many something is to be ordered anew. */
export const changeReorderPoint = command({
  name: 'change a reorder point',
  weight: 1,
  picks: fc.record({ level, reorderPoint: fc.constantFrom(0, 5, null, MAX_QUANTITY, -1) }),
  call: (state, { level: picked, reorderPoint }) => {
    const id = pickLevel(storeOf(state, picked.store), picked)
    return {
      store: picked.store,
      method: 'PATCH',
      path: `/stock/${id}`,
      body: { reorderPoint },
      scopes: ['manage'],
      decide: (before, { store: shop }) => {
        if (reorderPoint === -1) throw new Refused('BadRequest', 'reorderPoint')
        const found = shop.stock.get(id)
        if (!found) throw new Refused('NotFound')
        const after = { ...found, version: found.version + 1, reorderPoint }
        return {
          status: 200,
          body: having({ id, ...after }),
          next: () => withStore(before, { ...shop, stock: new Map(shop.stock).set(id, after) }),
        }
      },
    }
  },
})

/** Keeps stock of something no more: what orders have taken of it is forgotten. */
export const stopKeepingStock = command({
  name: 'stop keeping stock',
  weight: 1,
  picks: level,
  call: (state, picked) => {
    const id = pickLevel(storeOf(state, picked.store), picked)
    return {
      store: picked.store,
      method: 'DELETE',
      path: `/stock/${id}`,
      scopes: ['manage'],
      decide: (before, { store: shop }) => {
        const found = shop.stock.get(id)
        if (!found) throw new Refused('NotFound')
        return { status: 200, body: having({ id, ...found }), next: () => forgotten(before, shop, id) }
      },
    }
  },
})

function forgotten(state: State, shop: StoreWorld, id: string): State {
  const orders = state.orders.map((order) => {
    const { [id]: _, ...taken } = order.taken
    return { ...order, taken }
  })
  const stock = new Map(shop.stock)
  stock.delete(id)
  return { ...withStore(state, { ...shop, stock }), orders }
}
