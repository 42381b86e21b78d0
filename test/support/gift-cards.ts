import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import { GiftCard, IssuedGiftCard } from '../../core/gift-cards/gift-card.schema.ts'
import { issueGiftCard } from '../../core/gift-cards/issue-gift-card.ts'
import { toMinor } from '../../core/kernel/money.ts'
import { findStoreByCode, getStore } from '../../core/stores/store.repository.ts'
import { requireCurrency } from '../../core/stores/store.ts'
import type { Caller } from './caller.ts'
import type { Clerk } from './clerk.ts'
import { inDatabase } from './data.ts'

/** A gift card of a shop, with the code that nobody is told again. */
export async function aGiftCard(
  manager: Caller,
  amount = 50,
  fields: object = {},
): Promise<{ readonly id: string; readonly code: string; readonly last: string }> {
  const body = { amount, currency: 'EUR', reason: 'For a test', ...fields }
  const { code, giftCard } = (await manager.post('/gift-cards', body)).ok(IssuedGiftCard)
  if (code === null) throw new Error('The card has no code.')
  return { id: giftCard.id, code, last: giftCard.lastCharacters }
}

/** Marks the goods of the first line of carts and orders that are made without a choice, or takes the mark off. */
export async function markAsGiftCard(manager: Clerk, isGiftCard = true): Promise<void> {
  const [first] = await manager.products({ maxItems: 1 })
  ;(await manager.patch(`/manage/products/${first?.sku}`, { isGiftCard })).ok(ManagedProduct)
}

/** What is on it. */
export const balanceOf = async (clerk: Caller, id: string): Promise<number> =>
  (await clerk.get(`/gift-cards/${id}`)).ok(GiftCard).balance

/** Issues one past the core, into the shop of a folder that nobody has open. */
export async function issueIn(
  dataDir: string,
  { amount, code, currency }: { readonly amount: number; readonly code: string; readonly currency: string },
): Promise<void> {
  await inDatabase(dataDir, async (db) => {
    const found = await findStoreByCode(db, 'harbour')
    if (!found) throw new Error('There is no store harbour.')
    const store = await getStore(db, found.id)
    const context = { storeId: store.id, name: 'Test', now: new Date(), changes: [] }
    const taken = requireCurrency(store, currency)
    return issueGiftCard(db, context, { amount: toMinor(amount, currency), currency: taken, code })
  })
}
