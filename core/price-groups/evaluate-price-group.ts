import type { ReadDb } from '../database/engine.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { describeCriterion, findOfCriterion, type Facts, type NameOf } from './criteria/index.ts'
import { readCriteria } from './criteria.repository.ts'
import { evaluate, type EvaluatedCriterion } from './evaluation.ts'
import { readHeldRecords } from './held-records.repository.ts'
import { findPriceGroup, priceGroupNames } from './price-group.repository.ts'
import type { EvaluationAnswer } from './price-group.schema.ts'

/** How a price group stands for a sale, in words. */
export interface NamedEvaluation extends EvaluationAnswer {
  readonly name: string
  /** Why it is not valid, each reason a sentence without its dot; empty where it is. */
  readonly reasons: readonly string[]
}

/** How each criterion of a price group stands, its own and those of the groups it derives from. */
export async function evaluatePriceGroup(
  db: ReadDb,
  store: StoreRecord,
  priceGroupId: string,
  sale: { readonly culture: string; readonly facts: Facts },
): Promise<EvaluationAnswer | undefined> {
  const group = await findPriceGroup(db, store.id, priceGroupId)
  return group && (await priceGroupEvaluation(db, store, sale))(group)
}

/** The same for any groups of the store: what all of them need is read once. */
export async function priceGroupEvaluation(
  db: ReadDb,
  store: StoreRecord,
  { culture, facts }: { readonly culture: string; readonly facts: Facts },
): Promise<(group: { readonly id: string; readonly chain: readonly string[] }) => NamedEvaluation> {
  const criteria = await readCriteria(db, store.id)
  const held = await readHeldRecords(db, store.id)
  const nameOf: NameOf = (id) => held.get(id)?.name ?? 'unknown'
  const named = (value: string) => ({ value, name: held.get(value)?.name ?? null })
  const groupName = await priceGroupNames(db, store, culture)
  const described = ({ criterion, reason }: EvaluatedCriterion): string =>
    `${describeCriterion(criterion, nameOf)}: ${reason}`
  return ({ id, chain }) => {
    const { valid, criteria: evaluated, failed } = evaluate(chain, criteria, facts, nameOf)
    return {
      name: groupName(id),
      valid,
      criteria: evaluated.map(({ priceGroupId: owner, criterion, valid: holds, reason }) => ({
        kind: criterion.kind,
        description: describeCriterion(criterion, nameOf),
        valid: holds,
        reason,
        asked: Object.entries(criterion.parameters).flatMap(([parameter, values]) =>
          values.map((value) => ({ parameter, ...named(value) })),
        ),
        found: findOfCriterion(criterion, facts).map(named),
        inheritedFrom: owner === id ? null : { id: owner, name: groupName(owner) },
      })),
      reasons: failed.map(described),
    }
  }
}
