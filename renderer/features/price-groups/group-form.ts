import type { CriteriaKind, ManagedPriceGroup, PriceGroupBody } from '../../api/selling.ts'
import { parseWhole } from '../../ui/format.ts'
import { formatPercent, parsePercent } from '../../ui/percent.ts'
import { filled } from '../records/text-in.ts'
import type { GroupCriterion } from './who-gets-it.ts'

/** The tax of a group that has a number of its own, where others name a rate. */
export const OWN_RATE = 'own'

/** A price group as it is typed. */
export interface GroupForm {
  names: Record<string, string>
  currency: string
  /** Empty where it derives from none. */
  baseId: string
  priority: string
  /** The id of a tax rate, `own`, or empty where the tax is that of what is sold. */
  tax: string
  /** Of its own rate. */
  percent: string
  criteria: readonly GroupCriterion[]
  state: 'active' | 'retired'
}

export const groupFormOf = (
  record: ManagedPriceGroup | undefined,
  { culture, currency }: { culture: string; currency: string },
): GroupForm => ({
  names: { ...record?.names },
  currency: record?.currency ?? currency,
  baseId: record?.basePriceGroupId ?? '',
  priority: String(record?.priority ?? 0),
  tax: record?.taxRateId ?? (typeof record?.taxRate === 'number' ? OWN_RATE : ''),
  percent:
    typeof record?.taxRate === 'number' && record.taxRateId === null
      ? formatPercent(record.taxRate, culture)
      : '',
  criteria: record?.criteria ?? [],
  state: record?.state ?? 'active',
})

/** What a form says, and what is no number in it. */
export function groupBodyOf(
  form: GroupForm,
  culture: string,
  texts: { readonly percent: string; readonly whole: string },
): { body: PriceGroupBody; faults: Record<string, string> } {
  const faults: Record<string, string> = {}
  const rate = form.tax === OWN_RATE ? parsePercent(form.percent, culture) : 0
  if (rate === undefined) faults['taxRate'] = texts.percent
  const priority = form.priority.trim() === '' ? 0 : parseWhole(form.priority, culture)
  if (priority === undefined) faults['priority'] = texts.whole
  return {
    faults,
    body: {
      names: filled(form.names),
      currency: form.currency,
      basePriceGroupId: form.baseId || null,
      priority: priority ?? 0,
      taxRate: form.tax === OWN_RATE ? (rate ?? 0) : null,
      taxRateId: form.tax === '' || form.tax === OWN_RATE ? null : form.tax,
      criteria: form.criteria.map(typedOf),
      state: form.state,
    },
  }
}

/** A criterion without what is empty. */
const typedOf = (criterion: GroupCriterion): GroupCriterion =>
  withValues(criterion, (_name, value) => value.trim() !== '')

/** A criterion as far as it can be told: what has not the form yet that its kind wants is told of nobody. */
export function saidOf(criterion: GroupCriterion, kinds: readonly CriteriaKind[]): GroupCriterion {
  const { properties } = kinds.find(({ kind }) => kind === criterion.kind)?.parameters ?? {}
  return withValues(typedOf(criterion), (name, value) =>
    new RegExp(properties?.[name]?.items?.pattern ?? '').test(value),
  )
}

const withValues = (
  { kind, parameters }: GroupCriterion,
  isKept: (name: string, value: string) => boolean,
): GroupCriterion => ({
  kind,
  parameters: Object.fromEntries(
    Object.entries(parameters)
      .map(([name, values]): [string, string[]] => [name, values.filter((value) => isKept(name, value))])
      .filter(([, values]) => values.length > 0),
  ),
})
