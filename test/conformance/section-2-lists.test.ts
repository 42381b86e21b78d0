import * as contract from './support/contract.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, type Body } from './support/fixtures.ts'
import { recordRows } from './support/record-rows.ts'
import { amount, culture, filled, guid, nullable, record, said, truth, type Fields } from './support/wire.ts'

const shop = sharedShop()

const list = async (path: string, field: string): Promise<Body[]> => {
  const clerk = await shop().as('storefront')
  const query = {
    cultureCode: 'en-GB',
    countryId: await clerk.country(),
    priceGroupId: await clerk.priceGroup(),
  }
  return listIn((await clerk.get(path, query)).body as Body, field)
}

const price: Fields = { amount, currency: said('EUR') }
const shippingMethod: Fields = {
  ...contract.named,
  displayName: filled,
  description: nullable(filled),
  imageUrl: nullable(filled),
  price: record(price),
  // Of ours: what the customer pays, and whether it needs an address or is collected.
  priceWithTax: record(price),
  delivers: truth,
}

const shippingMethods = async () => list('/shipping-methods', 'shippingMethods')
recordRows('2.7 Shipping method', shippingMethod, shippingMethods)
recordRows('2.7 Shipping method, price', price, async () =>
  (await shippingMethods()).map((method) => method['price'] as Body),
)
recordRows('2.8 Payment method, of the list', contract.paymentMethod, async () =>
  list('/payment-methods', 'paymentMethods'),
)
recordRows('2.9 Price group', contract.named, async () => list('/price-groups', 'priceGroups'))
recordRows('2.9 Catalog', contract.named, async () => list('/catalogs', 'catalogs'))
recordRows('2.9 Country', { id: guid, name: filled, cultureCode: culture }, async () =>
  list('/countries', 'countries'),
)
