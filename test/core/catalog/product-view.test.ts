import { expect, it } from 'vitest'
import { NEW_VARIANT, type ProductRecord } from '../../../core/catalog/manage/product-record.ts'
import { listedProduct, managedProduct } from '../../../core/catalog/manage/product-view.ts'
import type { Shelf, ShelfGroup } from '../../../core/catalog/manage/shelf.ts'

/** Counts how often somebody goes through all of them. */
class Groups extends Map<string, ShelfGroup> {
  walks = 0
  override values(): ReturnType<Map<string, ShelfGroup>['values']> {
    this.walks++
    return super.values()
  }
  override [Symbol.iterator](): ReturnType<Map<string, ShelfGroup>['entries']> {
    this.walks++
    return super[Symbol.iterator]()
  }
}

const group = (place: number, bases: readonly string[] = [], isRetired = false): ShelfGroup => ({
  id: `g${place}`,
  place,
  chain: [`g${place}`, ...bases],
  currency: 'EUR',
  currency_id: 'eur',
  priority: -place,
  isRetired,
})
// A base behind its heirs, an heir of an heir, one that is retired, and a thousand that have nothing to do with it.
const groups = [group(0, ['g2']), group(1, ['g0', 'g2']), group(2), group(3, ['g2'], true)]
for (let place = 4; place < 1000; place++) groups.push(group(place))
const priceGroups = new Groups(groups.map((each) => [each.id, each]))
const heirsOf = (id: string): ShelfGroup[] => groups.filter(({ chain }) => chain.indexOf(id) > 0)
const shelf: Shelf = {
  store: undefined as never,
  catalogs: new Map(),
  taxRates: new Map(),
  priceGroups,
  groupName: (id: string) => id,
  heirs: new Map(['g0', 'g2'].map((id) => [id, heirsOf(id)])),
}
const product = (prices: Readonly<Record<string, number>>): ProductRecord => ({
  id: 'p',
  version: 1,
  sku: 'P',
  names: {},
  descriptions: {},
  imageUrl: null,
  catalogId: 'c',
  taxRate: 250_000,
  taxRateId: null,
  state: 'active',
  isGiftCard: false,
  variants: [{ ...NEW_VARIANT, id: 'v', isRetired: false, prices }],
})

it('shows a product with the prices that it has, in the order of the groups, and looks at no other group', () => {
  priceGroups.walks = 0
  const [listed] = listedProduct(shelf, product({ g7: 900, g2: 1000, g0: 800 })).variants
  expect(listed?.prices).toStrictEqual([
    { priceGroupId: 'g0', currency: 'EUR', price: 8 },
    { priceGroupId: 'g2', currency: 'EUR', price: 10 },
    { priceGroupId: 'g7', currency: 'EUR', price: 9 },
  ])
  const inherited = (prices: Readonly<Record<string, number>>) =>
    managedProduct(shelf, product(prices)).variants[0]?.inheritedPrices.map(
      ({ inheritedFrom, price, priceGroupId }) => [priceGroupId, price, inheritedFrom],
    )
  expect(inherited({ g7: 900, g2: 1000, g0: 800 })).toStrictEqual([['g1', 8, 'g0']])
  expect(inherited({ g2: 1000 })).toStrictEqual([
    ['g0', 10, 'g2'],
    ['g1', 10, 'g2'],
  ])
  expect(priceGroups.walks).toBe(0)
})
