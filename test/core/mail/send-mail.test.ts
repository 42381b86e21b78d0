import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MailError, mailFaultOf, type MailFault } from '../../../core/mail/mail-fault.ts'
import type { MailServer as Server } from '../../../core/mail/mail-server.ts'
import { sendMail, type Mail } from '../../../core/mail/send-mail.ts'
import { headOf, openMailServer, partsOf } from '../../support/mail-server.ts'
import { selfSigned } from '../../support/self-signed.ts'

const MAIL: Mail = {
  from: { name: 'Harbour', address: 'shop@harbour.example' },
  to: 'ida@example.com',
  replyTo: 'desk@harbour.example',
  messageId: 'receipt.1@harbour.example',
  date: new Date('2026-11-20T10:00:00.000Z'),
  subject: 'Kvittering 10001 – Hävnen',
  text: 'Tak for købet.\n',
  html: '<p>Tak for købet.</p>',
  culture: 'da-DK',
}
const LOGIN = { user: 'shop', password: 'p4ss w0rd: ä' }

const plain = (port: number, more: Partial<Server> = {}): Server => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  login: undefined,
  ...more,
})

/** Why a mail is not taken, and what is said of that. */
const faultOf = async (server: Server, mail = MAIL, signal?: AbortSignal) => {
  try {
    await sendMail(server, mail, signal)
  } catch (error) {
    if (error instanceof MailError) return { fault: error.fault, answer: error.answer }
    throw error
  }
  throw new Error('It was taken.')
}

/** Until the test ends this machine trusts a certificate. */
function trust(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

describe('a mail', () => {
  it('is given to the server as text and as markup, known again by its id, and says nothing of this machine', async () => {
    const server = await openMailServer()
    expect(await sendMail(plain(server.port), MAIL)).toBe('250 2.0.0 Ok: queued as 1')
    const [mail] = server.taken
    if (!mail) throw new Error('Nothing came.')
    expect(mail).toMatchObject({ from: 'shop@harbour.example', to: ['ida@example.com'] })
    const head = headOf(mail)
    expect(Object.fromEntries(head)).toMatchObject({
      from: 'Harbour <shop@harbour.example>',
      to: 'ida@example.com',
      'reply-to': 'desk@harbour.example',
      'message-id': '<receipt.1@harbour.example>',
      date: 'Fri, 20 Nov 2026 10:00:00 +0000',
      'auto-submitted': 'auto-generated',
      'content-language': 'da-DK',
    })
    expect(head.has('x-mailer')).toBe(false)
    expect(partsOf(mail)).toMatchObject({
      text: expect.stringContaining('Tak for købet.') as string,
      html: expect.stringContaining('<p>Tak for købet.</p>') as string,
    })
  })

  it.each(['tls', 'starttls'] as const)('goes encrypted, with a login: %s', async (security) => {
    const certified = selfSigned()
    trust(certified.cert)
    const server = await openMailServer({
      ...certified,
      secure: security === 'tls',
      hasStartTls: true,
      login: LOGIN,
    })
    await sendMail(plain(server.port, { host: 'localhost', security, login: LOGIN }), MAIL)
    expect(server.taken).toHaveLength(1)
  })

  it('is not sent where the certificate is one that nobody trusts', async () => {
    const server = await openMailServer({ ...selfSigned(), secure: true, login: LOGIN })
    const to = plain(server.port, { host: 'localhost', security: 'tls', login: LOGIN })
    expect(await faultOf(to)).toStrictEqual({ fault: 'certificate', answer: '' })
  })

  it('is not sent in plain words where it was to be encrypted, and neither is the password', async () => {
    const server = await openMailServer({ login: LOGIN })
    const login = { ...LOGIN, password: 'never seen' }
    expect((await faultOf(plain(server.port, { security: 'starttls', login }))).fault).toBe('encryption')
    expect((await faultOf(plain(server.port, { security: 'tls', login }))).fault).toBe('encryption')
    expect(server.taken).toStrictEqual([])
  })

  it('is not taken by a wrong password, and what the server says of that does not tell it', async () => {
    const server = await openMailServer({ login: LOGIN })
    const login = { user: 'shop', password: 'hunter2' }
    expect(await faultOf(plain(server.port, { login }))).toStrictEqual({
      fault: 'login',
      answer: '535 5.7.8 Wrong: …',
    })
  })

  it('is not sent to who is not there, or nobody knows', async () => {
    const server = await openMailServer()
    await server.close()
    expect((await faultOf(plain(server.port))).fault).toBe('refused')
    expect((await faultOf(plain(25, { host: 'nobody.invalid' }))).fault).toBe('unknown')
  })

  it('is not taken for an address that the server refuses, now or for good', async () => {
    const server = await openMailServer({
      refuse: (address) =>
        address.startsWith('full')
          ? { code: 452, text: '4.2.2 Mailbox full' }
          : { code: 550, text: '5.1.1 No such\nperson' },
    })
    const to = plain(server.port)
    expect(await faultOf(to)).toMatchObject({
      fault: 'recipient',
      answer: expect.stringMatching(/^550 /) as string,
    })
    expect((await faultOf(to, { ...MAIL, to: 'full@example.com' })).fault).toBe('busy')
  })

  it('is let go where the server says nothing, when nobody waits any more', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    expect((await faultOf(plain(port), MAIL, AbortSignal.timeout(100))).fault).toBe('silent')
  })

  it.each([
    [
      'a name of a sender',
      { from: { name: 'Evil\r\nBcc: thief@example.com', address: 'shop@harbour.example' } },
    ],
    ['a subject', { subject: 'Receipt\r\nBcc: thief@example.com\r\n\r\nInstead' }],
    ['an answer’s address', { replyTo: 'desk@harbour.example\r\nBcc: thief@example.com' }],
    ['a culture', { culture: 'da-DK\r\nBcc: thief@example.com' }],
    ['an id', { messageId: 'receipt.1@harbour.example>\r\nBcc: <thief@example.com' }],
  ])('has no more lines in its head, and nobody else to go to, by %s', async (_, hostile) => {
    const server = await openMailServer()
    await sendMail(plain(server.port), { ...MAIL, ...hostile })
    const [mail] = server.taken
    if (!mail) throw new Error('Nothing came.')
    expect(mail.to).toStrictEqual(['ida@example.com'])
    expect([...headOf(mail).keys()]).not.toContain('bcc')
    expect([...headOf(mail).keys()]).toContain('mime-version')
  })
})

describe('why a mail was not taken', () => {
  it.each<[Parameters<typeof mailFaultOf>[0], MailFault]>([
    [{ code: 'ESOCKET', originalCode: 'EHOSTUNREACH' }, 'unreachable'],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'silent'],
    [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, 'sender'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 451 }, 'busy'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'content'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'closed'],
    [{}, 'closed'],
  ])('%j is %s', (failure, fault) => {
    expect(mailFaultOf(failure)).toBe(fault)
  })
})
