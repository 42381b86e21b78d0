import { describe, expect, it } from 'vitest'
import { ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { ManagedTaxRate, ManagedTaxRatesAnswer } from '../../../core/tax-rates/tax-rate.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const create = async (manager: Clerk, fields: object = {}): Promise<ManagedTaxRate> =>
  (
    await manager.post('/manage/tax-rates', {
      names: { 'en-GB': 'Standard', 'da-dk': 'Moms' },
      rate: 0.25,
      ...fields,
    })
  ).ok(ManagedTaxRate)

const aProduct = async (manager: Clerk, sku: string, fields: object) =>
  (
    await manager.post('/manage/products', {
      sku,
      names: { 'en-GB': sku },
      variants: [{ prices: [{ priceGroupId: await manager.priceGroup(), price: 100 }] }],
      ...fields,
    })
  ).ok(ManagedProduct)

const rateAtCounter = async (clerk: Clerk, search: string) => {
  const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), search }
  return (await clerk.get('/products', query)).ok(ProductsAnswer).products[0]?.taxRate
}

describe('a tax rate of the shop’s own', () => {
  it('is made, read, changed in part and listed, higher ones first', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager)
    expect(made).toStrictEqual({
      id: made.id,
      version: 1,
      names: { 'en-GB': 'Standard', 'da-DK': 'Moms' },
      rate: 0.25,
      isDefault: false,
      state: 'active',
    })
    const reduced = await create(manager, { names: { 'en-GB': 'Reduced, food' }, rate: 0.07 })
    const patch = { names: { 'da-DK': null, 'de-DE': 'Normalsatz' }, rate: 0.19 }
    const patched = await manager.patch(`/manage/tax-rates/${made.id}`, patch)
    expect(patched.headers.etag).toBe('"2"')
    expect(patched.ok(ManagedTaxRate)).toStrictEqual({
      ...made,
      version: 2,
      names: { 'en-GB': 'Standard', 'de-DE': 'Normalsatz' },
      rate: 0.19,
    })
    const list = async (query: object = {}) =>
      (await manager.get('/manage/tax-rates', { ...query })).ok(ManagedTaxRatesAnswer)
    expect((await list()).taxRates.map(({ id }) => id)).toStrictEqual([made.id, reduced.id])
    for (const search of ['foo red', `{${reduced.id.toUpperCase()}}`])
      expect((await list({ search })).taxRates.map(({ id }) => id)).toStrictEqual([reduced.id])
    const { nextPagingToken, taxRates } = await list({ maxItems: 1 })
    expect(taxRates.map(({ id }) => id)).toStrictEqual([made.id])
    expect((await list({ maxItems: 1, nextPagingToken })).taxRates.map(({ id }) => id)).toStrictEqual([
      reduced.id,
    ])
    const same = await manager.put(`/manage/tax-rates/${reduced.id}`, reduced)
    expect([same.headers.etag, same.ok(ManagedTaxRate)]).toStrictEqual(['"1"', reduced])
    const { events } = (await manager.get(`/manage/tax-rates/${made.id}/events`)).ok(RecordEventsAnswer)
    expect(events.map(({ kind, changes }) => [kind, changes])).toStrictEqual([
      [
        'changed',
        [
          { field: 'names.da-DK', from: 'Moms', to: null },
          { field: 'rate', from: '25 %', to: '19 %' },
          { field: 'names.de-DE', from: null, to: 'Normalsatz' },
        ],
      ],
      ['created', []],
    ])
  })

  it('is that of the products that refer to it, and changes with them at once', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const standard = await create(manager)
    const product = await aProduct(manager, 'NAMED', { taxRateId: standard.id, taxRate: 0.1 })
    expect(product).toMatchObject({ taxRate: 0.25, taxRateId: standard.id })
    expect(await rateAtCounter(manager, 'NAMED')).toBe(0.25)
    await manager.patch(`/manage/tax-rates/${standard.id}`, { rate: 0.2 })
    expect(await rateAtCounter(manager, 'NAMED')).toBe(0.2)
    const read = (await manager.get('/manage/products/NAMED')).ok(ManagedProduct)
    expect(read).toMatchObject({ taxRate: 0.2, taxRateId: standard.id, version: 1 })
    const cartId = await manager.aCart()
    const query = { cultureCode: 'en-GB', priceGroupId: await manager.priceGroup(), search: 'NAMED' }
    const [sold] = (await manager.get('/products', query)).ok(ProductsAnswer).products
    await manager.addLine(cartId, sold)
    expect((await manager.readCart(cartId)).orderLines[0]).toMatchObject({ price: 100, tax: 20 })

    // Said again as it is, the number does not take the name away; another number does.
    const patch = async (body: object) =>
      (await manager.patch('/manage/products/NAMED', body)).ok(ManagedProduct)
    expect(await patch({ taxRate: 0.2 })).toMatchObject({ version: 1, taxRateId: standard.id })
    expect(await patch({ taxRate: 0.05 })).toMatchObject({ version: 2, taxRate: 0.05, taxRateId: null })
    await manager.patch(`/manage/tax-rates/${standard.id}`, { rate: 0.3 })
    expect(await rateAtCounter(manager, 'NAMED')).toBe(0.05)
    expect(await patch({ taxRateId: standard.id })).toMatchObject({ version: 3, taxRate: 0.3 })
    expect(await patch({ taxRateId: null })).toMatchObject({ version: 4, taxRate: 0.3, taxRateId: null })
  })

  it('is that of new products, where it is the default; another takes that from it', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    expect(await aProduct(manager, 'BEFORE', {})).toMatchObject({ taxRate: 0, taxRateId: null })
    const standard = await create(manager, { isDefault: true })
    expect(await aProduct(manager, 'FIRST', {})).toMatchObject({ taxRate: 0.25, taxRateId: standard.id })
    const reduced = await create(manager, { names: { 'en-GB': 'Reduced' }, rate: 0.07, isDefault: true })
    expect(await aProduct(manager, 'SECOND', {})).toMatchObject({ taxRate: 0.07, taxRateId: reduced.id })
    const before = (await manager.get(`/manage/tax-rates/${standard.id}`)).ok(ManagedTaxRate)
    expect(before).toMatchObject({ isDefault: false, version: 2 })
    const { events } = (await manager.get(`/manage/tax-rates/${standard.id}/events`)).ok(RecordEventsAnswer)
    expect(events[0]?.changes).toStrictEqual([{ field: 'isDefault', from: 'true', to: 'false' }])
  })

  it('is deleted where nothing refers to it, otherwise kept and given to nothing more', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const unused = await create(manager)
    const gone = await manager.delete(`/manage/tax-rates/${unused.id}`)
    expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    expect((await manager.get(`/manage/tax-rates/${unused.id}`)).status).toBe(404)
    const used = await create(manager, { isDefault: true })
    const product = await aProduct(manager, 'HAS-IT', {})
    const retired = await manager.delete(`/manage/tax-rates/${used.id}`)
    expect(retired.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect((await manager.get(`/manage/tax-rates/${used.id}`)).ok(ManagedTaxRate)).toMatchObject({
      state: 'retired',
      isDefault: false,
      version: 2,
    })
    const again = await manager.delete(`/manage/tax-rates/${used.id}`)
    expect(again.ok(RecordRemoved).retired).toBe(true)
    expect(await rateAtCounter(manager, 'HAS-IT')).toBe(0.25)
    const kept = await manager.put('/manage/products/HAS-IT', { ...product, names: { 'en-GB': 'Kept' } })
    expect(kept.ok(ManagedProduct)).toMatchObject({ version: 2, taxRateId: used.id })
    const refused = await manager.post('/manage/products', { ...product, sku: 'WANTS-IT', variants: [{}] })
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['taxRateId'])
  })

  it('is refused with every fault by its field', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager)
    const body = { names: { 'fr-FR': 'TVA' }, rate: 0.2, isDefault: true, state: 'retired' }
    const refused = await manager.post('/manage/tax-rates', body)
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['names.fr-FR', 'isDefault'])
    for (const [wrong, field] of [
      [{ rate: 25 }, 'rate'],
      [{ rate: null }, 'rate'],
      [{ names: { 'en-GB': null, 'da-DK': null } }, 'names'],
      [{ state: 'gone' }, 'state'],
    ] as const) {
      const answer = await manager.patch(`/manage/tax-rates/${made.id}`, wrong)
      expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    }
  })

  it('is written by one of two managers who have seen the same, and never by a clerk or another shop', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager)
    const path = `/manage/tax-rates/${made.id}`
    const seen = { headers: { 'if-match': '"1"' } }
    const answers = await Promise.all([
      manager.patch(path, { rate: 0.1 }, seen),
      (await shop().as('admin')).patch(path, { rate: 0.2 }, seen),
    ])
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.refused('Conflict')[0]).toMatch(
      /^The tax rate has been changed in the meantime by .+: rate\./,
    )
    expect(late?.headers.etag).toBe('"2"')
    const clerk = await shop().as('staff')
    expect((await clerk.get(path)).status).toBe(200)
    for (const refused of [
      await clerk.post('/manage/tax-rates', {}),
      await clerk.put(path, {}),
      await clerk.patch(path, {}),
      await clerk.delete(path),
    ]) {
      refused.refused('Forbidden')
    }
    const uptown = await shop().as('admin', 'uptown')
    expect((await uptown.patch(path, { rate: 0 })).status).toBe(404)
    const elsewhere = await uptown.post('/manage/products', {
      sku: 'ELSEWHERE',
      names: { 'en-US': 'x' },
      taxRateId: made.id,
      variants: [{}],
    })
    expect(elsewhere.faultyFields('BadRequest')).toStrictEqual(['taxRateId'])
  })
})
