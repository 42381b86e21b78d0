import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Who has made which version of a cart, when and how: so that whoever has seen an older one can be told. */
const statement = `create table cart_events (
  cart_id text not null references carts (id),
  version integer not null,
  date text not null,
  actor text not null,
  kind text not null,
  primary key (cart_id, version)
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [statement])
}
