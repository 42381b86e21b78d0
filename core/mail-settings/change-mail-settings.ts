import type { ReadDb, WriteDb } from '../database/engine.ts'
import type { SecretKeeper } from '../database/secret-keeper.ts'
import { fieldChanges, type PlainFields } from '../history/field-changes.ts'
import { changedMeanwhile, lastVersions, recordDone } from '../history/record-events.ts'
import { hasSeen } from '../http/etag.ts'
import { CommerceError, conflict, fault, type Fault } from '../kernel/errors.ts'
import { isNameOrIPv4, isPlainIPv6 } from '../kernel/host-name.ts'
import { trimmedOrNull } from '../kernel/optional-text.ts'
import { isOwnMachine } from '../mail/mail-server.ts'
import type { Context } from '../operations/context.ts'
import {
  deleteMailSettings,
  findMailSettings,
  saveMailSettings,
  type MailSettingsRow,
} from './mail-settings.repository.ts'
import type { MailSettingsBody } from './mail-settings.schema.ts'

/** What events and refusals call it; a store has one. */
export const MAIL_SERVER = 'mail-server'
/** What its history is kept under. */
export const recordIdOf = (storeId: string): string => `${MAIL_SERVER}.${storeId}`

/** A password as it is kept. */
export type SealedPassword = Pick<MailSettingsRow, 'password' | 'password_keeper'>
export const NO_PASSWORD: SealedPassword = { password: null, password_keeper: null }

/** @returns undefined for a text that is no password to be kept */
export async function sealPassword(
  keeper: SecretKeeper,
  text: string | null | undefined,
): Promise<SealedPassword | undefined> {
  if (text === undefined) return undefined
  return text === null || text === ''
    ? NO_PASSWORD
    : { password: await keeper.seal(text), password_keeper: keeper.name }
}

/** The settings with the version that they are in; one of settings that are gone counts on, and 1 is as long as there were none. */
export async function mailSettingsNow(
  db: ReadDb,
  storeId: string,
): Promise<{ readonly row: MailSettingsRow | undefined; readonly version: number }> {
  const row = await findMailSettings(db, storeId)
  const id = recordIdOf(storeId)
  return { row, version: row?.version ?? (await lastVersions(db, [id])).get(id) ?? 1 }
}

/**
 * Says by which server the store sends mail, and in whose name.
 * @param password undefined where the one that there is stays
 * @throws CommerceError BadRequest for what is no server, and where a password would go somewhere else than it was given for;
 *   Conflict where they are no longer what the caller has seen
 */
export async function changeMailSettings(
  db: WriteDb,
  context: Context,
  body: MailSettingsBody,
  password: SealedPassword | undefined,
): Promise<MailSettingsRow> {
  const { row: before, version } = await seenSettings(db, context)
  const host = body.host.trim().toLowerCase()
  const to = { host, port: body.port, security: body.security, user_name: trimmedOrNull(body.user) }
  requireServer(to, before, password)
  const kept = to.user_name === null ? NO_PASSWORD : (password ?? passwordOf(before))
  const row: MailSettingsRow = {
    store_id: context.storeId,
    version: version + 1,
    ...to,
    ...kept,
    sender_name: body.senderName.trim(),
    sender_address: body.senderAddress,
    reply_to: trimmedOrNull(body.replyTo),
  }
  const changes = [...fieldChanges(fieldsOf(before), fieldsOf(row))]
  // Which one it is, no history says.
  if (passwordOf(before).password !== null && kept.password !== null && password)
    changes.push({ field: 'password', from: '•••', to: '•••' })
  if (before && changes.length === 0) return before
  await saveMailSettings(db, before, row)
  await done(db, context, row.version, before ? 'changed' : 'created', changes)
  return row
}

/** That a store sends no mail. */
export const noMail = (): CommerceError => conflict('mail.not-set', 'The store sends no mail.')

/** The store sends no mail from now on. @returns the version after that @throws CommerceError Conflict where it sends none, and as above */
export async function removeMailSettings(db: WriteDb, context: Context): Promise<number> {
  const { row, version } = await seenSettings(db, context)
  if (!row) throw noMail()
  await deleteMailSettings(db, row)
  await done(db, context, version + 1, 'deleted', fieldChanges(fieldsOf(row), {}))
  return version + 1
}

async function seenSettings(db: WriteDb, { ifMatch, storeId }: Context) {
  const now = await mailSettingsNow(db, storeId)
  if (hasSeen(ifMatch, now.version)) return now
  throw await changedMeanwhile(db, MAIL_SERVER, { id: recordIdOf(storeId), version: now.version })
}

async function done(
  db: WriteDb,
  context: Context,
  version: number,
  kind: 'created' | 'changed' | 'deleted',
  changes: ReturnType<typeof fieldChanges>,
): Promise<void> {
  const recordId = recordIdOf(context.storeId)
  await recordDone(db, context, [{ recordId, noun: MAIL_SERVER, version, kind, changes }])
  context.changes.push({ type: 'record.changed', noun: MAIL_SERVER, id: context.storeId, version })
}

type Server = Pick<MailSettingsRow, 'host' | 'port' | 'security' | 'user_name'>

const passwordOf = (row: MailSettingsRow | undefined): SealedPassword =>
  row ? { password: row.password, password_keeper: row.password_keeper } : NO_PASSWORD

function requireServer(
  server: Server,
  before: MailSettingsRow | undefined,
  password: SealedPassword | undefined,
): void {
  const faults: Fault[] = []
  if (!isNameOrIPv4(server.host) && !isPlainIPv6(server.host))
    faults.push(fault('mail.host', 'must be the name or the number of a server', 'host'))
  else if (server.security === 'none' && !isOwnMachine(server.host)) {
    faults.push(
      fault(
        'mail.unencrypted',
        'must be tls or starttls for a server that is not on this machine',
        'security',
      ),
    )
  }
  const isElsewhere = before && SERVER_COLUMNS.some((column) => before[column] !== server[column])
  // Whoever may set the server must not have the password sent to another one, which they do not know themselves.
  if (isElsewhere && before.password !== null && server.user_name !== null && password === undefined) {
    faults.push(
      fault(
        'mail.password-again',
        'must be given again: it would be sent elsewhere, or otherwise',
        'password',
      ),
    )
  }
  const kept = password === undefined ? before?.password : password.password
  if (server.user_name !== null && !kept && faults.every(({ field }) => field !== 'password'))
    faults.push(fault('mail.password-needed', 'must not be empty where there is a user', 'password'))
  if (faults.length > 0) throw new CommerceError('BadRequest', 'mail.settings', faults)
}

const SERVER_COLUMNS = ['host', 'port', 'security', 'user_name'] as const

/** As its history tells of it: of a password, only that there is one. */
function fieldsOf(row: MailSettingsRow | undefined): PlainFields {
  if (!row) return {}
  return {
    host: row.host,
    port: row.port,
    security: row.security,
    user: row.user_name,
    password: row.password === null ? null : '•••',
    senderName: row.sender_name,
    senderAddress: row.sender_address,
    replyTo: row.reply_to,
  }
}
