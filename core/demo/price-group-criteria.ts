import type { ReadDb } from '../database/database.ts'
import type { Moment } from './opening-hours.ts'

/** A condition of a price group, as stored. */
export interface Criterion {
  readonly kind: string
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** Who buys, when, and what else is known of it. */
export interface Occasion {
  readonly moment: Moment
  readonly customerGroupIds: readonly string[]
  readonly organizationId: string | null
  readonly properties: Readonly<Record<string, string>>
}

/** The criteria of every price group, by the group's id. */
export async function readCriteria(db: ReadDb): Promise<ReadonlyMap<string, readonly Criterion[]>> {
  const criteria = await db.selectFrom('price_group_criteria').selectAll().orderBy('id').execute()
  const values = await db.selectFrom('price_group_criterion_values').selectAll().execute()
  const byCriterion = Map.groupBy(values, (value) => value.criterion_id)
  const complete = criteria.map(({ id, price_group_id, kind }) => {
    const byName = Map.groupBy(byCriterion.get(id) ?? [], (value) => value.name)
    return {
      price_group_id,
      kind,
      values: new Map([...byName].map(([name, rows]) => [name, rows.map((row) => row.value)])),
    }
  })
  return Map.groupBy(complete, (criterion) => criterion.price_group_id)
}

/** Criteria of one kind are alternatives, and every kind is required. */
export function isMet(criteria: readonly Criterion[], occasion: Occasion): boolean {
  const kinds = Map.groupBy(criteria, (criterion) => criterion.kind)
  return [...kinds.values()].every((alternatives) =>
    alternatives.some((criterion) => holds(criterion, occasion)),
  )
}

function holds({ kind, values }: Criterion, occasion: Occasion): boolean {
  switch (kind) {
    case 'customerGroup':
      return (values.get(kind) ?? []).some((id) => occasion.customerGroupIds.includes(id))
    case 'organization':
      return occasion.organizationId !== null && (values.get(kind) ?? []).includes(occasion.organizationId)
    case 'property': {
      const given = occasion.properties[values.get('key')?.[0] ?? '']
      return given !== undefined && (values.get('value') ?? []).includes(given)
    }
    case 'timeWindow':
      return isWithin(values, occasion.moment)
    default:
      return false
  }
}

function isWithin(values: Criterion['values'], { at, weekday, minute }: Moment): boolean {
  const bound = (name: string) => values.get(name)?.[0]
  const from = bound('from')
  const to = bound('to')
  const startTime = bound('startTime')
  const endTime = bound('endTime')
  return (
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to)) &&
    (values.get('weekday')?.includes(String(weekday)) ?? true) &&
    (startTime === undefined || minute >= minutesOf(startTime)) &&
    (endTime === undefined || minute < minutesOf(endTime))
  )
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
