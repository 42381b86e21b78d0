import type { Client } from '../load/client.ts'
import type { Shop } from '../shop.ts'
import type { Child } from './child.ts'

/** Something that is measured, while it runs. */
export interface Running {
  /** Such as `core` or `bare, NORMAL`. */
  readonly name: string
  readonly pid: number
  readonly client: Client
}

/** One of those that do the same work. */
export interface Server extends Running {
  readonly shop: Shop
  /** Starts another one on a copy of the data as they were before any order. */
  startAnother?(): Promise<Started>
}

/** A core on data that were prepared. */
export interface PreparedCore extends Running {
  readonly dataDir: string
}

export interface Started {
  readonly child: Child
  /** A client with a token. */
  connect(): Promise<Client>
}
