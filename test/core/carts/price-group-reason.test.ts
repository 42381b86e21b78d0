import { describe, expect, it } from 'vitest'
import { CartPriceGroupsAnswer } from '../../../core/carts/cart.schema.ts'
import { CustomersAnswer, type Customer } from '../../../core/customers/customer.schema.ts'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const JUBILEE = 'Harbour jubilee 2100'

const customers = async (clerk: Clerk): Promise<Customer[]> =>
  (await clerk.get('/customers')).ok(CustomersAnswer).customers

async function aMember(clerk: Clerk): Promise<Customer> {
  const member = (await customers(clerk)).find(({ customerGroups }) =>
    customerGroups.some(({ name }) => name === 'Harbour Club'),
  )
  if (!member) throw new Error('Nobody is in the club.')
  return member
}

const groupsOf = async (clerk: Clerk, cartId: string, query: Record<string, string> = {}) =>
  (await clerk.get(`/carts/${cartId}/price-groups`, query)).ok(CartPriceGroupsAnswer).priceGroups

const validNames = async (clerk: Clerk, cartId: string, query: Record<string, string> = {}) =>
  (await groupsOf(clerk, cartId, query)).filter(({ valid }) => valid).map(({ name }) => name)

describe('PATCH of a cart’s price group', () => {
  it('that is not valid for it needs a reason, and says why it is not valid', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const before = await clerk.readCart(cartId)
    const priceGroupId = await clerk.priceGroup(JUBILEE)
    for (const priceGroupReason of [undefined, null, '', '  ']) {
      const answer = await clerk.patch(`/carts/${cartId}`, { priceGroupId, priceGroupReason })
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['priceGroupReason'])
      expect(answer.refused('BadRequest')[0]).toMatch(
        /Harbour jubilee 2100 is not valid.*it is only 2026-11-20/,
      )
    }
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  })

  it('with a reason is kept with why, who and when, until a valid group is chosen', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const priceGroupId = await clerk.priceGroup(JUBILEE)
    const body = { priceGroupId, priceGroupReason: 'Rehearsal for the jubilee' }
    expect((await clerk.patch(`/carts/${cartId}`, body)).status).toBe(200)
    const moved = await clerk.readCart(cartId)
    expect(moved.orderLines).toMatchObject([{ priceGroupId }])
    expect(moved.priceGroupOverride).toStrictEqual({
      priceGroupId,
      reason: 'Rehearsal for the jubilee',
      actor: 'Till (staff)',
      date: '2026-11-20T09:30:00.000Z',
    })
    await clerk.addLine(cartId, undefined, {}, JUBILEE)
    expect(await clerk.readCart(cartId)).toHaveProperty('priceGroupOverride')
    await clerk.patch(`/carts/${cartId}`, { priceGroupId: await clerk.priceGroup() })
    expect(await clerk.readCart(cartId)).not.toHaveProperty('priceGroupOverride')
  })

  it('becomes an event of the order, of who chose it, when they did', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const priceGroupId = await clerk.priceGroup(JUBILEE)
    const priceGroupReason = 'The mayor asked'
    await clerk.patch(`/carts/${placing.cartId}`, { priceGroupId, priceGroupReason })
    own.clock.advance(60)
    ;(await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
    const { events } = (await clerk.get(`/orders/${placing.cartId}/events`)).ok(OrderEventsAnswer)
    expect(events.filter(({ kind }) => kind === 'price-group.overridden')).toStrictEqual([
      {
        date: '2026-11-20T09:30:00.000Z',
        actor: 'Till (staff)',
        kind: 'price-group.overridden',
        text: 'Harbour jubilee 2100, not valid here: The mayor asked',
        details: { priceGroup: 'Harbour jubilee 2100', reason: 'The mayor asked' },
      },
    ])
  })

  it('needs none where the customer, or a property of the cart, makes it valid', async () => {
    const clerk = await shop().as('staff')
    const member = await aMember(clerk)
    const cartId = await clerk.aCart()
    const club = await clerk.priceGroup('Harbour Club, EUR')
    const germany = await clerk.priceGroup('Germany, EUR')
    const refused = async (priceGroupId: string) =>
      (await clerk.patch(`/carts/${cartId}`, { priceGroupId })).faultyFields('BadRequest')
    expect(await refused(club)).toStrictEqual(['priceGroupReason'])
    expect(await refused(germany)).toStrictEqual(['priceGroupReason'])
    expect(
      (await clerk.patch(`/carts/${cartId}`, { customerId: member.id, priceGroupId: club })).status,
    ).toBe(200)
    await clerk.post(`/carts/${cartId}/properties`, { key: 'country', value: 'DE' })
    expect((await clerk.patch(`/carts/${cartId}`, { priceGroupId: germany })).status).toBe(200)
    expect(await clerk.readCart(cartId)).not.toHaveProperty('priceGroupOverride')
  })

  it('does not take a property for a customer', async () => {
    const clerk = await shop().as('staff')
    const member = await aMember(clerk)
    const cartId = await clerk.aCart()
    for (const [key, value] of [
      ['customer', member.id],
      ['customerGroup', member.customerGroups[0]?.id],
    ]) {
      await clerk.post(`/carts/${cartId}/properties`, { key, value })
    }
    expect(await validNames(clerk, cartId)).not.toContain('Harbour Club, EUR')
  })

  it('is for the counter; a reason alone is for nothing', async () => {
    const client = await shop().as('storefront')
    const cartId = await client.aCart()
    const priceGroupId = await client.priceGroup()
    expect((await client.patch(`/carts/${cartId}`, { priceGroupId })).refused('Forbidden')).toHaveLength(1)
    const clerk = await shop().as('staff')
    const alone = await clerk.patch(`/carts/${cartId}`, { priceGroupReason: 'Why not' })
    expect(alone.faultyFields('BadRequest')).toStrictEqual(['priceGroupId'])
  })

  it('is not checked by the contract’s own calls', async () => {
    const client = await shop().as('storefront')
    const placing = await client.aCartReadyToPlace({ priceGroup: JUBILEE })
    ;(await client.post('/payments', placing)).ok(PlaceOrderAnswer)
    const { events } = (await (await shop().as('staff')).get(`/orders/${placing.cartId}/events`)).ok(
      OrderEventsAnswer,
    )
    expect(events.map(({ kind }) => kind)).toStrictEqual(['order.placed'])
  })
})

