import { conflict, said, type CommerceError, type Said } from '../kernel/errors.ts'
import type { MailError, MailFault } from '../mail/mail-fault.ts'

/** That the mail server has not taken a mail, in words. */
export const notTaken = ({ answer, fault }: MailError): CommerceError =>
  conflict(`mail.${fault}`, TEXTS[fault]({ answer: answer || '–' }))

const TEXTS: Readonly<Record<MailFault, (said: { readonly answer: string }) => Said | string>> = {
  unknown: () => 'Nobody knows a mail server of this name, or there is no way to who would know.',
  refused: () => 'The mail server takes no connection at this port.',
  unreachable: () => 'There is no way to the mail server.',
  silent: () => 'The mail server does not answer.',
  closed: (told) => said`The mail server has ended the connection: ${told}`,
  certificate: () =>
    'The certificate of the mail server is not one that this machine trusts, or of another name.',
  encryption: () => 'The mail server does not encrypt the connection in this way.',
  login: (told) => said`The mail server does not take the user name or the password: ${told}`,
  password: () => 'The password was sealed on another machine: type it again.',
  busy: (told) => said`The mail server takes no mail at the moment: ${told}`,
  sender: (told) => said`The mail server does not take mail from this sender: ${told}`,
  recipient: (told) => said`The mail server does not take mail for this address: ${told}`,
  content: (told) => said`The mail server does not take this mail: ${told}`,
}
