import { describe, expect, it } from 'vitest'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { CartChange } from '../../../core/carts/cart.schema.ts'
import { ReturnAnswer } from '../../../core/checkout/return.schema.ts'
import { IssuedGiftCard } from '../../../core/gift-cards/gift-card.schema.ts'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { MethodsOfPaymentAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { ApprovalAnswer, Desk } from '../../../core/staff/desk.schema.ts'
import type { Answer } from '../../support/answer.ts'
import type { Clerk } from '../../support/clerk.ts'
import { contentNow, storedRows } from '../../support/data.ts'
import { hireAt, lock, openDesk, take, type Member } from '../../support/desks.ts'
import { openShop, type Shop } from '../../support/shop.ts'

interface People {
  readonly owner: Member
  readonly manager: Member
  readonly clerk: Member
  readonly other: Member
  readonly support: Member
}

/** A shop with people of every role, and a desk of it that the clerk Ava is at. */
async function shopOfAva(config = {}): Promise<People & { shop: Shop; admin: Clerk; desk: Clerk }> {
  const shop = await openShop(config)
  const admin = await shop.as('admin')
  const owner = await hireAt(shop, admin, 'Olga', 'owner', '2580')
  const manager = await hireAt(shop, admin, 'Mia', 'manager', '4711')
  const clerk = await hireAt(shop, admin, 'Ava', 'clerk', '1111')
  const other = await hireAt(shop, admin, 'Ben', 'clerk', '2222')
  const support = await hireAt(shop, admin, 'Signe', 'support', '3333')
  const desk = await openDesk(shop)
  await take(desk, clerk)
  return { shop, admin, owner, manager, clerk, other, support, desk }
}

const ask = async (desk: Clerk, approver: Member, scope: string): Promise<Answer> =>
  desk.put('/desk/approval', { ...approver, scope })
const approved = async (desk: Clerk, approver: Member, scope: 'price' | 'manage'): Promise<string> =>
  (await ask(desk, approver, scope)).ok(ApprovalAnswer).approval

async function aReturn(desk: Clerk) {
  const { cartId, paymentMethodId } = await desk.aCartReadyToPlace({ shipping: null })
  return { cartId, paymentMethodId, reason: 'No receipt, unworn' }
}
const takeBack = async (desk: Clerk, body: object, approval?: string, headers = {}): Promise<Answer> =>
  desk.post('/returns', body, { headers: { ...headers, ...(approval !== undefined && { approval }) } })

/** A line whose price is to be another. */
async function aLine(desk: Clerk) {
  const cartId = await desk.aCart()
  return { cartId, path: `/carts/${cartId}/lines/${await desk.addLine(cartId)}` }
}
const setPrice = async (desk: Clerk, path: string, approval: string, headers = {}, price = 3) =>
  desk.patch(path, { price }, { headers: { approval, ...headers } })
const priceOf = async (desk: Clerk, cartId: string) => (await desk.readCart(cartId)).orderLines[0]?.price

/** What a refusal is, for programs. */
async function codeOf(asked: (headers: Record<string, string>) => Promise<Answer>): Promise<unknown> {
  const { body } = await asked({ prefer: 'fault-codes' })
  return (body as { errors?: { code?: string }[] }).errors?.[0]?.code ?? body
}

describe('a step that somebody else approves', () => {
  it('is refused without, and done with it, once: histories say who has done and who has approved it', async () => {
    const { desk, manager, shop } = await shopOfAva()
    const body = await aReturn(desk)
    ;(await takeBack(desk, body)).refused('Forbidden')
    const approval = await approved(desk, manager, 'manage')
    const { orderId } = (await takeBack(desk, body, approval)).ok(ReturnAnswer)
    const { events } = (await desk.get(`/orders/${orderId}/events`)).ok(OrderEventsAnswer)
    expect(events.map(({ actor, kind }) => [kind, actor])).toStrictEqual([
      ['order.returned', 'Ava (✓ Mia)'],
      ['payment.refunded', 'Ava (✓ Mia)'],
    ])
    const before = await contentNow(shop.dataDir)
    expect(await codeOf(async (headers) => takeBack(desk, body, approval, headers))).toBe('approval.used')
    expect(await contentNow(shop.dataDir)).toStrictEqual(before)
    // What comes next is in her own name, with her own rights.
    const next = await aReturn(desk)
    const { events: own } = (await desk.get(`/carts/${next.cartId}/events`)).ok(CartEventsAnswer)
    expect(new Set(own.map(({ actor }) => actor))).toStrictEqual(new Set(['Ava']))
    ;(await takeBack(desk, next)).refused('Forbidden')
  })

  it('is a price, too, and taking it back: of a line that is there, and of one that is added', async () => {
    const { desk, manager, owner } = await shopOfAva()
    const { cartId, path } = await aLine(desk)
    const listed = await priceOf(desk, cartId)
    ;(await desk.patch(path, { price: 3 })).refused('Forbidden')
    ;(await setPrice(desk, path, await approved(desk, manager, 'price'))).ok(CartChange)
    expect(await priceOf(desk, cartId)).toBe(3)
    const { events } = (await desk.get(`/carts/${cartId}/events`)).ok(CartEventsAnswer)
    expect(events.at(-1)?.actor).toBe('Ava (✓ Mia)')
    const headers = { approval: await approved(desk, owner, 'price') }
    ;(await desk.patch(path, { price: null }, { headers })).ok(CartChange)
    expect(await priceOf(desk, cartId)).toBe(listed)
    const [product] = await desk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const line = await desk.lineOf(product, { price: 2 })
    const once = { approval: await approved(desk, manager, 'price') }
    expect((await desk.post(`/carts/${cartId}/lines`, line, { headers: once })).status).toBe(200)
  })

  it('takes no more than was approved: a price is no return, and a return no price', async () => {
    const { desk, manager } = await shopOfAva()
    const body = await aReturn(desk)
    const { path } = await aLine(desk)
    const [price, manage] = [
      await approved(desk, manager, 'price'),
      await approved(desk, manager, 'manage'),
    ] as const
    expect(await codeOf(async (headers) => takeBack(desk, body, price, headers))).toBe('access.scope')
    expect(await codeOf(async (headers) => setPrice(desk, path, manage, headers))).toBe('access.scope')
    // Neither was used by that.
    expect((await takeBack(desk, body, manage)).status).toBe(200)
    expect((await setPrice(desk, path, price)).status).toBe(200)
  })

  it('that is refused for something else leaves it good', async () => {
    const { desk, manager, shop } = await shopOfAva()
    const body = await aReturn(desk)
    const approval = await approved(desk, manager, 'manage')
    const before = await contentNow(shop.dataDir)
    ;(await takeBack(desk, { ...body, expectedTotal: 1 }, approval)).refused('Conflict')
    ;(await takeBack(desk, { ...body, reason: '' }, approval)).refused('BadRequest')
    ;(await takeBack(desk, body, approval, { 'if-match': '"99"' })).refused('Conflict')
    expect(await contentNow(shop.dataDir)).toStrictEqual(before)
    expect((await takeBack(desk, body, approval)).status).toBe(200)
  })

  it('is done once, where two come at once with one approval', async () => {
    const { desk, manager, shop } = await shopOfAva()
    const lines = await Promise.all([aLine(desk), aLine(desk), aLine(desk)])
    const approval = await approved(desk, manager, 'price')
    const answers = await Promise.all(lines.map(async ({ path }) => setPrice(desk, path, approval)))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 403, 403])
    const prices = await Promise.all(lines.map(async ({ cartId }) => priceOf(desk, cartId)))
    expect(prices.filter((price) => price === 3)).toHaveLength(1)
    expect(await storedRows(shop.dataDir, 'approvals')).toContainEqual(
      expect.objectContaining({ used_at: shop.clock.read().toISOString() }),
    )
  })
})

