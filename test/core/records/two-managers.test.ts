import { describe, expect, it } from 'vitest'
import { NewClientAnswer } from '../../../core/access/client.schema.ts'
import type { Answer } from '../../support/answer.ts'
import type { Clerk } from '../../support/clerk.ts'
import { waitersFor, writeElsewhere } from '../../support/past-the-core.ts'
import { openShop } from '../../support/shop.ts'

const idOf = (answer: Answer): string => (answer.body as { readonly id: string }).id

/** Records of which each kind is kept in a way of its own: how one is made, and two changes that go together. */
const records: readonly (readonly [
  table: string,
  make: (manager: Clerk) => Promise<string>,
  changes: readonly [object, object],
])[] = [
  [
    'tax_rates',
    async (manager) => {
      const body = { names: { 'en-GB': 'Standard' }, rate: 0.25 }
      return `/manage/tax-rates/${idOf(await manager.post('/manage/tax-rates', body))}`
    },
    [{ rate: 0.1 }, { names: { 'da-DK': 'Moms' } }],
  ],
  [
    'products',
    async (manager) => {
      const prices = [{ priceGroupId: await manager.priceGroup(), price: 100 }]
      const body = { sku: 'CONTENDED', names: { 'en-GB': 'Mug' }, variants: [{ prices }] }
      return `/manage/products/${idOf(await manager.post('/manage/products', body))}`
    },
    [{ names: { 'en-GB': 'Cup' } }, { names: { 'da-DK': 'Kop' } }],
  ],
  [
    'customers',
    async (manager) => {
      const body = { firstName: 'Tove', lastName: 'Holm' }
      return `/manage/customers/${idOf(await manager.post('/manage/customers', body))}`
    },
    [{ note: 'first' }, { lastName: 'Berg' }],
  ],
  [
    'clients',
    async (manager) => {
      const body = { name: 'Web shop', scope: 'storefront' }
      return `/clients/${(await manager.post('/clients', body)).ok(NewClientAnswer).clientId}`
    },
    [{ name: 'Till' }, { tokenSeconds: 60 }],
  ],
]

/** Two requests that have both read what they are about to write before either can write it. */
async function atOnce(dataDir: string, table: string, requests: readonly (() => Promise<Answer>)[]) {
  const end = await writeElsewhere(dataDir, table)
  const answers = requests.map(async (request) => request())
  await waitersFor(dataDir, answers.length)
  await end()
  return Promise.all(answers)
}

describe.each(records)('two managers at once: %s', (table, make, [one, other]) => {
  it('who both know a version: the later one is refused, and told which it is now', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const path = await make(manager)
    const seen = { headers: { 'if-match': '"1"' } }
    const answers = await atOnce(shop.dataDir, table, [
      async () => manager.patch(path, one, seen),
      async () => manager.patch(path, other, seen),
    ])
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409])
    expect(answers.map(({ headers }) => headers.etag)).toStrictEqual(['"2"', '"2"'])
    expect((await manager.get(path)).headers.etag).toBe('"2"')
  })

  it('who name no version: both changes are made, one after the other', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const path = await make(manager)
    const answers = await atOnce(shop.dataDir, table, [
      async () => manager.patch(path, one),
      async () => manager.patch(path, other),
    ])
    expect(answers.map(({ headers, status }) => [status, headers.etag]).sort()).toStrictEqual([
      [200, '"2"'],
      [200, '"3"'],
    ])
    expect((await manager.get(path)).body).toMatchObject({ ...one, ...other })
  })

  it('of whom one takes it away: whoever comes later finds nothing, or takes away what has been changed', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const path = await make(manager)
    const [changed, gone] = await atOnce(shop.dataDir, table, [
      async () => manager.patch(path, one),
      async () => manager.delete(path),
    ])
    expect([200, 404]).toContain(changed?.status)
    expect(gone?.status).toBe(200)
    expect((await manager.get(path)).status).toBe(404)
  })
})
