import { cached, nonEmpty } from '../database/cache.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { updateVersion } from '../database/queries/prepared.ts'
import { recordDone, type Author } from '../history/record-events.ts'
import type { RecordRows } from '../records/noun.ts'
import { part, recordRows } from '../records/record-rows.ts'
import { textsOf } from '../records/texts.ts'
import type { TaxRateRecord } from './tax-rate-record.ts'

const TAX_RATE = 'tax-rate'

/** The tax rates of a store by their ids, retired ones too; higher ones first. */
export const taxRatesOf = async (db: ReadDb, storeId: string): Promise<ReadonlyMap<string, TaxRateRecord>> =>
  new Map(((await ratesOf(db, storeId)) ?? []).map((rate) => [rate.id, rate]))

const ratesOf = cached(async (db, storeId: string) => {
  const rates = await db
    .selectFrom('tax_rates')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('rate_ppm', 'desc')
    .orderBy('id')
    .execute()
  const names = await db
    .selectFrom('tax_rate_names as text')
    .innerJoin('tax_rates as rate', 'rate.id', 'text.tax_rate_id')
    .selectAll('text')
    .where('rate.store_id', '=', storeId)
    .execute()
  const namesOf = Map.groupBy(names, (text) => text.tax_rate_id)
  return nonEmpty(
    rates.map((row): TaxRateRecord => ({
      id: row.id,
      version: row.version,
      names: textsOf(namesOf.get(row.id), ({ name }) => name),
      rate: row.rate_ppm,
      isDefault: row.is_default === 1,
      state: row.state,
    })),
  )
})

const rows = recordRows(
  'tax_rates',
  ({ isDefault, rate, state }: TaxRateRecord) => ({
    rate_ppm: rate,
    is_default: isDefault ? (1 as const) : null,
    state,
  }),
  [
    part('tax_rate_names', 'tax_rate_id', ({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ tax_rate_id: id, culture_code, name })),
    ),
  ],
)

/** How tax rates are kept. The one that becomes the default takes that from the one that was, which is in its history. */
export const taxRateRows: RecordRows<TaxRateRecord> = {
  ...rows,
  insert: async (db, author, records) => {
    await takeDefault(db, author, records)
    await rows.insert(db, author, records)
  },
  update: async (db, author, changes) => {
    await takeDefault(
      db,
      author,
      changes.map(({ after }) => after),
    )
    await rows.update(db, author, changes)
  },
}

async function takeDefault(db: WriteDb, author: Author, records: readonly TaxRateRecord[]): Promise<void> {
  if (!records.some(({ isDefault }) => isDefault)) return
  const others = await db
    .selectFrom('tax_rates')
    .select(['id', 'version'])
    .where('store_id', '=', author.storeId)
    .where('is_default', '=', 1)
    .where(
      'id',
      'not in',
      records.map(({ id }) => id),
    )
    .execute()
  for (const other of others) {
    const version = other.version + 1
    await updateVersion(db, 'tax_rates', other, { version, is_default: null })
    const changes = [{ field: 'isDefault', from: 'true', to: 'false' }]
    await recordDone(db, author, [{ recordId: other.id, noun: TAX_RATE, version, kind: 'changed', changes }])
  }
}

/** Whether a product or a price group has the rate. */
export async function isRateUsed(db: ReadDb, { id }: TaxRateRecord): Promise<boolean> {
  const product = db.selectFrom('products').select('id').where('tax_rate_id', '=', id).limit(1)
  const group = db.selectFrom('price_groups').select('id').where('tax_rate_id', '=', id).limit(1)
  return ((await product.executeTakeFirst()) ?? (await group.executeTakeFirst())) !== undefined
}
