import type { Attack } from '../attack.ts'
import { open, readAnswers, repeat, requestText } from '../raw.ts'

/** Guesses secrets under ever new names. */
export const wrongSecrets: Attack = {
  name: 'wrong-secrets',
  title: '100 connections that guess secrets of clients',
  run: async (target, tally, signal) => {
    const guess = (): string =>
      requestText(target, {
        method: 'POST',
        path: '/oauth/token',
        body: JSON.stringify({
          grant_type: 'client_credentials',
          client_id: crypto.randomUUID(),
          client_secret: crypto.randomUUID(),
        }),
      })
    await repeat(100, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      await new Promise((resolve) => {
        readAnswers(socket, tally, () => socket.write(guess()))
        socket.once('close', resolve)
        socket.write(guess())
      })
    })
  },
}
