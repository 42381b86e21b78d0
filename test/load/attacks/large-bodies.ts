import type { Attack } from '../attack.ts'
import { closed, drained, open, readAnswers, repeat, requestText } from '../raw.ts'

const MIB = 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024, ' ')

/** Every other one announces its length; the others come in chunks, so that the core has to count. */
export const largeBodies: Attack = {
  name: 'large-bodies',
  title: '100 bodies of 10 MB at a time',
  run: async (target, tally, signal) => {
    let number = 0
    await repeat(100, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      readAnswers(socket, tally)
      const isChunked = number++ % 2 === 0
      const length: Record<string, string | number> = isChunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': 10 * MIB }
      const headers = { 'content-type': 'application/json', ...length }
      socket.write(requestText(target, { method: 'POST', path: '/carts', headers }))
      for (let sent = 0; sent < 10 * MIB && socket.writable; sent += PIECE.length) {
        if (isChunked) socket.write(`${PIECE.length.toString(16)}\r\n`)
        const isTaken = socket.write(PIECE)
        if (isChunked) socket.write('\r\n')
        if (!isTaken) await drained(socket)
      }
      if (isChunked && socket.writable) socket.write('0\r\n\r\n')
      socket.end()
      await closed(socket)
    })
  },
}
