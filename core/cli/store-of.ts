import type { Engine, ReadDb } from '../database/engine.ts'
import { badRequest } from '../kernel/errors.ts'
import { findStoreByCode, listStores } from '../stores/store.repository.ts'

/**
 * The store that a command names by its code.
 * @throws CommerceError BadRequest where there is none
 */
export const storeOf = async (engine: Pick<Engine, 'read'>, code: string): Promise<{ readonly id: string }> =>
  engine.read(async (db) => storeCalled(db, code))

/**
 * The store of a code. A code is made with its store, and whoever types one may never have seen it: a refusal names those
 * that there are.
 * @throws CommerceError BadRequest where there is none
 */
export async function storeCalled(db: ReadDb, code: string) {
  const store = await findStoreByCode(db, code)
  if (store) return store
  const there = (await listStores(db)).map((each) => `${each.code} (${each.name})`).join(', ')
  throw badRequest('store.code', `names no store: ${code}. There are: ${there || 'none yet'}`, '--store')
}
