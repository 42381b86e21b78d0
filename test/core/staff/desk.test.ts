import { describe, expect, it } from 'vitest'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { StoresAnswer } from '../../../core/access/console-link.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { Desk } from '../../../core/staff/desk.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { hire, hireAt, lock, openDesk, take } from '../../support/desks.ts'
import { openShop } from '../../support/shop.ts'

/** A shop with an owner, a clerk and somebody of the support, and a desk of it. */
async function staffedShop() {
  const shop = await openShop()
  const admin = await shop.as('admin')
  const owner = await hireAt(shop, admin, 'Olga', 'owner', '2580')
  const clerk = await hireAt(shop, admin, 'Carl', 'clerk', '1111')
  const support = await hireAt(shop, admin, 'Signe', 'support', '87654321')
  return { shop, admin, owner, clerk, support, desk: await openDesk(shop) }
}

const view = async (desk: Awaited<ReturnType<typeof openDesk>>) => (await desk.get('/desk')).ok(Desk)

describe('a desk without staff', () => {
  it('may do everything, as before, until an owner has a PIN', async () => {
    const shop = await openShop()
    const desk = await openDesk(shop)
    expect(await view(desk)).toMatchObject({ isStaffed: false, isLocked: false, person: null, people: [] })
    expect((await view(desk)).scopes).toContain('admin')
    // Whom nobody could help who forgets a PIN is no reason to lock anybody out.
    await hire(desk, 'Carl', 'clerk', '1111')
    expect((await desk.get('/clients')).status).toBe(200)
    expect((await lock(desk)).ok(Desk)).toMatchObject({ isLocked: false })
    expect((await desk.get('/clients')).status).toBe(200)
    const owner = await hire(desk, 'Olga', 'owner', '2580')
    expect((await desk.get('/clients')).refused('Forbidden')[0]).toContain('locked')
    expect((await take(desk, owner)).ok(Desk)).toMatchObject({ isLocked: false, person: { name: 'Olga' } })
    expect((await desk.get('/clients')).status).toBe(200)
  })
})

