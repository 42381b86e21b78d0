import { HOW_WORDS_ARE_FOUND } from '../kernel/search-terms.ts'
import { sliceOf } from '../database/queries/keyset.ts'
import { plainRate, toPpm, toRate } from '../kernel/money.ts'
import { fieldFault, type FieldFault } from '../records/field-faults.ts'
import { defineNoun, type Read } from '../records/noun.ts'
import { StatedRecordsQuery } from '../records/record.schema.ts'
import { recordsIn, searchRecords } from '../records/search-records.ts'
import { readNames } from '../records/texts.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import type { TaxRateDraft, TaxRateRecord } from './tax-rate-record.ts'
import { isRateUsed, taxRateRows, taxRatesOf } from './tax-rate.repository.ts'
import { ManagedTaxRate, ManagedTaxRatesAnswer, TaxRateBody, TaxRatePatch } from './tax-rate.schema.ts'

/** The store's own tax rates, each with a name: what refers to one changes with it. */
export const taxRateNoun = defineNoun({
  one: 'tax rate',
  many: 'tax rates',
  schemas: {
    body: TaxRateBody,
    patch: TaxRatePatch,
    record: ManagedTaxRate,
    list: ManagedTaxRatesAnswer,
    query: StatedRecordsQuery,
  },
  says: {
    list: `Higher ones first; those that are retired, too. \`search\` finds words of their names ${HOW_WORDS_ARE_FOUND}`,
    change:
      'Only what the body names; null takes away. Another rate is at once that of every product and price group that ' +
      'refers to it; carts take it at their next change, and orders keep what they were placed with.',
    remove: 'One that products or price groups have is kept, and offered no more.',
  },
  around: getStore,
  find: async (db, storeId, id) => (await taxRatesOf(db, storeId)).get(id),
  list: async (db, storeId, page, { search, state }) => {
    const rates = [...(await taxRatesOf(db, storeId)).values()]
    const found = searchRecords(recordsIn(rates, state), search, ({ names }) => Object.values(names))
    return sliceOf(found, page, 'asc', [({ rate }) => -rate, ({ id }) => id])
  },
  view: (_store: StoreRecord, { id, isDefault, names, rate, state, version }: TaxRateRecord) => ({
    id,
    version,
    names,
    rate: toRate(rate),
    isDefault,
    state,
  }),
  read: readTaxRate,
  fields: (_store, { isDefault, names, rate, state }) => ({ names, rate: plainRate(rate), isDefault, state }),
  rows: taxRateRows,
  removal: {
    isUsed: isRateUsed,
    retired: (rate) => ({ ...rate, state: 'retired' as const, isDefault: false }),
  },
})

function readTaxRate(
  { cultures }: StoreRecord,
  { isDefault = false, names, rate, state = 'active' }: TaxRateBody,
  before: TaxRateRecord | undefined,
): Read<TaxRateDraft> {
  const faults: FieldFault[] = []
  const draft = {
    names: readNames(names, { cultures, before: before?.names, faults }),
    rate: toPpm(rate),
    isDefault,
    state,
  }
  if (isDefault && state === 'retired') faults.push(fieldFault('isDefault', 'tax-rate.default-retired'))
  return { draft, faults }
}
