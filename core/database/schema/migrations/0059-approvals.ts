import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What somebody has approved at the desk of somebody else, for one step and for two minutes. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table approvals (
      token_hash text primary key,
      grant_id text not null references grants (id),
      asked_by text not null references staff (id),
      approver_id text not null references staff (id),
      scope text not null check (scope in ('price', 'manage')),
      expires_at text not null,
      used_at text,
      used_key_hash text
    )`,
    'create index approvals_by_expiry on approvals (expires_at)',
  ])
