import type { WriteDb } from '../database/engine.ts'
import type { TableName } from '../database/schema/tables.ts'
import type { App, Services } from './routes.ts'

/** What a room of the core is made of. Its `index.ts` says so, `core/rooms.ts` lists it, and that is all of its wiring. */
export interface Room {
  /** Add its addresses, each with its schema, scope, name and refusals. */
  readonly routes?: readonly ((app: App, services: Services) => void | Promise<void>)[]
  readonly tables: readonly TableName[]
  /** Those of its tables that cached reads read: a write to one of them empties the cache. */
  readonly cached: readonly TableName[]
  /** The same, but only rows are read, each by its key: one that is added makes nothing untrue. */
  readonly cachedByKey?: readonly TableName[]
  /** The same of rows that are written once and deleted when they count no more: only a row that is changed empties it. */
  readonly cachedForGood?: readonly TableName[]
  /** Those of all these whose rows belong to no store: who writes one empties the cache of every store. */
  readonly shared?: readonly TableName[]
  /** Modules of schemas: the API's document calls each as it is exported. Of two that are the same the first counts. */
  readonly schemas?: readonly object[]
  /** Delete what is old, at most so many rows at once as `AT_ONCE` says. @returns how many */
  readonly sweeps?: readonly ((db: WriteDb, now: Date) => Promise<number>)[]
}
