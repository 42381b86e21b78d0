import { describe, expect, it } from 'vitest'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { SetupAnswer } from '../../../core/setup/setup.schema.ts'
import { Cart, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { CatalogsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { ManagedPaymentMethods } from '../../../core/payment-methods/manage/payment-method.schema.ts'
import { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import { PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import { ManagedShippingMethods } from '../../../core/shipping-methods/manage/shipping-method.schema.ts'
import { ShippingMethodsAnswer } from '../../../core/shipping-methods/shipping-method.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import { ManagedTaxRatesAnswer } from '../../../core/tax-rates/tax-rate.schema.ts'
import { Caller, inProcess } from '../../support/caller.ts'
import { buildCore, emptyDir } from '../../support/core.ts'
import { changedTables, contentNow, storedRows } from '../../support/data.ts'

const NEW_SHOP = {
  name: 'Kystens Købmand & Søn',
  countryCode: 'dk',
  currency: 'dkk',
  cultureCode: 'da-dk',
  timeZone: 'Europe/Copenhagen',
}

/** A core on an empty folder, and the code of its first start. */
async function firstStart() {
  const dataDir = await emptyDir()
  const core = await buildCore({ dataDir })
  const path = await core.consolePath()
  expect(path).toMatch(/^\/\?setup=[\w-]{43}$/)
  return { core, dataDir, anyone: new Caller(inProcess(core.app)), code: path.slice('/?setup='.length) }
}

async function withLaunch(
  anyone: Caller,
  transport: ReturnType<typeof inProcess>,
  launch: string,
): Promise<Caller> {
  const body = { grant_type: 'authorization_code', code: launch, client_id: 'console' }
  const answer = (await anyone.post('/oauth/token', body)).body as { access_token: string }
  return new Caller(transport, { authorization: `Bearer ${answer.access_token}` })
}

describe('the first start (extension)', () => {
  it('makes an empty shop with all that its first order needs, and goes on to the console', async () => {
    const { core, anyone, code } = await firstStart()
    const answer = await anyone.post('/setup', { code, shop: 'empty', store: NEW_SHOP })
    const { launch } = answer.ok(SetupAnswer)
    expect(answer.body).toStrictEqual({ launch })
    const clerk = await withLaunch(anyone, inProcess(core.app), launch)

    const store = (await clerk.get('/store')).ok(Store)
    expect(store).toMatchObject({
      code: 'kystens-kobmand-son',
      name: 'Kystens Købmand & Søn',
      timeZone: 'Europe/Copenhagen',
      defaultCultureCode: 'da-DK',
      cultures: ['da-DK'],
      currencies: [{ isoCode: 'DKK' }],
    })
    const cultureCode = 'da-DK'
    const { countries } = (await clerk.get('/countries', { filterOnStore: true })).ok(CountriesAnswer)
    expect(countries).toHaveLength(249)
    expect(countries.find(({ id }) => id === store.defaultCountryId)?.name).toBe('Danmark')
    const { priceGroups } = (await clerk.get('/price-groups', { cultureCode })).ok(PriceGroupsAnswer)
    expect(priceGroups.map(({ name }) => name)).toStrictEqual(['Normalpriser'])
    const query = { cultureCode, priceGroupId: priceGroups[0]?.id, countryId: store.defaultCountryId ?? '' }
    expect((await clerk.get('/catalogs', query)).ok(CatalogsAnswer).catalogs).toStrictEqual([])
    const { shippingMethods } = (await clerk.get('/shipping-methods', query)).ok(ShippingMethodsAnswer)
    expect(shippingMethods.map(({ name }) => name)).toStrictEqual(['Afhentes i butikken', 'Levering'])
    const { paymentMethods } = (await clerk.get('/payment-methods', query)).ok(PaymentMethodsAnswer)
    expect(paymentMethods.map(({ name }) => name)).toStrictEqual(['Kontanter', 'Kortterminal', 'Faktura'])
    const { paymentMethods: kept } = (await clerk.get('/manage/payment-methods')).ok(ManagedPaymentMethods)
    expect(kept.filter(({ takesCash }) => takesCash).map(({ name }) => name)).toStrictEqual(['Kontanter'])
    expect((await clerk.post('/carts', { cultureCode, currency: 'DKK' })).status).toBe(200)
    expect(await core.consolePath()).toMatch(/^\/\?launch=/)
  })

  it('makes one whose orders begin for walk-ins, who collect and pay in cash, where most customers take the goods along', async () => {
    const { core, anyone, code } = await firstStart()
    const store = { ...NEW_SHOP, walkIns: true }
    const { launch } = (await anyone.post('/setup', { code, shop: 'empty', store })).ok(SetupAnswer)
    const owner = await withLaunch(anyone, inProcess(core.app), launch)
    const made = (await owner.get('/store')).ok(Store)
    expect(made.beginsWithWalkIn).toBe(true)
    const { paymentMethods } = (await owner.get('/manage/payment-methods')).ok(ManagedPaymentMethods)
    expect(paymentMethods.find(({ id }) => id === made.walkInPaymentMethodId)?.name).toBe('Kontanter')
    const body = { cultureCode: 'da-DK', currency: 'DKK', walkIn: true }
    const { cartId } = (await owner.post('/carts', body)).ok(CreateCartAnswer)
    expect((await owner.get(`/carts/${cartId}`)).ok(Cart).shipments).toMatchObject([
      { shipmentName: 'Afhentes i butikken' },
    ])
  })

  it('writes it as the console does: each record has its version, and a history that begins', async () => {
    const { core, anyone, code } = await firstStart()
    const { launch } = (await anyone.post('/setup', { code, shop: 'empty', store: NEW_SHOP })).ok(SetupAnswer)
    const owner = await withLaunch(anyone, inProcess(core.app), launch)
    const made: Record<string, number> = {}
    for (const noun of ['stores', 'price-groups', 'catalogs', 'payment-methods', 'shipping-methods']) {
      const lists = Object.values((await owner.get(`/manage/${noun}`)).body as Record<string, unknown>)
      const ids = lists
        .filter(Array.isArray)
        .flatMap((records: { id: string }[]) => records.map(({ id }) => id))
      made[noun] = ids.length
      for (const id of ids) {
        const { events } = (await owner.get(`/manage/${noun}/${id}/events`)).ok(RecordEventsAnswer)
        expect(events, noun).toMatchObject([{ kind: 'created', version: 1, actor: 'Console', changes: [] }])
      }
    }
    expect(made).toStrictEqual({
      stores: 1,
      'price-groups': 1,
      catalogs: 1,
      'payment-methods': 3,
      'shipping-methods': 2,
    })
  })

  it('has the tax rates that it names: the first is that of new products, and of what deliveries will cost', async () => {
    const { core, anyone, code } = await firstStart()
    const taxRates = [
      { name: 'Moms', rate: 0.25 },
      { name: 'Nulsats', rate: 0 },
    ]
    const store = { ...NEW_SHOP, taxRates }
    const { launch } = (await anyone.post('/setup', { code, shop: 'empty', store })).ok(SetupAnswer)
    const owner = await withLaunch(anyone, inProcess(core.app), launch)
    const { taxRates: kept } = (await owner.get('/manage/tax-rates')).ok(ManagedTaxRatesAnswer)
    expect(kept).toMatchObject([
      { names: { 'da-DK': 'Moms' }, rate: 0.25, isDefault: true, state: 'active', version: 1 },
      { names: { 'da-DK': 'Nulsats' }, rate: 0, isDefault: false, state: 'active', version: 1 },
    ])
    const { shippingMethods } = (await owner.get('/manage/shipping-methods')).ok(ManagedShippingMethods)
    expect(shippingMethods.map(({ taxRate }) => taxRate)).toStrictEqual([0.25, 0.25])
  })

  it('makes the demo shops', async () => {
    const { core, anyone, code } = await firstStart()
    const { launch } = (await anyone.post('/setup', { code, shop: 'demo' })).ok(SetupAnswer)
    const clerk = await withLaunch(anyone, inProcess(core.app), launch)
    expect((await clerk.get('/store')).ok(Store).code).toBe('harbour')
    const uptown = await core.consolePath('uptown')
    const other = await withLaunch(anyone, inProcess(core.app), uptown.slice('/?launch='.length))
    expect((await other.get('/store')).ok(Store).code).toBe('uptown')
    // Two shops are thousands of records: on a server beside other tests that takes half a minute.
  }, 180_000)

  it('happens once: neither the same code nor another works again', async () => {
    const { core, dataDir, anyone, code } = await firstStart()
    const other = (await core.consolePath()).slice('/?setup='.length)
    expect(other).not.toBe(code)
    expect((await anyone.post('/setup', { code, shop: 'empty', store: NEW_SHOP })).status).toBe(200)
    const before = await contentNow(dataDir)
    for (const again of [code, other]) {
      const answer = await anyone.post('/setup', { code: again, shop: 'demo' })
      expect(answer.faultyFields('Forbidden')).toStrictEqual(['code'])
    }
    expect(await changedTables(before, dataDir)).toStrictEqual([])
  })

  it('tells whoever has not heard it again, by the same code and key: each way in works, and there is one shop', async () => {
    const { core, dataDir, anyone, code } = await firstStart()
    const ask = async (key: string, by = code) =>
      anyone.post(
        '/setup',
        { code: by, shop: 'empty', store: NEW_SHOP },
        { headers: { 'idempotency-key': key } },
      )
    const other = (await core.consolePath()).slice('/?setup='.length)
    const launches = [(await ask('one')).ok(SetupAnswer).launch, (await ask('one')).ok(SetupAnswer).launch]
    expect(launches[0]).not.toBe(launches[1])
    for (const launch of launches) {
      const clerk = await withLaunch(anyone, inProcess(core.app), launch)
      expect((await clerk.get('/store')).ok(Store).name).toBe(NEW_SHOP.name)
    }
    for (const answer of [await ask('two'), await ask('one', other)])
      expect(answer.faultyFields('Forbidden')).toStrictEqual(['code'])
    expect(await storedRows(dataDir, 'stores')).toHaveLength(1)
  })

  it('asked for twice at once makes one shop', async () => {
    const { dataDir, anyone, code } = await firstStart()
    const answers = await Promise.all(
      ['First', 'Second', 'Third'].map(async (name) =>
        anyone.post('/setup', { code, shop: 'empty', store: { ...NEW_SHOP, name } }),
      ),
    )
    const [done, ...refused] = answers.map(({ status }) => status).sort()
    expect(done).toBe(200)
    // Whether the code is gone already or the shop is there already is a matter of a moment.
    for (const status of refused) expect([403, 409]).toContain(status)
    expect(await storedRows(dataDir, 'stores')).toHaveLength(1)
  })

  it('does nothing for a wrong code', async () => {
    const { dataDir, anyone } = await firstStart()
    const before = await contentNow(dataDir)
    for (const code of ['', 'x', 'a'.repeat(43)]) {
      expect((await anyone.post('/setup', { code, shop: 'demo' })).faultyFields('Forbidden')).toStrictEqual([
        'code',
      ])
    }
    expect(await changedTables(before, dataDir)).toStrictEqual([])
  })

  it('names what is wrong with a new shop, makes nothing, and the code can be used again', async () => {
    const { dataDir, anyone, code } = await firstStart()
    const before = await contentNow(dataDir)
    const faults = async (body: object) =>
      (await anyone.post('/setup', { code, ...body })).faultyFields('BadRequest').sort()
    const changed = (fields: object) => ({ shop: 'empty', store: { ...NEW_SHOP, ...fields } })
    expect(await faults({ shop: 'empty' })).toStrictEqual(['store'])
    expect(await faults({ shop: 'corner' })).toStrictEqual(['shop'])
    expect(await faults({ shop: 'empty', store: {} })).toStrictEqual(
      ['countryCode', 'cultureCode', 'currency', 'name', 'timeZone'].map((field) => `store.${field}`),
    )
    expect(await faults(changed({ name: ' ' }))).toStrictEqual(['store.name'])
    expect(await faults(changed({ currency: 'XQZ' }))).toStrictEqual(['store.currency'])
    expect(await faults(changed({ countryCode: 'ZZ' }))).toStrictEqual(['store.countryCode'])
    expect(await faults(changed({ timeZone: 'Europe/Skagen' }))).toStrictEqual(['store.timeZone'])
    expect(await faults(changed({ cultureCode: 'Danish!' }))).toStrictEqual(['store.cultureCode'])
    expect(await faults(changed({ taxRates: [{ name: '', rate: 1.5 }] }))).toStrictEqual(
      ['name', 'rate'].map((field) => `store.taxRates.0.${field}`),
    )
    expect(await changedTables(before, dataDir)).toStrictEqual([])
    expect((await anyone.post('/setup', { code, shop: 'empty', store: NEW_SHOP })).status).toBe(200)
  })

  it('may name the shop in any script', async () => {
    const { core, anyone, code } = await firstStart()
    const store = {
      name: '港の店',
      countryCode: 'JP',
      currency: 'JPY',
      cultureCode: 'ja-JP',
      timeZone: 'Asia/Tokyo',
    }
    const { launch } = (await anyone.post('/setup', { code, shop: 'empty', store })).ok(SetupAnswer)
    const clerk = await withLaunch(anyone, inProcess(core.app), launch)
    expect((await clerk.get('/store')).ok(Store)).toMatchObject({ code: 'shop', name: '港の店' })
    expect((await clerk.get('/countries')).ok(CountriesAnswer).countries.map(({ name }) => name)).toContain(
      '日本',
    )
  })
})
