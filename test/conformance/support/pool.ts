import { NewClientAnswer } from '../../../core/access/client.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { PropertiesAnswer } from '../../../core/custom-properties/custom-property.schema.ts'
import type { Shop } from '../../support/shop.ts'

/** Values that fit, by the name of the field or parameter: so that a request gets as far as its hostile part. */
export type Pool = ReadonlyMap<string, readonly unknown[]>

const BACK = 'http://127.0.0.1:9/back'
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

/** A few carts, lines, orders and payments of their own for one operation, and what every request names. */
export async function makePool(shop: Pick<Shop, 'as'>): Promise<Pool> {
  const clerk = await shop.as('staff')
  const ready = await clerk.aCartReadyToPlace()
  const bare = await clerk.aCart()
  const placed = await clerk.anOrder({ quantities: [2], shipping: null })
  const paid = await clerk.anOrder({ quantities: [1] })
  await clerk.post(`/payments/${paid.paymentId}/capture`)
  await clerk.post(`/carts/${ready.cartId}/promotion-codes/SORRY50`)
  const lines = (await clerk.readCart(ready.cartId)).orderLines
  const [lineId = ''] = lines.map(({ id }) => id)
  const places = [`/carts/${ready.cartId}`, `/carts/${ready.cartId}/lines/${lineId}`]
  for (const place of places) await clerk.post(`${place}/properties`, { key: 'engraving', value: 'Ida' })
  const properties = await Promise.all(
    places.map(
      async (place) => (await clerk.get(`${place}/properties`)).ok(PropertiesAnswer).customProperties,
    ),
  )
  const products = await clerk.products({ maxItems: 3 })
  const { customers } = (await clerk.get('/customers', { maxItems: 2 })).ok(CustomersAnswer)
  const program = { name: 'Program', scope: 'staff', redirectUris: [BACK] }
  const client = (await (await shop.as('admin')).post('/clients', program)).ok(NewClientAnswer)
  const foreign = await (await shop.as('staff', 'uptown')).aCart()
  return new Map<string, readonly unknown[]>([
    ['cartId', [ready.cartId, ready.cartId, bare, placed.order.id, foreign, UNKNOWN]],
    ['lineId', [...lines.map(({ id }) => id), UNKNOWN]],
    ['propertyId', [...properties.flat().map(({ id }) => id), UNKNOWN]],
    ['orderId', [placed.order.id, paid.order.id, ready.cartId, UNKNOWN]],
    ['paymentId', [placed.paymentId, paid.paymentId, UNKNOWN]],
    ['payment', [placed.paymentId, paid.paymentId, UNKNOWN]],
    ['paymentMethodId', [ready.paymentMethodId, await clerk.paymentMethod('Invoice'), UNKNOWN]],
    ['paymentMethod', [ready.paymentMethodId, UNKNOWN]],
    ['priceGroupId', [ready.priceGroupId, await clerk.priceGroup('Shop price, DKK'), UNKNOWN]],
    ['shippingMethodId', [await clerk.shippingMethod('Home delivery'), UNKNOWN]],
    ['countryId', [await clerk.country(), UNKNOWN]],
    ['customerId', [...customers.map(({ id }) => id), UNKNOWN]],
    ['filters-customer', [customers[0]?.id, UNKNOWN]],
    ['filters-customerGroup', [UNKNOWN]],
    ['filters-organization', [UNKNOWN]],
    ['filters-time', ['']],
    ['catalogId', products.map(({ catalogId }) => catalogId)],
    ['sku', products.map(({ sku }) => sku)],
    ['variantSku', products.map(({ variantSku }) => variantSku)],
    ['cultureCode', ['en-GB', 'da-DK', 'EN-gb', 'fr-FR']],
    ['currency', ['EUR', 'dkk', 'XXX']],
    ['email', ['ida@example.com']],
    ['quantity', [1, 3, 1_000_000]],
    ['maxItems', ['1', '1000']],
    ['views', ['miniCart']],
    ['search', ['ida', 'H-1', 'mug']],
    ['status', ['Paid', 'New order']],
    ['from', ['2026-11-20', '2026-11-20T09:30:00.000Z']],
    ['to', ['2026-11-20', '2026-11-21T09:30:00+01:00']],
    ['grant_type', ['client_credentials', 'refresh_token', 'authorization_code']],
    ['code', ['WELCOME10', 'sorry50', 'NO-SUCH']],
    ['response_type', ['code']],
    ['redirect_uri', [BACK, 'javascript:alert(1)']],
    ['redirectUris', [[BACK], ['javascript:alert(1)']]],
    ['client_id', [client.clientId, client.clientId, 'console']],
    ['client_secret', [client.clientSecret]],
    ['clientId', [client.clientId, UNKNOWN]],
    ['scope', ['staff', 'storefront support', 'root']],
  ])
}
