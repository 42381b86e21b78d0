import type { Database } from 'better-sqlite3'
import type { Shop } from '../shop.ts'

/** What never changes while the server runs: read once, kept in memory. */
export type Settings = Omit<Shop, 'countries' | 'lists' | 'products' | 'shipping' | 'payment'>

export function readSettings(db: Database): Settings {
  const value = db.prepare<[], string>('select value from settings').pluck().get()
  if (value === undefined) throw new Error('The file holds no settings.')
  return JSON.parse(value) as Settings
}
