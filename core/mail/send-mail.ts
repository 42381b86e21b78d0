import { MailError, mailFaultOf, type SmtpFailure } from './mail-fault.ts'
import type { MailLogin, MailServer } from './mail-server.ts'

/** A mail from one address to one other, in both forms that programs show. */
export interface Mail {
  readonly from: MailAddress
  readonly to: string
  readonly replyTo: string | undefined
  /** Without its angle brackets; the same for whatever is sent again, so that it is known again. */
  readonly messageId: string
  readonly date: Date
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Of the text, such as `da-DK`. */
  readonly culture: string
}

export interface MailAddress {
  readonly name: string
  readonly address: string
}

/**
 * So long a server may take until it has been reached, has greeted, and has said the next word; in milliseconds. What has been
 * handed over may be looked through for a while before that is answered: given up too soon, it would be sent again.
 */
const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 90_000 }
/** So long it has for all of it: a server that says a word now and then is let go, too. */
export const MOST_MS = 120_000
/** What a server says is cut after so many characters. */
const MAX_ANSWER = 200

/**
 * Gives a server one mail. It is connected to for that, and for nothing else; neither files nor addresses of the web that are
 * in a mail are read, and the name of this machine is not told.
 * @param signal ends it in the middle
 * @returns what the server said when it took the mail, in one line
 * @throws MailError; whether it was taken all the same cannot be known where the line broke after the last byte
 */
export async function sendMail(server: MailServer, mail: Mail, signal?: AbortSignal): Promise<string> {
  const { host, login, port, security } = server
  // Loaded when the first mail is sent: most shops never send one.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    name: '[127.0.0.1]',
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...PATIENCE_MS,
    dnsTimeout: PATIENCE_MS.connectionTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const ending = AbortSignal.any([AbortSignal.timeout(MOST_MS), ...(signal ? [signal] : [])])
  try {
    const { response } = await endedBy(
      ending,
      () => transport.close(),
      async () => {
        const sent: unknown = await transport.sendMail({
          from: { ...mail.from },
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          messageId: `<${mail.messageId}>`,
          date: mail.date,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Content-Language': mail.culture, 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
        })
        return sent as { readonly response?: string }
      },
    )
    return answerLine(response, login)
  } catch (error) {
    if (error instanceof MailError) throw error
    const failure = error as SmtpFailure
    throw new MailError(mailFaultOf(failure), answerLine(failure.response, login), error)
  } finally {
    transport.close()
  }
}

/** Waits for work no longer than until a signal says so. @throws MailError where it does */
async function endedBy<T>(signal: AbortSignal, end: () => void, work: () => Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>()
  const stop = (): void => {
    ended.reject(new MailError('silent', ''))
    end()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(), ended.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** What a server said, for people: one line, and nothing of a login that it may have said again. */
function answerLine(response: string | undefined, login: MailLogin | undefined): string {
  const line = (response ?? '').replaceAll(/\s+/g, ' ').trim()
  const { password = '' } = login ?? {}
  const secrets = password === '' ? [] : [password, Buffer.from(password).toString('base64')]
  const told = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line)
  return told.length <= MAX_ANSWER ? told : `${told.slice(0, MAX_ANSWER - 1).toWellFormed()}…`
}
