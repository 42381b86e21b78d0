import type { Attack } from '../attack.ts'
import { closed, open, readAnswers, repeat, requestText } from '../raw.ts'

const CARTS = 4

/** Every second one reads its first answer and then no more, while carts are made for it to be told of. */
export const eventStreams: Attack = {
  name: 'event-streams',
  title: '2 000 event streams, half of them never read',
  run: async (target, tally, signal) => {
    const { cultureCode, currency } = target
    const watch = requestText(target, { path: '/events' })
    const body = JSON.stringify({ cultureCode, currency })
    const create = requestText(target, { method: 'POST', path: '/carts', body })
    let number = 0
    const watching = repeat(2000, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      const isRead = number++ % 2 === 0
      readAnswers(socket, tally, (status) => {
        if (status !== '200') socket.destroy()
        else if (!isRead) socket.pause()
      })
      socket.write(watch)
      await closed(socket)
    })
    const writing = repeat(CARTS, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      socket.on('data', () => socket.write(create))
      socket.write(create)
      await closed(socket)
    })
    await Promise.all([watching, writing])
  },
}