describe('an answer that was lost', () => {
  it('is given again to the same request with the same key, and to no other', async () => {
    const { admin, clerk, desk, manager, shop } = await shopOfAva()
    const [body, other] = [await aReturn(desk), await aReturn(desk)]
    const approval = await approved(desk, manager, 'manage')
    const headers = { 'idempotency-key': 'return 1' }
    const first = await takeBack(desk, body, approval, headers)
    // Later than it was good, and whatever has become of who has approved it: it is done.
    shop.clock.advance(200)
    await admin.patch(`/manage/staff/${manager.staffId}`, { role: 'support' })
    const before = await contentNow(shop.dataDir)
    const again = await takeBack(desk, body, approval, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await codeOf(async (more) => takeBack(desk, other, approval, { ...headers, ...more }))).toBe(
      'idempotency.reused',
    )
    const else_ = { 'idempotency-key': 'return 2' }
    expect(await codeOf(async (more) => takeBack(desk, body, approval, { ...else_, ...more }))).toBe(
      'approval.used',
    )
    expect(await contentNow(shop.dataDir)).toStrictEqual(before)
    await lock(desk)
    ;(await takeBack(desk, body, approval, headers)).refused('Forbidden')
    await take(desk, clerk)
    expect((await takeBack(desk, body, approval, headers)).text).toBe(first.text)
  })

  it('of what has no kept answer is refused as a version that is left behind, and never done twice', async () => {
    const { desk, manager } = await shopOfAva()
    const { cartId, path } = await aLine(desk)
    const approval = await approved(desk, manager, 'price')
    const seen = { 'if-match': (await desk.get(`/carts/${cartId}`)).headers['etag'] ?? '' }
    const key = { 'idempotency-key': 'price 1' }
    expect((await setPrice(desk, path, approval, { ...key, ...seen })).status).toBe(200)
    expect(await codeOf(async (more) => setPrice(desk, path, approval, { ...key, ...seen, ...more }))).toBe(
      'cart.changed',
    )
    expect(await codeOf(async (more) => setPrice(desk, path, approval, { ...key, ...more }, 1))).toBe(
      'approval.used',
    )
    expect(await priceOf(desk, cartId)).toBe(3)
  })
})

