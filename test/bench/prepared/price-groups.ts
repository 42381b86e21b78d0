import { newId } from '../../../core/kernel/ids.ts'
import { openShopFile, readStore, rowAdder } from './file.ts'

/** Of so many groups one asks for the property that a request brings. */
const PROPERTY_VALUES = 50

/** The value of the property `channel` that the n-th group asks for. */
export const channelOf = (n: number): string => `channel-${n % PROPERTY_VALUES}`

/** Adds price groups, each with two kinds of criteria: a customer group of the store, and a property. */
export function addPriceGroups(dataDir: string, count: number): void {
  const db = openShopFile(dataDir)
  const add = rowAdder(db)
  const store = readStore(db)
  const ids = (table: string): string[] =>
    db
      .prepare<[string], string>(`select id from ${table} where store_id = ? order by id`)
      .pluck()
      .all(store.id)
  const circles = ids('customer_groups')
  const currency = db
    .prepare<[string], string>(
      'select currency_id from store_currencies where store_id = ? order by position',
    )
    .pluck()
    .get(store.id)
  if (currency === undefined) throw new Error('The demo store has no currency.')
  db.transaction(() => {
    for (let n = 0; n < count; n++) {
      const id = newId()
      add('price_groups', {
        id,
        store_id: store.id,
        currency_id: currency,
        base_price_group_id: null,
        priority: -1 - n,
        tax_rate_ppm: null,
      })
      for (const culture of store.cultures)
        add('price_group_names', { price_group_id: id, culture_code: culture, name: `Group ${n}` })
      const criterion = (kind: string, values: Record<string, string>): void => {
        const criterionId = newId()
        add('price_group_criteria', { id: criterionId, price_group_id: id, kind })
        for (const [name, value] of Object.entries(values))
          add('price_group_criterion_values', { criterion_id: criterionId, name, value })
      }
      criterion('property', { key: 'channel', value: channelOf(n) })
      const circle = circles[n % circles.length]
      if (n % 2 === 0 && circle !== undefined) criterion('customerGroup', { customerGroup: circle })
    }
  })()
  db.close()
}
