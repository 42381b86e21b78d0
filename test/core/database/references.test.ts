import { sql, type Compilable } from 'kysely'
import { expect, it } from 'vitest'
import { Handle, type Connection } from '../../../core/database/handle.ts'
import { ReferenceTables } from '../../../core/database/references.ts'
import { sqliteCompiling } from '../../../core/database/sqlite/connection.ts'
import { rooms } from '../../../core/rooms.ts'

const tables = new ReferenceTables(rooms)

/** Builds queries and runs none. */
const db = new Handle(sqliteCompiling, {} as Connection)

const setting = { key: 'a', value: '1' }
const code = { iso_code: 'EUR' }

const queries: readonly (readonly [string, boolean, Compilable])[] = [
  ['a read of reference data', false, db.selectFrom('stores').selectAll()],
  ['a write of business', false, db.insertInto('settings').values(setting)],
  ['a write of reference data', true, db.updateTable('currencies').set(code)],
  ['the same under another name', true, db.updateTable('currencies as c').set(code)],
  ['business under another name', false, db.deleteFrom('order_lines as line')],
  ['a deletion', true, db.deleteFrom('stores')],
  ['a row that is only added', false, db.insertInto('grants').values({} as never)],
  [
    'a row that is added, or changes the one that is there',
    true,
    db
      .insertInto('grants')
      .values({} as never)
      .onConflict((there) => there.column('id').doUpdateSet({ revoked_at: null })),
  ],
  ['the same row changed', true, db.updateTable('grants').set({ revoked_at: null })],
  ['a row that counts no more and is deleted', false, db.deleteFrom('access_tokens')],
  ['the same row changed while it counts', true, db.updateTable('access_tokens').set({ scope: '' })],
  [
    'a write that is made with a query before it',
    true,
    db.with('old', (own) => own.selectFrom('currencies').select('id')).deleteFrom('currencies'),
  ],
  [
    'a read of what a query before it has written',
    true,
    db
      .with('old', (own) => own.deleteFrom('currencies').returning('id'))
      .selectFrom('old')
      .selectAll(),
  ],
  [
    'a write of business that reads reference data',
    false,
    db.deleteFrom('carts').where('currency_id', 'in', (own) => own.selectFrom('currencies').select('id')),
  ],
]

it.each(queries)('%s: may change what is cached, %s', (_what, expected, query) => {
  expect(tables.isChangedBy(query.compile().query)).toBe(expected)
})

it('of a statement of text nothing is known, so that it may', () => {
  const { query } = sql`/* settings */ update currencies set iso_code = 'EUR'`.compile(db)
  expect(tables.isChangedBy(query)).toBe(true)
})
