import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { open, readAnswers, repeat, requestText } from '../raw.ts'

export const slowBodies: Attack = {
  name: 'slow-bodies',
  title: '1 000 bodies that announce 1 MiB and come by the character',
  run: async (target, tally, signal) =>
    repeat(1000, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      readAnswers(socket, tally)
      const headers = { 'content-type': 'application/json', 'content-length': 1024 * 1024 }
      socket.write(requestText(target, { method: 'POST', path: '/carts', headers }))
      while (socket.writable) {
        socket.write(' ')
        await sleep(1000)
      }
    }),
}
