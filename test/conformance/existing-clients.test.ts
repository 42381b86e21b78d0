import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, type Answer } from '../support/answer.ts'
import type { RequestOptions } from '../support/caller.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import * as contract from './support/contract.ts'
import { UNKNOWN, type Body } from './support/fixtures.ts'

/** What public programs for the original service send, fact by fact, over a socket as they do. */
const shop = sharedShop()
beforeAll(async () => {
  await shop().listen()
})

interface Scene {
  readonly clerk: Clerk
  readonly cartId: string
  readonly line: Readonly<Record<string, unknown>>
  readonly add: (changed?: object, options?: RequestOptions) => Promise<Answer>
}

async function aScene(): Promise<Scene> {
  const clerk = await shop().as('storefront')
  const cartId = await clerk.aCart()
  const [product] = await clerk.products({ maxItems: 1 })
  if (!product) throw new Error('The shop sells nothing.')
  const line = await clerk.lineOf(product)
  const add: Scene['add'] = async (changed = {}, options = {}) =>
    clerk.post(`/baskets/${cartId}/lines`, { ...line, ...changed }, options)
  return { clerk, cartId, line, add }
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
/** The same body as those write it who say `CultureCode`. */
const inPascalCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inPascalCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [pascal(name), inPascalCase(inside)]),
  )
}
const quantities = async ({ clerk, cartId }: Scene): Promise<number[]> =>
  (await clerk.readCart(cartId)).orderLines.map(({ quantity }) => quantity)
const idOf = ({ body }: Answer): string => (body as { lineId: string }).lineId

describe('Existing clients, body keys in PascalCase', () => {
  it('POST /carts', async () => {
    const { clerk } = await aScene()
    expect((await clerk.post('/carts', { CultureCode: 'en-GB', Currency: 'EUR' })).status).toBe(200)
  })

  it('POST /carts/{id}/lines, inside of lists too', async () => {
    const scene = await aScene()
    const body = inPascalCase({ ...scene.line, quantity: 3, customProperties: [{ key: 'size', value: 'L' }] })
    expect((await scene.clerk.post(`/carts/${scene.cartId}/lines`, body as object)).status).toBe(200)
    const { orderLines } = await scene.clerk.readCart(scene.cartId)
    expect(orderLines).toMatchObject([{ quantity: 3, customProperties: [{ key: 'size', value: 'L' }] }])
  })

  it('POST /carts/{id}/properties', async () => {
    const { clerk, cartId } = await aScene()
    expect((await clerk.post(`/carts/${cartId}/properties`, { Key: 'a', Value: 'b' })).status).toBe(200)
    expect((await clerk.readCart(cartId)).customProperties).toMatchObject([{ key: 'a', value: 'b' }])
  })

  it('POST /carts/{id}/billing-address', async () => {
    const { clerk, cartId } = await aScene()
    const address = inPascalCase(await clerk.anAddress()) as object
    expect((await clerk.post(`/carts/${cartId}/billing-address`, address)).status).toBe(200)
    expect((await clerk.readCart(cartId)).billingAddress).toMatchObject({ firstName: 'Ida', city: 'Skagen' })
  })

  it('POST /carts/{id}/shipping, inside of objects too', async () => {
    const { clerk, cartId } = await aScene()
    const body = inPascalCase({
      priceGroupId: await clerk.priceGroup(),
      shippingMethodId: await clerk.shippingMethod('Home delivery'),
      shippingAddress: await clerk.anAddress(),
    }) as object
    expect((await clerk.post(`/carts/${cartId}/shipping`, body)).status).toBe(200)
    expect((await clerk.readCart(cartId)).shipments).toMatchObject([{ shipmentAddress: { city: 'Skagen' } }])
  })

  it('POST /payments', async () => {
    const { clerk } = await aScene()
    const placing = await clerk.aCartReadyToPlace()
    expect((await clerk.post('/payments', inPascalCase(placing) as object)).status).toBe(200)
  })

  it('camelCase as well', async () => expect((await (await aScene()).add()).status).toBe(200))
})

