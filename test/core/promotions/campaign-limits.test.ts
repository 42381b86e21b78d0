import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CampaignPreview } from '../../../core/carts/campaign-preview/campaign-preview.schema.ts'
import { Order } from '../../../core/orders/order.schema.ts'
import type { PlaceOrderBody } from '../../../core/orders/payments/payment.schema.ts'
import { ManagedCampaign } from '../../../core/promotions/manage/campaign.schema.ts'
import { PromotionCodesAnswer } from '../../../core/promotions/promotion.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { planOf } from '../../support/past-the-core.ts'
import { rounds } from '../../support/rounds.ts'
import { openShop } from '../../support/shop.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'

/** 10 % off every order, limited somehow. */
const limited = async (manager: Clerk, limits: object): Promise<ManagedCampaign> =>
  (
    await manager.post('/manage/campaigns', {
      names: { 'en-GB': 'Early bird' },
      priority: 1000,
      exclusive: true,
      currencies: [{ currency: 'EUR', minimum: 0 }],
      items: [{ target: 'order', rate: 0.9, names: { 'en-GB': '90% off' } }],
      ...limits,
    })
  ).ok(ManagedCampaign)

const aCart = async (manager: Clerk, email: string) =>
  manager.aCartReadyToPlace({ shipping: null, billing: { email } })
const discountOf = async (manager: Clerk, cartId: string): Promise<number> =>
  (await manager.readCart(cartId)).discount
const touch = async (manager: Clerk, cartId: string): Promise<void> => {
  expect((await manager.patch(`/carts/${cartId}`, { note: `looked at ${Math.random()}` })).status).toBe(200)
}
/** What the preview of a campaign says about a cart. */
const notesOn = async (manager: Clerk, campaign: ManagedCampaign, cartId: string): Promise<string[]> => {
  const body = { cartId, campaign, campaignId: campaign.id }
  const { notes } = (await manager.post('/manage/campaigns/preview', body)).ok(CampaignPreview)
  return notes.map(({ kind }) => kind)
}

const CODES = ['ONE', 'TWO', 'THREE'] as const
/** Who has e-mails on bills: of two of them there is none. */
const BILLS = ['a', 'b', null, null]
const someStep = fc.record({
  act: fc.constantFrom(
    'begin',
    'begin',
    'give',
    'take',
    'place',
    'place',
    'touch',
    'bill',
    'cancel',
    'pay',
    'erase',
  ),
  bill: fc.nat({ max: BILLS.length - 1 }),
  cart: fc.nat({ max: 3 }),
  code: fc.constantFrom(...CODES),
})

/** Something is done with a cart or its order, where that may be. */
async function doneWith(
  manager: Clerk,
  placing: PlaceOrderBody,
  act: string,
  { billing, code }: { readonly billing: object; readonly code: string },
): Promise<void> {
  const { cartId } = placing
  const codePath = `/carts/${cartId}/promotion-codes/${code}`
  const order = async (): Promise<Partial<Order>> => (await manager.get(`/orders/${cartId}`)).body as object
  const acts: Readonly<Record<string, () => Promise<{ status: number }>>> = {
    give: async () => manager.post(codePath),
    take: async () => manager.delete(codePath),
    place: async () => manager.post('/payments', placing),
    touch: async () => manager.patch(`/carts/${cartId}`, { note: `looked at ${Math.random()}` }),
    bill: async () => manager.post(`/carts/${cartId}/billing-address`, await manager.anAddress(billing)),
    cancel: async () => manager.post(`/orders/${cartId}/cancel`, { refund: true }),
    pay: async () => manager.post(`/payments/${(await order()).payments?.[0]?.id ?? cartId}/capture`, {}),
    erase: async () => manager.post(`/manage/customers/${(await order()).customer?.id ?? cartId}/erase`),
  }
  expect((await acts[act]?.())?.status).toBeOneOf([200, 400, 404, 409])
}

/** A campaign counts the orders that have it, within its limits. */
async function expectCounted(manager: Clerk, campaignId: string, placings: readonly PlaceOrderBody[]) {
  const answers = await Promise.all(placings.map(async ({ cartId }) => manager.get(`/orders/${cartId}`)))
  const orders = answers.filter(({ status }) => status === 200).map((answer) => answer.ok(Order))
  const using = orders.filter(
    ({ discounts, orderStatus }) => discounts.length > 0 && orderStatus.name !== 'Cancelled',
  )
  const campaign = (await manager.get(`/manage/campaigns/${campaignId}`)).ok(ManagedCampaign)
  expect(campaign.uses).toBe(using.length)
  expect(campaign.uses).toBeLessThanOrEqual(campaign.maxUses ?? 0)
  for (const { uses } of campaign.codes) expect(uses).toBeLessThanOrEqual(campaign.maxUsesPerCode ?? 0)
  expect(new Set(using.map(({ customer }) => customer.id)).size).toBe(using.length)
}

