import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { CartsAnswer, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { DayFigures } from '../../../core/figures/figures.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { ManagedPriceGroupsAnswer } from '../../../core/price-groups/manage/price-group.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import { ownShop } from '../../support/own-shop.ts'
import { openShop } from '../../support/shop.ts'

const Made = Type.Object({ id: Type.String() })

/** The store of somebody who may write its records. */
async function managed() {
  const shop = await openShop()
  const manager = shop.withToken(await shop.tokenOf(await shop.register({ scope: 'manage' })))
  const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
  if (!store) throw new Error('There is no store.')
  return { shop, manager, store, path: `/manage/stores/${store.id}` }
}

describe('the store as a record (extension)', () => {
  it('is what the first start was told, and more', async () => {
    const { owner } = await ownShop({
      line1: 'Havnen 1',
      city: 'Skagen',
      postalCode: '9990',
      taxNumber: 'DK1',
    })
    const [store] = (await owner.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    expect((await owner.get(`/manage/stores/${store?.id}`)).ok(ManagedStore)).toMatchObject({
      version: 1,
      code: 'kyst',
      name: 'Kyst',
      line1: 'Havnen 1',
      postalCode: '9990',
      city: 'Skagen',
      taxNumber: 'DK1',
      phoneNumber: null,
      cultures: ['da-DK'],
      currencies: ['DKK'],
      orderNumberPrefix: '',
      lockAfterMinutes: 10,
    })
  })

  it('is changed field by field, in a history, and every request sees it at once', async () => {
    const { manager, path, shop, store } = await managed()
    const answer = await manager.patch(path, {
      name: 'Harbour & Co.',
      line2: ' 2nd floor ',
      region: ' ',
      taxNumber: null,
      receiptHead: { 'EN-gb': 'Open every day' },
      receiptFoot: { 'de-DE': null },
      lockAfterMinutes: 3,
    })
    const after = answer.ok(ManagedStore)
    expect(after).toStrictEqual({
      ...store,
      version: 2,
      name: 'Harbour & Co.',
      line2: '2nd floor',
      taxNumber: null,
      receiptHead: { 'en-GB': 'Open every day' },
      receiptFoot: Object.fromEntries(
        Object.entries(store.receiptFoot).filter(([culture]) => culture !== 'de-DE'),
      ),
      lockAfterMinutes: 3,
    })
    expect(answer.headers['etag']).toBe('"2"')
    expect((await manager.get('/store')).ok(Store)).toMatchObject({
      name: 'Harbour & Co.',
      line1: 'Havnegade 12',
      line2: '2nd floor',
      countryCode: 'DK',
      receiptHead: { 'en-GB': 'Open every day' },
    })
    const [event] = (await manager.get(`${path}/events`)).ok(RecordEventsAnswer).events
    expect(event?.actor).toBe('Program')
    expect(event?.changes.map(({ field }) => field).sort()).toStrictEqual(
      ['lockAfterMinutes', 'line2', 'name', 'receiptFoot.de-DE', 'receiptHead.en-GB', 'taxNumber'].sort(),
    )
    // Sent back as it is, it changes nothing.
    expect((await manager.request('PUT', path, { body: after })).ok(ManagedStore).version).toBe(2)
    const stale = await manager.patch(path, { name: 'X' }, { headers: { 'if-match': '"1"' } })
    expect(stale.refused('Conflict')[0]).toContain('Program')
    expect((await (await shop.as('staff')).patch(path, { name: 'X' })).status).toBe(403)
    expect((await (await shop.as('staff')).get(path)).status).toBe(200)
    expect((await (await shop.as('admin', 'uptown')).get(path)).status).toBe(404)
  })

  it('has a history that tells of its country by its code', async () => {
    const { manager, path } = await managed()
    const countryId = await manager.country('Germany')
    expect((await manager.patch(path, { countryId })).ok(ManagedStore).countryId).toBe(countryId)
    const [event] = (await manager.get(`${path}/events`)).ok(RecordEventsAnswer).events
    expect(event?.changes).toStrictEqual([{ field: 'countryId', from: 'DK', to: 'DE' }])
  })

  it('takes more cultures and currencies, with the countries by their names', async () => {
    const { manager, path, store } = await managed()
    const body = { cultures: [...store.cultures, 'SV-se'], currencies: [...store.currencies, 'sek'] }
    expect((await manager.patch(path, body)).ok(ManagedStore)).toMatchObject({
      cultures: [...store.cultures, 'sv-SE'],
      currencies: [...store.currencies, 'SEK'],
    })
    const { countries } = (await manager.get('/countries', { cultureCode: 'sv-SE' })).ok(CountriesAnswer)
    expect(countries.map(({ name }) => name)).toContain('Tyskland')
    expect((await manager.post('/carts', { cultureCode: 'sv-SE', currency: 'SEK' })).status).toBe(200)
  })

  it('keeps what something works in, and says what', async () => {
    const { manager, path, store } = await managed()
    const refused = await manager.patch(path, { cultures: ['en-GB'], currencies: ['EUR'] })
    expect(refused.refused('BadRequest')).toStrictEqual([
      expect.stringMatching(/^cultures: da-DK is in use: \d+ open carts?$/),
      expect.stringMatching(/^cultures: de-DE is in use: \d+ open carts?$/),
      expect.stringMatching(/^currencies: DKK is in use: price groups .+; \d+ open carts?$/),
    ])
    const more = { cultures: [...store.cultures, 'sv-SE'], currencies: [...store.currencies, 'SEK'] }
    await manager.patch(path, more)
    const { cartId } = (await manager.post('/carts', { cultureCode: 'sv-SE', currency: 'SEK' })).ok(
      CreateCartAnswer,
    )
    const { cultures, currencies } = store
    expect((await manager.patch(path, { cultures, currencies })).refused('BadRequest')).toStrictEqual([
      'cultures: sv-SE is in use: 1 open cart',
      'currencies: SEK is in use: 1 open cart',
    ])
    await manager.delete(`/carts/${cartId}`)
    expect((await manager.patch(path, { cultures, currencies })).ok(ManagedStore).cultures).toStrictEqual(
      cultures,
    )
  })

  it('gives up a currency that nothing is offered in any more, and still tells what was sold in it', async () => {
    const { manager, path, store } = await managed()
    const choices = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null }
    const { order, placing } = await manager.anOrder(choices)
    const groups = (await manager.get('/manage/price-groups')).ok(ManagedPriceGroupsAnswer).priceGroups
    // Those that are derived from another come first.
    for (const { id } of groups.filter(({ currency }) => currency === 'DKK').reverse())
      expect((await manager.delete(`/manage/price-groups/${id}`)).status).toBe(200)
    const { carts } = (await manager.get('/carts', { maxItems: 100 })).ok(CartsAnswer)
    for (const { id } of carts) await manager.delete(`/carts/${id}`)

    const given = await manager.patch(path, { currencies: ['EUR'] })
    expect(given.ok(ManagedStore).currencies).toStrictEqual(['EUR'])
    expect(store.currencies).toContain('DKK')
    expect((await manager.get('/store')).ok(Store)).toMatchObject({
      currencies: [{ isoCode: 'EUR' }],
      formerCurrencies: [{ isoCode: 'DKK' }],
    })
    const { orders } = (await manager.get('/orders', { currency: 'DKK' })).ok(OrdersAnswer)
    expect(orders.map(({ id }) => id)).toContain(order.id)
    const figures = (await manager.get('/figures/day', { currency: 'DKK' })).ok(DayFigures)
    expect(figures).toMatchObject({ currency: 'DKK', orders: 1 })
    expect((await manager.post(`/orders/${order.id}/reopen`)).status).toBe(200)
    expect((await manager.post('/payments', placing)).status).toBe(200)
    const refused = await manager.post('/carts', { cultureCode: 'da-DK', currency: 'DKK' })
    expect(refused.refused('BadRequest')).toStrictEqual(['currency: must be a currency of the store: EUR'])
  })

  it('leaves texts in a culture that it gives up where they are, and what has them can be changed', async () => {
    const { manager, path, store } = await managed()
    const { cultures } = store
    await manager.patch(path, { cultures: [...cultures, 'sv-SE'] })
    const names = { 'en-GB': 'Boat', 'sv-SE': 'Båt' }
    const variants = [{ variantSku: 'BOAT-L', names: { 'en-GB': 'Large', 'sv-SE': 'Stor' } }]
    const descriptions = { 'sv-SE': 'Flyter' }
    const product = { sku: 'BOAT', names, descriptions, taxRate: 0.25, variants }
    const properties = [{ cultureCode: 'sv-SE', value: 'Kvitto' }]
    const records = [
      ['/manage/products', product, { taxRate: 0.1 }],
      ['/manage/payment-methods', { name: 'Swish', names, properties }, { name: 'Swish 2' }],
    ] as const
    const made = []
    for (const [list, body, change] of records)
      made.push({ at: `${list}/${(await manager.post(list, body)).ok(Made).id}`, change })
    expect((await manager.patch(path, { cultures })).status).toBe(200)
    for (const { at, change } of made) {
      expect((await manager.patch(at, change)).status, at).toBe(200)
      const { body, text } = await manager.get(at)
      for (const word of ['Båt', /products/.test(at) ? 'Stor' : 'Kvitto']) expect(text).toContain(word)
      expect((await manager.put(at, body as object)).status, at).toBe(200)
      const another = { names: { 'sv-SE': 'Skepp' } }
      expect((await manager.patch(at, another)).faultyFields('BadRequest')).toStrictEqual(['names.sv-SE'])
    }
  })

  it('names every fault by its field, and changes nothing', async () => {
    const { manager, path, store } = await managed()
    const refused = await manager.patch(path, {
      defaultCultureCode: 'sv-SE',
      currencies: ['EUR', 'DKK', 'XQX'],
      timeZone: 'Europe/Skagen',
      countryId: '0199a0b0-0000-7000-8000-00000000ffff',
      receiptHead: { 'fr-FR': 'Bonjour' },
    })
    expect(refused.faultyFields('BadRequest').sort()).toStrictEqual([
      'countryId',
      'currencies.2',
      'defaultCultureCode',
      'receiptHead.fr-FR',
      'timeZone',
    ])
    expect(
      (await manager.patch(path, { name: ' ', lockAfterMinutes: 1.5, cultures: [] }))
        .faultyFields('BadRequest')
        .sort(),
    ).toStrictEqual(['cultures', 'lockAfterMinutes', 'name'])
    expect((await manager.get(path)).ok(ManagedStore)).toStrictEqual(store)
  })

  it('gives the next order its prefix', async () => {
    const { manager, path, shop } = await managed()
    await manager.patch(path, { orderNumberPrefix: 'SK/' })
    const clerk = await shop.as('staff')
    const { order } = await clerk.anOrder()
    expect(order.orderNumber).toMatch(/^SK\/\d+$/)
  })

  it('reckons Today by its time zone', async () => {
    const { path, shop } = await managed()
    const program = await shop.register({ scope: 'manage', tokenSeconds: 3600 * 24 * 365 })
    const watcher = shop.withToken(await shop.tokenOf(program))
    shop.clock.set('2026-11-20T23:30:00.000Z')
    const dayOf = async () => ((await watcher.get('/figures/day')).body as { date: string }).date
    expect(await dayOf()).toBe('2026-11-21')
    await watcher.patch(path, { timeZone: 'America/New_York' })
    expect(await dayOf()).toBe('2026-11-20')
  })
})
