import type { RecordEvent } from '../../core/history/record-event.schema.ts'
import type {
  MailSettings,
  MailSettingsBody,
  TestMail,
} from '../../core/mail-settings/mail-settings.schema.ts'
import type { ReceiptEmail, ReceiptEmailsAnswer } from '../../core/receipt-emails/receipt-email.schema.ts'
import { get, ifSeen, post, queryString, request, versioned, writeHeaders, type Versioned } from './client.ts'

export type { MailSettingsBody } from '../../core/mail-settings/mail-settings.schema.ts'
export type { ReceiptEmail, ReceiptEmailsAnswer } from '../../core/receipt-emails/receipt-email.schema.ts'

/** Path of the settings below `/api/v1`. */
export const MAIL_SETTINGS_PATH = '/manage/mail-settings'

/** By which server the store sends mail, with the version of that. */
export type MailServer = Versioned<MailSettings>
const serverIn = (answer: Parameters<typeof versioned>[0]): MailServer =>
  versioned<MailSettings>(answer, () => 'mail-server')

export const getMailServer = async (signal?: AbortSignal): Promise<MailServer> =>
  serverIn(await request('GET', MAIL_SETTINGS_PATH, { signal }))

/** Writes it where it still is in the version that was seen. */
export const setMailServer = async (
  seen: Pick<MailServer, 'version'>,
  body: MailSettingsBody,
): Promise<MailServer> => serverIn(await request('PUT', MAIL_SETTINGS_PATH, { body, headers: ifSeen(seen) }))

/** The store sends no mail from now on. */
export const removeMailServer = async (seen: Pick<MailServer, 'version'>): Promise<MailServer> =>
  serverIn(await request('DELETE', MAIL_SETTINGS_PATH, { headers: ifSeen(seen) }))

/** Who set, changed or removed them, newest first. */
export const listMailServerEvents = async (maxItems: number): Promise<readonly RecordEvent[]> =>
  (await get<{ events: RecordEvent[] }>(`${MAIL_SETTINGS_PATH}/events${queryString({ maxItems })}`)).events

/** Sends a test mail, and waits until the server has taken it. @param idempotencyKey under which the same try may be repeated */
export const sendTestMail = async (email: string, idempotencyKey: string): Promise<TestMail> =>
  post(`${MAIL_SETTINGS_PATH}/test-mails`, { email }, writeHeaders({ idempotencyKey }))

const receiptsPath = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}/receipt-emails`

/** Where the receipt of an order was sent, and whether the store sends any. */
export const getReceiptEmails = async (orderId: string, signal?: AbortSignal): Promise<ReceiptEmailsAnswer> =>
  get(receiptsPath(orderId), {}, signal)

/** Has the receipt of an order sent. @param idempotencyKey under which the same try may be repeated: it is sent once */
export const emailReceipt = async (
  orderId: string,
  email: string,
  idempotencyKey: string,
): Promise<ReceiptEmail> => post(receiptsPath(orderId), { email }, writeHeaders({ idempotencyKey }))
