import type { Client } from '../load/client.ts'
import type { Shop } from '../shop.ts'
import type { Child } from './child.ts'

/** One of those that are measured against each other, while it runs. */
export interface Server {
  /** Such as `core` or `bare, NORMAL`. */
  readonly name: string
  readonly pid: number
  readonly client: Client
  readonly shop: Shop
  /** Starts another one on a copy of the data as they were before any order. */
  startAnother?(): Promise<Started>
}

export interface Started {
  readonly child: Child
  /** A client with a token. */
  connect(): Promise<Client>
}
