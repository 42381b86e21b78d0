import { describe, expect, it } from 'vitest'
import { changedTables, contentNow, inDatabase } from '../../support/data.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

interface Draft {
  readonly billing?: object
  readonly country?: string
  /** Name of the shipping method, and fields of its address. */
  readonly shipping?: readonly [string, object]
  readonly payment?: string
  readonly walkIn?: boolean
  readonly hasLine?: boolean
}

/** Places a cart whose addresses hold nothing but what is given. @returns the answer, and what it says is missing */
async function placeDraft(clerk: Clerk, draft: Draft) {
  const { billing, country, shipping, payment = 'Cash', walkIn, hasLine = true } = draft
  const cartId = await clerk.aCart()
  const countryId = await clerk.country(country)
  const priceGroupId = await clerk.priceGroup()
  if (hasLine) await clerk.addLine(cartId)
  if (billing) {
    expect((await clerk.post(`/carts/${cartId}/billing-address`, { countryId, ...billing })).status).toBe(200)
  }
  if (walkIn) expect((await clerk.patch(`/carts/${cartId}`, { walkIn })).status).toBe(200)
  if (shipping) {
    const [name, shippingAddress] = shipping
    const shippingMethodId = await clerk.shippingMethod(name, country === undefined ? {} : { country })
    const body = { priceGroupId, shippingMethodId, shippingAddress: { countryId, ...shippingAddress } }
    expect((await clerk.post(`/carts/${cartId}/shipping`, body)).status).toBe(200)
  }
  const paymentMethodId = await clerk.paymentMethod(payment, country)
  const before = await contentNow(shop().dataDir)
  const answer = await clerk.post('/payments', {
    cartId,
    paymentMethodId,
    priceGroupId,
    cultureCode: 'en-GB',
  })
  if (answer.status === 400) {
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
    return { cartId, missing: answer.refused('BadRequest').map((text) => text.replace(/: is missing$/, '')) }
  }
  expect(answer.status).toBe(200)
  return { cartId, missing: [] }
}

const name = { firstName: 'Ida', lastName: 'Møller' }
const place = { line1: 'Havnegade 12', city: 'Skagen', postalCode: '9990' }

const billingName = ['billingAddress.firstName', 'billingAddress.lastName']
const billingPlace = ['billingAddress.line1', 'billingAddress.city', 'billingAddress.postalCode']
const shippingPlace = ['shippingAddress.line1', 'shippingAddress.city', 'shippingAddress.postalCode']

