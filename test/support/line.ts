import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can be cut, and in the worst of moments. */
export interface Line {
  /** The server's address by way of this line. */
  readonly address: string
  /** Ends all connections; new ones work. */
  cut(): void
  /**
   * Lets the next commit of a write get through, and cuts the line before its answer does; others stay whole.
   * @param thenCloses whether it is closed for everybody then
   * @returns resolves when that has happened
   */
  loseNextAnswer(thenCloses?: boolean): Promise<void>
  /**
   * Cuts the line of the next commit of a write before the server has heard of it; others stay whole.
   * @param thenCloses whether it is closed for everybody then
   * @returns resolves when that has happened
   */
  loseNextCommit(thenCloses?: boolean): Promise<void>
  /** Loses nothing any more that has not been lost yet. */
  loseNothing(): void
  /** Refuses connections, and lets them in again. */
  close(isClosed: boolean): void
  /** Lets nothing through, as where a cable is pulled out, and then everything that has waited. */
  hold(isHeld: boolean): void
  /** How many connections have been asked for. */
  asked(): number
  /** Ends it for good. */
  end(): void
}

/**
 * Tells commits of writes from those of reads, in what is sent on one connection. Statements are told by their names: only
 * the first message about one has its text.
 */
function commitsOfWrites(): (bytes: Buffer) => boolean {
  const texts = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isWriting = false
  /** The first message has no type. */
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    let hasCommitted = false
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) break
      const type = rest.toString('latin1', 0, typeBytes)
      const [first = '', second = ''] = rest.toString('latin1', typeBytes + 4, end).split('\0', 2)
      rest = rest.subarray(end)
      typeBytes = 1
      // To prepare: a name and a text. To run: a place for the rows, and the name.
      if (type === 'P') texts.set(first, second)
      const text = type === 'B' ? texts.get(second) : undefined
      if (text?.startsWith('begin ')) isWriting = !text.endsWith('read only')
      else if (text === 'commit' && isWriting) hasCommitted = true
    }
    return hasCommitted
  }
}

/** Opens a line, until it is ended. */
export async function openLine(server: string): Promise<Line> {
  const target = new URL(server)
  const sockets = new Set<Socket>()
  let mode: 'whole' | 'lose answer' | 'lose commit' = 'whole'
  let isClosed = false
  let isHeld = false
  let closesThen = false
  let tellLost: () => void = () => undefined
  let asked = 0

  const desk = createServer((near) => {
    asked++
    if (isClosed) {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    const commitsWrite = commitsOfWrites()
    let isDeaf = false
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    const endWithOthers = (): void => {
      if (closesThen) close(true)
      end()
      tellLost()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    near.on('data', (bytes) => {
      if (commitsWrite(bytes) && mode !== 'whole') {
        const wasLost = mode === 'lose commit'
        mode = 'whole'
        if (wasLost) {
          endWithOthers()
          return
        }
        isDeaf = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!isDeaf) {
        near.write(bytes)
        return
      }
      endWithOthers()
    })
    if (isHeld) for (const socket of [near, far]) socket.pause()
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const close = (closed: boolean): void => {
    isClosed = closed
    if (closed) cut()
  }
  const loseNext = async (what: typeof mode, thenCloses: boolean): Promise<void> => {
    mode = what
    closesThen = thenCloses
    return new Promise((resolve) => (tellLost = resolve))
  }
  const address = new URL(server)
  address.port = String((desk.address() as AddressInfo).port)
  return {
    address: address.href,
    cut,
    loseNextAnswer: async (thenCloses = false) => loseNext('lose answer', thenCloses),
    loseNextCommit: async (thenCloses = false) => loseNext('lose commit', thenCloses),
    loseNothing: () => (mode = 'whole'),
    close,
    hold: (held) => {
      isHeld = held
      for (const socket of sockets) {
        if (held) socket.pause()
        else socket.resume()
      }
    },
    asked: () => asked,
    end: () => {
      desk.close()
      cut()
    },
  }
}
