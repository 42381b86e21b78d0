import { plainRate, toRate } from '../../kernel/money.ts'
import type { PlainFields } from '../../history/field-changes.ts'
import { namedIn } from '../../records/texts.ts'
import { describeCriterion } from '../criteria/index.ts'
import type { GroupAround } from './group-around.ts'
import type { GroupRecord } from './group-record.ts'
import type { ManagedPriceGroup } from './price-group.schema.ts'

/** A price group as it is answered. */
export const managedGroup = (_around: GroupAround, group: GroupRecord): ManagedPriceGroup => ({
  id: group.id,
  version: group.version,
  names: group.names,
  currency: group.currency.isoCode,
  basePriceGroupId: group.baseId,
  priority: group.priority,
  taxRate: group.taxRate === null ? null : toRate(group.taxRate),
  taxRateId: group.taxRateId,
  criteria: group.criteria.map(({ kind, parameters }) => ({
    kind,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, values]) => [name, [...values]])),
  })),
  state: group.state,
})

/** A price group as its history tells of it: what it refers to by its name. */
export function groupFields(around: GroupAround, group: GroupRecord): PlainFields {
  return {
    names: group.names,
    currency: group.currency.isoCode,
    basePriceGroupId: group.baseId && namedIn(around.groups, around.store)(group.baseId),
    priority: group.priority,
    taxRate: group.taxRate === null ? null : plainRate(group.taxRate),
    taxRateId: group.taxRateId && namedIn(around.taxRates, around.store)(group.taxRateId),
    criteria:
      group.criteria
        .map((criterion) => describeCriterion(criterion, (id) => around.held.get(id)?.name ?? id))
        .join('; ') || null,
    state: group.state,
  }
}