describe('a cart is placed when it is whole (decisions, payment and order)', () => {
  const cases: readonly (readonly [string, Draft, readonly string[]])[] = [
    ['a name on the bill is enough at the counter', { billing: name }, []],
    ['a company is a name', { billing: { companyName: 'Havn A/S' } }, []],
    ['half a name is not', { billing: { lastName: 'Møller', firstName: '' } }, ['billingAddress.firstName']],
    ['a bill without a name says so', { billing: {} }, billingName],
    [
      'everything that is missing is told at once',
      { billing: {}, hasLine: false, payment: 'Invoice' },
      ['The cart has no lines.', ...billingName, ...billingPlace],
    ],
    ['an invoice needs to know where to', { billing: name, payment: 'Invoice' }, billingPlace],
    ['and goes there', { billing: { ...name, ...place }, payment: 'Invoice' }, []],
    ['who collects needs no address', { billing: name, shipping: ['Collection in the shop', {}] }, []],
    [
      'a delivery needs a name and a place of its own',
      { billing: name, shipping: ['Home delivery', {}] },
      ['shippingAddress.firstName', 'shippingAddress.lastName', ...shippingPlace],
    ],
    [
      'a delivery to a company',
      { billing: name, shipping: ['Home delivery', { companyName: 'Havn A/S', ...place, city: ' ' }] },
      ['shippingAddress.city'],
    ],
    [
      'the bill of a delivery needs no place',
      { billing: name, shipping: ['Home delivery', { ...name, ...place }] },
      [],
    ],
    [
      'a country without postal codes is not asked for one',
      {
        country: 'Hong Kong',
        billing: name,
        payment: 'Card from overseas',
        shipping: ['Freight overseas', { ...name, line1: '1 Queen’s Road', city: 'Central' }],
      },
      [],
    ],
    [
      'a country with postal codes is',
      {
        country: 'Canada',
        billing: name,
        payment: 'Card from overseas',
        shipping: ['Freight overseas', { ...name, line1: '1 King Street', city: 'Toronto' }],
      },
      ['shippingAddress.postalCode'],
    ],
    ['a walk-in gives nothing', { walkIn: true }, []],
    ['a walk-in who collects gives nothing', { walkIn: true, shipping: ['Collection in the shop', {}] }, []],
    [
      'a walk-in who wants an invoice says who and where',
      { walkIn: true, payment: 'Invoice' },
      [...billingName, ...billingPlace],
    ],
  ]
  it.each(cases)('%s', async (_what, draft, missing) => {
    const clerk = await shop().as('staff')
    expect((await placeDraft(clerk, draft)).missing).toStrictEqual(missing)
  })

  it('all walk-ins of a store are booked on one customer', async () => {
    const clerk = await shop().as('staff')
    const orders = await Promise.all(
      [1, 2].map(async () => clerk.readOrder((await placeDraft(clerk, { walkIn: true })).cartId)),
    )
    expect(orders[0]?.customer.id).toBe(orders[1]?.customer.id)
    expect((await clerk.readOrder((await placeDraft(clerk, { billing: name })).cartId)).customer.id).not.toBe(
      orders[0]?.customer.id,
    )
  })

  it('a walk-in’s order that is reopened is still one', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await placeDraft(clerk, { walkIn: true })
    const before = await contentNow(shop().dataDir)
    expect((await clerk.patch(`/carts/${cartId}`, { walkIn: true })).status).toBe(200)
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
    const { customer } = await clerk.readOrder(cartId)
    await clerk.addLine(cartId)
    expect((await clerk.readCart(cartId)).customer).toBeNull()
    const placing = {
      cartId,
      paymentMethodId: await clerk.paymentMethod(),
      priceGroupId: await clerk.priceGroup(),
      cultureCode: 'en-GB',
    }
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    expect((await clerk.readOrder(cartId)).customer).toStrictEqual(customer)
  })
})

it('faults of a placing are told by the names that the caller has used', async () => {
  const clerk = await shop().as('staff')
  const { cartId: _, ...placing } = await clerk.aCartReadyToPlace()
  const elsewhere = await (await shop().as('staff', 'uptown')).aCart()
  for (const [basketId, kind] of [
    [elsewhere, 'BadRequest'],
    ['0199a0b0-0000-7000-8000-00000000ffff', 'NotFound'],
    ['nonsense', 'BadRequest'],
  ] as const) {
    const answer = await clerk.post('/payments', { ...placing, basketId })
    expect(answer.faultyFields(kind), basketId).toStrictEqual(['basketId'])
    expect(answer.text).not.toContain('cartId')
  }
})

describe('the way back from the page of a payment', () => {
  const show = async (returnUrl: string | null) => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, paymentId, placing } = await clerk.anOrder()
    await inDatabase(own.dataDir, async (db) =>
      db.updateTable('payment_methods').set({ return_url: returnUrl }).where('name', '=', 'Cash').execute(),
    )
    const query = { payment: paymentId, paymentMethod: placing.paymentMethodId }
    const answers = [
      await own.anyone.get('/checkout', query),
      await own.anyone.get('/checkout', { ...query, returnUrl: 'https://evil.example/' }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.location).toBeUndefined()
      expect(answer.headers.refresh).toBeUndefined()
      expect(answer.text).not.toContain('evil.example')
    }
    return { order, text: answers[0]?.text ?? '' }
  }

  it('is a link to the address of the method’s record, with the order', async () => {
    const { order, text } = await show('https://shop.example/thanks?a="1"&b=2#end')
    expect(text).toContain(
      `<a href="https://shop.example/thanks?a=%221%22&amp;b=2&amp;OrderGuid=${order.id}#end" rel="noreferrer">`,
    )
    expect(text).not.toContain('http-equiv')
  })

  it.each([null, '', 'javascript:alert(1)', 'data:text/html,x', '//evil', 'thanks'])(
    'is not there where the record says %j',
    async (returnUrl) => {
      expect((await show(returnUrl)).text).not.toContain('<a')
    },
  )
})