describe('the price groups of a cart', () => {
  it('are all of its currency, the cheapest valid one first, each with what the cart costs there', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await clerk.aCartReadyToPlace()
    await clerk.patch(`/carts/${cartId}`, { customerId: (await aMember(clerk)).id })
    const groups = await groupsOf(clerk, cartId)
    const { priceGroups } = (await clerk.get('/price-groups', { cultureCode: 'en-GB', currency: 'EUR' }))
      .body as {
      priceGroups: { id: string; name: string }[]
    }
    expect(groups.map(({ id, name }) => ({ id, name })).sort(byId)).toStrictEqual(priceGroups.sort(byId))

    const rank = groups.map(({ valid, orderTotal }) => [Number(!valid), orderTotal ?? Infinity] as const)
    expect(rank).toStrictEqual([...rank].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    expect(groups.filter(({ valid }) => valid).map(({ name }) => name)).toContain('Harbour Club, EUR')
    expect(groups.find(({ name }) => name === 'Coffee wholesale, Germany')).toMatchObject({
      valid: false,
      orderTotal: null,
    })

    for (const { id, orderTotal, valid } of groups) {
      const moved = await clerk.patch(`/carts/${cartId}`, {
        priceGroupId: id,
        priceGroupReason: valid ? null : 'Test',
      })
      if (orderTotal === null) expect(moved.faultyFields('BadRequest')).toStrictEqual(['priceGroupId'])
      else expect((await clerk.readCart(cartId)).orderTotal).toBe(orderTotal)
    }
  })

  it('say for each criterion how it stands, as its evaluation does', async () => {
    const clerk = await shop().as('staff')
    const member = await aMember(clerk)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: member.id })
    for (const { id, valid, criteria } of await groupsOf(clerk, cartId)) {
      const evaluation = await clerk.get(`/price-groups/${id}/evaluation`, { 'filters-customer': member.id })
      expect({ valid, criteria }).toStrictEqual(evaluation.body)
    }
  })

  it('are what the list with the same filters offers', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const member = await aMember(clerk)
    for (const filters of [
      { 'filters-customer': member.id },
      { 'filters-country': 'DE' },
      { 'filters-time': '' },
    ]) {
      const listed = await clerk.get('/price-groups', { cultureCode: 'en-GB', currency: 'EUR', ...filters })
      const { priceGroups } = listed.body as { priceGroups: { name: string }[] }
      expect(
        (await validNames(clerk, cartId, filters as unknown as Record<string, string>)).sort(),
      ).toStrictEqual(priceGroups.map(({ name }) => name).sort())
    }
  })

  it('come in pages and in the culture asked for', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await clerk.aCartReadyToPlace()
    const whole = await groupsOf(clerk, cartId, { cultureCode: 'da-DK' })
    expect(whole.map(({ name }) => name)).toContain('Havnejubilæum 2100')
    const paged: string[] = []
    let nextPagingToken: string | null = ''
    while (nextPagingToken !== null) {
      const page: { priceGroups: { id: string }[]; nextPagingToken: string | null } = (
        await clerk.get(`/carts/${cartId}/price-groups`, {
          cultureCode: 'da-DK',
          maxItems: '4',
          ...(nextPagingToken && { nextPagingToken }),
        })
      ).ok(CartPriceGroupsAnswer)
      paged.push(...page.priceGroups.map(({ id }) => id))
      nextPagingToken = page.nextPagingToken
    }
    expect(paged).toStrictEqual(whole.map(({ id }) => id))
  })

  it('are for the counter, of carts of its store', async () => {
    const client = await shop().as('storefront')
    const cartId = await client.aCart()
    expect((await client.get(`/carts/${cartId}/price-groups`)).refused('Forbidden')).toHaveLength(1)
    const elsewhere = await shop().as('staff', 'uptown')
    expect((await elsewhere.get(`/carts/${cartId}/price-groups`)).refused('NotFound')).toHaveLength(1)
  })
})

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
