import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { migrations } from '../../core/database/schema/migrations/index.ts'
import { openSqliteFile } from './engines.ts'
import { LATER, laterMigration } from './later-migration.ts'

/**
 * A process that migrates a data folder and is killed, by itself and with SIGKILL, just before its n-th step: a statement
 * of SQL is one, and so is each row that the migration rewrites, in the middle of a statement and with pages half written.
 * Without an n it lives, and says how many steps there are, and which of them are rows; before the steps that are named
 * it copies the folder aside, as it would lie there had the process been killed.
 * Arguments: the data folder, and n; or the data folder, `-`, where the copies go, and the steps.
 */
const [dataDir = '', fatal, aside = '', ...copied] = process.argv.slice(2)

let steps = 0
const rows: number[] = []

function step(): number {
  if (++steps === Number(fatal)) process.kill(process.pid, 'SIGKILL')
  if (copied.includes(String(steps))) cpSync(dataDir, join(aside, String(steps)), { recursive: true })
  return steps
}

const known = new WeakSet<SqliteFile>()
const prepare = Sqlite.prototype.prepare
Sqlite.prototype.prepare = function (this: SqliteFile, source: string) {
  if (!known.has(this)) {
    known.add(this)
    this.function('step', () => {
      rows.push(step())
      return 1
    })
  }
  step()
  return prepare.call(this, source)
} as never

migrations[LATER] = laterMigration('step()')
const database = await openSqliteFile(dataDir)
// All is done, but not yet folded into the file.
step()
await database.close()
process.stdout.write(JSON.stringify({ steps, firstRow: rows[0], lastRow: rows.at(-1) }))
