import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { boundConnections, closeInTime } from '../../../../core/http/limits/connections.ts'
import { UnreadAnswers } from '../../../../core/http/limits/unread-answers.ts'

/** More than the system takes off the server's hands for a client that does not read. */
const LARGE = 'x'.repeat(20_000_000)

/** A server that answers with a large text or a short one, and a way to connect to it. */
async function listening({ connections = 1000, unreadBytes = 1e9 }) {
  const unread = new UnreadAnswers(unreadBytes)
  const server = createServer((request, response) => {
    const text = request.url === '/large' ? LARGE : 'ok'
    unread.add(response, text.length)
    response.end(text)
  })
  boundConnections(server, connections, (socket) => unread.forget(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return async (text = ''): Promise<Socket> => {
    const accepted = once(server, 'connection')
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await Promise.all([accepted, once(socket, 'connect')])
    socket.write(text)
    return socket
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

/** The answer of a connection; undefined where it was closed without one. */
async function answerOf(socket: Socket): Promise<string | undefined> {
  const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
  return Buffer.isBuffer(chunk) ? chunk.toString().split('\r\n', 1)[0] : undefined
}

/**
 * Waits until the server has cut a connection off: without a word, as a time limit of the server would not. That it was
 * this one's turn, the others show, which are still open.
 */
const isCutOff = async (socket: Socket): Promise<void> => {
  let said = ''
  socket.on('data', (chunk: Buffer) => (said = (said + chunk.toString('latin1')).slice(0, 100)))
  if (!socket.destroyed) await once(socket, 'close')
  expect(said).not.toMatch(/^HTTP\/1\.1 [^2]/)
}

/** Expects that a connection still carries a request. */
async function expectOpen(socket: Socket): Promise<void> {
  expect(socket.destroyed).toBe(false)
  socket.write(get('/'))
  expect(await answerOf(socket)).toBe('HTTP/1.1 200 OK')
}

it('where there are too many connections, the oldest that is not being answered gives way to a newcomer', async () => {
  const open = await listening({ connections: 3 })
  const used = await open(get('/'))
  expect(await answerOf(used)).toBe('HTTP/1.1 200 OK')
  const silent = await open()
  const halfOpen = await open('GET / HTTP/1.1\r\n')
  const first = await open(get('/'))
  expect(await answerOf(first)).toBe('HTTP/1.1 200 OK')
  await isCutOff(silent)
  await expectOpen(used)
  expect(halfOpen.destroyed, 'only one gives way to one').toBe(false)
  const second = await open(get('/'))
  expect(await answerOf(second)).toBe('HTTP/1.1 200 OK')
  await isCutOff(halfOpen)
  for (const kept of [used, first, second]) await expectOpen(kept)
})

it('where all connections are in use, the oldest gives way', async () => {
  const open = await listening({ connections: 2 })
  const [oldest, other] = [await open(get('/')), await open(get('/'))]
  expect([await answerOf(oldest), await answerOf(other)]).toStrictEqual([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK',
  ])
  expect(await answerOf(await open(get('/')))).toBe('HTTP/1.1 200 OK')
  await isCutOff(oldest)
  await expectOpen(other)
})

it('where too much is answered and not read, whoever has left it for longest is cut off', async () => {
  const open = await listening({ unreadBytes: 30_000_000 })
  const unread = await open(get('/large'))
  const read = await open(get('/large'))
  let bytes = 0
  read.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await isCutOff(unread)
  expect(read.destroyed).toBe(false)
  await expect.poll(() => bytes, { timeout: 10_000 }).toBeGreaterThan(LARGE.length)
  read.write(get('/large'))
  await expect.poll(() => bytes, { timeout: 10_000 }).toBeGreaterThan(2 * LARGE.length)
})

it('short answers count too where they wait behind an unread one', async () => {
  const open = await listening({ unreadBytes: 22_000_000 })
  const patient = await open(get('/large') + get('/').repeat(100))
  let text = ''
  patient.on('data', (chunk: Buffer) => (text = (text + chunk.toString('latin1')).slice(-5000)))
  await expect.poll(() => text.split('\r\n\r\nok').length, { timeout: 10_000 }).toBeGreaterThan(10)
  await isCutOff(await open(get('/large') + get('/').repeat(1500)))
  await expect.poll(() => text.split('\r\n\r\nok').length, { timeout: 10_000 }).toBeGreaterThan(10)
  expect(patient.destroyed).toBe(false)
})

it('closing waits for requests under way, but not for those who do not finish what they send', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  app.addHook('onRequest', closeInTime(app, 50))
  app.post('/', async () => Promise.resolve('ok'))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const headers = 'host: x\r\ncontent-type: text/plain\r\ncontent-length: 10\r\nexpect: 100-continue'
  socket.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\n`)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
  const ended = isCutOff(socket)
  await app.close()
  await ended
})
