import { beforeAll, expect, it } from 'vitest'
import { listPriceGroupsOfCart } from '../../renderer/api/carts.ts'
import { listCustomerGroups, listOrganizations } from '../../renderer/api/customers.ts'
import { listEvaluations, listProductPrices } from '../../renderer/api/price-groups.ts'
import { startSession } from '../../renderer/api/session.ts'
import { listStores } from '../../renderer/api/stores.ts'
import { runElsewhere } from '../support/past-the-core.ts'
import { sharedShop } from '../support/shop.ts'
import { openConsoleWindow } from './console-window.ts'

const shop = sharedShop()
openConsoleWindow(shop)

/** More than a page of a list has. */
const MANY = 1001

/** Adds so many rows, `n` of which is the number. */
const addMany = async (table: string, row: Readonly<Record<string, string>>): Promise<void> =>
  runElsewhere(
    shop().dataDir,
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
     insert into ${table} (${Object.keys(row).join()}) select ${Object.values(row).join()} from numbers`,
  )

const id = `printf('%08x-0000-4000-8000-000000000000', n)`
const harbour = `(select id from stores where code = 'harbour')`
const ofHarbour = { id, store_id: harbour, version: '1' }
const euro = `(select id from currencies where iso_code = 'EUR')`

beforeAll(async () => {
  const address = new URL(await shop().core.consolePath('harbour'), 'http://127.0.0.1')
  await startSession(address.searchParams.get('launch') ?? '')
})

it('offers every organization and every customer group, however many a shop has', async () => {
  const [organizations, groups] = [await listOrganizations(), await listCustomerGroups()]
  for (const table of ['organizations', 'customer_groups'])
    await addMany(table, { ...ofHarbour, name: `'Number ' || n`, is_retired: '0' })
  expect(await listOrganizations()).toHaveLength(organizations.length + MANY)
  expect(await listCustomerGroups()).toHaveLength(groups.length + MANY)
})

it('tells of every price group for a sale, a cart and a product', async () => {
  const program = await shop().as('staff')
  const [product] = await program.products({ maxItems: 1 })
  const cartId = await program.aCart()
  const ofSale = { cultureCode: 'en-GB', currency: 'EUR' }
  const ofProduct = { ...ofSale, sku: product?.sku ?? '', variantSku: product?.variantSku ?? undefined }
  const lists = async () =>
    Promise.all([
      listEvaluations(ofSale),
      listPriceGroupsOfCart(cartId, 'en-GB'),
      listProductPrices(ofProduct),
    ])
  const before = await lists()
  await addMany('price_groups', { ...ofHarbour, currency_id: euro, priority: '0', state: `'active'` })
  const variant = `(select variants.id from variants join products on products.id = product_id
    where sku = '${ofProduct.sku}' and coalesce(variant_sku, '') = '${ofProduct.variantSku ?? ''}')`
  await addMany('prices', { price_group_id: id, variant_id: variant, amount: '100' })
  const after = await lists()
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length + MANY))
})

it('leads to every store of the database', async () => {
  const stores = await listStores()
  await addMany('stores', {
    id,
    code: `'store-' || n`,
    name: `'Store ' || n`,
    time_zone: `'UTC'`,
    default_culture_code: `'en-GB'`,
  })
  expect(await listStores()).toHaveLength(stores.length + MANY)
})
