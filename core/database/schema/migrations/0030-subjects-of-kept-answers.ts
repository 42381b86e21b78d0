import { sql, type Kysely } from 'kysely'
import { define } from '../define.ts'

/** So many rows are in memory at once. */
const AT_ONCE = 200

interface Row {
  readonly client_id: string
  readonly idempotency_key: string
  readonly body: string
}

/**
 * Whom and what a kept answer tells of, so that an erasure finds those of a person instead of looking through all of a day.
 * Most tell of nobody: they are in neither index, and cost an order nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    `alter table idempotency_keys add column record_id text`,
    `alter table idempotency_keys add column customer_id text`,
  ])
  for (let last = ['', '']; ;) {
    const { rows } = await sql<Row>`
      select client_id, idempotency_key, body from idempotency_keys
      where (client_id, idempotency_key) > (${last[0]}, ${last[1]})
      order by client_id, idempotency_key limit ${AT_ONCE}`.execute(db)
    for (const row of rows) await fill(db, row)
    const end = rows.at(-1)
    if (!end) break
    last = [end.client_id, end.idempotency_key]
  }
  await define(db, [
    `create index idempotency_keys_by_record on idempotency_keys (record_id) where record_id is not null`,
    `create index idempotency_keys_by_customer on idempotency_keys (customer_id) where customer_id is not null`,
  ])
}

async function fill(db: Kysely<unknown>, { body, client_id, idempotency_key }: Row): Promise<void> {
  if (body === '') return
  const { customer, id, miniCart } = (JSON.parse(body) ?? {}) as Readonly<
    Record<'customer' | 'miniCart', { id?: string } | null | undefined>
  > & { readonly id?: string }
  const [record, person] = [id ?? miniCart?.id ?? null, customer?.id ?? null]
  if (record === null && person === null) return
  await sql`
    update idempotency_keys set record_id = ${record}, customer_id = ${person}
    where client_id = ${client_id} and idempotency_key = ${idempotency_key}`.execute(db)
}
