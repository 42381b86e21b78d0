import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as a server has taken it. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came, with its head. */
  readonly raw: string
}

/** A real server for mail, on 127.0.0.1. */
export interface MailServer {
  readonly port: number
  readonly taken: readonly TakenMail[]
  /** How often somebody has connected. */
  connections(): number
  close(): Promise<void>
}

/** What a server asks for and takes. */
export interface MailServerChoices extends Pick<SMTPServerOptions, 'secure' | 'cert' | 'key'> {
  readonly login?: { readonly user: string; readonly password: string }
  /** Whether it offers `STARTTLS`. */
  readonly hasStartTls?: boolean
  readonly port?: number
  /** Refuses an address, in whatever words. */
  readonly refuse?: (address: string) => { readonly code: number; readonly text: string } | undefined
  /** Has a mail before it is taken: it is not until this resolves. */
  readonly before?: (mail: TakenMail) => Promise<unknown>
}

const refusal = ({ code, text: words }: { code: number; text: string }): Error =>
  Object.assign(new Error(words), { responseCode: code })

/** One that listens until its test ends. */
export async function openMailServer(choices: MailServerChoices = {}): Promise<MailServer> {
  const server = await startMailServer(choices)
  onTestFinished(server.close)
  return server
}

/** One that listens until it is closed. */
export async function startMailServer({
  before = async () => Promise.resolve(),
  hasStartTls = false,
  login,
  port = 0,
  refuse,
  ...tls
}: MailServerChoices = {}): Promise<MailServer> {
  const taken: TakenMail[] = []
  let connections = 0
  const server = new SMTPServer({
    ...tls,
    disabledCommands: [...(login ? [] : ['AUTH' as const]), ...(hasStartTls ? [] : ['STARTTLS' as const])],
    // What is between two programs of this machine may be in plain words.
    allowInsecureAuth: true,
    authOptional: !login,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: ({ password, username }, _session, done) => {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(refusal({ code: 535, text: `5.7.8 Wrong: ${password ?? ''}` }))
    },
    onRcptTo: ({ address }, _session, done) => {
      const words = refuse?.(address)
      done(words && refusal(words))
    },
    onData: (stream, { envelope }, done) => {
      void (async () => {
        const mail = {
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: await text(stream),
        }
        await before(mail)
        taken.push(mail)
        done(null, `2.0.0 Ok: queued as ${taken.length}`)
      })().catch(done)
    },
  })
  // A client that lets go in the middle is no fault of the server.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const close = async (): Promise<void> => {
    for (const connection of server.connections) connection.close()
    if (server.server.listening) await new Promise<void>((resolve) => server.close(resolve))
  }
  return { port: (server.server.address() as AddressInfo).port, taken, connections: () => connections, close }
}

/** The lines of a mail's head by their names in small letters, joined where they go on in the next line. */
export function headOf({ raw }: TakenMail): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: ?/, '')]),
  )
}

/** The parts of a mail in plain letters, by their types. */
export function partsOf({ raw }: TakenMail): { readonly text: string; readonly html: string } {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? []
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  const read = (type: string): string => {
    const part = parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? ''
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const body = rest.join('\r\n\r\n')
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
    return /quoted-printable/i.test(head) ? unquoted(body) : body
  }
  return { text: read('text/plain'), html: read('text/html') }
}

const unquoted = (body: string): string =>
  Buffer.from(
    body
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8')
