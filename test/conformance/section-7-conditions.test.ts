import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/answer.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { UNKNOWN } from './support/fixtures.ts'
import { lists } from './support/lists.ts'

const shop = sharedShop()

/** What somebody does, and the error that comes of it. */
type Condition = readonly [row: string, provoke: (clerk: Clerk) => Promise<Answer>]

const kinds = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
} as const

const rows = (section: string, conditions: readonly Condition[]): void =>
  void describe(section, () => {
    it.each(conditions)('%s', async (row, provoke) => {
      const status = Number(/\b(4\d\d): /.exec(row)?.[1]) as keyof typeof kinds
      const clerk = await shop().as('storefront')
      expect((await provoke(clerk)).refused(kinds[status]).length).toBeGreaterThan(0)
    })
  })

const stranger = () => shop().anyone
const unknownToken = () => shop().withToken('a'.repeat(43))
const unscoped = async () => shop().as('support')
const late = async (): Promise<Clerk> => {
  const clerk = await shop().as('storefront')
  shop().clock.advance(301)
  return clerk
}

const property = { key: 'engraving', value: 'Ida' }
const ofCart = async (clerk: Clerk): Promise<string> => `/carts/${await clerk.aCart()}`
const ofLine = async (clerk: Clerk): Promise<string> => {
  const cartId = await clerk.aCart()
  return `/carts/${cartId}/lines/${await clerk.addLine(cartId)}`
}
const NOWHERE = { cart: `/carts/${UNKNOWN}`, line: `/carts/${UNKNOWN}/lines/${UNKNOWN}` }

rows('7 Cart custom properties', [
  [
    'Cart custom properties 400: pipeline execution fails',
    async (clerk) => clerk.post(`${await ofCart(clerk)}/properties`, {}),
  ],
  [
    'Cart custom properties 400: price group not found',
    async (clerk) => clerk.post(`${await ofCart(clerk)}/properties`, { ...property, priceGroupId: UNKNOWN }),
  ],
  [
    'Cart custom properties 400: access token not attached',
    async (clerk) => stranger().post(`${await ofCart(clerk)}/properties`, property),
  ],
])

rows('7 Line item custom properties', [
  [
    'Line item custom properties 400: pipeline execution fails',
    async (clerk) => clerk.post(`${await ofLine(clerk)}/properties`, {}),
  ],
  [
    'Line item custom properties 400: access token not attached',
    async (clerk) => stranger().post(`${await ofLine(clerk)}/properties`, property),
  ],
])

for (const [group, place, nowhere] of [
  ['cart', ofCart, NOWHERE.cart],
  ['line', ofLine, NOWHERE.line],
] as const) {
  rows(`7 Both property groups, of a ${group}`, [
    ['401: token expired', async () => (await late()).post(`${nowhere}/properties`, property)],
    [
      '403: token has no access to the endpoint',
      async () => (await unscoped()).post(`${nowhere}/properties`, property),
    ],
    ['404: cart not found', async (clerk) => clerk.post(`${nowhere}/properties`, property)],
    ['404: cart not found, on get', async (clerk) => clerk.get(`${nowhere}/properties`)],
    [
      '404: property not found, on update',
      async (clerk) => clerk.patch(`${await place(clerk)}/properties/${UNKNOWN}`, { value: 'x' }),
    ],
    [
      '404: property not found, on delete',
      async (clerk) => clerk.delete(`${await place(clerk)}/properties/${UNKNOWN}`),
    ],
    [
      '409: property already exists on the order',
      async (clerk) => {
        const path = `${await place(clerk)}/properties`
        await clerk.post(path, property)
        return clerk.post(path, { ...property, value: 'Bo' })
      },
    ],
  ])
}

