import { expect, it } from 'vitest'
import type { Context } from '../../../core/access/context.ts'
import { updateCart } from '../../../core/carts/update-cart.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** The queries about campaigns that one change of a cart makes. */
async function queriesOfChange(shop: Shop, cartId: string): Promise<number> {
  return inDatabase(shop.dataDir, async (db) => {
    const { store_id: storeId } = await db
      .selectFrom('carts')
      .select('store_id')
      .where('id', '=', cartId)
      .executeTakeFirstOrThrow()
    const queries = new Set<unknown>()
    const watched = db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (/campaign|cart_discounts/.test(JSON.stringify(node))) queries.add(queryId.queryId)
        return node
      },
      transformResult: async ({ result }) => Promise.resolve(result),
    })
    const context: Context = {
      clientId: '',
      storeId,
      name: 'Test',
      scopes: new Set(['storefront']),
      expires: new Date(0),
      now: shop.clock.read(),
      ifMatch: undefined,
      changes: [],
    }
    await updateCart(watched, context, cartId, { note: 'Changed' })
    return queries.size
  })
}

it('a cart that no campaign runs for costs one query more', async () => {
  const shop = await openShop()
  const clerk = await shop.as('storefront')
  const { cartId } = await clerk.aCartReadyToPlace({ quantities: [1, 2, 3] })
  const none = await clerk.aCartReadyToPlace()
  await inDatabase(shop.dataDir, async (db) => {
    await db.updateTable('campaigns').set({ is_automatic: 0 }).execute()
  })
  expect(await queriesOfChange(shop, none.cartId)).toBe(1)
  await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`)
  expect(await queriesOfChange(shop, cartId)).toBeGreaterThan(1)
})
