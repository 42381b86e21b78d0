import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** The pulse that opens a drawer at pin 2, as hexadecimal digits, and that at pin 5. */
export const PULSE = '1b700019fa'
export const PULSE_AT_5 = '1b700119fa'

/** A receipt printer of the network, on 127.0.0.1. */
export interface Printer {
  readonly port: number
  readonly address: string
  /** What each connection has brought, as hexadecimal digits, once it has ended. */
  readonly jobs: readonly string[]
  /** Switches it off: from then on nobody listens at its port. */
  close(): Promise<void>
}

/**
 * A printer that is switched on.
 * @param answer what it does with a connection; by default it takes what comes, and ends when the other end does
 */
export async function openPrinter(answer: (socket: Socket) => void = () => undefined): Promise<Printer> {
  const jobs: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const parts: Buffer[] = []
    sockets.add(socket)
    socket
      .on('data', (part) => parts.push(part))
      .on('error', () => undefined)
      .on('end', () => jobs.push(Buffer.concat(parts).toString('hex')))
      .on('close', () => sockets.delete(socket))
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `127.0.0.1:${port}`,
    jobs,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A printer that hangs: its system takes a few connections, which nobody ever looks at, and no more. */
const HANGS = `
  const { createServer } = require('node:net')
  const { parentPort } = require('node:worker_threads')
  const server = createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`

/** A printer whose machine answers nothing at all. */
export async function openSilentPrinter(): Promise<Pick<Printer, 'port' | 'address' | 'close'>> {
  const { connect } = await import('node:net')
  const worker = new Worker(HANGS, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  // As many as it takes, and some more, which wait like everybody else.
  const waiting = Array.from({ length: 6 }, () =>
    connect({ host: '127.0.0.1', port }).on('error', () => undefined),
  )
  await Promise.all(waiting.slice(0, 2).map(async (socket) => once(socket, 'connect')))
  return {
    port,
    address: `127.0.0.1:${port}`,
    async close() {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}
