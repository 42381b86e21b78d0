import { describe, expect, it } from 'vitest'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const eventsOf = async (clerk: Clerk, cartId: string, query: object = {}) =>
  (await clerk.get(`/carts/${cartId}/events`, query as Record<string, string>)).ok(CartEventsAnswer)
const kindsOf = async (clerk: Clerk, cartId: string) =>
  (await eventsOf(clerk, cartId)).events.map(({ kind }) => kind)

describe('the history of a cart (extension)', () => {
  it('says who has made which version, when and how', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const lineId = await clerk.addLine(cartId)
    await clerk.patch(`/carts/${cartId}/lines/${lineId}`, { quantity: 2 })
    await clerk.patch(`/carts/${cartId}`, { note: 'Waits outside' })
    await clerk.post(`/carts/${cartId}/properties`, { key: 'till', value: '2' })
    await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`)
    await clerk.delete(`/carts/${cartId}/promotion-codes/WELCOME10`)
    await clerk.setBilling(cartId)
    await clerk.setShipping(cartId, 'Home delivery')
    await clerk.delete(`/carts/${cartId}/lines/${lineId}`)
    await clerk.delete(`/carts/${cartId}`)

    const { events } = await eventsOf(clerk, cartId)
    expect(events.map(({ kind }) => kind)).toEqual([
      'line.added',
      'line.changed',
      'cart.changed',
      'property.changed',
      'promotion-code.added',
      'promotion-code.removed',
      'billing-address.set',
      'shipping.set',
      'line.removed',
      'cart.abandoned',
    ])
    expect(events.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['Till (staff)']))
    expect(events.every(({ date, text }) => date.endsWith('Z') && text.length > 3)).toBe(true)
  })

  it('is told in the language that is asked for, else in English', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const told = async (query: object) =>
      (await eventsOf(clerk, cartId, query)).events.map(({ text }) => text)
    expect(await told({})).toEqual(['Goods added'])
    expect(await told({ cultureCode: 'de-DE' })).toEqual(['Waren hinzugefügt'])
    expect(await told({ cultureCode: 'fr-FR' })).toEqual(['Goods added'])
    const refused = await clerk.get(`/carts/${cartId}/events`, { cultureCode: 'no culture' })
    expect(refused.status).toBe(400)
  })

  it('tells what has been done since a version that somebody has seen, by whom', async () => {
    const [clerk, other] = [await shop().as('staff'), await shop().as('admin')]
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const seen = Number((await clerk.get(`/carts/${cartId}`)).headers.etag?.replaceAll('"', ''))
    await other.addLine(cartId)
    const { events } = await eventsOf(clerk, cartId, { since: seen })
    expect(events.map(({ actor, kind }) => [actor, kind])).toEqual([['Till (admin)', 'line.added']])
  })

  it('has nothing of what was refused or is only a repetition', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const line = await clerk.lineOf(product)
    const headers = { 'idempotency-key': `line of ${cartId}` }
    for (const _ of [1, 2]) await clerk.post(`/carts/${cartId}/lines`, line, { headers })
    expect((await clerk.post(`/carts/${cartId}/lines`, { ...line, sku: 'NO-SUCH' })).status).toBe(400)
    expect(await kindsOf(clerk, cartId)).toEqual(['line.added'])
  })

  it('is read page by page, and by staff of the store alone', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    for (const note of ['a', 'b', 'c']) await clerk.patch(`/carts/${cartId}`, { note })
    const first = await eventsOf(clerk, cartId, { maxItems: 2 })
    const second = await eventsOf(clerk, cartId, {
      maxItems: 2,
      nextPagingToken: first.nextPagingToken ?? '',
    })
    expect([...first.events, ...second.events].map(({ version }) => version)).toEqual([2, 3, 4])
    expect(second.nextPagingToken).toBeNull()

    expect((await (await shop().as('storefront')).get(`/carts/${cartId}/events`)).status).toBe(403)
    expect((await (await shop().as('staff', 'uptown')).get(`/carts/${cartId}/events`)).status).toBe(404)
    expect((await clerk.get(`/carts/${cartId}/events`, { since: '-1' })).status).toBe(400)
  })
})
