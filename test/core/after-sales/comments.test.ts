import { describe, expect, it } from 'vitest'
import { Order, OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { listen } from '../../support/event-stream.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const commentsOn = async (clerk: Clerk, orderId: string) =>
  (await clerk.get(`/orders/${orderId}/events`, { cultureCode: 'da-DK' }))
    .ok(OrderEventsAnswer)
    .events.filter(({ kind }) => kind === 'order.comment')

describe('comments on an order (extension)', () => {
  it('stand in its history with who made them, one after the other, and the order stays as it is', async () => {
    const [clerk, agent] = [await shop().as('staff'), await shop().as('support')]
    const { order, paymentId } = await clerk.anOrder()
    const answer = await agent.post(`/orders/${order.id}/comments`, {
      comment: 'Asks where it is.\nCall back',
    })
    expect(answer.ok(Order)).toStrictEqual(order)
    await clerk.post(`/payments/${paymentId}/capture`)
    await clerk.post(`/orders/${order.id}/complete`)
    expect((await clerk.post(`/orders/${order.id}/comments`, { comment: 'Called back' })).status).toBe(200)
    expect(await commentsOn(clerk, order.id)).toMatchObject([
      {
        actor: 'Till (support)',
        text: 'Asks where it is.\nCall back',
        details: { comment: 'Asks where it is.\nCall back' },
      },
      { actor: 'Till (staff)', text: 'Called back' },
    ])
  })

  it('hold nobody up who is at a step of the order', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order } = await clerk.anOrder()
    const { sent } = await listen(own, await own.listen())
    await clerk.post(`/orders/${order.id}/comments`, { comment: 'Is at the door' })
    // Other screens follow, and a price of the order that somebody has in sight is still that of its version.
    await expect
      .poll(() => sent)
      .toStrictEqual([{ event: 'order.changed', data: { id: order.id, version: 1 } }])
  })

  it('are made once, however often they are sent under one key', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const send = async () =>
      clerk.post(
        `/orders/${order.id}/comments`,
        { comment: 'Twice' },
        { headers: { 'idempotency-key': 'twice' } },
      )
    await Promise.all([send(), send()])
    await send()
    expect(await commentsOn(clerk, order.id)).toHaveLength(1)
  })

  it.each([
    ['nothing', {}, 'comment'],
    ['a blank', { comment: ' \n ' }, 'comment'],
    ['no text', { comment: 5 }, 'comment'],
    ['more than 4 000 letters', { comment: 'x'.repeat(4001) }, 'comment'],
  ])('%s is refused, and nothing is written', async (_what, body, field) => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const before = await contentNow(shop().dataDir)
    const answer = await clerk.post(`/orders/${order.id}/comments`, body)
    expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it('are not for storefronts, and not of what is no order', async () => {
    const [clerk, storefront] = [await shop().as('staff'), await shop().as('storefront')]
    const { order } = await clerk.anOrder()
    const comment = { comment: 'Hello' }
    ;(await storefront.post(`/orders/${order.id}/comments`, comment)).refused('Forbidden')
    ;(await clerk.post(`/orders/${await clerk.aCart()}/comments`, comment)).refused('NotFound')
  })
})
