import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './attack.ts'
import type { Tally } from './tally.ts'

export interface RawRequest {
  readonly method?: 'GET' | 'POST'
  /** Below `/api/v1`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: string
}

/** A request as bytes: what Node's client would be too well-behaved to send. */
export function requestText(
  target: Target,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): string {
  const all = {
    host: `${target.host}:${target.port}`,
    authorization: `Bearer ${target.token}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** A connection that notes each status it is answered with and, where that is not our doing, its end. */
export async function open(target: Target, tally: Tally, signal: AbortSignal): Promise<Socket | undefined> {
  if (signal.aborted) return undefined
  return new Promise((resolve) => {
    const socket = connect(target.port, target.host)
    const end = (): void => void socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => {
      signal.removeEventListener('abort', end)
      if (!signal.aborted) tally.add('closed')
    })
  })
}

/** Reads answers and notes the status of each. */
export function readAnswers(
  socket: Socket,
  tally: Tally,
  onAnswer: (status: string) => void = () => {},
): void {
  socket.on('data', (chunk: Buffer) => {
    for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      if (status === undefined) continue
      tally.add(status)
      onAnswer(status)
    }
  })
}

/** Sends a request, and again after each answer, until the connection ends. */
export async function askAgainAndAgain(
  target: Target,
  tally: Tally,
  signal: AbortSignal,
  text: string,
): Promise<void> {
  const socket = await open(target, tally, signal)
  if (!socket) return
  readAnswers(socket, tally, () => socket.write(text))
  socket.write(text)
  await closed(socket)
}

export const closed = async (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    else socket.once('close', () => resolve())
  })

/** Until more can be written, or nothing any more. */
export const drained = async (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      socket.off('drain', end).off('close', end)
      resolve()
    }
    socket.once('drain', end).once('close', end)
    if (socket.destroyed) end()
  })

/** Runs `work` this many times at once, each again and again until the signal. */
export async function repeat(times: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      await work()
      // What fails at once must not keep the attacker's own event loop from going round.
      await sleep(1)
    }
  }
  await Promise.all(Array.from({ length: times }, one))
}
