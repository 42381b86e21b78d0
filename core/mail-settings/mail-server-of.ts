import type { SecretKeeper } from '../database/secret-keeper.ts'
import { MailError } from '../mail/mail-fault.ts'
import type { MailServer } from '../mail/mail-server.ts'
import type { Mail } from '../mail/send-mail.ts'
import type { MailSettingsRow } from './mail-settings.repository.ts'
import type { MailSettings } from './mail-settings.schema.ts'

/** Whether there is a password that the keeper of this machine may open. */
const hasPassword = (row: MailSettingsRow, keeper: SecretKeeper): boolean =>
  row.password_keeper === keeper.name

/** The settings, as they are told of. */
export const viewMailSettings = (row: MailSettingsRow | undefined, keeper: SecretKeeper): MailSettings => ({
  settings: row
    ? {
        host: row.host,
        port: row.port,
        security: row.security,
        user: row.user_name,
        hasPassword: hasPassword(row, keeper),
        senderName: row.sender_name,
        senderAddress: row.sender_address,
        replyTo: row.reply_to,
      }
    : null,
})

/**
 * The server, with the password opened.
 * @throws MailError `password` where this machine cannot open it
 */
export async function mailServerOf(row: MailSettingsRow, keeper: SecretKeeper): Promise<MailServer> {
  const { host, password: sealed, port, security, user_name: user } = row
  const password =
    sealed !== null && hasPassword(row, keeper) ? await keeper.open(sealed) : sealed === null ? '' : undefined
  if (password === undefined) throw new MailError('password', '')
  return { host, port, security, login: user === null ? undefined : { user, password } }
}

/** In whose name a mail is sent, and how it is known again. */
export const senderOf = (
  row: MailSettingsRow,
  kind: 'receipt' | 'test',
  id: string,
): Pick<Mail, 'from' | 'replyTo' | 'messageId'> => ({
  from: { name: row.sender_name, address: row.sender_address },
  replyTo: row.reply_to ?? undefined,
  messageId: `${kind}.${id}@${row.sender_address.split('@').at(-1) ?? 'localhost'}`,
})
