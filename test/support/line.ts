import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can be cut, and in the worst of moments. */
export interface Line {
  /** The server's address by way of this line. */
  readonly address: string
  /** Ends all connections; new ones work. */
  cut(): void
  /**
   * Lets the next commit get through, and cuts the line before its answer does; others stay whole.
   * @param thenCloses whether it is closed for everybody then
   */
  loseNextAnswer(thenCloses?: boolean): void
  /** Cuts the line of the next commit before the server has heard of it. */
  loseNextCommit(): void
  /** Refuses connections, and lets them in again. */
  close(isClosed: boolean): void
  /** Ends it for good. */
  end(): void
}

/** Opens a line, until it is ended. */
export async function openLine(server: string): Promise<Line> {
  const target = new URL(server)
  const sockets = new Set<Socket>()
  let mode: 'whole' | 'lose answer' | 'lose commit' = 'whole'
  let isClosed = false
  let closesThen = false

  const desk = createServer((near) => {
    if (isClosed) {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    let isDeaf = false
    const end = (): void => {
      near.destroy()
      far.destroy()
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
      if (mode !== 'whole' && bytes.includes('commit')) {
        const wasLost = mode === 'lose commit'
        mode = 'whole'
        if (wasLost) {
          end()
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
      if (closesThen) close(true)
      end()
    })
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
  const address = new URL(server)
  address.port = String((desk.address() as AddressInfo).port)
  return {
    address: address.href,
    cut,
    loseNextAnswer: (thenCloses = false) => {
      mode = 'lose answer'
      closesThen = thenCloses
    },
    loseNextCommit: () => (mode = 'lose commit'),
    close,
    end: () => {
      desk.close()
      cut()
    },
  }
}
