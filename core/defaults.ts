import { resolve } from 'node:path'
import { IN_FOLDER } from './database/desk-settings.ts'
import { isServerAddress } from './database/postgres/address.ts'
import { userFolder } from './user-folder.ts'

/** Where local programs expect the API; the desktop, the starter and the command line share it. */
export const DEFAULT_PORT = 4780

/** The desktop app's own data folder, which the command line shares: where the system keeps a user's application data. */
export const defaultDataDir = (): string => userFolder('data')

/**
 * A data folder as a person names it, or the default.
 * @throws RangeError where it is named by nothing: a variable that was not set would make it the current folder
 */
export function dataDirOf(named: string | undefined): string {
  if (named === '') throw new RangeError('The data folder has an empty name.')
  return named === undefined ? defaultDataDir() : resolve(named)
}

/**
 * A file as a person names it, from the folder where they are.
 * @throws RangeError where it is named by nothing, which would be that folder
 */
export function fileNamed(text: string): string {
  if (text === '') throw new RangeError('The file has an empty name.')
  return resolve(text)
}

/**
 * Where a shop is, as a person says it: the address of a PostgreSQL database, or `none` for the data folder.
 * @throws RangeError for anything else
 */
export function databaseOf(text: string): string {
  if (text === IN_FOLDER || (isServerAddress(text) && URL.canParse(text))) return text
  throw new RangeError(
    `It must be an address such as postgres://user:password@host:5432/database, or "${IN_FOLDER}" for the data folder.`,
  )
}

/**
 * Where a shop is to be taken, as a person says it: the address of a database, or a folder.
 * @throws RangeError for an address of no database, and for a folder that is named by nothing
 */
export const placeNamed = (text: string): string =>
  isServerAddress(text) ? databaseOf(text) : dataDirOf(text)

/** @throws RangeError for anything but decimal digits that name a port */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (!(port <= 65_535)) throw new RangeError(`"${text}" is not a port: a port is a number from 0 to 65535.`)
  return port
}
