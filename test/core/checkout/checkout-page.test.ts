import { describe, expect, it } from 'vitest'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { changedTables, contentNow, inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

describe('the page behind a payment’s address (decisions, payment and order)', () => {
  it('shows order number, amount and state without a token, and changes nothing', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Cash' })
    const { paymentId, paymentUrl } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
    const order = await clerk.readOrder(placing.cartId)
    const before = await contentNow(shop().dataDir)
    const show = async () => shop().anyone.get(paymentUrl.slice(paymentUrl.indexOf('/checkout')))
    const page = await show()
    expect(page.status).toBe(200)
    expect(page.text).toContain(order.orderNumber)
    expect(page.text).toContain(`€${order.orderTotal.toFixed(2)}`)
    expect(page.text).toContain('Awaiting payment')
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])

    await clerk.post(`/payments/${paymentId}/capture`)
    expect((await show()).text).toContain('Paid')
    await clerk.post(`/payments/${paymentId}/refund`)
    expect((await show()).text).toContain('Refunded')
  })

  it('may load and run nothing, be framed by nobody, and is not kept', async () => {
    const clerk = await shop().as('staff')
    const { paymentId, placing } = await clerk.anOrder()
    const query = { payment: paymentId, paymentMethod: placing.paymentMethodId }
    const { headers, text } = await shop().anyone.get('/checkout', query)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).toContain(`form-action 'none'`)
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(text).not.toMatch(/<script|<img|<link|\son\w+=/i)
  })

  it('shows names of the shop as text, whatever is in them', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { paymentId, placing } = await clerk.anOrder()
    const hostile = `<script>alert("1")</script> & 'x'`
    await inDatabase(own.dataDir, async (db) => {
      await db.updateTable('stores').set({ name: hostile }).execute()
      await db.updateTable('payments').set({ payment_method_name: hostile }).execute()
    })
    const { text } = await own.anyone.get('/checkout', {
      payment: paymentId,
      paymentMethod: placing.paymentMethodId,
    })
    expect(text).not.toContain('<script')
    expect(text).not.toContain(`"1"`)
    expect(text.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;')).toHaveLength(4)
  })

  it('leads on to a gateway only where the method has one and the payment is still to be made', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { paymentId, placing } = await clerk.anOrder()
    await inDatabase(own.dataDir, async (db) =>
      db
        .updateTable('payment_methods')
        .set({ gateway_url: 'https://pay.example/?a=1&b="2"' })
        .where('name', '=', 'Cash')
        .execute(),
    )
    const read = async () =>
      (await own.anyone.get('/checkout', { payment: paymentId, paymentMethod: placing.paymentMethodId })).text
    expect(await read()).toContain('href="https://pay.example/?a=1&amp;b=&quot;2&quot;"')
    await clerk.post(`/payments/${paymentId}/capture`)
    expect(await read()).not.toContain('pay.example')
  })

  it('writes amounts as the order’s culture does', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const choices = {
      currency: 'JPY',
      priceGroup: 'Shop price, JPY',
      cultureCode: 'ja-JP',
      payment: 'Cash',
      quantities: [2],
    }
    const { paymentId, placing, order } = await clerk.anOrder(choices)
    const { text } = await own.anyone.get('/checkout', {
      payment: paymentId,
      paymentMethod: placing.paymentMethodId,
    })
    expect(text).toContain(`￥${order.orderTotal.toLocaleString('ja-JP')}<`)
  })

  it('does not exist for a payment or method that is another or none', async () => {
    const clerk = await shop().as('staff')
    const { paymentId, placing } = await clerk.anOrder({ payment: 'Cash' })
    const open = async (payment: string, paymentMethod: string) =>
      shop().anyone.get('/checkout', { payment, paymentMethod })
    expect((await open(paymentId, UNKNOWN)).refused('NotFound')).toHaveLength(1)
    expect((await open(paymentId, await clerk.paymentMethod('Invoice'))).refused('NotFound')).toHaveLength(1)
    expect((await open(UNKNOWN, placing.paymentMethodId)).refused('NotFound')).toHaveLength(1)
    expect((await open('<b>', placing.paymentMethodId)).faultyFields('BadRequest')).toStrictEqual(['payment'])
  })
})
