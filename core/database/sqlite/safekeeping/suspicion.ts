import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { checkIntegrity } from './integrity-check.ts'
import { databaseFile } from '../../data-files.ts'
import { asOpenError, damagedError } from '../../open-error.ts'
import { makePrivate } from '../../private-file.ts'
import { readFile } from '../read-file.ts'

/** A file of this name says that damage was met: a damaged database cannot be trusted to say so itself. */
const noteOf = (dataDir: string): string => `${databaseFile(dataDir)}.suspect`

/** Has the next start read all of the database before it uses it. */
export function suspect(dataDir: string): void {
  try {
    const note = noteOf(dataDir)
    makePrivate(note)
    writeFileSync(note, 'Damage was met in this database. The next start reads all of it.\n')
  } catch {
    // The disk is what fails: the start's quick look has to do.
  }
}

export const clearSuspicion = (dataDir: string): void => rmSync(noteOf(dataDir), { force: true })

/**
 * Where damage was met, reads all of the database.
 * @throws DatabaseOpenError `damaged` where it is there indeed
 */
export async function requireUnsuspected(dataDir: string): Promise<void> {
  if (!existsSync(noteOf(dataDir))) return
  const path = databaseFile(dataDir)
  if (existsSync(path)) await asOpenError(path, async () => readAll(path))
  clearSuspicion(dataDir)
}

async function readAll(path: string): Promise<void> {
  const faults = await readFile(path, async (reader) => checkIntegrity({ reader }))
  if (faults.length > 0) {
    throw damagedError(path, faults)
  }
}
