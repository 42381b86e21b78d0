import type { Engine } from '../database/engine.ts'
import { badRequest } from '../kernel/errors.ts'
import { findStoreByCode } from '../stores/store.repository.ts'

/**
 * The store that a command names by its code.
 * @throws CommerceError BadRequest where there is none
 */
export async function storeOf(engine: Pick<Engine, 'read'>, code: string): Promise<{ readonly id: string }> {
  const store = await engine.read(async (db) => findStoreByCode(db, code))
  if (!store) throw badRequest('store.code', `names no store: ${code}`, '--store')
  return store
}
