import type { ReadDb } from '../database/engine.ts'
import type { Page, Slice } from '../database/queries/keyset.ts'
import { getCurrency, type StoreRecord } from '../stores/store.repository.ts'
import type { Facts } from './criteria/index.ts'
import { priceGroupEvaluation } from './evaluate-price-group.ts'
import { pageOfGroups, priceGroupNames, priceGroupsOf } from './price-group.repository.ts'
import type { ListedEvaluation } from './price-group.schema.ts'

/** Every price group of a store held against a sale, those that are not valid for it too, in the order of the list. */
export async function listEvaluations(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { culture, currencyId, facts }: { culture: string; currencyId: string | undefined; facts: Facts },
): Promise<Slice<ListedEvaluation>> {
  const { rows, next } = pageOfGroups(await priceGroupsOf(db, store.id, currencyId), page)
  const evaluate = await priceGroupEvaluation(db, store, { culture, facts })
  const nameOf = await priceGroupNames(db, store, culture)
  const listed: ListedEvaluation[] = []
  for (const group of rows) {
    const { name, valid, criteria } = evaluate(group)
    const { isoCode } = await getCurrency(db, group.currency_id)
    const [, base] = group.chain
    const baseGroup = base === undefined ? null : { id: base, name: nameOf(base) }
    listed.push({ id: group.id, name, currency: isoCode, baseGroup, valid, criteria })
  }
  return { rows: listed, next }
}