describe('an approval is asked for', () => {
  it('of those of whom the desk says that they can give it', async () => {
    const { clerk, desk, manager, owner, support } = await shopOfAva()
    const { people } = (await desk.get('/desk')).ok(Desk)
    expect(people.map(({ approves, name }) => [name, approves])).toStrictEqual([
      ['Ava', []],
      ['Ben', []],
      ['Mia', ['price', 'manage']],
      ['Olga', ['price', 'manage']],
      ['Signe', []],
    ])
    for (const nobody of [clerk, support])
      expect((await ask(desk, nobody, 'manage')).faultyFields('BadRequest')).toStrictEqual(['staffId'])
    const unknown = { ...manager, staffId: manager.staffId.replace(/.$/, '0') }
    expect((await ask(desk, unknown, 'manage')).faultyFields('BadRequest')).toStrictEqual(['staffId'])
    expect((await ask(desk, owner, 'admin')).faultyFields('BadRequest')).toStrictEqual(['scope'])
    // Whoever may not was not proved: no guess was counted.
    for (let more = 0; more < 6; more++) expect((await ask(desk, clerk, 'price')).status).toBe(400)
    await lock(desk)
    expect((await take(desk, clerk)).status).toBe(200)
  })

  it('with their PIN, of which wrong ones count as at the lock', async () => {
    const { clerk, desk, manager, shop } = await shopOfAva()
    const wrong = { ...manager, pin: '0000' }
    expect((await ask(desk, wrong, 'manage')).faultyFields('Forbidden')).toStrictEqual(['pin'])
    await approved(desk, manager, 'manage')
    for (let guess = 0; guess < 5; guess++) expect((await ask(desk, wrong, 'price')).status).toBe(403)
    expect((await ask(desk, manager, 'price')).faultyFields('TooManyRequests')).toStrictEqual(['pin'])
    await lock(desk)
    expect((await take(desk, manager)).status).toBe(429)
    await take(desk, clerk)
    shop.clock.advance(60)
    await approved(desk, manager, 'price')
  })

  it('where somebody is at the desk', async () => {
    const { admin, clerk, desk, manager, shop } = await shopOfAva()
    await lock(desk)
    ;(await ask(desk, manager, 'manage')).refused('Conflict')
    ;(await ask(await openDesk(shop, 'uptown'), manager, 'manage')).refused('Conflict')
    ;(await ask(admin, manager, 'manage')).refused('Forbidden')
    await take(desk, clerk)
  })

  it('by a clerk who looks by what can be paid back', async () => {
    const { desk } = await shopOfAva()
    const { cartId } = await aReturn(desk)
    const query = { cultureCode: 'en-GB' }
    const { paymentMethods } = (await desk.get(`/carts/${cartId}/return-methods`, query)).ok(
      MethodsOfPaymentAnswer,
    )
    expect(paymentMethods.length).toBeGreaterThan(0)
  })
})

