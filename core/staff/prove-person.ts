import { countGuess } from '../access/wrong-guesses.ts'
import type { Engine } from '../database/engine.ts'
import { badRequest, CommerceError, said, tooManyRequests } from '../kernel/errors.ts'
import { isPinOf } from './pins.ts'
import { findStaff, type StaffRecord } from './staff.repository.ts'

/**
 * Here the wait holds for right PINs too: unlike other secrets they can be guessed. Four wrong ones are free; then each
 * takes twice as long as the one before, up to five minutes.
 */
const PATIENCE = { free: 5, longestWait: 300 }

/**
 * Whether a PIN is somebody's. To be asked before any transaction, because it takes long. Each try counts as a wrong one
 * before it is looked at, so that many at once are no way around the wait; whoever is let in has theirs forgotten.
 * @returns the person; their version tells whether they are still the same when that is used
 * @throws CommerceError BadRequest where there is nobody with a PIN; Forbidden for a wrong one; TooManyRequests
 */
export async function provePerson(
  database: Engine,
  storeId: string,
  now: Date,
  { pin, staffId }: { readonly pin: string; readonly staffId: string },
): Promise<StaffRecord> {
  const person = await database.read(async (db) => findStaff(db, storeId, staffId))
  if (!person?.pinHash) throw badRequest('desk.person', 'names nobody who has a PIN', 'staffId')
  const wait = await countGuess(database, person.id, now, PATIENCE)
  if (wait > 0)
    throw tooManyRequests('desk.guesses', said`was wrong too often; try again in ${{ wait }} s`, wait, 'pin')
  if (!(await isPinOf(person.pinHash, pin))) throw wrongPin()
  return person
}

export const wrongPin = (): CommerceError =>
  new CommerceError('Forbidden', 'desk.pin', [{ text: 'is not right', field: 'pin' }])
