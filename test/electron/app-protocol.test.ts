import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../core/index.ts'
import { registerConsoleScheme, serveConsoleScheme } from '../../electron/app-protocol.ts'
import { answerRequest } from './double/protocol.ts'
import { becomeReady } from './double/strict.ts'

vi.mock('electron', () => import('./electron-double.ts'))

/** The protocol's handler over an app that streams: what a socket would do, without one. */
let app: FastifyInstance
const received: string[] = []
const ended = Promise.withResolvers<string>()
let finish: () => void

beforeAll(async () => {
  app = Fastify()
  app.addContentTypeParser('text/plain', (_request, payload, done) => done(null, payload))
  app.get('/api/v1/slow', (_request, reply) => {
    const pieces = new Readable({ read: () => undefined })
    pieces.push('first')
    finish = () => {
      pieces.push('last')
      pieces.push(null)
    }
    return reply.send(pieces)
  })
  app.get('/api/v1/endless', (_request, reply) => {
    const pieces = new Readable({ read: () => undefined })
    pieces.push('first')
    reply.raw.once('close', () => ended.resolve('closed'))
    return reply.send(pieces)
  })
  app.get('/api/v1/broken', (_request, reply) => {
    const pieces = new Readable({ read: () => undefined })
    pieces.push('first')
    setTimeout(() => pieces.destroy(new Error('the disk is gone')), 50)
    return reply.send(pieces)
  })
  app.post('/api/v1/upload', async (request) => {
    for await (const piece of request.body as Readable) received.push(String(piece))
    return { pieces: received.length }
  })
  app.get('/api/v1/nothing', (_request, reply) => reply.code(204).send())
  app.get('/api/v1/cookies', (_request, reply) => reply.header('set-cookie', ['a=1', 'b=2']).send('ok'))
  await app.ready()

  registerConsoleScheme()
  becomeReady()
  serveConsoleScheme({ app } as unknown as Core, undefined)
})
afterAll(() => app.close())

const ask = (path: string, init?: RequestInit & { duplex?: 'half' }) =>
  answerRequest(new Request(`app://console/api/v1/${path}`, init))

const textOf = (piece: { value?: Uint8Array | undefined }): string =>
  Buffer.from(piece.value ?? []).toString()

test('an answer arrives piece by piece', async () => {
  const { body } = await ask('slow')
  const reader = (body as ReadableStream<Uint8Array>).getReader()

  expect(textOf(await reader.read())).toBe('first')
  finish()
  expect(textOf(await reader.read())).toBe('last')
  expect((await reader.read()).done).toBe(true)
})

test('a page that goes away ends its request in the core', async () => {
  const { body } = await ask('endless')
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await reader.cancel()

  expect(await ended.promise).toBe('closed')
})

test('a body is read as it comes', async () => {
  const pieces = new TransformStream<Uint8Array, Uint8Array>()
  const writer = pieces.writable.getWriter()
  const answer = ask('upload', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: pieces.readable,
    duplex: 'half',
  })
  await writer.write(Buffer.from('one'))
  await expect.poll(() => received).toEqual(['one'])
  await writer.write(Buffer.from('two'))
  await writer.close()

  expect(await (await answer).json()).toEqual({ pieces: 2 })
})

describe('what breaks off in the middle', () => {
  const failures: unknown[] = []
  const note = (error: unknown): void => void failures.push(error)
  beforeAll(() => {
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
  })
  afterAll(() => {
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

  test('a body of the page’s is refused or lost, and nothing else', async () => {
    const pieces = new TransformStream<Uint8Array, Uint8Array>()
    const writer = pieces.writable.getWriter()
    const answer = ask('upload', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: pieces.readable,
      duplex: 'half',
    }).then(
      ({ status }) => status,
      () => 'lost',
    )
    await writer.write(Buffer.from('one'))
    await writer.abort(new Error('the page went away'))

    expect(['lost', 400, 500]).toContain(await answer)
    await settle()
    expect(failures).toEqual([])
  })

  test('an answer of the core’s ends for the page as broken, and for nobody else', async () => {
    const { body } = await ask('broken')
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    expect(textOf(await reader.read())).toBe('first')

    await expect(reader.read()).rejects.toThrow()
    await settle()
    expect(failures).toEqual([])
  })

  test('an answer that nobody reads any more, at whatever moment', async () => {
    for (let turns = 0; turns < 20; turns++) {
      const { body } = await ask(turns % 2 === 0 ? 'slow' : 'endless')
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      await body?.cancel()
    }
    await settle()

    expect(failures).toEqual([])
  })
})

test('answers without a body have none', async () => {
  expect((await ask('nothing')).body).toBeNull()
  const head = await ask('cookies', { method: 'HEAD' })
  expect([head.status, head.body]).toEqual([200, null])
})

test('a header that comes twice stays two', async () => {
  expect((await ask('cookies')).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('another host of the scheme has nothing, even where no filter holds it back', async () => {
  for (const url of ['app://elsewhere/api/v1/cookies', 'app://console:81/api/v1/cookies']) {
    const { status, headers } = await answerRequest(new Request(url))
    expect(status, url).toBe(404)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  }
})

test('every answer carries the console’s headers', async () => {
  for (const path of ['cookies', 'nothing', 'missing']) {
    const { headers } = await ask(path)
    expect(headers.get('content-security-policy'), path).toContain("default-src 'self'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('transfer-encoding'), path).toBeNull()
  }
})
