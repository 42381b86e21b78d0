/** How the line to a server is encrypted: from its first byte, from `STARTTLS` on, or not at all. */
export type MailSecurity = 'tls' | 'starttls' | 'none'

/** Who a mail server takes mail from. */
export interface MailLogin {
  readonly user: string
  readonly password: string
}

/** A server that takes mail to be sent on (SMTP, RFC 6409). */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  /** Undefined where it asks nobody who they are. */
  readonly login: MailLogin | undefined
}

const OWN_MACHINE = ['localhost', '127.0.0.1', '::1']

/** Whether a host is this machine itself: what is said to it is on no wire. */
export const isOwnMachine = (host: string): boolean => OWN_MACHINE.includes(host.toLowerCase())
