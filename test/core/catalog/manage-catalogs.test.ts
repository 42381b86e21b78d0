import { describe, expect, it, vi } from 'vitest'
import { CatalogsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { ManagedCatalog, ManagedCatalogsAnswer } from '../../../core/catalog/manage/catalog.schema.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { listen } from '../../support/event-stream.ts'
import { openShop } from '../../support/shop.ts'

const create = async (manager: Clerk, name: string): Promise<ManagedCatalog> =>
  (await manager.post('/manage/catalogs', { names: { 'en-GB': name } })).ok(ManagedCatalog)

const offered = async (clerk: Clerk): Promise<string[]> => {
  const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() }
  return (await clerk.get('/catalogs', query)).ok(CatalogsAnswer).catalogs.map(({ name }) => name)
}

describe('a catalog of the shop’s own', () => {
  it('is made behind one at the last place there is, and is sent back as it is', async () => {
    const manager = await (await openShop()).as('admin')
    const [last, behind] = [await create(manager, 'Last'), await create(manager, 'Behind')]
    for (const { id } of [last, behind])
      expect((await manager.patch(`/manage/catalogs/${id}`, { position: 1_000_000 })).status).toBe(200)
    const made = await create(manager, 'Later still')
    expect((await manager.put(`/manage/catalogs/${made.id}`, made)).ok(ManagedCatalog)).toStrictEqual(made)
    const { catalogs } = (await manager.get('/manage/catalogs')).ok(ManagedCatalogsAnswer)
    expect(catalogs.at(-1)?.id).toBe(made.id)
  })

  it('is made behind the others, takes products, is renamed and moved', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const { catalogs } = (await manager.get('/manage/catalogs')).ok(ManagedCatalogsAnswer)
    const made = await create(manager, 'Sails')
    expect(made).toMatchObject({ version: 1, position: catalogs.length, state: 'active' })
    // Nothing is to be had of it yet.
    expect(await offered(manager)).not.toContain('Sails')
    const priceGroupId = await manager.priceGroup()
    const product = {
      sku: 'SAIL',
      names: { 'en-GB': 'Sail' },
      catalogId: made.id,
      variants: [{ prices: [{ priceGroupId, price: 900 }] }],
    }
    expect((await manager.post('/manage/products', product)).status).toBe(200)
    expect((await offered(manager)).at(-1)).toBe('Sails')
    const changed = await manager.patch(`/manage/catalogs/${made.id}`, {
      names: { 'en-GB': 'Sails & spars', 'de-DE': 'Segelzubehör' },
      position: 0,
    })
    expect(changed.ok(ManagedCatalog)).toMatchObject({ version: 2, position: 0 })
    expect((await offered(manager)).slice(0, 2)).toContain('Sails & spars')
    const find = async (search: string) =>
      (await manager.get('/manage/catalogs', { search }))
        .ok(ManagedCatalogsAnswer)
        .catalogs.map(({ id }) => id)
    for (const search of ['spars', 'zubehör spa']) expect(await find(search)).toStrictEqual([made.id])
    for (const search of ['ubeh nowhere', 'zub']) expect(await find(search)).toStrictEqual([])
  })

  it('goes only when nothing of it is to be sold any more; what it held keeps it', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const empty = await create(manager, 'Empty')
    const gone = await manager.delete(`/manage/catalogs/${empty.id}`)
    expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    const made = await create(manager, 'Sails')
    const path = `/manage/catalogs/${made.id}`
    const product = { sku: 'SAIL', names: { 'en-GB': 'Sail' }, catalogId: made.id, variants: [{}] }
    await manager.post('/manage/products', product)
    expect((await manager.delete(path)).refused('Conflict')[0]).toContain('such as SAIL')
    const refused = await manager.patch(path, { state: 'retired' })
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['state'])
    await manager.patch('/manage/products/SAIL', { state: 'retired' })
    expect((await manager.delete(path)).ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    const other = await manager.post('/manage/products', { ...product, sku: 'OTHER' })
    expect(other.faultyFields('BadRequest')).toStrictEqual(['catalogId'])
    // What is in it may still be changed, and it may come back.
    const kept = await manager.patch('/manage/products/SAIL', { names: { 'en-GB': 'Old sail' } })
    expect(kept.status).toBe(200)
    // Nothing that is to be sold is in it: neither what is in it already, nor anything new.
    const again = await manager.patch('/manage/products/SAIL', { state: 'active' })
    expect(again.refused('BadRequest')).toStrictEqual([
      'catalogId: is retired: it holds nothing that is to be sold',
    ])
    expect(
      (await manager.post('/manage/products', { ...product, sku: 'OLD', state: 'retired' })).status,
    ).toBe(200)
    expect((await manager.patch(path, { state: 'active' })).ok(ManagedCatalog).state).toBe('active')
  })

  it('tells open screens when it is written, and not when nothing of it changes', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const { sent } = await listen(shop, await shop.listen())
    const made = await create(manager, 'Sails')
    const path = `/manage/catalogs/${made.id}`
    await manager.patch(path, { names: { 'en-GB': 'Sails' } })
    await manager.patch(path, { position: 7 })
    await manager.delete(path)
    const told = (version: number) => ({
      event: 'record.changed',
      data: { noun: 'catalog', id: made.id, version },
    })
    await vi.waitFor(() => expect(sent).toStrictEqual([told(1), told(2), told(3)]))
  })
})
