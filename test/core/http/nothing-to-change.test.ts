import { expect, it } from 'vitest'
import { ClientsAnswer } from '../../../core/access/client.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { contentNow } from '../../support/data.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** The first of a list of records, at its address. */
const first =
  (noun: string, list: string, key = 'id') =>
  async (manager: Clerk): Promise<string> => {
    const { body } = await manager.get(`/manage/${noun}`)
    const [record] = (body as Record<string, Record<string, string>[]>)[list] ?? []
    return `/manage/${noun}/${record?.[key] ?? ''}`
  }

it.each<[string, (manager: Clerk) => Promise<string>]>([
  ['a cart', async (manager) => `/carts/${await manager.aCart()}`],
  ['a product', first('products', 'products', 'sku')],
  ['a customer', first('customers', 'customers')],
  ['a price group', first('price-groups', 'priceGroups')],
  ['a payment method', first('payment-methods', 'paymentMethods')],
  ['a store', first('stores', 'stores')],
  [
    'an API client',
    async (manager) => `/clients/${(await manager.get('/clients')).ok(ClientsAnswer).clients[0]?.clientId}`,
  ],
  ['the plan of backups', async () => Promise.resolve('/data/plan')],
])(
  'a PATCH of %s that names nothing to change is refused, as where a name is misspelled',
  async (_, pathIn) => {
    const manager = await shop().as('admin')
    const path = await pathIn(manager)
    const before = await contentNow(shop().dataDir)
    for (const body of [{}, { collour: 'red' }]) {
      const [text] = (await manager.patch(path, body)).refused('BadRequest')
      expect(text).toMatch(/^The body names nothing to change: \w+, /)
    }
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  },
)
