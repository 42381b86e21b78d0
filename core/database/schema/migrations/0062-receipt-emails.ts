import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** By which server a store sends mail, and the receipts that are to be sent, or were. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table mail_settings (
      store_id text primary key references stores (id),
      version integer not null,
      host text not null,
      port integer not null check (port between 1 and 65535),
      security text not null check (security in ('tls', 'starttls', 'none')),
      user_name text,
      password text,
      password_keeper text,
      sender_name text not null,
      sender_address text not null,
      reply_to text,
      check ((password is null) = (password_keeper is null))
    )`,
    `create table receipt_emails (
      id text primary key,
      store_id text not null references stores (id),
      order_id text not null references orders (id),
      email text not null,
      email_key text not null,
      actor text not null,
      date text not null,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      due_at text not null,
      done_at text,
      fault text,
      answer text
    )`,
    'create index receipt_emails_by_order on receipt_emails (order_id, date)',
    'create index receipt_emails_by_email on receipt_emails (store_id, email_key)',
    'create index receipt_emails_by_date on receipt_emails (date)',
    "create index receipt_emails_due on receipt_emails (due_at) where state = 'queued'",
  ])
