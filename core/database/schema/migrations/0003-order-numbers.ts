import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Order numbers change with every order; a store, which every request reads, then never does. */
const statements = [
  `create table order_numbers (
    store_id text primary key references stores (id),
    prefix text not null,
    last_number bigint not null
  )`,
  `insert into order_numbers (store_id, prefix, last_number)
    select id, order_number_prefix, last_order_number from stores`,
  `alter table stores drop column order_number_prefix`,
  `alter table stores drop column last_order_number`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}
