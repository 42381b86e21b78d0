import { describe, expect, it } from 'vitest'
import { CartChange } from '../../../core/carts/cart.schema.ts'
import { PromotionCodesAnswer } from '../../../core/promotions/promotion.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { aCampaign } from '../../support/campaigns.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

const codesOf = async (clerk: Clerk, cartId: string) =>
  (await clerk.get(`/carts/${cartId}/promotion-codes`)).ok(PromotionCodesAnswer).promotionCodes

describe('the promotion codes of a cart (extension)', () => {
  it('are added, listed and taken away, in any case', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const undiscounted = await clerk.readCart(cartId)
    expect((await clerk.get(`/carts/${cartId}/promotion-codes`)).body).toStrictEqual({ promotionCodes: [] })

    const added = await clerk.post(`/carts/${cartId}/promotion-codes/welcome10`)
    const welcome = { code: 'WELCOME10', campaignName: 'Welcome aboard', applied: true }
    expect(added.body).toStrictEqual({ miniCart: null, success: true, promotionCodes: [welcome] })
    expect((await clerk.post(`/carts/${cartId}/promotion-codes/sorry50`)).status).toBe(200)
    expect(await codesOf(clerk, cartId)).toStrictEqual([
      { code: 'SORRY50', campaignName: 'Apology', applied: false },
      welcome,
    ])
    expect((await clerk.readCart(cartId)).discountTotal).toBeGreaterThan(0)

    for (const [code, left] of [
      ['WelCome10', [expect.objectContaining({ code: 'SORRY50' })]],
      ['SORRY50', []],
    ] as const) {
      const answer = await clerk.delete(`/carts/${cartId}/promotion-codes/${code}`)
      expect(answer.body).toStrictEqual({ miniCart: null, success: true, promotionCodes: left })
    }
    expect(await codesOf(clerk, cartId)).toStrictEqual([])
    expect(await clerk.readCart(cartId)).toStrictEqual(undiscounted)
  })

  it('are named in the culture of the cart', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart({ cultureCode: 'da-DK' })
    await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`)
    expect(await codesOf(clerk, cartId)).toMatchObject([{ campaignName: 'Velkommen om bord' }])
  })

  it('answer the mini cart where it is asked for, and the new version', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const before = (await clerk.get(`/carts/${cartId}`)).headers.etag
    const query = { views: 'miniCart' }
    const answer = await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`, undefined, { query })
    const { miniCart } = answer.ok(CartChange)
    const {
      billingAddress: _,
      billingCurrency: __,
      customer: ___,
      discounts: ____,
      shipments: _____,
      ...cart
    } = await clerk.readCart(cartId)
    expect(miniCart).toStrictEqual(cart)
    expect(answer.headers.etag).not.toBe(before)
    expect(answer.headers.etag).toBe((await clerk.get(`/carts/${cartId}`)).headers.etag)

    const stale = { headers: { 'if-match': before ?? '' } }
    const added = await clerk.post(`/carts/${cartId}/promotion-codes/SORRY50`, undefined, stale)
    expect(added.refused('Conflict')[0]).toContain('changed in the meantime')
    const gone = await clerk.delete(`/carts/${cartId}/promotion-codes/WELCOME10`, stale)
    expect(gone.refused('Conflict')[0]).toContain('changed in the meantime')
    const current = { query, headers: { 'if-match': answer.headers.etag ?? '' } }
    const removed = await clerk.delete(`/carts/${cartId}/promotion-codes/WELCOME10`, current)
    expect(removed.ok(CartChange).miniCart?.discountTotal).toBe(0)
  })

  it('take a body with what accompanies property calls, or none', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const body = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() }
    expect((await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`, body)).status).toBe(200)
    expect((await clerk.delete(`/carts/${cartId}/promotion-codes/WELCOME10`, { body })).status).toBe(200)
    for (const [field, value] of [
      ['cultureCode', 'fr-FR'],
      ['priceGroupId', UNKNOWN],
    ] as const) {
      const answer = await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`, { [field]: value })
      expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    }
  })
})

