import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../support/answer.ts'
import { openShop, sharedShop } from '../support/shop.ts'
import * as contract from './support/contract.ts'
import { guid } from './support/wire.ts'

const shop = sharedShop()
const staff = async () => shop().as('staff')

describe('4.8 Convert a cart to an order (payment)', () => {
  it('POST answers paymentId and paymentUrl', async () => {
    const clerk = await staff()
    const answer = await clerk.post('/payments', await clerk.aCartReadyToPlace())
    expect(answer.status).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual(['paymentId', 'paymentUrl'])
    expect(guid.fault((answer.body as { paymentId: string }).paymentId)).toBeUndefined()
  })

  it('paymentUrl has the form of the contract, and there is a page', async () => {
    const own = await openShop()
    const origin = await own.listen()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const answer = (await clerk.post('/payments', placing)).body as { paymentId: string; paymentUrl: string }
    const path = `/checkout?payment=${answer.paymentId}&paymentMethod=${placing.paymentMethodId}`
    expect(answer.paymentUrl).toBe(`${origin}/api/v1${path}`)
    expect((await own.anyone.get(path)).status).toBe(200)
  })

  it.each(['cartId', 'paymentMethodId', 'priceGroupId', 'cultureCode'])('%s is required', async (field) => {
    const clerk = await staff()
    const body = { ...(await clerk.aCartReadyToPlace()), [field]: undefined }
    expect((await clerk.post('/payments', body)).faultyFields('BadRequest')).toStrictEqual([field])
  })
})

describe('4.11 Orders', () => {
  it('Get order by order id › GET answers the fields of 2.10; the id is the cart’s', async () => {
    const clerk = await staff()
    const { placing } = await clerk.anOrder()
    const answer = await clerk.get(`/orders/${placing.cartId}`)
    expect(answer.status).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual(fieldsOf(contract.order))
    expect(answer.body).toMatchObject({ id: placing.cartId, orderStatus: { name: 'New order' } })
  })

  it.each(['/orders/payments/{id}', '/payments/{id}/order'])(
    'Get order by payment GUID › GET %s',
    async (path) => {
      const clerk = await staff()
      const { paymentId, order } = await clerk.anOrder()
      expect((await clerk.get(path.replace('{id}', paymentId))).body).toStrictEqual(order)
    },
  )
})
