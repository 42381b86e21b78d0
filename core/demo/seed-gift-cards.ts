import { issueGiftCard } from '../gift-cards/issue-gift-card.ts'
import { toMinor } from '../kernel/money.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCurrency } from '../stores/store.ts'
import { OPENED, type ShopMaking } from './shop-keys.ts'

/** Makes the gift cards that somebody who tries the shop can pay with: their codes are known. */
export async function makeGiftCards({ author, db, random, shop }: ShopMaking): Promise<void> {
  const store = await getStore(db, author.storeId)
  for (const { amount, code, currency } of shop.giftCards) {
    await issueGiftCard(
      db,
      { ...author, changes: [] },
      {
        id: random.id(OPENED),
        amount: toMinor(amount, currency),
        currency: requireCurrency(store, currency),
        code,
      },
    )
  }
}