describe('a campaign that may be used so often', () => {
  it('takes nothing off once it is used up: who was priced before is told, and a cancelled order gives its use back', async () => {
    const manager = await (await openShop()).as('admin')
    const made = await limited(manager, { maxUses: 1 })
    expect(made).toMatchObject({ maxUses: 1, maxUsesPerCode: null, maxUsesPerCustomer: null, uses: 0 })
    const [first, second] = [
      await aCart(manager, 'a@limits.example'),
      await aCart(manager, 'b@limits.example'),
    ]
    expect(await discountOf(manager, second.cartId)).toBeGreaterThan(0)
    expect((await manager.post('/payments', first)).status).toBe(200)
    // Repeated, it is the same order; opened again and placed anew it is the same use.
    expect((await manager.post('/payments', first)).status).toBe(200)
    await touch(manager, first.cartId)
    expect(await discountOf(manager, first.cartId)).toBeGreaterThan(0)
    expect((await manager.post('/payments', first)).status).toBe(200)

    const refused = await manager.post('/payments', second)
    expect(refused.refused('Conflict')[0]).toMatch(/^Early bird has been used as often as it may be/)
    await touch(manager, second.cartId)
    expect(await discountOf(manager, second.cartId)).toBe(0)
    expect(await notesOn(manager, made, second.cartId)).toStrictEqual(['usedUp'])
    expect(await notesOn(manager, { ...made, maxUses: 2 }, second.cartId)).toStrictEqual([])
    // Its own use is no other's.
    expect(await notesOn(manager, made, first.cartId)).toStrictEqual([])
    expect((await manager.post('/payments', second)).status).toBe(200)
    expect((await manager.get(`/manage/campaigns/${made.id}`)).ok(ManagedCampaign).uses).toBe(1)

    await manager.post(`/orders/${first.cartId}/cancel`, { reason: 'changed their mind' })
    const third = await aCart(manager, 'c@limits.example')
    expect(await discountOf(manager, third.cartId)).toBeGreaterThan(0)
    expect((await manager.post('/payments', third)).status).toBe(200)
  })

  it('is used no oftener by several at once', async () => {
    const manager = await (await openShop()).as('admin')
    const { id } = await limited(manager, { maxUses: 2 })
    const carts = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) carts.push(await aCart(manager, `${name}@once.example`))
    const answers = await Promise.all(carts.map(async (placing) => manager.post('/payments', placing)))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 200, 409, 409, 409])
    expect((await manager.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign).uses).toBe(2)
  })

  it('is for each customer so often, whoever they turn out to be when they order', async () => {
    const manager = await (await openShop()).as('admin')
    const made = await limited(manager, { maxUsesPerCustomer: 1 })
    const first = await aCart(manager, 'same@limits.example')
    expect((await manager.post('/payments', first)).status).toBe(200)
    // Chosen, or known by the e-mail on the bill.
    const [chosen, again] = [
      await aCart(manager, 'chosen@limits.example'),
      await aCart(manager, 'Same@limits.example'),
    ]
    const { id: customerId } = (await manager.readOrder(first.cartId)).customer
    expect((await manager.patch(`/carts/${chosen.cartId}`, { customerId })).status).toBe(200)
    for (const placing of [chosen, again]) {
      expect(await discountOf(manager, placing.cartId)).toBe(0)
      expect(await notesOn(manager, made, placing.cartId)).toStrictEqual(['usedUp'])
      expect((await manager.post('/payments', placing)).status).toBe(200)
    }
    expect((await manager.post('/payments', await aCart(manager, 'other@limits.example'))).status).toBe(200)
  })

  it('is counted by the orders of the customer, and not by all that have used it, where it is limited for each', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    await limited(manager, { maxUsesPerCustomer: 1 })
    const { cartId } = await aCart(manager, 'one@limits.example')
    const customerId = (await manager.anOrder({ billing: { email: 'one@limits.example' } })).order.customer.id
    expect((await manager.patch(`/carts/${cartId}`, { customerId })).status).toBe(200)
    const run = await statementsOf(async () => touch(manager, cartId))
    const counting = run.filter((sql) => sql.includes('"order_discounts"'))
    expect(counting).toHaveLength(1)
    const [sql = ''] = counting
    const { text } = await planOf(own.dataDir, sql, ...anyParameters(sql))
    expect(text).toContain('orders_by_customer ')
  })

  it('looks up none of the orders that have used it, with each change of a cart, while it is not used up', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    await limited(manager, { maxUses: 2 })
    const { cartId } = await aCart(manager, 'late@limits.example')
    const counting = async (): Promise<string[]> =>
      (await statementsOf(async () => touch(manager, cartId))).filter((sql) =>
        sql.includes('"order_discounts"'),
      )
    const place = async (name: string) =>
      manager.post('/payments', await aCart(manager, `${name}@limits.example`))
    expect((await place('first')).status).toBe(200)
    const [sql = '', ...more] = await counting()
    expect(more).toStrictEqual([])
    expect((await planOf(own.dataDir, sql, ...anyParameters(sql))).text).not.toMatch(
      /autoindex_orders|orders_pkey/,
    )
    expect(await discountOf(manager, cartId)).toBeGreaterThan(0)
    expect((await place('second')).status).toBe(200)
    expect(await counting()).toHaveLength(2)
    expect(await discountOf(manager, cartId)).toBe(0)
  })

  it('is locked once by whoever places an order with it, and counted once behind that', async () => {
    const manager = await (await openShop()).as('admin')
    const { id } = await limited(manager, { maxUses: 2 })
    const placing = await aCart(manager, 'once@limits.example')
    const unlimited = await limited(manager, { codes: [{ code: 'ANY' }] })
    const run = await statementsOf(async () => manager.post('/payments', placing))
    const isLock = (sql: string): boolean => sql.startsWith('select "id" from "campaigns" where "id" in')
    const isCount = (sql: string): boolean => sql.includes('count(') && sql.includes('"order_discounts"')
    const asked = run.filter((sql) => isLock(sql) || isCount(sql))
    expect(asked.map(isLock)).toStrictEqual([true, false])
    // Nothing is asked for the sake of limits where there are none, also where campaigns were changed a moment ago.
    expect((await manager.delete(`/manage/campaigns/${id}`)).status).toBe(200)
    const other = await aCart(manager, 'other@limits.example')
    expect((await manager.delete(`/manage/campaigns/${unlimited.id}`)).status).toBe(200)
    await limited(manager, { codes: [{ code: 'MORE' }] })
    const more = await statementsOf(async () => manager.post('/payments', other))
    expect(more.filter((sql) => isLock(sql) || isCount(sql))).toStrictEqual([])
    expect(more.filter((sql) => sql.includes('"cart_promotion_codes"'))).toHaveLength(1)
  })

  it('leaves whoever has used it up since their cart was priced an order without it', async () => {
    const manager = await (await openShop()).as('admin')
    await limited(manager, { maxUsesPerCustomer: 1 })
    const [first, second] = [
      await aCart(manager, 'same@limits.example'),
      await aCart(manager, 'same@limits.example'),
    ]
    expect(await discountOf(manager, second.cartId)).toBeGreaterThan(0)
    expect((await manager.post('/payments', first)).status).toBe(200)
    expect(await discountOf(manager, second.cartId)).toBe(0)
    expect((await manager.post('/payments', second)).refused('Conflict')[0]).toMatch(
      /change the order, and it is priced without it/,
    )
    await touch(manager, second.cartId)
    expect(await discountOf(manager, second.cartId)).toBe(0)
    expect((await manager.post('/payments', second)).status).toBe(200)
  })

  it('is for every walk-in: one of them does not use it up for all others, who are booked on the same customer', async () => {
    const manager = await (await openShop()).as('admin')
    const made = await limited(manager, { maxUsesPerCustomer: 1 })
    const walkIn = async () => {
      const placing = await aCart(manager, 'gone@limits.example')
      expect((await manager.patch(`/carts/${placing.cartId}`, { walkIn: true })).status).toBe(200)
      return placing
    }
    for (const placing of [await walkIn(), await walkIn(), await walkIn()]) {
      expect((await manager.post('/payments', placing)).status).toBe(200)
      expect((await manager.readOrder(placing.cartId)).discount).toBeGreaterThan(0)
      // Opened again it stands on that customer, and is still for somebody whom nobody knows.
      await touch(manager, placing.cartId)
      expect(await discountOf(manager, placing.cartId)).toBeGreaterThan(0)
      expect(await notesOn(manager, made, placing.cartId)).toStrictEqual([])
      expect((await manager.post('/payments', placing)).status).toBe(200)
    }
    expect(await discountOf(manager, (await walkIn()).cartId)).toBeGreaterThan(0)
  })

  it('lets nobody in by a code that is used up, and others by others', async () => {
    const manager = await (await openShop()).as('admin')
    const made = await limited(manager, { maxUsesPerCode: 1, codes: [{ code: 'ONE' }, { code: 'TWO' }] })
    const give = async (cartId: string, code: string) =>
      manager.post(`/carts/${cartId}/promotion-codes/${code}`)
    const [first, late, other] = [
      await aCart(manager, 'a@codes.example'),
      await aCart(manager, 'b@codes.example'),
      await aCart(manager, 'c@codes.example'),
    ]
    for (const { cartId } of [first, late]) expect((await give(cartId, 'one')).status).toBe(200)
    const codesOf = async (cartId: string) =>
      (await manager.get(`/carts/${cartId}/promotion-codes`)).ok(PromotionCodesAnswer).promotionCodes
    expect(await codesOf(late.cartId)).toStrictEqual([
      { code: 'ONE', campaignName: 'Early bird', applied: true },
    ])
    expect((await manager.post('/payments', first)).status).toBe(200)
    expect((await manager.post('/payments', late)).refused('Conflict')).toHaveLength(1)
    // At once it is said of the code why it takes nothing off any more.
    expect(await codesOf(late.cartId)).toStrictEqual([
      { code: 'ONE', campaignName: 'Early bird', applied: false, hindrance: 'used-up' },
    ])
    const used = await give(other.cartId, 'ONE')
    expect(used.refused('BadRequest')).toStrictEqual(['code: ONE has been used as often as it may be'])
    expect((await give(other.cartId, 'TWO')).status).toBe(200)
    // The preview speaks of the code that a cart was given; of one that was given none, while any lets it in.
    const without = await aCart(manager, 'd@codes.example')
    expect(await notesOn(manager, made, late.cartId)).toStrictEqual(['code', 'usedUp'])
    for (const { cartId } of [first, other, without])
      expect(await notesOn(manager, made, cartId)).toStrictEqual(['code'])
    expect((await manager.post('/payments', other)).status).toBe(200)
    expect((await manager.readOrder(other.cartId)).discount).toBeGreaterThan(0)
    expect(await notesOn(manager, made, without.cartId)).toStrictEqual(['code', 'usedUp'])
    const more = { ...made, codes: [...made.codes, { code: 'THREE', uses: 0 }] }
    expect(await notesOn(manager, more, without.cartId)).toStrictEqual(['code'])
    expect(await notesOn(manager, { ...made, maxUsesPerCode: 2 }, late.cartId)).toStrictEqual(['code'])
  })

  it('a code that took nothing off an order is as unused as before, whatever another campaign took off it', async () => {
    const manager = await (await openShop()).as('admin')
    const taking = { exclusive: false, maxUsesPerCode: 1 }
    const one = await limited(manager, { ...taking, codes: [{ code: 'ONE' }] })
    const two = await limited(manager, {
      ...taking,
      codes: [{ code: 'TWO' }],
      currencies: [{ currency: 'EUR', minimum: 10_000 }],
    })
    const [first, second] = [await aCart(manager, 'a@codes.example'), await aCart(manager, 'b@codes.example')]
    const give = async (cartId: string, code: string) =>
      expect((await manager.post(`/carts/${cartId}/promotion-codes/${code}`)).status).toBe(200)
    for (const code of ['one', 'two']) await give(first.cartId, code)
    expect((await manager.post('/payments', first)).status).toBe(200)
    // Both are limited still, and the second is no longer asked to come to so much.
    const change = async ({ id, ...campaign }: ManagedCampaign, now: object) => {
      const { version } = (await manager.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)
      const { uses: _, ...body } = { ...campaign, version, ...now }
      return manager.put(`/manage/campaigns/${id}`, body)
    }
    expect((await change(one, { maxUsesPerCode: 5 })).status).toBe(200)
    expect((await change(two, { currencies: [{ currency: 'EUR', minimum: 0 }] })).status).toBe(200)
    await give(second.cartId, 'two')
    const alone = await discountOf(manager, second.cartId)
    expect(alone).toBeGreaterThan(0)
    await give(second.cartId, 'one')
    expect(await discountOf(manager, second.cartId)).toBeGreaterThan(alone)
    expect((await manager.post('/payments', second)).status).toBe(200)
    const { codes } = (await manager.get(`/manage/campaigns/${two.id}`)).ok(ManagedCampaign)
    expect(codes).toMatchObject([{ code: 'TWO', uses: 1 }])
  })

  it('wastes no code on an order that another lets in already', async () => {
    const manager = await (await openShop()).as('admin')
    const made = await limited(manager, { maxUsesPerCode: 1, codes: [{ code: 'ONE' }, { code: 'TWO' }] })
    const give = async (cartId: string, code: string) =>
      manager.post(`/carts/${cartId}/promotion-codes/${code}`)
    const [first, second] = [await aCart(manager, 'a@codes.example'), await aCart(manager, 'b@codes.example')]
    expect((await give(first.cartId, 'one')).status).toBe(200)
    const spare = await give(first.cartId, 'two')
    expect(spare.refused('Conflict')[0]).toMatch(/^code: TWO is left unused: the cart has another code/)
    // What the cart has already it is told as before.
    expect((await give(first.cartId, 'one')).refused('Conflict')).toStrictEqual([
      'code: the cart has ONE already',
    ])
    // The first is used up by somebody else: the second takes its place.
    expect((await give(second.cartId, 'one')).status).toBe(200)
    expect((await manager.post('/payments', second)).status).toBe(200)
    expect((await give(first.cartId, 'two')).status).toBe(200)
    expect((await manager.post('/payments', first)).status).toBe(200)
    expect((await manager.readOrder(first.cartId)).discount).toBeGreaterThan(0)
    // Each is used once, and the one that is given back by the order that used it may be used again.
    const { codes } = (await manager.get(`/manage/campaigns/${made.id}`)).ok(ManagedCampaign)
    expect(codes).toMatchObject([
      { code: 'ONE', uses: 1 },
      { code: 'TWO', uses: 1 },
    ])
    expect((await manager.post(`/orders/${second.cartId}/cancel`, {})).status).toBe(200)
    const third = await aCart(manager, 'c@codes.example')
    expect((await give(third.cartId, 'one')).status).toBe(200)
  })

  it('is used as often as there are orders with it, and no oftener, whatever is done with carts, orders and customers', async () => {
    const manager = await (await openShop()).as('admin')
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { minLength: 20, maxLength: 60 }), async (steps) => {
        // In a shop of its own each would leave a whole core open until the last of them.
        round += 1
        const codes = CODES.map((code) => ({ code: `${code}-${round}` }))
        const limits = { maxUses: 2, maxUsesPerCode: 1, maxUsesPerCustomer: 1, codes }
        const { id } = await limited(manager, limits)
        const placings: PlaceOrderBody[] = []
        for (const { act, bill, cart, code } of steps) {
          const placing = placings.at(-1 - cart)
          const email = BILLS[bill] ? `${BILLS[bill]}${round}@uses.example` : null
          const billing = { lastName: `Uses ${bill}`, email }
          if (act === 'begin' || !placing) {
            const begun = await manager.aCartReadyToPlace({ shipping: null, quantities: [1], billing })
            await manager.post(`/carts/${begun.cartId}/promotion-codes/${code}-${round}`)
            placings.push(begun)
          } else await doneWith(manager, placing, act, { billing, code: `${code}-${round}` })
          await expectCounted(manager, id, placings)
        }
        expect((await manager.delete(`/manage/campaigns/${id}`)).status).toBe(200)
      }),
      { numRuns: rounds(10), endOnFailure: true },
    )
  })

  it.each(['maxUses', 'maxUsesPerCode', 'maxUsesPerCustomer'])(
    'is refused for a %s that is no number',
    async (field) => {
      const manager = await (await openShop()).as('admin')
      for (const value of [0, -1, 1.5]) {
        const body = {
          names: { 'en-GB': 'X' },
          currencies: [{ currency: 'EUR', minimum: 0 }],
          items: [{ target: 'order', rate: 0.9, names: { 'en-GB': 'X' } }],
          [field]: value,
        }
        expect((await manager.post('/manage/campaigns', body)).faultyFields('BadRequest')).toStrictEqual([
          field,
        ])
      }
    },
  )
})