describe('a promotion code is refused', () => {
  it('where there is none of that name in the store, or on the cart', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    for (const code of ['NOSUCHCODE', 'TEATIME', "' or 1=1 --", '%']) {
      const path = `/carts/${cartId}/promotion-codes/${encodeURIComponent(code)}`
      expect((await clerk.post(path)).refused('NotFound')).toStrictEqual(['There is no such promotion code.'])
      expect((await clerk.delete(path)).refused('NotFound')).toStrictEqual([
        'There is no such promotion code.',
      ])
    }
    const notGiven = await clerk.delete(`/carts/${cartId}/promotion-codes/WELCOME10`)
    expect(notGiven.refused('NotFound')[0]).toContain('does not have the promotion code WELCOME10')
  })

  it('where the cart has it already', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`)
    const again = await clerk.post(`/carts/${cartId}/promotion-codes/welcome10`)
    expect(again.refused('Conflict')).toStrictEqual(['code: the cart has WELCOME10 already'])
    expect(await codesOf(clerk, cartId)).toHaveLength(1)
  })

  it('before its time and after it, to the millisecond', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    const [from, to] = ['2026-11-21T08:00:00.000Z', '2026-11-21T08:01:00.000Z']
    await aCampaign(own, { codes: ['MINUTE'], from, to, off: 0.1 })
    const cartId = await clerk.aCart()
    const add = async (moment: string) => {
      own.clock.set(moment)
      return (await own.as('storefront')).post(`/carts/${cartId}/promotion-codes/MINUTE`)
    }
    expect((await add('2026-11-21T07:59:59.999Z')).refused('BadRequest')).toStrictEqual([
      `code: MINUTE is not valid before ${from}`,
    ])
    expect((await add(to)).refused('BadRequest')).toStrictEqual([
      `code: MINUTE is no longer valid, it ended ${to}`,
    ])
    expect((await add(from)).status).toBe(200)
    // Whoever has given it in time, and goes on after it, is told why it takes nothing off.
    own.clock.set(to)
    const late = await own.as('storefront')
    await late.addLine(cartId)
    expect(await codesOf(late, cartId)).toMatchObject([
      { code: 'MINUTE', applied: false, hindrance: 'expired' },
    ])
  })

  it('where it does not run in the currency of the cart', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    await aCampaign(own, { codes: ['KRONER'], minimum: { DKK: 0 }, off: 0.1 })
    const cartId = await clerk.aCart()
    expect(
      (await clerk.post(`/carts/${cartId}/promotion-codes/KRONER`)).faultyFields('BadRequest'),
    ).toStrictEqual(['code'])
    const inKroner = await clerk.aCart({ currency: 'DKK' })
    expect((await clerk.post(`/carts/${inKroner}/promotion-codes/KRONER`)).status).toBe(200)
  })

  it('for carts that are not there, not the store’s, paid or abandoned', async () => {
    const clerk = await shop().as('staff')
    const elsewhere = await (await shop().as('staff', 'uptown')).aCart()
    for (const cartId of [UNKNOWN, elsewhere]) {
      const path = `/carts/${cartId}/promotion-codes`
      for (const answer of [
        await clerk.get(path),
        await clerk.post(`${path}/WELCOME10`),
        await clerk.delete(`${path}/WELCOME10`),
      ]) {
        expect(answer.refused('NotFound')).toStrictEqual(['There is no such cart.'])
      }
    }
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    const abandoned = await clerk.aCart()
    await clerk.delete(`/carts/${abandoned}`)
    for (const cartId of [order.id, abandoned]) {
      expect((await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`)).status).toBe(409)
      expect((await clerk.delete(`/carts/${cartId}/promotion-codes/WELCOME10`)).status).toBe(409)
      expect(await codesOf(clerk, cartId)).toStrictEqual([])
    }
  })

  it('where the path or the scope is wrong', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    for (const [cart, code, field] of [
      ['not-a-guid', 'WELCOME10', 'cartId'],
      [cartId, 'x'.repeat(101), 'code'],
      [cartId, '%20', 'code'],
      [cartId, 'a%00b', 'code'],
    ]) {
      const answer = await clerk.post(`/carts/${cart ?? ''}/promotion-codes/${code ?? ''}`)
      expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    }
    const support = await shop().as('support')
    const views = { query: { views: 'cart' } }
    expect((await support.get(`/carts/${cartId}/promotion-codes`)).status).toBe(403)
    expect((await support.post(`/carts/${cartId}/promotion-codes/WELCOME10`)).status).toBe(403)
    const wrongView = await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`, undefined, views)
    expect(wrongView.faultyFields('BadRequest')).toStrictEqual(['views'])
  })

  it('in the shape that is promised', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`)
    const [code] = await codesOf(clerk, cartId)
    expect(fieldsOf(code)).toStrictEqual(['applied', 'campaignName', 'code'])
  })
})
