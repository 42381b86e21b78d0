import { Type, type Static } from 'typebox'
import { Email, EMAIL_LENGTH, Id, NAME_LENGTH, Nullable, RequiredText, Text } from '../http/schema.ts'

/** Of a name of the network (RFC 1035). */
const HOST_LENGTH = 253

/** An e-mail that must be there: elsewhere an empty text is none. */
export const RequiredEmail = Type.String({ ...Email, 'x-filled': true })

const Security = Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')], {
  description:
    'How the line to the server is encrypted: from its first byte (`tls`, usually port 465), from `STARTTLS` on (`starttls`, usually ' +
    '587), or not at all, which only a server on this machine is taken with. What is to be encrypted is never sent otherwise.',
})
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })

/** By which server a store sends mail, and in whose name. */
export const MailSettings = Type.Object({
  settings: Nullable(
    Type.Object(
      {
        host: Type.String({ examples: ['smtp.example.com'] }),
        port: Port,
        security: Security,
        user: Nullable(Type.String({ description: 'Null where the server asks nobody who they are.' })),
        hasPassword: Type.Boolean({
          description:
            'Whether there is one, which is never answered. False, too, where the key store of another machine has sealed it.',
        }),
        senderName: Type.String(),
        senderAddress: Type.String(),
        replyTo: Nullable(Type.String()),
      },
      { description: 'Null where the store sends no mail.' },
    ),
  ),
})
export type MailSettings = Static<typeof MailSettings>

export const MailSettingsBody = Type.Object({
  host: {
    ...RequiredText(HOST_LENGTH),
    description: 'The name or the number of an SMTP server, without a port.',
  },
  port: Port,
  security: Security,
  user: Type.Optional(Nullable(Text(NAME_LENGTH))),
  password: Type.Optional(
    Nullable(
      Text(
        NAME_LENGTH,
        'Left out, the one that there is stays, as long as host, port, security and user stay: it is sent nowhere else. Null: none.',
      ),
    ),
  ),
  senderName: RequiredText(NAME_LENGTH),
  senderAddress: RequiredEmail,
  replyTo: Type.Optional(
    Nullable({ ...Email, description: 'Where answers go; to the sender where left out.' }),
  ),
})
export type MailSettingsBody = Static<typeof MailSettingsBody>

export const TestMailBody = Type.Object({ email: RequiredEmail })

/** A mail that a server has taken, to see whether it does. */
export const TestMail = Type.Object({
  id: Id,
  email: Type.String({ maxLength: EMAIL_LENGTH }),
  answer: Type.String({ description: 'What the server said.', examples: ['250 2.0.0 Ok: queued as 4F2A'] }),
})
export type TestMail = Static<typeof TestMail>