describe('an approval is refused', () => {
  it('where it is too old, unknown, of another desk, or of somebody else at this one', async () => {
    const { admin, clerk, desk, manager, other, shop } = await shopOfAva()
    const body = await aReturn(desk)
    const code = async (approval: string, at = desk): Promise<unknown> =>
      codeOf(async (headers) => takeBack(at, body, approval, headers))
    const approval = await approved(desk, manager, 'manage')
    const second = await openDesk(shop)
    await take(second, clerk)
    const before = await contentNow(shop.dataDir)
    expect(await code(approval, second)).toBe('approval.other-desk')
    expect(await code(approval, admin)).toBe('approval.other-desk')
    expect(await code('nothing')).toBe('approval.unknown')
    expect(await code('')).toBe('approval.unknown')
    expect(await contentNow(shop.dataDir)).toStrictEqual(before)
    await lock(desk)
    expect(await code(approval)).toBe('access.locked')
    await take(desk, other)
    expect(await code(approval)).toBe('approval.other-person')
    const begun = { 'desk-person': clerk.staffId }
    expect(await codeOf(async (more) => takeBack(desk, body, approval, { ...begun, ...more }))).toBe(
      'desk.another',
    )
    await take(desk, clerk)
    shop.clock.advance(119)
    // Not used by any of that.
    expect((await takeBack(desk, body, approval)).status).toBe(200)
    const late = await approved(desk, manager, 'manage')
    shop.clock.advance(120)
    expect(await code(late)).toBe('approval.expired')
  })

  it('once its giver may not do it any more, has left, or has another PIN', async () => {
    const { admin, desk, manager, owner } = await shopOfAva()
    const body = await aReturn(desk)
    const code = async (approval: string): Promise<unknown> =>
      codeOf(async (headers) => takeBack(desk, body, approval, headers))
    const path = `/manage/staff/${manager.staffId}`
    const [early, later, last] = [
      await approved(desk, manager, 'manage'),
      await approved(desk, manager, 'manage'),
      await approved(desk, owner, 'manage'),
    ]
    await admin.patch(path, { role: 'clerk' })
    expect(await code(early)).toBe('approval.approver')
    await admin.patch(path, { role: 'manager' })
    await admin.put(`${path}/pin`, { pin: '9999' })
    expect(await code(later)).toBe('approval.unknown')
    const now = await approved(desk, { ...manager, pin: '9999' }, 'manage')
    await admin.delete(path)
    expect(await code(now)).toBe('approval.approver')
    expect((await takeBack(desk, body, last)).status).toBe(200)
  })

  it('at an address that takes none, whatever that is', async () => {
    const { desk, manager } = await shopOfAva()
    const approval = await approved(desk, manager, 'manage')
    const headers = { approval }
    for (const [method, path] of [
      ['GET', '/price-groups'],
      ['GET', '/orders'],
      ['POST', '/manage/products'],
      ['POST', '/payments'],
      ['DELETE', '/desk/session'],
    ] as const) {
      const answer = await desk.request(method, path, { headers, ...(method === 'POST' && { body: {} }) })
      expect(answer.faultyFields('BadRequest'), path).toStrictEqual(['Approval'])
      expect(answer.headers['www-authenticate'], path).toBeUndefined()
    }
    // And who is nobody hears of their token.
    const nobody = { headers: { ...headers, authorization: 'Bearer nothing' } }
    expect((await desk.request('POST', '/returns', nobody)).refused('BadRequest')[0]).toContain('token')
    expect((await takeBack(desk, await aReturn(desk), approval)).status).toBe(200)
  })
})

