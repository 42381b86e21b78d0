import { expect, onTestFinished } from 'vitest'
import type { Shop } from './shop.ts'

interface Sent {
  readonly event: string
  readonly data: { readonly id: string; readonly version: number }
}

/** A listener to the stream of a store: what has been sent so far, and whether the stream has ended. */
export async function listen(shop: Shop, origin: string, store: 'harbour' | 'uptown' = 'harbour') {
  return listenWith(await shop.tokenOf(shop.credentials('staff', store)), origin)
}

/** A listener with a token of its own. */
export async function listenWith(token: string, origin: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const answer = await fetch(`${origin}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const sent: Sent[] = []
  const state = { dataName: answer.headers.get('data-name'), sent, ended: false }
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event, data] = /^event: (\S+)\ndata: (.+)$/.exec(block) ?? []
        if (event !== undefined && data !== undefined)
          sent.push({ event, data: JSON.parse(data) as Sent['data'] })
      }
    }
    state.ended = true
  }
  read().catch(() => (state.ended = true))
  return state
}
