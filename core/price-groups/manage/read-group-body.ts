import { parseId } from '../../kernel/ids.ts'
import { toPpm } from '../../kernel/money.ts'
import { LOCAL, parseMoment } from '../../kernel/moment.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import { isSame } from '../../records/is-same.ts'
import { mergePatch } from '../../records/merge-patch.ts'
import type { Read } from '../../records/noun.ts'
import { readNames } from '../../records/texts.ts'
import {
  faultsOfCriterion,
  heldBy,
  isHeldRecord,
  type Criterion,
  type HeldRecord,
  type Holds,
} from '../criteria/index.ts'
import type { GroupAround } from './group-around.ts'
import { isOfferedAgain, type GroupDraft, type GroupRecord } from './group-record.ts'
import { managedGroup } from './group-view.ts'
import type { PriceGroupBody } from './price-group.schema.ts'

/** The price group that a body describes as a whole. */
export function readGroupBody(
  around: GroupAround,
  body: PriceGroupBody,
  before: GroupRecord | undefined,
): Read<GroupDraft> {
  const faults: FieldFault[] = []
  const { cultures } = around.store
  const { priority = 0, state = 'active' } = body
  const draft = {
    names: readNames(body.names, { cultures, before: before?.names, faults }),
    currency: currencyOf(around, { code: body.currency, state }, before, faults),
    baseId: body.basePriceGroupId ?? null,
    priority,
    ...taxOf(around, body, before, faults),
    criteria: criteriaOf(around, body.criteria ?? [], before, faults),
    state,
  }
  return { draft, faults }
}

/** The price group that a patch makes of one. Another number as tax rate takes the name of the rate away. */
export function readGroupPatch(around: GroupAround, before: GroupRecord, patch: object): Read<GroupDraft> {
  const view = managedGroup(around, before)
  const { taxRate, taxRateId } = patch as Partial<PriceGroupBody>
  const isNumber = taxRate !== undefined && taxRateId === undefined && taxRate !== view.taxRate
  const whole = mergePatch(view, isNumber ? { ...patch, taxRateId: null } : patch)
  return readGroupBody(around, whole as PriceGroupBody, before)
}

/** One that the store takes no more stays with the group that has it, for as long as that is not to be offered again. */
function currencyOf(
  { store: { currencies } }: GroupAround,
  { code, state }: { readonly code: string } & Pick<GroupDraft, 'state'>,
  before: GroupRecord | undefined,
  faults: FieldFault[],
): GroupDraft['currency'] {
  const isoCode = code.toUpperCase()
  const kept = before?.currency.isoCode === isoCode ? before.currency : undefined
  if (kept && !isOfferedAgain(before, { state })) return kept
  const currency = currencies.find((taken) => taken.isoCode === isoCode)
  if (currency) return currency
  const codes = currencies.map((taken) => taken.isoCode).join(', ')
  faults.push(fieldFault('currency', 'store.currency', { currencies: codes }))
  return kept ?? { id: '', isoCode }
}

/** A rate with a name counts before a number; one that is retired only the group that has it keeps. */
function taxOf(
  { taxRates }: GroupAround,
  { taxRate = null, taxRateId = null }: PriceGroupBody,
  before: GroupRecord | undefined,
  faults: FieldFault[],
): Pick<GroupDraft, 'taxRate' | 'taxRateId'> {
  if (taxRateId === null) return { taxRate: taxRate === null ? null : toPpm(taxRate), taxRateId }
  const named = taxRates.get(taxRateId)
  if (!named) faults.push(fieldFault('taxRateId', 'tax-rate.not-found'))
  else if (named.state === 'retired' && before?.taxRateId !== taxRateId)
    faults.push(fieldFault('taxRateId', 'field.retired'))
  return { taxRate: named?.rate ?? null, taxRateId }
}

/** An id as we spell it; a moment that names no zone is one on the store's clock. */
function canonical(holds: Holds | undefined, value: string, timeZone: string): string {
  if (isHeldRecord(holds)) return parseId(value) ?? value
  if (holds !== 'moment' || !LOCAL.test(value)) return value
  return parseMoment(value, { timeZone, takesLocal: true }) ?? value
}

/** Criteria as they are kept: their values in an order of their own, which says nothing, and each once. */
function criteriaOf(
  { held, store }: GroupAround,
  given: PriceGroupBody['criteria'] & object,
  before: GroupRecord | undefined,
  faults: FieldFault[],
): Criterion[] {
  const kept = (kind: string, parameter: string, values: readonly string[]): string[] => {
    const holds = heldBy(kind, parameter)
    return [...new Set(values.map((value) => canonical(holds, value, store.timeZone)))].sort()
  }
  const isThere = (holds: HeldRecord, id: string): boolean => held.get(id)?.holds === holds
  return given.map(({ kind, parameters }, index) => {
    const named = Object.entries(parameters).filter(([, values]) => values.length > 0)
    const criterion: Criterion = {
      kind,
      parameters: Object.fromEntries(named.map(([name, values]) => [name, kept(kind, name, values)])),
    }
    // What it has already may stay, whatever has become of what it names.
    if (before?.criteria.some((old) => isSame(old, criterion))) return criterion
    for (const fault of faultsOfCriterion(criterion, isThere))
      faults.push({ ...fault, field: `criteria.${index}.${fault.field}` })
    return criterion
  })
}
