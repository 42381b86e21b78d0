import { expect, it } from 'vitest'
import { listen } from '../../support/event-stream.ts'
import { openShop } from '../../support/shop.ts'

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