rows('7 Convert cart to order', [
  ['Convert cart to order 400: pipeline execution fails', async (clerk) => clerk.post('/payments', {})],
  [
    'Convert cart to order 400: pipeline execution fails, the cart is empty',
    async (clerk) => {
      const placing = await clerk.aCartReadyToPlace()
      const cartId = await clerk.aCart()
      await clerk.setBilling(cartId)
      return clerk.post('/payments', { ...placing, cartId })
    },
  ],
  [
    'Convert cart to order 400: billing address missing from the order',
    async (clerk) => {
      const placing = await clerk.aCartReadyToPlace()
      const cartId = await clerk.aCart()
      await clerk.addLine(cartId)
      return clerk.post('/payments', { ...placing, cartId })
    },
  ],
  [
    'Convert cart to order 400: cart does not belong to the store',
    async (clerk) => {
      const { cartId } = await (await shop().as('storefront', 'uptown')).aCartReadyToPlace()
      return clerk.post('/payments', { ...(await clerk.aCartReadyToPlace()), cartId })
    },
  ],
])

rows('7 Price groups', [
  [
    'Price groups 400: invalid access token',
    async () => unknownToken().get('/price-groups', { cultureCode: 'en-GB' }),
  ],
  [
    'Price groups 400: invalid culture code',
    async (clerk) => clerk.get('/price-groups', { cultureCode: 'no culture' }),
  ],
  [
    'Price groups 400: invalid culture code, not of the store',
    async (clerk) => clerk.get('/price-groups', { cultureCode: 'fr-FR' }),
  ],
])

const shippingQuery = async (clerk: Clerk) => ({
  cultureCode: 'en-GB',
  countryId: await clerk.country(),
  priceGroupId: await clerk.priceGroup(),
})

rows('7 Shipping methods', [
  [
    'Shipping methods 400: no shipping methods found for the given price group',
    async (clerk) =>
      clerk.get('/shipping-methods', { ...(await shippingQuery(clerk)), priceGroupId: UNKNOWN }),
  ],
  [
    'Shipping methods 400: no shipping methods found for the given country',
    async (clerk) =>
      clerk.get('/shipping-methods', {
        ...(await shippingQuery(clerk)),
        countryId: await clerk.country('Antarctica'),
      }),
  ],
  [
    'Shipping methods 400: no shipping methods found for a country that does not exist',
    async (clerk) => clerk.get('/shipping-methods', { ...(await shippingQuery(clerk)), countryId: UNKNOWN }),
  ],
])

rows('7 Payment methods', [
  [
    'Payment methods 400: price group does not exist',
    async (clerk) =>
      clerk.post('/payment-methods', undefined, {
        query: { ...(await shippingQuery(clerk)), priceGroupId: UNKNOWN },
      }),
  ],
  [
    'Payment methods 400: country does not exist',
    async (clerk) =>
      clerk.post('/payment-methods', undefined, { query: { cultureCode: 'en-GB', countryId: UNKNOWN } }),
  ],
])

rows('7 Catalogs', [
  [
    'Catalogs 400: invalid price group',
    async (clerk) => clerk.get('/catalogs', { cultureCode: 'en-GB', priceGroupId: UNKNOWN }),
  ],
  [
    'Catalogs 400: invalid price group, no GUID',
    async (clerk) => clerk.get('/catalogs', { cultureCode: 'en-GB', priceGroupId: 'shop' }),
  ],
  [
    'Catalogs 400: invalid culture code',
    async (clerk) => clerk.get('/catalogs', { cultureCode: '??', priceGroupId: await clerk.priceGroup() }),
  ],
])

const shippingBody = async (clerk: Clerk, changed: object = {}) => ({
  priceGroupId: await clerk.priceGroup(),
  shippingMethodId: await clerk.shippingMethod('Home delivery'),
  shippingAddress: await clerk.anAddress(),
  ...changed,
})
const ship = async (clerk: Clerk, changed: object = {}, cart?: string): Promise<Answer> =>
  clerk.post(`${cart ?? (await ofCart(clerk))}/shipping`, await shippingBody(clerk, changed))

