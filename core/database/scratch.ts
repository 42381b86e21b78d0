import Sqlite, { type Database, type Statement } from 'better-sqlite3'

/** Kilobytes of a file for a while that are in memory; the rest is on the disk. */
export const SCRATCH_CACHE = 4096

/**
 * Where texts of a long file have stood first, however many there are: in a nameless file of SQLite's own, which is of no
 * shop and gone when it is closed, or its process ends.
 */
export class FirstPlaces {
  readonly #file: Database
  readonly #insert: Statement<[string, number]>
  readonly #find: Statement<[string], number>

  constructor() {
    this.#file = new Sqlite('')
    this.#file.pragma(`cache_size = -${SCRATCH_CACHE}`)
    this.#file.pragma('journal_mode = off')
    this.#file.exec('create table places (text text primary key, place integer not null) without rowid')
    // Nothing of it is to last: one transaction, which never ends.
    this.#file.exec('begin')
    this.#insert = this.#file.prepare('insert into places values (?, ?) on conflict do nothing')
    this.#find = this.#file.prepare<[string], number>('select place from places where text = ?').pluck()
  }

  /** @returns where the text has stood before; undefined where it stands for the first time, which is kept */
  before(text: string, place: number): number | undefined {
    return this.#insert.run(text, place).changes > 0 ? undefined : this.#find.get(text)
  }

  /** Whether a text has stood. */
  has(text: string): boolean {
    return this.#find.get(text) !== undefined
  }

  close(): void {
    this.#file.close()
  }
}
