import { Type, type Static } from 'typebox'
import { Actor, DateTime, Id, Nullable } from '../http/schema.ts'
import { RequiredEmail } from '../mail-settings/mail-settings.schema.ts'

/** The receipt of an order that is to be sent to an e-mail, or was. */
export const ReceiptEmail = Type.Object({
  id: Id,
  date: DateTime,
  actor: Actor,
  email: Type.String(),
  state: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed')], {
    description:
      'Queued: it waits to be sent, as where the server cannot be reached. Sent: the server has taken it. Failed: nothing tries again.',
  }),
  attempts: Type.Integer({ description: 'How often it was tried.' }),
  nextDate: Nullable(Type.Unsafe<string>({ ...DateTime, description: 'From when on it is tried again.' })),
  doneDate: Nullable(DateTime),
  fault: Nullable(
    Type.String({
      description:
        'Why it was not taken last: `unknown`, `refused`, `unreachable`, `silent`, `closed`, `certificate`, `encryption`, `login`, ' +
        '`password`, `busy`, `sender`, `recipient`, `content`, as a test mail is refused with; `not-set`, where the store sends no mail any more, ' +
        'or `late`, where it is more than a day old.',
    }),
  ),
  answer: Nullable(Type.String({ description: 'What the server said last.' })),
})
export type ReceiptEmail = Static<typeof ReceiptEmail>

export const ReceiptEmailsAnswer = Type.Object({
  isSetUp: Type.Boolean({ description: 'Whether the store sends mail.' }),
  receiptEmails: Type.Array(ReceiptEmail, { description: 'Newest first.' }),
})
export type ReceiptEmailsAnswer = Static<typeof ReceiptEmailsAnswer>

export const ReceiptEmailBody = Type.Object({ email: RequiredEmail })
