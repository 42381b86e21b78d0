import type { Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { insertUnlessThere } from '../database/queries/prepared.ts'
import type { MailSettingsTable } from './mail-settings.table.ts'

export type MailSettingsRow = Selectable<MailSettingsTable>

/** How a store sends mail; undefined where it sends none. */
export const findMailSettings = async (db: ReadDb, storeId: string): Promise<MailSettingsRow | undefined> =>
  db.selectFrom('mail_settings').selectAll().where('store_id', '=', storeId).executeTakeFirst()

/**
 * Puts settings in the place of those that were seen.
 * @throws Overtaken where there are others by now
 */
export async function saveMailSettings(
  db: WriteDb,
  before: MailSettingsRow | undefined,
  after: MailSettingsRow,
): Promise<void> {
  if (!before) {
    if (!(await insertUnlessThere(db, 'mail_settings', after))) throw new Overtaken()
    return
  }
  const { numUpdatedRows } = await db
    .updateTable('mail_settings')
    .set(after)
    .where('store_id', '=', before.store_id)
    .where('version', '=', before.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Overtaken()
}

/** @throws Overtaken where they are others by now */
export async function deleteMailSettings(db: WriteDb, { store_id, version }: MailSettingsRow): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_settings')
    .where('store_id', '=', store_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Overtaken()
}
