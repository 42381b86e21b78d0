import { describe, expect, it } from 'vitest'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { UNKNOWN } from './support/fixtures.ts'
import { guid } from './support/wire.ts'

const shop = sharedShop()

interface Owner {
  /** Where a property is added. */
  readonly add: string
  /** Where they are read, changed and deleted. */
  readonly list: string
}

const ofCart = async (clerk: Clerk): Promise<Owner> => {
  const list = `/carts/${await clerk.aCart()}/properties`
  return { add: list, list }
}
const ofLine = async (clerk: Clerk): Promise<Owner> => {
  const cartId = await clerk.aCart()
  const lineId = await clerk.addLine(cartId)
  return { add: `/carts/${cartId}/${lineId}/properties`, list: `/carts/${cartId}/lines/${lineId}/properties` }
}
const withLines = async (clerk: Clerk): Promise<Owner> => {
  const { list } = await ofLine(clerk)
  return { add: list, list }
}

const plain = { miniCart: null, success: true }

describe.each([
  ['4.4 Cart custom properties', ofCart],
  ['4.5 Line item custom properties', ofLine],
  ['4.5 Line item custom properties, added with lines in the path', withLines],
])('%s', (_section, ownerIn) => {
  const scene = async () => {
    const clerk = await shop().as('storefront')
    const accompanying = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() }
    return { clerk, accompanying, ...(await ownerIn(clerk)) }
  }
  const propertiesOf = async (clerk: Clerk, list: string) =>
    ((await clerk.get(list)).body as { customProperties: { id: string; key: string; value: string }[] })
      .customProperties
  const aProperty = async () => {
    const { clerk, add, list, accompanying } = await scene()
    await clerk.post(add, { ...accompanying, key: 'engraving', value: 'Ida' })
    const [property] = await propertiesOf(clerk, list)
    return { clerk, add, list, accompanying, id: property?.id ?? '' }
  }

  it('Add › POST answers {miniCart, success}', async () => {
    const { clerk, add, accompanying } = await scene()
    const answer = await clerk.post(add, { ...accompanying, key: 'engraving', value: 'Ida' })
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual(plain)
  })

  it.each(['key', 'value'])('Add › %s is needed', async (field) => {
    const { clerk, add, accompanying } = await scene()
    const body = { ...accompanying, key: 'engraving', value: 'Ida', [field]: undefined }
    expect((await clerk.post(add, body)).faultyFields('BadRequest')).toStrictEqual([field])
  })

  it.each([
    ['cultureCode', 'fr-FR'],
    ['priceGroupId', UNKNOWN],
  ])('Add, Update, Delete › %s must exist where given', async (field, value) => {
    const { clerk, add, list, accompanying, id } = await aProperty()
    const wrong = { ...accompanying, [field]: value }
    for (const answer of [
      await clerk.post(add, { ...wrong, key: 'x', value: 'y' }),
      await clerk.patch(`${list}/${id}`, { ...wrong, value: 'y' }),
      await clerk.delete(`${list}/${id}`, { body: wrong }),
    ]) {
      expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    }
  })

  it('Get › GET answers {customProperties}', async () => {
    const { clerk, list, id } = await aProperty()
    expect((await clerk.get(list)).body).toStrictEqual({
      customProperties: [{ id, key: 'engraving', value: 'Ida' }],
    })
    expect(guid.fault(id)).toBeUndefined()
  })

  it('Get › of none', async () => {
    const { clerk, list } = await scene()
    expect((await clerk.get(list)).body).toStrictEqual({ customProperties: [] })
  })

  it('Update › PATCH answers {miniCart, success}', async () => {
    const { clerk, list, accompanying, id } = await aProperty()
    expect((await clerk.patch(`${list}/${id}`, { ...accompanying, value: 'Bo' })).body).toStrictEqual(plain)
    expect(await propertiesOf(clerk, list)).toStrictEqual([{ id, key: 'engraving', value: 'Bo' }])
  })

  it('Delete › DELETE answers {miniCart, success}', async () => {
    const { clerk, list, accompanying, id } = await aProperty()
    expect((await clerk.delete(`${list}/${id}`, { body: accompanying })).body).toStrictEqual(plain)
    expect(await propertiesOf(clerk, list)).toStrictEqual([])
  })

  it('propertyId stands in the add response', async () => {
    const { clerk, add, list } = await scene()
    const answer = await clerk.post(add, { key: 'a', value: 'b' }, { query: { views: 'miniCart' } })
    const [property] = await propertiesOf(clerk, list)
    expect(answer.text).toContain(`"id":"${property?.id ?? 'none'}"`)
  })
})