describe('a gift card that goods were paid back onto with an approval', () => {
  it('gets another code by whoever has asked for it: the answer that told its code may be lost', async () => {
    const { desk, manager, other } = await shopOfAva()
    const body = { ...(await aReturn(desk)), paymentMethodId: await desk.paymentMethod('Gift card') }
    const approval = await approved(desk, manager, 'manage')
    const { issued } = (await takeBack(desk, body, approval)).ok(ReturnAnswer)
    expect(issued?.giftCard.issuedBy).toBe('Ava (✓ Mia)')
    const replace = async () => desk.post(`/gift-cards/${issued?.giftCard.id}/replace`, {})
    expect((await replace()).ok(IssuedGiftCard).code).not.toBe(issued?.code)
    expect((await replace()).status).toBe(200)
    await lock(desk)
    await take(desk, other)
    expect((await replace()).refused('Forbidden')).toHaveLength(1)
  })
})

describe('of an approval', () => {
  it('nothing but a digest is kept, and neither the log nor the list of requests tells it', async () => {
    const written: string[] = []
    const stream = { write: (text: string) => void written.push(text) }
    const { admin, desk, manager, shop } = await shopOfAva({ logger: { level: 'trace', stream } })
    const answer = await ask(desk, manager, 'manage')
    const { approval, expires } = answer.ok(ApprovalAnswer)
    expect(expires).toBe(new Date(shop.clock.read().getTime() + 120_000).toISOString())
    ;(await takeBack(desk, { cartId: 'x' }, approval)).refused('BadRequest')
    expect((await takeBack(desk, await aReturn(desk), approval)).status).toBe(200)
    ;(await takeBack(desk, await aReturn(desk), approval)).refused('Forbidden')
    const requests = await desk.get('/requests')
    const kept = await storedRows(shop.dataDir, 'approvals')
    expect(kept).toHaveLength(1)
    const told = [written, requests.text, (await admin.get('/requests')).text, JSON.stringify(kept)].join(
      '\n',
    )
    expect(written.length).toBeGreaterThan(0)
    expect(told).not.toContain(approval)
    expect(JSON.stringify(kept) + written.join('')).not.toContain('4711')
  })

  it('what became of it is known as long as an answer is given again, and then forgotten', async () => {
    const { clerk, manager, shop } = await shopOfAva({ looks: { first: 3_600_000, every: 50 } })
    const signIn = async (grant: object) =>
      (await shop.anyone.post('/oauth/token', { client_id: 'console', ...grant })).ok(TokenResponse)
    const launch = new URL(await shop.core.consolePath(), 'http://x').searchParams.get('launch')
    const { access_token, refresh_token } = await signIn({ grant_type: 'authorization_code', code: launch })
    const desk = shop.withToken(access_token)
    await take(desk, clerk)
    const body = await aReturn(desk)
    const approval = await approved(desk, manager, 'manage')
    const headers = { 'idempotency-key': 'once' }
    shop.clock.advance(100)
    const first = await takeBack(desk, body, approval, headers)
    shop.clock.advance(24 * 3600 - 100)
    const renewed = await signIn({ grant_type: 'refresh_token', refresh_token })
    const later = shop.withToken(renewed.access_token)
    expect((await takeBack(later, body, approval, headers)).text).toBe(first.text)
    shop.clock.advance(300)
    await expect.poll(async () => storedRows(shop.dataDir, 'approvals'), { timeout: 20_000 }).toHaveLength(0)
  })
})
