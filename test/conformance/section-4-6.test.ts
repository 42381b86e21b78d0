import { describe, expect, it } from 'vitest'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, partOf, type Body } from './support/fixtures.ts'
import { billing, shipping } from './support/spoken.ts'

const shop = sharedShop()

/** Request names of section 4.6 and 4.7 and what responses call them (section 2.2). */
const fields = [
  ['city', 'city'],
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['postalCode', 'postalCode'],
  ['line1', 'line1'],
  ['line2', 'line2'],
  ['email', 'emailAddress'],
  ['state', 'state'],
  ['mobileNumber', 'mobilePhoneNumber'],
  ['attention', 'attention'],
  ['companyName', 'companyName'],
] as const

async function scene(): Promise<{ clerk: Clerk; path: string; countryId: string }> {
  const clerk = await shop().as('storefront')
  return { clerk, path: `/carts/${await clerk.aCart()}`, countryId: await clerk.country() }
}

const cartAt = async (clerk: Clerk, path: string): Promise<Body> => (await clerk.get(path)).body as Body

describe('4.6 Billing', () => {
  it('POST answers {success} with the text true', async () => {
    const { clerk, path, countryId } = await scene()
    const answer = await clerk.post(`${path}/billing-address`, { ...billing, countryId })
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({ success: 'true' })
  })

  it.each(fields)('%s is answered as %s', async (sent, answered) => {
    const { clerk, path, countryId } = await scene()
    await clerk.post(`${path}/billing-address`, { ...billing, countryId })
    expect(partOf(await cartAt(clerk, path), 'billingAddress')[answered]).toBe(billing[sent])
  })

  it('countryId is answered as country', async () => {
    const { clerk, path, countryId } = await scene()
    await clerk.post(`${path}/billing-address`, { ...billing, countryId })
    expect(partOf(await cartAt(clerk, path), 'billingAddress')['country']).toMatchObject({
      id: countryId,
      name: 'Denmark',
    })
  })

  it('countryId alone is required (decisions, carts: a draft)', async () => {
    const { clerk, path, countryId } = await scene()
    const answer = await clerk.post(`${path}/billing-address`, { ...billing, countryId: undefined })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['countryId'])
    expect((await clerk.post(`${path}/billing-address`, { countryId })).status).toBe(200)
  })
})

describe('4.7 Shipping', () => {
  const body = async ({ clerk, countryId }: { clerk: Clerk; countryId: string }, changed: object = {}) => ({
    priceGroupId: await clerk.priceGroup(),
    shippingMethodId: await clerk.shippingMethod('Home delivery'),
    shippingAddress: { ...shipping, countryId, ...changed },
  })
  const shipmentAt = async (clerk: Clerk, path: string): Promise<Body> =>
    listIn(await cartAt(clerk, path), 'shipments')[0] ?? {}

  it('POST answers {success} with the text true', async () => {
    const now = await scene()
    const answer = await now.clerk.post(`${now.path}/shipping`, await body(now))
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({ success: 'true' })
  })

  it.each([...fields, ['phoneNumber', 'phoneNumber'] as const])(
    'shippingAddress.%s is answered as %s',
    async (sent, answered) => {
      const now = await scene()
      await now.clerk.post(`${now.path}/shipping`, await body(now))
      expect(partOf(await shipmentAt(now.clerk, now.path), 'shipmentAddress')[answered]).toBe(shipping[sent])
    },
  )

  it('shippingAddress.countryId is answered as country', async () => {
    const now = await scene()
    await now.clerk.post(`${now.path}/shipping`, await body(now))
    const address = partOf(await shipmentAt(now.clerk, now.path), 'shipmentAddress')
    expect(address['country']).toMatchObject({ id: now.countryId })
  })

  it('shippingAddress.countryId alone of it is required (decisions, carts: a draft)', async () => {
    const now = await scene()
    const without = await body(now, { countryId: undefined })
    const refused = await now.clerk.post(`${now.path}/shipping`, without)
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['shippingAddress.countryId'])
    const draft = { ...without, shippingAddress: { countryId: now.countryId } }
    expect((await now.clerk.post(`${now.path}/shipping`, draft)).status).toBe(200)
  })

  it.each(['priceGroupId', 'shippingMethodId', 'shippingAddress'])('%s is required', async (field) => {
    const now = await scene()
    const answer = await now.clerk.post(`${now.path}/shipping`, { ...(await body(now)), [field]: undefined })
    expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
  })

  it('priceGroupId sets the price of the shipment', async () => {
    const now = await scene()
    const sent = await body(now)
    await now.clerk.post(`${now.path}/shipping`, sent)
    const { priceGroupId, shippingMethodId } = sent
    const query = { cultureCode: 'en-GB', countryId: now.countryId, priceGroupId }
    const methods = listIn((await now.clerk.get('/shipping-methods', query)).body as Body, 'shippingMethods')
    const method = methods.find(({ id }) => id === shippingMethodId)
    expect((await shipmentAt(now.clerk, now.path))['shipmentPrice']).toBe(partOf(method, 'price')['amount'])
  })

  it('shippingMethodId is answered as shippingMethod', async () => {
    const now = await scene()
    const sent = await body(now)
    await now.clerk.post(`${now.path}/shipping`, sent)
    expect((await shipmentAt(now.clerk, now.path))['shippingMethod']).toMatchObject({
      id: sent.shippingMethodId,
    })
  })
})
