import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** Asks whether it is encrypted. */
const SSL_REQUEST = 80_877_103
/** That a client is let in, and may ask. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** What pgbouncer says to whoever begins a transaction where it pools by statements. */
const NO_TRANSACTIONS = Buffer.concat([
  Buffer.from('E\0\0\0\x4dSFATAL\0C08P01\0', 'latin1'),
  Buffer.from('Mtransaction blocks not allowed in statement pooling mode\0\0', 'latin1'),
])

/** Takes apart what is sent on one connection. @param isFirstBare whether its first message has no type */
function messagesOf(isFirstBare: boolean): (bytes: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  let typeBytes = isFirstBare ? 0 : 1
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const messages: Buffer[] = []
    while (rest.length >= typeBytes + 4 && rest.length >= typeBytes + rest.readInt32BE(typeBytes)) {
      const message = rest.subarray(0, typeBytes + rest.readInt32BE(typeBytes))
      rest = rest.subarray(message.length)
      if (typeBytes === 1 || message.readInt32BE(4) !== SSL_REQUEST) typeBytes = 1
      messages.push(message)
    }
    return messages
  }
}

/**
 * Stands in front of a server and gives whoever asks the session that was used last, for one transaction, as pgbouncer does by
 * `pool_mode = transaction`; gone after the test.
 * @param mode by `statement`, it cuts off whoever begins a transaction; by `session`, whoever has one keeps it
 * @param size so many sessions it has: whoever comes when all are taken is let in, and not answered
 * @returns its address
 */
export async function poolerOf(
  server: string,
  mode: 'transaction' | 'statement' | 'session' = 'transaction',
  size = Infinity,
): Promise<string> {
  const idle: Socket[] = []
  const clients: pg.Client[] = []
  const sockets = new Set<Socket>()
  let taken = 0

  async function openSession(): Promise<Socket> {
    const client = new pg.Client({ connectionString: server })
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    const { stream } = client.connection
    return stream.removeAllListeners('data') as Socket
  }

  async function serve(near: Socket): Promise<void> {
    const read = messagesOf(true)
    let far: Socket | undefined
    /** What the server has not said yet to be ready behind. */
    let owed = 0
    let hasBegun = false
    const release = (): void => {
      if (mode === 'session') return
      if (far) idle.push(far.removeAllListeners('data'))
      far = undefined
    }
    const take = async (): Promise<Socket> => {
      if (taken === size) await once(near, 'close')
      taken++
      const session = idle.pop() ?? (await openSession())
      const hear = messagesOf(false)
      session.on('data', (bytes: Buffer) => {
        near.write(bytes)
        for (const message of hear(bytes)) {
          if (message.toString('latin1', 0, 1) !== 'Z') continue
          owed--
          if (owed === 0 && message.toString('latin1', 5) === 'I') release()
        }
      })
      return session
    }
    for await (const bytes of near) {
      for (const message of read(bytes as Buffer)) {
        if (!hasBegun) {
          hasBegun = message.readInt32BE(4) !== SSL_REQUEST
          near.write(hasBegun ? WELCOME : 'N')
          continue
        }
        const type = message.toString('latin1', 0, 1)
        if (type === 'X') break
        if (mode === 'statement' && message.toString('latin1', 5) === 'begin\0') {
          near.end(NO_TRANSACTIONS)
          return
        }
        if (type === 'S' || type === 'Q') owed++
        far ??= await take()
        far.write(message)
      }
    }
    // A session in the middle of something is of no use to anybody.
    far?.destroy()
    if (far) taken--
  }

  const pooler = createServer((near) => {
    sockets.add(near)
    serve(near).catch(() => near.destroy())
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => {
    pooler.close()
    for (const socket of sockets) socket.destroy()
    for (const { connection } of clients) connection.stream.destroy()
  })
  const address = new URL(server)
  address.port = String((pooler.address() as AddressInfo).port)
  return address.href
}