describe('a desk with staff', () => {
  it('does what says who has begun it only while they are there, whoever has come meanwhile', async () => {
    const { shop, admin, clerk, desk, owner } = await staffedShop()
    const begin = async (by?: string, as: Clerk = desk) => {
      const body = { cultureCode: 'en-GB', currency: 'EUR' }
      return as.post('/carts', body, by === undefined ? {} : { headers: { 'desk-person': by } })
    }
    await take(desk, clerk)
    expect((await begin(clerk.staffId)).status).toBe(200)
    expect((await begin()).status).toBe(200)
    await lock(desk)
    ;(await begin(clerk.staffId)).refused('Forbidden')
    await take(desk, owner)
    const refused = await begin(clerk.staffId)
    expect(refused.refused('Forbidden')).toStrictEqual(['Whoever has begun it is not at the desk any more.'])
    expect((await begin(owner.staffId)).status).toBe(200)
    // A program is at no desk, and where there is no staff nobody has to be.
    expect((await begin(clerk.staffId, admin)).status).toBe(200)
    expect((await begin(clerk.staffId, await openDesk(shop, 'uptown'))).status).not.toBe(403)
  })

  it('begins locked: it says who can take it, and does nothing else', async () => {
    const { desk, clerk } = await staffedShop()
    expect(await view(desk)).toMatchObject({
      isStaffed: true,
      isLocked: true,
      person: null,
      scopes: ['desk'],
      people: [
        { id: clerk.staffId, name: 'Carl', role: 'clerk' },
        { name: 'Olga', role: 'owner' },
        { name: 'Signe', role: 'support' },
      ],
    })
    for (const path of ['/carts', '/orders', '/stores', '/manage/staff', '/manage/products']) {
      expect((await desk.get(path)).refused('Forbidden')[0], path).toContain('The desk is locked')
    }
    expect((await desk.post('/console-links', { storeId: clerk.staffId })).refused('Forbidden')).toHaveLength(
      1,
    )
  })

  it('is taken with a PIN by one after the other, each in their name and with their rights', async () => {
    const { admin, clerk, desk, owner } = await staffedShop()
    expect((await take(desk, clerk)).ok(Desk)).toMatchObject({ person: { name: 'Carl', role: 'clerk' } })
    const cart = (await desk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })).ok(CreateCartAnswer)
    expect((await desk.patch(`/carts/${cart.cartId}`, { note: 'by Carl' })).status).toBe(200)
    expect((await desk.get('/clients')).refused('Forbidden')[0]).toContain('scope')
    await take(desk, owner)
    expect((await desk.patch(`/carts/${cart.cartId}`, { note: 'by Olga' })).status).toBe(200)
    expect((await desk.get('/clients')).status).toBe(200)
    const { events } = (await desk.get(`/carts/${cart.cartId}/events`)).ok(CartEventsAnswer)
    expect(events.map(({ actor }) => actor)).toStrictEqual(['Carl', 'Olga'])
    // A program stays itself beside them.
    expect((await admin.patch(`/carts/${cart.cartId}`, { note: 'by a program' })).status).toBe(200)
    const later = (await desk.get(`/carts/${cart.cartId}/events`)).ok(CartEventsAnswer).events
    expect(later.at(-1)?.actor).not.toBe('Olga')
  })

  it('is locked for all its tokens at once, and stays signed in', async () => {
    const { clerk, desk } = await staffedShop()
    await take(desk, clerk)
    expect((await desk.get('/carts')).status).toBe(200)
    expect((await lock(desk)).ok(Desk)).toMatchObject({ isLocked: true, person: null })
    expect((await desk.get('/carts')).refused('Forbidden')[0]).toContain('locked')
    await take(desk, clerk)
    expect((await desk.get('/carts')).status).toBe(200)
  })

  it('is one’s own: another console of the store is another desk', async () => {
    const { clerk, desk, owner, shop } = await staffedShop()
    const other = await openDesk(shop)
    await take(desk, clerk)
    await take(other, owner)
    expect((await view(desk)).person?.name).toBe('Carl')
    expect((await view(other)).person?.name).toBe('Olga')
  })

  it('lets nobody but an owner into a store whose console may do everything', async () => {
    const { clerk, desk, owner, shop } = await staffedShop()
    const codes = async () => (await desk.get('/stores')).ok(StoresAnswer).stores.map(({ code }) => code)
    await take(desk, clerk)
    expect(await codes()).toStrictEqual(['harbour'])
    await take(desk, owner)
    expect(await codes()).toStrictEqual(['harbour', 'uptown'])
    await hireAt(shop, await shop.as('admin', 'uptown'), 'Uma', 'owner', '9999')
    await take(desk, clerk)
    expect(await codes()).toStrictEqual(['harbour', 'uptown'])
  })

  it('is left by whoever leaves the shop, gets another role or another PIN', async () => {
    const { admin, clerk, desk } = await staffedShop()
    const path = `/manage/staff/${clerk.staffId}`
    await take(desk, clerk)
    await admin.patch(path, { role: 'support' })
    expect((await desk.get('/carts')).refused('Forbidden')[0]).toContain('scope')
    expect((await desk.get('/orders')).status).toBe(200)
    await admin.request('PUT', `${path}/pin`, { body: { pin: '2222' } })
    expect((await desk.get('/orders')).refused('Forbidden')[0]).toContain('locked')
    expect((await take(desk, clerk)).faultyFields('Forbidden')).toStrictEqual(['pin'])
    expect((await take(desk, { ...clerk, pin: '2222' })).status).toBe(200)
    await admin.delete(path)
    expect((await desk.get('/orders')).refused('Forbidden')[0]).toContain('locked')
    expect((await take(desk, clerk)).faultyFields('BadRequest')).toStrictEqual(['staffId'])
  })

  it('is no program’s: no client can be given its scope', async () => {
    const { admin } = await staffedShop()
    expect((await admin.get('/desk')).refused('Forbidden')[0]).toContain('scope')
    const client = { name: 'Sly', scope: 'desk' }
    expect((await admin.post('/clients', client)).faultyFields('BadRequest')).toStrictEqual(['scope'])
  })
})