rows('7 Shipping information', [
  [
    'Shipping information 400: missing token',
    async (clerk) => stranger().post(`${await ofCart(clerk)}/shipping`, {}),
  ],
  [
    'Shipping information 400: incorrect token',
    async (clerk) => unknownToken().post(`${await ofCart(clerk)}/shipping`, {}),
  ],
  [
    'Shipping information 400: bad request data',
    async (clerk) => ship(clerk, { shippingAddress: 'Havnegade 12' }),
  ],
  [
    'Shipping information 400: missing request data',
    async (clerk) => ship(clerk, { shippingAddress: undefined }),
  ],
  ['Shipping information 400: pipeline fails', async (clerk) => ship(clerk, { shippingMethodId: UNKNOWN })],
  ['Shipping information 404: cart not found', async (clerk) => ship(clerk, {}, NOWHERE.cart)],
  [
    'Shipping information 404: country not found',
    async (clerk) => ship(clerk, { shippingAddress: await clerk.anAddress({ countryId: UNKNOWN }) }),
  ],
  [
    'Shipping information 404: price group not found',
    async (clerk) => ship(clerk, { priceGroupId: UNKNOWN }),
  ],
])

const bill = async (clerk: Clerk, changed: object = {}, cart?: string): Promise<Answer> =>
  clerk.post(`${cart ?? (await ofCart(clerk))}/billing-address`, await clerk.anAddress(changed))

rows('7 Billing information', [
  [
    'Billing information 400: missing token',
    async (clerk) => stranger().post(`${await ofCart(clerk)}/billing-address`, {}),
  ],
  [
    'Billing information 400: incorrect token',
    async (clerk) => unknownToken().post(`${await ofCart(clerk)}/billing-address`, {}),
  ],
  [
    'Billing information 400: country not found, malformed',
    async (clerk) => bill(clerk, { countryId: 'DK' }),
  ],
  ['Billing information 400: bad data', async (clerk) => bill(clerk, { email: 'ida@' })],
  ['Billing information 400: missing data', async (clerk) => bill(clerk, { countryId: undefined })],
  [
    'Billing information 400: pipeline fails',
    async (clerk) =>
      clerk.post(`${await ofCart(clerk)}/billing-address`, await clerk.anAddress(), {
        query: { views: 'x' },
      }),
  ],
  ['Billing information 404: cart not found', async (clerk) => bill(clerk, {}, NOWHERE.cart)],
  ['Billing information 404: country not found', async (clerk) => bill(clerk, { countryId: UNKNOWN })],
])

rows('7 Get order by order id', [
  ['Get order by order id 400: pipeline execution fails', async (clerk) => clerk.get('/orders/H-1')],
  ['Get order by order id 400: token not attached', async () => stranger().get(`/orders/${UNKNOWN}`)],
  ['Get order by order id 404: order not found', async (clerk) => clerk.get(`/orders/${UNKNOWN}`)],
  [
    'Get order by order id 404: order not found, the cart is not placed',
    async (clerk) => clerk.get(`/orders/${await clerk.aCart()}`),
  ],
])

for (const path of ['/orders/payments/{id}', '/payments/{id}/order']) {
  const at = (id: string): string => path.replace('{id}', id)
  rows(`7 Get order by payment GUID, GET ${path}`, [
    ['Get order by payment GUID 400: pipeline execution fails', async (clerk) => clerk.get(at('mine'))],
    ['Get order by payment GUID 400: token not attached', async () => stranger().get(at(UNKNOWN))],
    ['Get order by payment GUID 404: payment not found', async (clerk) => clerk.get(at(UNKNOWN))],
    [
      'Get order by payment GUID 404: order not found, it is another store’s',
      async (clerk) => {
        const { paymentId } = await (await shop().as('staff', 'uptown')).anOrder()
        return clerk.get(at(paymentId))
      },
    ],
  ])
}

rows('7 Countries', [
  ['Countries 401: token expired', async () => (await late()).post('/countries')],
  ['Countries 403: token has no access', async () => (await unscoped()).post('/countries')],
])

rows(
  '7 Any paginated list',
  lists.flatMap(({ path, methods, query }) =>
    methods.map((method): Condition => [
      `${method} ${path} 400: paging token does not match the current query`,
      async (clerk) => {
        const { nextPagingToken } = (await clerk.get('/countries', { maxItems: 1, filterOnStore: false }))
          .body as {
          nextPagingToken: string
        }
        return clerk.request(method, path, { query: { ...(await query(clerk)), nextPagingToken } })
      },
    ]),
  ),
)
