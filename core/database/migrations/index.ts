import type { Migration } from 'kysely/migration'
import * as shop from './0001-shop.ts'
import * as codeScope from './0002-code-scope.ts'

/** Every migration by its number and name; a static map, so that a bundle holds them all. Never edit a landed one. */
export const migrations: Record<string, Migration> = {
  '0001-shop': shop,
  '0002-code-scope': codeScope,
}
