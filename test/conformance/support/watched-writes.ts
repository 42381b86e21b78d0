import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { onTestFinished } from 'vitest'

const COUNTED = 'watched_writes'
const KINDS = ['insert', 'update', 'delete'] as const
/** What is kept for a while only: it is deleted when it is old, whatever is asked. */
const SWEPT = new Set([
  'idempotency_keys',
  'access_tokens',
  'refresh_tokens',
  'authorization_codes',
  'wrong_guesses',
  'approvals',
])
/** Rows that the core writes by itself: who uses the API, once a minute; the end of a check, long after its answer. */
const BY_ITSELF: Readonly<Record<string, string>> = {
  client_uses: 'true',
  settings: "row.key = 'last-check'",
}

/** One kind of write to one table, and whether the core made it by itself. */
interface Writes {
  readonly of: string
  readonly kind: (typeof KINDS)[number]
  readonly alone: 0 | 1
  readonly number: number
}

/**
 * Has the file itself count its writes from now on, by table and kind, in the transaction of each: so it is known which
 * table a commit has changed, where numbers of rows would tell of some and a commit only that there was one.
 */
export function countWrites(dataDir: string): void {
  const file = open(dataDir)
  const tables = file
    .prepare<[], string>(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`)
    .pluck()
    .all()
  file.transaction(() => {
    file.exec(
      `create table ${COUNTED} ("of" text, kind text, alone integer, number integer, primary key ("of", kind, alone))`,
    )
    for (const table of tables) for (const kind of KINDS) file.exec(triggerOf(table, kind))
  })()
  file.close()
}

function triggerOf(table: string, kind: Writes['kind']): string {
  const row = kind === 'delete' ? 'old' : 'new'
  const isAlone = (BY_ITSELF[table] ?? 'false').replaceAll('row.', `${row}.`)
  return `create trigger "${COUNTED} ${kind} ${table}" after ${kind} on "${table}" begin
    insert into ${COUNTED} values ('${table}', '${kind}', ${isAlone}, 1) on conflict do update set number = number + 1;
  end`
}

/**
 * What anybody has written since the last time that was asked, if anything, but for what no request has a part in.
 * @returns asked with `true`, leaves out answers that are kept for an `Idempotency-Key`
 */
export function watchWrites(dataDir: string): (mayBeKept?: boolean) => string | undefined {
  const file = open(dataDir, { readonly: true })
  onTestFinished(() => void file.close())
  const count = file.prepare<[], Writes>(`select * from ${COUNTED}`)
  let version: unknown
  let before = new Map<string, number>()

  return (mayBeKept = false) => {
    // SQLite counts the commits of others for each connection: mostly there was none.
    const now = file.pragma('data_version', { simple: true })
    if (now === version) return undefined
    version = now
    const writes = count.all()
    const news = writes.filter((each) => each.number !== before.get(nameOf(each)))
    before = new Map(writes.map((each) => [nameOf(each), each.number]))
    const told = news.filter(
      ({ alone, kind, of }) =>
        alone === 0 && !(kind === 'delete' && SWEPT.has(of)) && !(mayBeKept && of === 'idempotency_keys'),
    )
    return told.length === 0 ? undefined : told.map(nameOf).join(', ')
  }
}

const nameOf = ({ alone, kind, of }: Writes): string => `${kind} of ${of}${alone === 1 ? ', by itself' : ''}`

const open = (dataDir: string, options: Sqlite.Options = {}): SqliteFile =>
  new Sqlite(join(dataDir, 'backcounter.sqlite'), { fileMustExist: true, ...options })
