import type { Attack } from '../attack.ts'
import { closed, open, repeat } from '../raw.ts'

/** More than are kept: those that have said nothing for longest give way. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  title: '5 000 connections that say nothing',
  run: async (target, tally, signal) =>
    repeat(5000, signal, async () => {
      const socket = await open(target, tally, signal)
      if (socket) await closed(socket)
    }),
}
