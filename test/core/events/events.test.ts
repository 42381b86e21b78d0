import { expect, it, onTestFinished } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'

interface Sent {
  readonly event: string
  readonly data: { readonly id: string; readonly version: number }
}

/** A listener to the stream of a store: what has been sent so far, and whether the stream has ended. */
async function listen(shop: Shop, origin: string, store: 'harbour' | 'uptown' = 'harbour') {
  const token = await shop.tokenOf(shop.credentials('staff', store))
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
  const state = { sent, ended: false }
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

it('the stream of events tells of every change of a store’s carts and orders, when it is on disk (extension)', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const [harbour, uptown] = [await listen(shop, origin), await listen(shop, origin, 'uptown')]
  const clerk = await shop.as('staff')
  const placing = await clerk.aCartReadyToPlace({ quantities: [1], shipping: null })
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  await clerk.post(`/payments/${paymentId}/capture`)
  await expect.poll(() => harbour.sent.at(-1)?.event).toBe('order.changed')

  const { cartId } = placing
  for (const { data } of harbour.sent)
    expect(data).toStrictEqual({ id: cartId, version: expect.any(Number) as number })
  const placed = harbour.sent.findIndex(({ event }) => event === 'order.placed')
  expect(harbour.sent.slice(0, placed).every(({ event }) => event === 'cart.changed')).toBe(true)
  const versions = harbour.sent
    .filter(({ event }) => event === 'cart.changed')
    .map(({ data }) => data.version)
  expect(versions).toStrictEqual(versions.toSorted((a, b) => a - b))
  expect((await clerk.get(`/carts/${cartId}`)).headers.etag).toBe(`"${versions.at(-1) ?? 0}"`)
  expect(uptown.sent).toStrictEqual([])
})

it('what is refused is not told', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const listener = await listen(shop, origin)
  const clerk = await shop.as('staff')
  const cartId = await clerk.aCart()
  await clerk.post(`/carts/${cartId}/lines`, { sku: 'NO-SUCH-SKU' })
  await clerk.patch(`/carts/${cartId}`, { customerId: cartId })
  await clerk.patch(`/carts/${cartId}`, { note: 'Told' })
  await expect.poll(() => listener.sent.at(-1)?.data.version).toBe(2)
  expect(listener.sent.filter(({ data }) => data.version === 2)).toHaveLength(1)
})

it('the stream ends when the core closes, and does not keep it from closing', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const listener = await listen(shop, origin)
  const started = Date.now()
  await shop.core.close()
  expect(Date.now() - started).toBeLessThan(5000)
  await expect.poll(() => listener.ended).toBe(true)
})
