import fc from 'fast-check'
import { Refused } from '../model.ts'
import { withVariants } from '../state.ts'
import { fromWire } from '../money.ts'
import { at, command, mostly, place, storeOf } from './command.ts'

/** What a variant costs in a price group from now on; null takes the group's own price away. */
const newPrice = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 99_999 }) },
  { weight: 2, arbitrary: fc.constant(null) },
)

/** Changes a price of what is in carts meanwhile (decisions, the shop's own records). */
export const changePrice = command({
  name: 'change a price',
  weight: 5,
  picks: fc.record({
    store: fc.constantFrom('harbour' as const, 'uptown' as const),
    // As lines pick them.
    goods: fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 5 }) }, { weight: 1, arbitrary: place }),
    group: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: place }),
    price: newPrice,
    hasSeen: mostly(true, false),
  }),
  call: (state, picks) => {
    const store = storeOf(state, picks.store)
    const goods = at(store.variants, picks.goods)
    const group = at(store.priceGroups, picks.group)
    if (!goods || !group) return undefined
    const { isoCode } = group.currency
    const price = picks.price === null ? null : isoCode === 'JPY' ? picks.price : picks.price / 100
    const seen = picks.hasSeen ? goods.version : goods.version + 1
    const { productId, variantSku } = goods
    return {
      store: picks.store,
      method: 'PATCH',
      path: '/manage/prices',
      body: {
        products: [
          {
            id: productId,
            version: seen,
            variants: [{ variantSku, prices: [{ priceGroupId: group.id, price }] }],
          },
        ],
      },
      scopes: ['manage'],
      decide: (before, caller) => {
        if (caller.store.code !== picks.store) throw new Refused('BadRequest', 'products.0.id')
        const family = caller.store.variants.filter((variant) => variant.productId === productId)
        const own = family.find(({ id }) => id === goods.id)
        if (own?.version !== seen) throw new Refused('Conflict', 'products.0.version')
        const amount = price === null ? undefined : fromWire(price, isoCode)
        const isSame = own.prices.get(group.id) === amount
        const version = isSame ? seen : seen + 1
        const prices = new Map(own.prices)
        if (amount === undefined) prices.delete(group.id)
        else prices.set(group.id, amount)
        return {
          status: 200,
          body: { products: [{ id: productId, version }] },
          next: () =>
            withVariants(
              before,
              caller.store,
              family.map((variant) => ({
                ...variant,
                version,
                prices: variant.id === own.id ? prices : variant.prices,
              })),
            ),
        }
      },
    }
  },
})
