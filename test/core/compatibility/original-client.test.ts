import { beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import { overSocket, type Method, type Transport } from '../../support/caller.ts'
import { sharedShop } from '../../support/shop.ts'

/**
 * Programs written for the original service: their paths, their spelling of field names, their way to send a DELETE.
 * They know an address and credentials, and nothing else of this core.
 */
const shop = sharedShop()
let ask: Transport

type Json = Record<string, unknown>
interface Reply {
  readonly status: number
  readonly body: Json
}

async function call(method: Method, path: string, token: string, body?: unknown): Promise<Reply> {
  const { status, body: answered } = await ask({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status, body: answered as Json }
}

async function logIn(path = '/api/v1/oauth/Token'): Promise<string> {
  const { clientId, clientSecret } = shop().credentials('storefront')
  const answer = await ask({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  expect(answer.status).toBe(200)
  return (answer.body as { access_token: string }).access_token
}

/** What is for sale, and the price group to buy it in. */
async function assortment(): Promise<{ product: Product; priceGroupId: string }> {
  const clerk = await shop().as('storefront')
  const [product] = await clerk.products({ maxItems: 1 })
  if (!product) throw new Error('The shop sells nothing.')
  return { product, priceGroupId: await clerk.priceGroup() }
}

beforeAll(async () => {
  ask = overSocket(await shop().listen())
})

describe('an order as a program of the original service places it', () => {
  it('with baskets, names in PascalCase, and one token', async () => {
    const token = await logIn()
    const { product, priceGroupId: PriceGroupId } = await assortment()
    const CultureCode = 'en-GB'

    const created = await call('POST', '/api/v1/baskets', token, { CultureCode, Currency: 'EUR' })
    expect(created.status).toBe(200)
    expect(Object.keys(created.body)).toStrictEqual(['basketId'])
    const basketId = String(created.body['basketId'])
    const at = `/api/v1/baskets/${basketId}`

    const added = await call('POST', `${at}/lines?views=miniBasket`, token, {
      Sku: product.sku,
      VariantSku: product.variantSku,
      PriceGroupId,
      ProductCatalogId: product.catalogId,
      CultureCode,
      Quantity: 2,
      CustomProperties: [{ Key: 'Engraving', Value: 'For Ida' }],
    })
    expect(added.body).toMatchObject({ success: true, miniBasket: { id: basketId } })
    expect(added.body).not.toHaveProperty('miniCart')
    const { orderLines } = added.body['miniBasket'] as { orderLines: Json[] }
    expect(orderLines).toMatchObject([
      { sku: product.sku, quantity: 2, customProperties: [{ key: 'Engraving', value: 'For Ida' }] },
    ])

    const countries = await call('GET', '/api/v1/countries?filterOnStore=true', token)
    const country = (countries.body['countries'] as { id: string; name: string }[]).find(
      ({ name }) => name === 'Denmark',
    )
    const address = {
      FirstName: 'Ida',
      LastName: 'Møller',
      Line1: 'Havnegade 12',
      PostalCode: '9990',
      City: 'Skagen',
      CountryId: country?.id.toUpperCase(),
      Email: 'ida.moller@example.com',
      MobileNumber: '+45 20 12 34 56',
    }
    expect((await call('POST', `${at}/billing-address`, token, address)).body).toStrictEqual({
      success: 'true',
    })

    const choice = `cultureCode=${CultureCode}&countryId=${country?.id ?? ''}&priceGroupId=${PriceGroupId}`
    const shipping = await call('GET', `/api/v1/shipping-methods?${choice}`, token)
    const [shippingMethod] = shipping.body['shippingMethods'] as { id: string }[]
    const shipped = await call('POST', `${at}/shipping?views=miniCart`, token, {
      PriceGroupId,
      ShippingMethodId: shippingMethod?.id,
      ShippingAddress: address,
    })
    expect(shipped.body).toMatchObject({ success: 'true', miniBasket: { id: basketId } })

    const payment = await call('GET', `/api/v1/payment-methods?${choice}`, token)
    const [paymentMethod] = payment.body['paymentMethods'] as { id: string }[]
    const placed = await call('POST', '/api/v1/payments', token, {
      BasketId: `{${basketId.toUpperCase()}}`,
      PaymentMethodId: paymentMethod?.id,
      PriceGroupId,
      CultureCode,
    })
    expect(placed.status).toBe(200)

    const order = await call('GET', `/api/v1/orders/${basketId}`, token)
    expect(order.body).toMatchObject({
      id: basketId,
      billingAddress: { firstName: 'Ida', emailAddress: 'ida.moller@example.com' },
      orderLines: [{ sku: product.sku, quantity: 2 }],
    })
  })
})

describe('the habits of existing clients, one by one', () => {
  async function aBasket() {
    const token = await logIn()
    const { product, priceGroupId } = await assortment()
    const { sku, variantSku, catalogId } = product
    const line = { sku, variantSku, catalogId, priceGroupId, cultureCode: 'en-GB' }
    const { body } = await call('POST', '/api/v1/baskets', token, { cultureCode: 'en-GB', currency: 'EUR' })
    const basketId = String(body['basketId'])
    const lines = `/api/v1/baskets/${basketId}/lines`
    const add = async (fields: object = {}) => call('POST', lines, token, { ...line, ...fields })
    const quantities = async () => {
      const { orderLines } = (await call('GET', `/api/v1/baskets/${basketId}`, token)).body as {
        orderLines: Json[]
      }
      return orderLines.map(({ quantity }) => quantity)
    }
    return { token, basketId, lines, line, priceGroupId, add, quantities }
  }

  it.each(['/api/v1/oauth/Token', '/api/v1/OAuth/TOKEN', '/API/V1/oauth/token'])(
    'a token at %s',
    async (path) => {
      expect(await logIn(path)).toMatch(/^[\w-]{43}$/)
    },
  )

  it('the query of OAuth addresses keeps its case', async () => {
    const { clientId } = await shop().register({
      scope: 'storefront',
      redirectUris: ['https://shop.example/Back'],
    })
    const query = `client_id=${clientId}&redirect_uri=https%3A%2F%2Fshop.example%2FBack&response_type=code&state=AbC`
    const url = `/api/v1/OAuth/Connect?${query}`
    const { headers } = await ask({ method: 'GET', url, headers: {}, body: undefined })
    expect(headers['location']).toMatch(/^https:\/\/shop\.example\/Back\?code=.*&state=AbC$/)
  })

  it('a basket is the cart of the same id, and the other way round', async () => {
    const { token, basketId, add } = await aBasket()
    await add()
    const cart = await call('GET', `/api/v1/carts/${basketId}`, token)
    expect(cart.body).toMatchObject({ id: basketId })
    expect((await call('GET', `/api/v1/Baskets/${basketId}`, token)).body).toStrictEqual(cart.body)
  })

  it('paths, query names and body keys in any case', async () => {
    const { token, priceGroupId, line, lines, basketId } = await aBasket()
    const ok = async (method: Method, path: string, body?: unknown) => {
      const reply = await call(method, path, token, body)
      expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200)
      return reply.body
    }
    const groups = await ok('GET', '/api/v1/Price-Groups?CultureCode=en-GB&CURRENCY=EUR&MaxItems=1')
    expect(groups['priceGroups']).toHaveLength(1)
    const next = encodeURIComponent(String(groups['nextPagingToken']))
    await ok('GET', `/api/v1/price-groups?cultureCode=en-GB&currency=EUR&nextpagingtoken=${next}`)
    const other = await ok('GET', '/api/v1/price-groups?cultureCode=en-GB&currency=EUR&FILTERS-Time=')
    expect(other).toStrictEqual(
      await ok('GET', '/api/v1/price-groups?cultureCode=en-GB&currency=EUR&filters-Time='),
    )
    for (const spelling of ['AddToExistingOrderLine', 'addToExistingOrderLine', 'ADDTOEXISTINGORDERLINE']) {
      await ok('POST', lines, { ...line, [spelling]: false })
    }
    const cart = await ok('GET', `/API/V1/Carts/${basketId.toUpperCase()}`)
    expect(cart['orderLines']).toHaveLength(3)
    const changed = await ok('POST', `/api/v1/Carts/${basketId}/LINES?Views=miniCart`, {
      ...line,
      PriceGroupId: priceGroupId,
    })
    expect(changed).toHaveProperty('miniCart.id', basketId)
    expect((await call('GET', '/API/V1/Carts', token)).status).toBe(403)
    expect((await call('GET', '/API/V1/Store', 'none')).status).toBe(400)
    expect((await call('PUT', '/Api/V1/STORE', token)).status).toBe(405)
  })

  it('a refusal calls a field as the caller has called it', async () => {
    const { token, line, lines } = await aBasket()
    const texts = async (path: string, body: unknown) =>
      ((await call('POST', path, token, body)).body['errors'] as Json[]).map(
        (one) => one['error-description'],
      )
    expect(await texts('/api/v1/payments', { BasketId: '7' })).toContain('basketId: must be a GUID')
    expect(await texts('/api/v1/payments', { cartId: '7' })).toContain('cartId: must be a GUID')
    expect(await texts(lines, { ...line, catalogId: undefined, ProductCatalogId: '7' })).toStrictEqual([
      'productCatalogId: must be a GUID',
    ])
  })

  it('an address field by field, the others empty; what is missing is told at placing', async () => {
    const { token, basketId, priceGroupId, add } = await aBasket()
    await add()
    const clerk = await shop().as('storefront')
    const CountryId = await clerk.country()
    const page: Json = {
      FirstName: '',
      LastName: '',
      Line1: '',
      City: '',
      PostalCode: '',
      Email: '',
      CountryId,
    }
    const save = async () => call('POST', `/api/v1/baskets/${basketId}/Billing-Address`, token, page)
    const pay = async () =>
      call('POST', '/api/v1/Payments', token, {
        BasketId: basketId,
        PaymentMethodId: await clerk.paymentMethod(),
        PriceGroupId: priceGroupId,
        CultureCode: 'en-GB',
      })
    for (const [field, value] of [
      ['FirstName', 'Ida'],
      ['Email', 'ida@example.com'],
    ] as const) {
      page[field] = value
      expect((await save()).body).toStrictEqual({ success: 'true' })
    }
    const early = await pay()
    expect(early.status).toBe(400)
    expect(JSON.stringify(early.body)).toContain('billingAddress.')
    page['LastName'] = 'Holm'
    await save()
    expect((await pay()).status).toBe(200)
    expect((await call('GET', `/api/v1/Orders/${basketId}`, token)).body).toMatchObject({
      billingAddress: { firstName: 'Ida', lastName: 'Holm', line1: '', emailAddress: 'ida@example.com' },
    })
  })

  it('lines removed by sku, in any spelling of it', async () => {
    const { token, lines, line, add, quantities } = await aBasket()
    await add()
    await add({ AddToExistingOrderLine: false })
    const body = { Sku: line.sku, VariantSku: line.variantSku, CultureCode: 'en-GB' }
    const removed = await call('DELETE', `${lines}?views=miniBasket`, token, body)
    expect(removed.body).toMatchObject({ success: true, miniBasket: { orderLines: [] } })
    expect(await quantities()).toStrictEqual([])
    expect((await call('DELETE', lines, token, body)).status).toBe(404)
  })

  it('a tax rate of its own, with the scope', async () => {
    const { token, lines, add } = await aBasket()
    const { lineId } = (await add()).body
    const change = async (as: string) =>
      call('PATCH', `${lines}/${String(lineId)}?views=miniBasket`, as, { TaxRate: 0, Quantity: 2 })
    expect((await change(token)).status).toBe(403)
    const priced = await shop().tokenOf(shop().credentials('storefront price'))
    expect((await change(priced)).body).toMatchObject({
      miniBasket: { orderLines: [{ taxRate: 0, tax: 0, quantity: 2 }] },
    })
  })

  it('promotion calls answer the codes of the basket', async () => {
    const { token, basketId, add } = await aBasket()
    await add()
    const at = `/api/v1/Baskets/${basketId}/Promotion-Codes`
    const given = [{ code: 'WELCOME10', campaignName: 'Welcome aboard', applied: true }]
    expect((await call('POST', `${at}/welcome10`, token)).body).toStrictEqual({
      miniBasket: null,
      success: true,
      promotionCodes: given,
    })
    expect((await call('GET', at, token)).body).toStrictEqual({ promotionCodes: given })
    expect((await call('DELETE', `${at}/WELCOME10`, token)).body).toMatchObject({ promotionCodes: [] })
  })

  it('an empty paging token is the first page', async () => {
    const token = await logIn()
    const first = await call('GET', '/api/v1/Countries?maxItems=3', token)
    expect(first.body['countries']).toHaveLength(3)
    expect((await call('GET', '/api/v1/Countries?maxItems=3&nextPagingToken=', token)).body).toStrictEqual(
      first.body,
    )
  })

  it('quantity left out is one', async () => {
    const { add, quantities } = await aBasket()
    expect((await add()).status).toBe(200)
    expect(await quantities()).toStrictEqual([1])
  })

  it('productCatalogId for catalogId, the latter counting where both come', async () => {
    const { line, add } = await aBasket()
    const other = '0199a0b0-0000-7000-8000-00000000ffff'
    expect((await add({ catalogId: undefined, productCatalogId: line.catalogId })).status).toBe(200)
    expect((await add({ productCatalogId: other })).status).toBe(200)
    expect((await add({ catalogId: other, productCatalogId: line.catalogId })).status).toBe(400)
  })

  it('a line changed with price group and culture in the address', async () => {
    const { token, lines, priceGroupId, add, quantities } = await aBasket()
    const { lineId } = (await add()).body
    const change = async (query: string) =>
      call('PATCH', `${lines}/${String(lineId)}?${query}`, token, { Quantity: 7 })
    expect(await change(`priceGroupId=${priceGroupId.toUpperCase()}&cultureCode=en-gb`)).toStrictEqual({
      status: 200,
      body: { miniBasket: null, success: true },
    })
    expect(await quantities()).toStrictEqual([7])
    expect((await change('priceGroupId=0199a0b0-0000-7000-8000-00000000ffff')).status).toBe(400)
    expect((await change('priceGroupId=7')).status).toBe(400)
    expect((await change('cultureCode=fr-FR')).status).toBe(400)
  })

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['culture and price group', { CultureCode: 'en-GB', PriceGroupId: 'anything' }],
  ])('a line removed with %s', async (_case, body) => {
    const { token, lines, add, quantities } = await aBasket()
    const { lineId } = (await add()).body
    const removed = await call('DELETE', `${lines}/${String(lineId)}?views=miniBasket`, token, body)
    expect(removed.body).toMatchObject({ success: true, miniBasket: { orderLines: [] } })
    expect(await quantities()).toStrictEqual([])
  })

  it('properties of a basket and of its lines', async () => {
    const { token, basketId, add } = await aBasket()
    const { lineId } = (await add()).body
    for (const owner of [basketId, `${basketId}/${String(lineId)}`]) {
      const property = { Key: 'gift', Value: 'Yes', CultureCode: 'en-GB' }
      const added = await call('POST', `/api/v1/baskets/${owner}/properties`, token, property)
      expect(added.body).toStrictEqual({ miniBasket: null, success: true })
      expect((await call('POST', `/api/v1/baskets/${owner}/properties`, token, property)).status).toBe(409)
    }
  })

  it('refusals name what the caller has named', async () => {
    const { token, line, lines } = await aBasket()
    const texts = async (reply: Promise<Reply>) =>
      ((await reply).body['errors'] as Json[]).map((entry) => entry['error-description'])
    expect(await texts(call('GET', '/api/v1/baskets/7', token))).toStrictEqual(['basketId: must be a GUID'])
    expect(await texts(call('POST', `${lines}?views=all`, token, line))).toStrictEqual([
      'views: must be miniBasket',
    ])
    expect(await texts(call('GET', '/api/v1/carts/7', token))).toStrictEqual(['cartId: must be a GUID'])
  })

  it('what no route has is not there under the other name either', async () => {
    const token = await logIn()
    expect((await call('GET', '/api/v1/basketsful', token)).status).toBe(404)
    expect((await call('PUT', '/api/v1/baskets', token)).status).toBe(405)
  })

  it('a basket repeated with its Idempotency-Key is the same basket', async () => {
    const token = await logIn()
    const clerk = shop().withToken(token)
    const make = async () =>
      clerk.post(
        '/baskets',
        { CultureCode: 'en-GB', Currency: 'EUR' },
        { headers: { 'idempotency-key': 'original' } },
      )
    const first = await make()
    expect(first.body).toStrictEqual({ basketId: expect.any(String) as unknown })
    expect((await make()).body).toStrictEqual(first.body)
  })
})
