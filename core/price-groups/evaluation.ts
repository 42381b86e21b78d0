import { checkCriterion, type Criterion, type Facts, type NameOf } from './criteria/index.ts'

/** The criteria of each price group, by the group's id. */
export type CriteriaByGroup = ReadonlyMap<string, readonly Criterion[]>

export interface EvaluatedCriterion {
  readonly criterion: Criterion
  readonly valid: boolean
  readonly reason: string
  /** The group whose criterion it is. */
  readonly priceGroupId: string
}

export interface Evaluation {
  readonly valid: boolean
  readonly criteria: readonly EvaluatedCriterion[]
  /** Those for which it is not valid: of kinds of which none holds. */
  readonly failed: readonly EvaluatedCriterion[]
}

/**
 * Whether a price group may be offered. Criteria of one kind are alternatives, every kind is required, and a group whose
 * base fails fails with it (decisions, lists).
 * @param chain the group itself, then what it derives from
 */
export function evaluate(
  chain: readonly string[],
  criteria: CriteriaByGroup,
  facts: Facts,
  nameOf: NameOf = (id) => id,
): Evaluation {
  const evaluated = chain.flatMap((priceGroupId) =>
    (criteria.get(priceGroupId) ?? []).map((criterion) => ({
      criterion,
      ...checkCriterion(criterion, facts, nameOf),
      priceGroupId,
    })),
  )
  const required = Map.groupBy(
    evaluated,
    ({ priceGroupId, criterion }) => `${priceGroupId} ${criterion.kind}`,
  )
  const failed = [...required.values()].filter((alternatives) => !alternatives.some(({ valid }) => valid))
  return { valid: failed.length === 0, criteria: evaluated, failed: failed.flat() }
}

/** Those of a store's groups that may be offered. */
export function validGroups<Group extends { readonly chain: readonly string[] }>(
  groups: readonly Group[],
  criteria: CriteriaByGroup,
  facts: Facts,
): Group[] {
  // Of each group once, however many derive from it.
  const known = new Map<string, boolean>()
  const holds = (id: string): boolean => {
    const holding = known.get(id) ?? (!criteria.has(id) || evaluate([id], criteria, facts).valid)
    known.set(id, holding)
    return holding
  }
  return groups.filter(({ chain }) => chain.every(holds))
}