describe('Existing clients, baskets as another name for carts', () => {
  it('POST /baskets answers {basketId}', async () => {
    const { clerk } = await aScene()
    const answer = await clerk.post('/baskets', { cultureCode: 'en-GB', currency: 'EUR' })
    expect(fieldsOf(answer.body as object)).toStrictEqual(['basketId'])
  })

  it('GET /baskets/{id} is the cart', async () => {
    const { clerk, cartId } = await aScene()
    expect((await clerk.get(`/baskets/${cartId}`)).body).toStrictEqual(await clerk.readCart(cartId))
  })

  it.each(['miniBasket', 'miniCart'])('views=%s answers miniBasket', async (views) => {
    const scene = await aScene()
    const { body } = await scene.add({}, { query: { views } })
    expect(fieldsOf(body as object)).toStrictEqual(['lineId', 'miniBasket', 'success'])
    expect(fieldsOf((body as { miniBasket: Body }).miniBasket)).toStrictEqual(fieldsOf(contract.miniCart))
  })

  it.each([
    ['lines', async ({ add }: Scene) => add()],
    [
      'properties',
      async ({ clerk, cartId }: Scene) =>
        clerk.post(`/baskets/${cartId}/properties`, { key: 'a', value: 'b' }),
    ],
    [
      'billing-address',
      async ({ clerk, cartId }: Scene) =>
        clerk.post(`/baskets/${cartId}/billing-address`, await clerk.anAddress()),
    ],
    [
      'promotion-codes',
      async ({ clerk, cartId }: Scene) => clerk.post(`/baskets/${cartId}/promotion-codes/WELCOME10`),
    ],
  ])('POST /baskets/{id}/%s', async (_name, call) => {
    const answer = await call(await aScene())
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain('miniCart')
  })

  it('basketId in the body of POST /payments', async () => {
    const { clerk } = await aScene()
    const { cartId: basketId, ...rest } = await clerk.aCartReadyToPlace()
    expect((await clerk.post('/payments', { basketId, ...rest })).status).toBe(200)
  })

  it('refusals name what was asked: basketId, miniBasket', async () => {
    const scene = await aScene()
    expect((await scene.add({}, { query: { views: 'x' } })).refused('BadRequest')).toStrictEqual([
      'views: must be miniBasket',
    ])
    expect((await scene.clerk.get('/baskets/7')).faultyFields('BadRequest')).toStrictEqual(['basketId'])
  })

  it('refusals carry their codes and values where they are asked for, as those of carts do', async () => {
    const { clerk, cartId, line } = await aScene()
    const refused = async (noun: string): Promise<unknown> => {
      const headers = { prefer: 'fault-codes' }
      const answer = await clerk.post(`/${noun}/${cartId}/lines`, { ...line, sku: 'none' }, { headers })
      return answer.body
    }
    const ofBasket = await refused('baskets')
    expect(ofBasket).toMatchObject({ errors: [{ code: 'line.unknown-sku', values: { sku: 'none' } }] })
    expect(ofBasket).toStrictEqual(await refused('carts'))
  })
})

describe('Existing clients, other habits', () => {
  it.each(['/oauth/Token', '/OAuth/token', '/OAUTH/TOKEN'])('a token at %s', async (path) => {
    const { clientId: client_id, clientSecret: client_secret } = shop().credentials('storefront')
    const body = { grant_type: 'client_credentials', client_id, client_secret }
    expect((await shop().anyone.post(path, body)).status).toBe(200)
  })

  it('productCatalogId for catalogId', async () => {
    const { line, add } = await aScene()
    const { catalogId: productCatalogId } = line
    expect((await add({ catalogId: undefined, productCatalogId })).status).toBe(200)
    expect((await add({ catalogId: undefined, productCatalogId: UNKNOWN })).status).toBe(400)
  })

  it('PATCH of a line with priceGroupId and cultureCode in the query', async () => {
    const scene = await aScene()
    const path = `/carts/${scene.cartId}/lines/${idOf(await scene.add())}`
    const query = { priceGroupId: await scene.clerk.priceGroup(), cultureCode: 'en-GB' }
    expect((await scene.clerk.patch(path, { quantity: 7 }, { query })).status).toBe(200)
    expect(await quantities(scene)).toStrictEqual([7])
  })

  it.each<[string, RequestOptions]>([
    ['a JSON body', { body: { cultureCode: 'en-GB' } }],
    ['no body', {}],
    ['no body but its content type', { headers: { 'content-type': 'application/json' } }],
  ])('DELETE of a line with %s', async (_name, options) => {
    const scene = await aScene()
    const path = `/carts/${scene.cartId}/lines/${idOf(await scene.add())}`
    expect((await scene.clerk.delete(path, options)).status).toBe(200)
    expect(await quantities(scene)).toStrictEqual([])
  })

  it('quantity left out is 1', async () => {
    const scene = await aScene()
    expect((await scene.add({ quantity: undefined })).status).toBe(200)
    expect(await quantities(scene)).toStrictEqual([1])
  })

  it('addresses with empty fields, and with null', async () => {
    const { clerk, cartId } = await aScene()
    const countryId = await clerk.country()
    for (const empty of ['', null]) {
      const address = {
        firstName: empty,
        lastName: empty,
        line1: empty,
        city: empty,
        postalCode: empty,
        countryId,
      }
      expect((await clerk.post(`/carts/${cartId}/billing-address`, address)).body).toStrictEqual({
        success: 'true',
      })
    }
  })

  it('DELETE of lines by sku and variantSku', async () => {
    const scene = await aScene()
    await scene.add()
    const { sku, variantSku } = scene.line
    const answer = await scene.clerk.delete(`/baskets/${scene.cartId}/lines`, { body: { sku, variantSku } })
    expect(answer.body).toStrictEqual({ miniBasket: null, success: true })
    expect(await quantities(scene)).toStrictEqual([])
  })

  it('AddToExistingOrderLine makes a line of its own', async () => {
    const scene = await aScene()
    await scene.add()
    await scene.add({ AddToExistingOrderLine: false })
    expect(await quantities(scene)).toStrictEqual([1, 1])
  })
})
