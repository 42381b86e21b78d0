import type { ReadDb } from '../../database/engine.ts'
import type { Paging } from '../../http/pagination.ts'
import { smallestCoin } from '../../kernel/cash.ts'
import { toMajor } from '../../kernel/money.ts'
import {
  isPaidByGiftCard,
  isPaidInCash,
  listPaymentMethods,
} from '../../payment-methods/payment-method.repository.ts'
import { getCurrency, getStore } from '../../stores/store.repository.ts'
import { requireCulture } from '../../stores/store.ts'
import type { MethodsOfPaymentAnswer } from './payment.schema.ts'

/** Whose money moves by a method: where the bill goes to, and in which currency. */
interface Payer {
  readonly countryId: string | undefined
  readonly currencyId: string
}

/**
 * A page of the methods by which money of a payer may come or go, in the order of the store, each with what it is handed over in.
 * @param cultureCode in which they are named; the store's default where not given
 * @throws CommerceError BadRequest for a culture that is not the store's
 */
export async function methodsOfPayer(
  db: ReadDb,
  storeId: string,
  paging: Paging,
  { countryId = '', currencyId }: Payer,
  cultureCode: string | undefined,
): Promise<MethodsOfPaymentAnswer> {
  const store = await getStore(db, storeId)
  const culture = requireCulture(store, cultureCode ?? store.defaultCulture)
  const methods = await listPaymentMethods(db, store, paging.page, {
    culture,
    countryId,
    priceGroup: undefined,
  })
  const { isoCode } = await getCurrency(db, currencyId)
  const coin = { cashCoin: toMajor(smallestCoin(isoCode), isoCode) }
  const paymentMethods = await Promise.all(
    methods.rows.map(async (method) => ({
      ...method,
      ...((await isPaidInCash(db, method.id)) && coin),
      ...((await isPaidByGiftCard(db, method.id)) && { redeemsGiftCards: true as const }),
    })),
  )
  return { paymentMethods, nextPagingToken: paging.next(methods) }
}
