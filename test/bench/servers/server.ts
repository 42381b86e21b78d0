import type { Client } from '../load/client.ts'
import type { Shop } from '../shop.ts'
import type { Child } from './child.ts'

/** The two that are measured against each other. */
export type ServerName = 'core' | 'bare'

/** One of the two while it runs. */
export interface Server {
  readonly name: ServerName
  readonly child: Child
  readonly client: Client
  readonly shop: Shop
  /** Starts another one on a copy of the data as they were before any order. */
  startAnother(): Promise<Child>
}
