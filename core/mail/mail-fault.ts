/** Why a mail was not taken, as far as this end of the line can tell. */
export type MailFault =
  /** Nobody knows the name of the server. */
  | 'unknown'
  /** Nobody listens at its port. */
  | 'refused'
  | 'unreachable'
  | 'silent'
  /** It has ended the connection, or says something that is no SMTP. */
  | 'closed'
  /** Its certificate is not one that this machine trusts, or of another name. */
  | 'certificate'
  /** It does not encrypt the line as it is to. */
  | 'encryption'
  /** It does not take the user name or the password. */
  | 'login'
  /** The key store that the password was sealed by cannot open it: that of another machine, or of somebody else. */
  | 'password'
  /** It takes no mail now, and may later. */
  | 'busy'
  | 'sender'
  | 'recipient'
  /** It does not take what is in the mail. */
  | 'content'

/** That a server has not taken a mail. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly fault: MailFault
  /** What the server said, in one line; empty where it said nothing. */
  readonly answer: string

  constructor(fault: MailFault, answer: string, cause?: unknown) {
    super(`the mail was not taken: ${fault}`, { cause })
    this.fault = fault
    this.answer = answer
  }
}

/** What Nodemailer tells of a failure. */
export interface SmtpFailure {
  readonly code?: string
  /** What the system called it. */
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

const SYSTEM_FAULTS: Readonly<Record<string, MailFault>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'silent',
}
/** As Node and OpenSSL call what is wrong with a certificate. */
const OF_CERTIFICATES = /CERT|SELF_SIGNED|UNABLE_TO_|ISSUER|ALTNAME|CA_/

/** Why a mail was not taken, by what Nodemailer tells. */
export function mailFaultOf({ code, command, originalCode = '', responseCode }: SmtpFailure): MailFault {
  if (OF_CERTIFICATES.test(originalCode)) return 'certificate'
  if (code === 'EDNS') return 'unknown'
  if (code === 'ETLS' || originalCode.startsWith('ERR_SSL')) return 'encryption'
  // Also of who may not log in now, as after too many wrong passwords.
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 500) return 'busy'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (responseCode !== undefined && responseCode >= 500 && command === 'DATA') return 'content'
  return SYSTEM_FAULTS[originalCode] ?? (code === 'ETIMEDOUT' ? 'silent' : 'closed')
}
