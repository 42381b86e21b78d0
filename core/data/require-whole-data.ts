import { isConsoleClient } from '../access/client.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { CommerceError } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'

/**
 * The data are those of all stores: whoever works at the console has them before them, a program only where there is no
 * store but its own.
 */
export async function holdsWholeData(
  db: ReadDb,
  { clientId, storeId }: Pick<Context, 'clientId' | 'storeId'>,
): Promise<boolean> {
  if (await isConsoleClient(db, clientId)) return true
  const other = await db
    .selectFrom('stores')
    .select('id')
    .where('id', '!=', storeId)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** @throws CommerceError Forbidden for whoever has only a part of the data before them */
export async function requireWholeData(
  db: ReadDb,
  caller: Pick<Context, 'clientId' | 'storeId'>,
): Promise<void> {
  if (await holdsWholeData(db, caller)) return
  throw new CommerceError('Forbidden', 'data.other-stores', [
    { text: 'The data holds other stores too: only the console may do this.' },
  ])
}
