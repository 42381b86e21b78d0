import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StarterMessage } from '../starter-link.ts'

/** The starter's end of the link to the app: see `starter-link.ts`. */
export interface StarterSocket {
  /** What the app connects to. */
  readonly address: string
  /** Hears every message, those before the call too. */
  onMessage(listener: (message: StarterMessage) => void): void
  /** Cuts the link, upon which the app ends. */
  close(): void
}

export async function openStarterSocket(): Promise<StarterSocket> {
  // Only this user may enter the folder, so nobody else can speak for the app.
  const folder = process.platform === 'win32' ? undefined : mkdtempSync(join(tmpdir(), 'backcounter-'))
  const address = folder === undefined ? `\\\\.\\pipe\\backcounter-${process.pid}` : join(folder, 'start')
  const messages: StarterMessage[] = []
  const listeners: ((message: StarterMessage) => void)[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line) as StarterMessage
      messages.push(message)
      for (const listener of listeners) listener(message)
    })
  })
  await listen(server, address)

  const onMessage = (listener: (message: StarterMessage) => void): void => {
    messages.forEach(listener)
    listeners.push(listener)
  }
  return {
    address,
    onMessage,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const listen = (server: Server, address: string): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(address, resolve))