describe('one’s own PIN', () => {
  const change = async (desk: Clerk, pin: string, newPin: string) =>
    desk.request('PUT', '/desk/pin', { body: { pin, newPin } })

  it('is changed by whoever knows it: they stay at this desk, leave others, and the old one opens none', async () => {
    const { admin, clerk, desk, shop } = await staffedShop()
    const other = await openDesk(shop)
    await take(desk, clerk)
    await take(other, clerk)
    const changed = (await change(desk, '1111', '2468')).ok(Desk)
    expect(changed).toMatchObject({ isLocked: false, person: { name: 'Carl' } })
    expect((await desk.get('/carts')).status).toBe(200)
    expect((await view(other)).isLocked).toBe(true)
    expect((await take(other, clerk)).faultyFields('Forbidden')).toStrictEqual(['pin'])
    expect((await take(other, { ...clerk, pin: '2468' })).status).toBe(200)
    const { events } = (await admin.get(`/manage/staff/${clerk.staffId}/events`)).ok(RecordEventsAnswer)
    expect(events[0]).toMatchObject({ actor: 'Carl', changes: [{ field: 'pin' }] })
    expect(JSON.stringify(events)).not.toContain('2468')
  })

  it('is kept where the old one is wrong, which counts as at the lock, and where nobody is at the desk', async () => {
    const { clerk, desk } = await staffedShop()
    ;(await change(desk, '1111', '2468')).refused('Conflict')
    await take(desk, clerk)
    expect((await change(desk, '1111', '12')).faultyFields('BadRequest')).toStrictEqual(['newPin'])
    for (let guess = 0; guess < 5; guess++)
      expect((await change(desk, '0000', '2468')).faultyFields('Forbidden')).toStrictEqual(['pin'])
    ;(await change(desk, '1111', '2468')).refused('TooManyRequests')
    await lock(desk)
    expect((await take(desk, clerk)).status).toBe(429)
  })
})

describe('a wrong PIN', () => {
  it('is refused, and after some it has to be waited, for right ones and at other desks too', async () => {
    const { clerk, desk, owner, shop } = await staffedShop()
    const wrong = { ...clerk, pin: '0000' }
    for (let guess = 0; guess < 5; guess++) {
      expect((await take(desk, wrong)).faultyFields('Forbidden')).toStrictEqual(['pin'])
    }
    const held = await take(desk, clerk)
    expect(held.faultyFields('TooManyRequests')).toStrictEqual(['pin'])
    expect(Number(held.headers['retry-after'])).toBe(1)
    expect((await take(await openDesk(shop), clerk)).status).toBe(429)
    // Nobody else is held back for it.
    expect((await take(desk, owner)).status).toBe(200)
    shop.clock.advance(2)
    expect((await take(desk, wrong)).status).toBe(403)
    shop.clock.advance(1)
    expect((await take(desk, clerk)).status).toBe(429)
    shop.clock.advance(1)
    expect((await take(desk, clerk)).status).toBe(200)
    // Who has proved to know begins afresh.
    expect((await take(desk, wrong)).status).toBe(403)
    expect((await take(desk, clerk)).status).toBe(200)
  })

  it('of before holds nobody back who has been given another', async () => {
    const { admin, clerk, desk } = await staffedShop()
    for (let guess = 0; guess < 5; guess++)
      expect((await take(desk, { ...clerk, pin: '0000' })).status).toBe(403)
    expect((await take(desk, clerk)).status).toBe(429)
    expect((await admin.put(`/manage/staff/${clerk.staffId}/pin`, { pin: '2222' })).status).toBe(200)
    expect((await take(desk, { ...clerk, pin: '2222' })).status).toBe(200)
  })

  it('by many at once is no way around the wait', async () => {
    const { clerk, desk } = await staffedShop()
    const pins = Array.from({ length: 12 }, (_, index) => String(9000 + index))
    const answers = await Promise.all(pins.map(async (pin) => take(desk, { ...clerk, pin })))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('of many digits, of none, or with a key that is used again, says no more', async () => {
    const { clerk, desk } = await staffedShop()
    for (const pin of ['', '1'.repeat(100), 'abcd']) {
      expect((await take(desk, { ...clerk, pin })).status).toBe(403)
    }
    const headers = { 'idempotency-key': 'once' }
    const body = clerk
    expect((await desk.request('PUT', '/desk/session', { body, headers })).status).toBe(200)
    await lock(desk)
    // Nothing was kept that could be answered again.
    expect(
      (await desk.request('PUT', '/desk/session', { body: { ...body, pin: '0' }, headers })).status,
    ).toBe(403)
  })
})
