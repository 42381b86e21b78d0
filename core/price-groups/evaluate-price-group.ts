import type { ReadDb } from '../database/database.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { describeCriterion, type Facts } from './criteria/index.ts'
import { readCriteria, readNames } from './criteria.repository.ts'
import { evaluate } from './evaluation.ts'
import { findPriceGroup, priceGroupNames } from './price-group.repository.ts'
import type { EvaluationAnswer } from './price-group.schema.ts'

/** How each criterion of a price group stands, its own and those of the groups it derives from. */
export async function evaluatePriceGroup(
  db: ReadDb,
  store: StoreRecord,
  priceGroupId: string,
  { culture, facts }: { readonly culture: string; readonly facts: Facts },
): Promise<EvaluationAnswer | undefined> {
  const group = await findPriceGroup(db, store.id, priceGroupId)
  if (!group) return undefined
  const criteria = await readCriteria(db, store.id)
  const nameOf = await readNames(db, store.id)
  const { valid, criteria: evaluated } = evaluate(group.chain, criteria, facts, nameOf)
  const groupName = await priceGroupNames(db, store, culture)
  return {
    valid,
    criteria: evaluated.map(({ priceGroupId: owner, criterion, valid: holds, reason }) => ({
      kind: criterion.kind,
      description: describeCriterion(criterion, nameOf),
      valid: holds,
      reason,
      inheritedFrom: owner === group.id ? null : { id: owner, name: groupName(owner) },
    })),
  }
}
