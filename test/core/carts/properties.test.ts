import { describe, expect, it } from 'vitest'
import type { MiniCart } from '../../../core/carts/cart.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { PropertiesAnswer } from '../../../core/custom-properties/custom-property.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

interface Place {
  /** Where a property is added. */
  readonly add: string
  /** Where they are read and changed. */
  readonly list: string
  readonly cartId: string
}

const ofCart = async (clerk: Clerk): Promise<Place> => {
  const cartId = await clerk.aCart()
  return { add: `/carts/${cartId}/properties`, list: `/carts/${cartId}/properties`, cartId }
}
const ofLine = async (clerk: Clerk): Promise<Place> => {
  const cartId = await clerk.aCart()
  const lineId = await clerk.addLine(cartId)
  return {
    add: `/carts/${cartId}/${lineId}/properties`,
    list: `/carts/${cartId}/lines/${lineId}/properties`,
    cartId,
  }
}
const ofLineWithLines = async (clerk: Clerk): Promise<Place> => {
  const place = await ofLine(clerk)
  return { ...place, add: place.list }
}

const propertiesAt = async (clerk: Clerk, { list }: Place) =>
  (await clerk.get(list)).ok(PropertiesAnswer).customProperties

async function aProperty(clerk: Clerk, place: Place, key = 'engraving', value = 'Ida'): Promise<string> {
  expect((await clerk.post(place.add, { key, value })).status).toBe(200)
  return (await propertiesAt(clerk, place)).find((property) => property.key === key)?.id ?? ''
}

describe.each([
  ['a cart (section 4.4)', ofCart],
  ['a line (section 4.5), added without `lines` in the path', ofLine],
  ['a line, added with `lines` in the path (decisions)', ofLineWithLines],
])('the custom properties of %s', (_what, placeOf) => {
  it('are added, read, changed and deleted; every write answers miniCart and success', async () => {
    const clerk = await shop().as('storefront')
    const place = await placeOf(clerk)
    const accompanying = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() }
    const plain = { miniCart: null, success: true }
    expect(
      (await clerk.post(place.add, { ...accompanying, key: 'engraving', value: 'Ida' })).body,
    ).toStrictEqual(plain)
    const [property] = await propertiesAt(clerk, place)
    expect((await clerk.get(place.list)).body).toStrictEqual({
      customProperties: [{ id: property?.id, key: 'engraving', value: 'Ida' }],
    })
    const path = `${place.list}/${property?.id ?? ''}`
    expect((await clerk.patch(path, { ...accompanying, value: 'Bo' })).body).toStrictEqual(plain)
    expect(await propertiesAt(clerk, place)).toStrictEqual([
      { id: property?.id, key: 'engraving', value: 'Bo' },
    ])
    expect((await clerk.delete(path, { body: accompanying })).body).toStrictEqual(plain)
    expect(await propertiesAt(clerk, place)).toStrictEqual([])
  })

  it('stand in the mini cart where it is asked for, in the order they were added', async () => {
    const clerk = await shop().as('storefront')
    const place = await placeOf(clerk)
    await aProperty(clerk, place, 'zeta')
    const answer = await clerk.post(place.add, { key: 'alpha', value: '1' }, { query: { views: 'miniCart' } })
    const { miniCart } = answer.body as { miniCart: MiniCart }
    const owner = place.list.includes('/lines/') ? miniCart.orderLines[0] : miniCart
    expect(owner?.customProperties.map(({ key }) => key)).toStrictEqual(['zeta', 'alpha'])
    expect(owner?.customProperties).toStrictEqual(await propertiesAt(clerk, place))
  })

  it('have a key that is unique there: another is a conflict (section 7)', async () => {
    const clerk = await shop().as('storefront')
    const place = await placeOf(clerk)
    await aProperty(clerk, place)
    const before = await clerk.readCart(place.cartId)
    expect(
      (await clerk.post(place.add, { key: 'engraving', value: 'Bo' })).faultyFields('Conflict'),
    ).toStrictEqual(['key'])
    expect(await clerk.readCart(place.cartId)).toStrictEqual(before)
    expect((await clerk.post(place.add, { key: 'Engraving', value: 'Bo' })).status).toBe(200)
  })

  it('that do not exist, or are elsewhere, are not found', async () => {
    const clerk = await shop().as('storefront')
    const place = await placeOf(clerk)
    const other = await placeOf(clerk)
    const elsewhere = await aProperty(clerk, other)
    for (const id of [UNKNOWN, elsewhere]) {
      expect((await clerk.patch(`${place.list}/${id}`, { value: 'x' })).refused('NotFound')).toHaveLength(1)
      expect((await clerk.delete(`${place.list}/${id}`)).refused('NotFound')).toHaveLength(1)
    }
    expect(await propertiesAt(clerk, other)).toMatchObject([{ id: elsewhere, value: 'Ida' }])
    expect(
      (await clerk.patch(`${place.list}/first`, { value: 'x' })).faultyFields('BadRequest'),
    ).toStrictEqual(['propertyId'])
    const uptown = await shop().as('storefront', 'uptown')
    expect((await uptown.get(place.list)).refused('NotFound')).toHaveLength(1)
    expect((await uptown.post(place.add, { key: 'a', value: 'b' })).refused('NotFound')).toHaveLength(1)
  })

  it('need a key and a value of no more than their length, and what accompanies them must exist', async () => {
    const clerk = await shop().as('storefront')
    const place = await placeOf(clerk)
    const fault = async (body: object) =>
      (await clerk.post(place.add, body)).faultyFields('BadRequest').sort()
    const whole = { key: 'a', value: 'b' }
    expect(await fault({})).toStrictEqual(['key', 'value'])
    expect(await fault({ key: ' ', value: 'b' })).toStrictEqual(['key'])
    expect(await fault({ key: 'k'.repeat(256), value: 'v'.repeat(4001) })).toStrictEqual(['key', 'value'])
    expect(await fault({ ...whole, cultureCode: 'fr-FR' })).toStrictEqual(['cultureCode'])
    expect(await fault({ ...whole, priceGroupId: UNKNOWN })).toStrictEqual(['priceGroupId'])
    expect((await clerk.post(place.add, { key: 'k'.repeat(255), value: '' })).status).toBe(200)
    const id = await aProperty(clerk, place)
    expect((await clerk.patch(`${place.list}/${id}`, {})).faultyFields('BadRequest')).toStrictEqual(['value'])
  })
})

it('properties of a cart and of its lines go with it into the order', async () => {
  const clerk = await shop().as('staff')
  const placing = await clerk.aCartReadyToPlace({ quantities: [1] })
  await clerk.post(`/carts/${placing.cartId}/properties`, { key: 'table', value: '7' })
  const [line] = (await clerk.readCart(placing.cartId)).orderLines
  await clerk.post(`/carts/${placing.cartId}/${line?.id ?? ''}/properties`, { key: 'wrap', value: 'gift' })
  const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
  const order = await clerk.readOrder(placing.cartId)
  expect(order.customProperties).toMatchObject([{ key: 'table', value: '7' }])
  expect(order.orderProperties).toStrictEqual(order.customProperties)
  expect(order.orderLines[0]?.orderLineProperties).toMatchObject([{ key: 'wrap', value: 'gift' }])
  await clerk.post(`/payments/${paymentId}/capture`)
  const late = await clerk.post(`/carts/${placing.cartId}/properties`, { key: 'late', value: '1' })
  expect(late.refused('Conflict')[0]).toContain(placing.cartId)
})
