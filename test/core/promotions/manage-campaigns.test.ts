import { describe, expect, it } from 'vitest'
import { CampaignPreview } from '../../../core/carts/campaign-preview/campaign-preview.schema.ts'
import { PromotionCodesAnswer } from '../../../core/promotions/promotion.schema.ts'
import { ManagedCampaign, ManagedCampaigns } from '../../../core/promotions/manage/campaign.schema.ts'
import { ManagedCatalog } from '../../../core/catalog/manage/catalog.schema.ts'
import { ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { planOf } from '../../support/past-the-core.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'
import { isOnPostgres } from '../../support/storage.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

/** 20 % off all lines, by code. */
const aCampaign = (code: string, fields: object = {}) => ({
  names: { 'en-GB': `Sale ${code}` },
  priority: 1000,
  currencies: [{ currency: 'EUR', minimum: 0 }],
  codes: [{ code }],
  items: [
    {
      target: 'lines',
      rate: 0.2,
      names: { 'en-GB': '20% off', 'da-DK': '20 % rabat' },
      descriptions: { 'en-GB': 'On everything.' },
    },
  ],
  ...fields,
})

const create = async (manager: Clerk, code: string, fields?: object): Promise<ManagedCampaign> =>
  (await manager.post('/manage/campaigns', aCampaign(code, fields))).ok(ManagedCampaign)

const read = async (manager: Clerk, id: string): Promise<ManagedCampaign> =>
  (await manager.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)

describe('a campaign of the shop’s own', () => {
  it('keeps what it takes off in a currency that the store has given up, and is retired in none that is left', async () => {
    const manager = await (await openShop()).as('admin')
    const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    const path = `/manage/stores/${store?.id}`
    const currencies = store?.currencies ?? []
    expect((await manager.patch(path, { currencies: [...currencies, 'SEK'] })).status).toBe(200)
    const inKronor = [{ currency: 'SEK', minimum: 50 }]
    const item = { target: 'order', names: { 'en-GB': '10 off' } }
    const off = { items: [{ ...item, amounts: [{ currency: 'SEK', amount: 10 }] }] }
    const made = await create(manager, 'KRONOR', { currencies: inKronor, ...off })
    expect((await manager.patch(path, { currencies })).status).toBe(200)

    const without = await read(manager, made.id)
    expect(without).toMatchObject({ version: 1, currencies: [], items: [{ amounts: [] }] })
    const same = (await manager.put(`/manage/campaigns/${made.id}`, without)).ok(ManagedCampaign)
    expect(same.version).toBe(1)
    const retired = (await manager.patch(`/manage/campaigns/${made.id}`, { state: 'retired' })).ok(
      ManagedCampaign,
    )
    expect(retired.state).toBe('retired')
    // It is as it was once the currency is back.
    expect((await manager.patch(path, { currencies: [...currencies, 'SEK'] })).status).toBe(200)
    expect(await read(manager, made.id)).toMatchObject({
      currencies: inKronor,
      items: [{ amounts: [{ currency: 'SEK', amount: 10 }] }],
    })
  })

  it('discounts a cart and its order as soon as it is written, and counts its use until the order is cancelled', async () => {
    const manager = await (await openShop()).as('admin')
    const placing = await manager.aCartReadyToPlace({ shipping: null, quantities: [1, 3] })
    const whole = await manager.readCart(placing.cartId)
    const made = await create(manager, 'autumn20')
    expect(made).toMatchObject({
      automatic: false,
      exclusive: false,
      state: 'active',
      uses: 0,
      codes: [{ code: 'AUTUMN20', uses: 0 }],
    })
    const given = await manager.post(`/carts/${placing.cartId}/promotion-codes/Autumn20`)
    expect(given.ok(PromotionCodesAnswer).promotionCodes).toStrictEqual([
      { code: 'AUTUMN20', campaignName: 'Sale autumn20', applied: true },
    ])
    const cart = await manager.readCart(placing.cartId)
    for (const [index, line] of cart.orderLines.entries()) {
      const before = whole.orderLines[index]?.price ?? 0
      expect(line.unitDiscount).toBeCloseTo(before * 0.2, 1)
      expect(line.discounts).toMatchObject([{ campaignItemName: '20% off', description: 'On everything.' }])
    }
    expect((await manager.post('/payments', placing)).status).toBe(200)
    const order = await manager.readOrder(placing.cartId)
    expect(order.discountTotal).toBe(cart.discountTotal)
    expect(order.discountTotal).toBeGreaterThan(0)
    expect(await read(manager, made.id)).toMatchObject({ uses: 1, codes: [{ uses: 1 }] })

    // Its items and code have been used: left out, they stay for what they discounted.
    const changed = await manager.patch(`/manage/campaigns/${made.id}`, {
      codes: [{ code: 'winter20' }],
      items: [{ target: 'order', rate: 0.5, names: { 'en-GB': 'Half' } }],
    })
    expect(changed.ok(ManagedCampaign).codes).toStrictEqual([{ code: 'WINTER20', uses: 0 }])
    expect(await read(manager, made.id)).toMatchObject({ uses: 1, items: [{ target: 'order', rate: 0.5 }] })
    const late = await manager.post(`/carts/${await manager.aCart()}/promotion-codes/AUTUMN20`)
    expect(late.refused('BadRequest')).toStrictEqual(['code: AUTUMN20 is no longer valid'])
    // It comes back as the one it was.
    const back = await manager.patch(`/manage/campaigns/${made.id}`, {
      codes: [{ code: 'WINTER20' }, { code: 'autumn20' }],
    })
    expect(back.ok(ManagedCampaign).codes).toStrictEqual([
      { code: 'AUTUMN20', uses: 1 },
      { code: 'WINTER20', uses: 0 },
    ])
    const cancelled = await manager.post(`/orders/${placing.cartId}/cancel`, { reason: 'changed their mind' })
    expect(cancelled.status).toBe(200)
    expect(await read(manager, made.id)).toMatchObject({ uses: 0 })
  })

  // A server finds the way by itself.
  it.skipIf(isOnPostgres)(
    'is read with its uses gone through once: codes are counted by what was given',
    async () => {
      const manager = await shop().as('admin')
      const { id } = await create(manager, 'COUNTED')
      const run = await statementsOf(async () => read(manager, id))
      const counts = run.filter((sql) => sql.includes('"order_discounts"'))
      const plans = counts.map(async (sql) => (await planOf(shop().dataDir, sql, ...anyParameters(sql))).text)
      const isByUses = (plan: string): boolean =>
        plan.includes('order_discounts_by_item (campaign_item_id=?)')
      expect((await Promise.all(plans)).map(isByUses).sort()).toStrictEqual([false, true])
    },
  )

  it('sent back as it is changes nothing, those of the demo too', async () => {
    const manager = await shop().as('admin')
    const { campaigns } = (await manager.get('/manage/campaigns')).ok(ManagedCampaigns)
    expect(campaigns.length).toBeGreaterThan(4)
    const made = await create(manager, 'WHOLE', {
      validFrom: '2026-12-01',
      validTo: '2026-12-24T18:00',
      priceGroupIds: [await manager.priceGroup()],
      items: [
        {
          target: 'lines',
          amounts: [{ currency: 'eur', amount: 1.005 }],
          names: { 'en-GB': 'One off' },
          catalogIds: [await manager.catalog('Knitwear')],
          skus: (await manager.products({ maxItems: 2 })).map(({ sku }) => sku),
        },
        { target: 'shipping', rate: 1, names: { 'en-GB': 'Free delivery' } },
      ],
    })
    expect(made).toMatchObject({
      // On the clock of the store, in Copenhagen.
      validFrom: '2026-11-30T23:00:00.000Z',
      validTo: '2026-12-24T17:00:00.000Z',
      items: [{ rate: null, amounts: [{ currency: 'EUR', amount: 1.01 }] }, { rate: 1 }],
    })
    for (const { id } of [made, ...campaigns]) {
      const whole = await read(manager, id)
      const put = await manager.put(`/manage/campaigns/${id}`, whole)
      expect(put.ok(ManagedCampaign)).toStrictEqual(whole)
      expect(put.headers.etag).toBe(`"${whole.version}"`)
    }
  })

  it('keeps what it is limited to when that is retired', async () => {
    const manager = await (await openShop()).as('admin')
    const { id: catalogId } = (await manager.post('/manage/catalogs', { names: { 'en-GB': 'Knits' } })).ok(
      ManagedCatalog,
    )
    const items = [{ target: 'lines', rate: 0.1, names: { 'en-GB': 'Knits' }, catalogIds: [catalogId] }]
    const made = await create(manager, 'KNITS', { items })
    const retired = await manager.delete(`/manage/catalogs/${catalogId}`)
    expect(retired.ok(RecordRemoved).retired).toBe(true)
    const put = await manager.put(`/manage/campaigns/${made.id}`, made)
    expect(put.ok(ManagedCampaign)).toStrictEqual(made)
    const another = await manager.post('/manage/campaigns', aCampaign('MORE KNITS', { items }))
    expect(another.faultyFields('BadRequest')).toStrictEqual(['items.0.catalogIds.0'])
  })

  it('runs only while it is active and its time has come, without a code where it is automatic', async () => {
    const manager = await (await openShop()).as('admin')
    const cartId = await manager.aCart()
    const lineId = await manager.addLine(cartId)
    const discount = async (): Promise<number> => {
      const { quantity = 1 } = (await manager.readCart(cartId)).orderLines[0] ?? {}
      await manager.patch(`/carts/${cartId}/lines/${lineId}`, { quantity: (quantity % 5) + 1 })
      return (await manager.readCart(cartId)).discountTotal
    }
    expect(await discount()).toBe(0)
    const { id } = await create(manager, 'X', { codes: [], state: 'draft' })
    const patch = async (body: object) =>
      (await manager.patch(`/manage/campaigns/${id}`, body)).ok(ManagedCampaign)
    expect(await discount()).toBe(0)
    await patch({ state: 'active', automatic: true })
    expect(await discount()).toBeGreaterThan(0)
    await patch({ validTo: '2020-01-01' })
    expect(await discount()).toBe(0)
    await patch({ validTo: null })
    expect(await discount()).toBeGreaterThan(0)
    const retired = await manager.delete(`/manage/campaigns/${id}`)
    expect(retired.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect(await discount()).toBe(0)
    const unused = await create(manager, 'UNUSED')
    const gone = await manager.delete(`/manage/campaigns/${unused.id}`)
    expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    expect((await manager.get(`/manage/campaigns/${unused.id}`)).status).toBe(404)
    const { events } = (await manager.get(`/manage/campaigns/${id}/events`)).ok(RecordEventsAnswer)
    expect(events.map(({ kind }) => kind)).toStrictEqual([
      'retired',
      'changed',
      'changed',
      'changed',
      'created',
    ])
  })

  it('has a history that tells of price groups and catalogs by their names', async () => {
    const manager = await shop().as('admin')
    const { id, items } = await create(manager, 'NAMED')
    const [season, base] = [await manager.priceGroup('Season, EUR'), await manager.priceGroup()]
    const catalogIds = [await manager.catalog('Knitwear')]
    const changed = await manager.patch(`/manage/campaigns/${id}`, {
      priceGroupIds: [season, base],
      items: items.map((item) => ({ ...item, catalogIds })),
    })
    changed.ok(ManagedCampaign)
    const [event] = (await manager.get(`/manage/campaigns/${id}/events`)).ok(RecordEventsAnswer).events
    expect(event?.changes).toStrictEqual([
      { field: 'priceGroupIds', from: null, to: 'Season, EUR; Shop price, EUR' },
      { field: 'items.1.catalogIds', from: null, to: 'Knitwear' },
    ])
  })

  it('has a history that tells of amounts where they have changed, in whatever order the store has its currencies', async () => {
    const manager = await (await openShop()).as('admin')
    const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    const path = `/manage/stores/${store?.id}`
    const codes = ['KWD', 'DKK', 'EUR']
    expect((await manager.patch(path, { currencies: codes })).status).toBe(200)
    const { id } = await create(manager, 'ORDER', {
      currencies: codes.map((currency) => ({ currency, minimum: 1 })),
      items: [
        {
          target: 'order',
          amounts: codes.map((currency) => ({ currency, amount: 0.5 })),
          names: { 'en-GB': 'Off' },
        },
      ],
    })
    const change = async (fields: object) => {
      ;(await manager.patch(`/manage/campaigns/${id}`, fields)).ok(ManagedCampaign)
      const { events } = (await manager.get(`/manage/campaigns/${id}/events`)).ok(RecordEventsAnswer)
      return events[0]?.changes
    }
    const names = { field: 'names.en-GB', from: 'Sale ORDER', to: 'Sale' }
    expect(await change({ names: { 'en-GB': 'Sale' } })).toStrictEqual([names])
    // What is in a currency that the store has given up is not told of, as it is not answered.
    expect((await manager.patch(path, { currencies: ['DKK', 'EUR'] })).status).toBe(200)
    const currencies = ['DKK', 'EUR'].map((currency) => ({ currency, minimum: 2 }))
    expect(await change({ currencies })).toStrictEqual([
      { field: 'currencies', from: '1.00 DKK, 1.00 EUR', to: '2.00 DKK, 2.00 EUR' },
    ])
  })

  it('is refused with every fault by its field, and nothing of it is stored', async () => {
    const manager = await shop().as('admin')
    const uptown = await shop().as('admin', 'uptown')
    await create(manager, 'TAKEN', { names: { 'en-GB': 'The first' } })
    const before = (await manager.get('/manage/campaigns')).text
    const refused = await manager.post('/manage/campaigns', {
      names: { 'fr-FR': 'Soldes' },
      validFrom: '2026-02-30',
      validTo: 'soon',
      currencies: [
        { currency: 'USD', minimum: 0 },
        { currency: 'EUR', minimum: 0 },
        { currency: 'eur', minimum: 5 },
      ],
      priceGroupIds: [await uptown.priceGroup()],
      codes: [{ code: 'taken' }, { code: 'new' }, { code: 'NEW ' }],
      items: [
        { target: 'lines', names: { 'en-GB': 'Nothing off' }, skus: ['no such sku'] },
        {
          id: UNKNOWN,
          target: 'order',
          rate: 0.1,
          amounts: [{ currency: 'DKK', amount: 1 }],
          names: {},
          catalogIds: [UNKNOWN],
        },
      ],
    })
    expect(refused.faultyFields('BadRequest').toSorted()).toStrictEqual([
      'codes.0.code',
      'codes.2.code',
      'currencies.0.currency',
      'currencies.2.currency',
      'items.0.rate',
      'items.0.skus.0',
      'items.1.amounts',
      'items.1.amounts.0.currency',
      'items.1.catalogIds',
      'items.1.catalogIds.0',
      'items.1.id',
      'items.1.names',
      'names.fr-FR',
      'priceGroupIds.0',
      'validFrom',
      'validTo',
    ])
    expect(refused.refused('BadRequest').join('\n')).toContain('TAKEN is a code of the campaign The first')
    for (const [wrong, field] of [
      [{ items: [] }, 'items'],
      [{ currencies: [] }, 'currencies'],
      [{ validFrom: '2026-12-02', validTo: '2026-12-01' }, 'validTo'],
      [{ codes: [{ code: ' ' }] }, 'codes.0.code'],
      [{ items: [{ target: 'lines', rate: 20, names: { 'en-GB': 'x' } }] }, 'items.0.rate'],
    ] as const) {
      const one = await manager.post('/manage/campaigns', aCampaign('FINE', wrong))
      expect(one.faultyFields('BadRequest')).toStrictEqual([field])
    }
    expect((await manager.get('/manage/campaigns')).text).toBe(before)
  })

  it('is found by a word of its name, by a code in any spelling, and by its state', async () => {
    const manager = await shop().as('admin')
    const { id } = await create(manager, 'FINDME', { names: { 'en-GB': 'Kelp week' }, state: 'draft' })
    const found = async (query: object) =>
      (await manager.get('/manage/campaigns', { ...query })).ok(ManagedCampaigns).campaigns
    expect((await found({ search: 'kelp' })).map((each) => each.id)).toStrictEqual([id])
    expect((await found({ search: 'findme' }))[0]).toMatchObject({ id, codeCount: 1 })
    expect((await found({ state: 'draft' })).map((each) => each.id)).toContain(id)
    // What has it for a code hides nothing that has it in its name.
    const other = await create(manager, 'KELP', { names: { 'en-GB': 'Seaweed' }, state: 'retired' })
    expect((await found({ search: 'kelp' })).map((each) => each.id)).toStrictEqual([id, other.id])
    expect((await found({ search: 'kelp', state: 'draft' })).map((each) => each.id)).toStrictEqual([id])
    // Nobody has heard of its code yet.
    const given = await manager.post(`/carts/${await manager.aCart()}/promotion-codes/FINDME`)
    expect(given.status).toBe(404)
  })
})

describe('the preview of a campaign', () => {
  it('says of a cart what it costs without and with the campaign, as placing it then does, and writes nothing', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const cartId = await manager.aCart()
    await manager.addLine(cartId, undefined, { quantity: 3 })
    const before = await manager.readCart(cartId)
    const body = { cartId, campaign: aCampaign('TRY', { codes: [{ code: 'TRY' }] }) }
    const preview = (await manager.post('/manage/campaigns/preview', body)).ok(CampaignPreview)
    expect(preview.before).toMatchObject({ orderTotal: before.orderTotal, discounts: [] })
    expect(preview.after.discounts).toMatchObject([
      { campaignName: 'Sale TRY', campaignItemName: '20% off', target: 'lines', lineIndex: 0 },
    ])
    expect(preview.notes.map(({ kind }) => kind)).toStrictEqual(['code'])
    expect((await manager.readCart(cartId)).orderTotal).toBe(before.orderTotal)
    expect(
      (await manager.get('/manage/campaigns', { search: 'TRY' })).ok(ManagedCampaigns).campaigns,
    ).toEqual([])

    const made = await create(manager, 'TRY')
    await manager.post(`/carts/${cartId}/promotion-codes/TRY`)
    const after = await manager.readCart(cartId)
    expect(preview.after).toMatchObject({
      orderTotal: after.orderTotal,
      discountTotal: after.discountTotal,
      tax: after.tax,
    })
    // Of one that there is, the draft takes the place.
    const again = await manager.post('/manage/campaigns/preview', {
      cartId,
      campaignId: made.id,
      campaign: { ...made, items: [{ ...made.items[0], rate: 0.5 }] },
    })
    const { after: half, before: without } = again.ok(CampaignPreview)
    expect(without.orderTotal).toBe(before.orderTotal)
    expect(half.discountTotal).toBeGreaterThan(after.discountTotal)
  })

  it('takes goods in the place of a cart, and says why a campaign takes nothing off', async () => {
    const manager = await shop().as('admin')
    const [product] = await manager.products({ maxItems: 1 })
    const sample = {
      lines: [{ sku: product?.sku, variantSku: product?.variantSku, quantity: 2 }],
      priceGroupId: await manager.priceGroup(),
    }
    const preview = async (fields: object, more: object = {}) => {
      const body = { ...sample, ...more, campaign: aCampaign('WHY', { automatic: true, ...fields }) }
      return (await manager.post('/manage/campaigns/preview', body)).ok(CampaignPreview)
    }
    const notes = async (fields: object, more?: object) => (await preview(fields, more)).notes
    expect((await preview({})).after.discounts).toHaveLength(1)
    expect(await notes({})).toStrictEqual([])
    expect(await notes({ state: 'draft' })).toMatchObject([{ kind: 'draft' }])
    expect(await notes({ validTo: '2020-01-01' })).toMatchObject([{ kind: 'over' }])
    expect(await notes({ validFrom: '2090-01-01' })).toMatchObject([{ kind: 'notBegun' }])
    const [minimum] = await notes({ currencies: [{ currency: 'EUR', minimum: 100_000 }] })
    expect(minimum).toMatchObject({ kind: 'minimum', needed: 100_000 })
    expect(minimum?.goods).toBeCloseTo((await preview({})).before.orderTotal)
    expect(await notes({ currencies: [{ currency: 'DKK', minimum: 0 }] })).toMatchObject([
      { kind: 'currency' },
    ])
    expect(await notes({ priceGroupIds: [await manager.priceGroup('Trade, EUR')] })).toMatchObject([
      { kind: 'priceGroups' },
    ])
    const free = { items: [{ target: 'shipping', rate: 1, names: { 'en-GB': 'Free delivery' } }] }
    expect(await notes(free)).toMatchObject([{ kind: 'shipment' }])
    const sent = {
      shippingMethodId: await manager.shippingMethod('Home delivery'),
      countryId: await manager.country(),
    }
    expect(await notes(free, sent)).toStrictEqual([])
    expect((await preview(free, sent)).after).toMatchObject({ shippingTotal: 0 })
    const others = { target: 'lines', rate: 1, names: { 'en-GB': 'x' }, skus: [] as string[] }
    const [, other] = (await manager.products({ maxItems: 50 })).filter(({ sku }) => sku !== product?.sku)
    others.skus = [other?.sku ?? '']
    expect(await notes({ items: [others] })).toMatchObject([{ kind: 'goods' }])

    const refused = await manager.post('/manage/campaigns/preview', {
      lines: [{ sku: 'no such thing' }],
      priceGroupId: await manager.priceGroup(),
      campaign: aCampaign('WHY'),
    })
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['lines.0.sku'])
    const empty = { ...sample, campaign: aCampaign('WHY', { items: [] }) }
    const draft = await manager.post('/manage/campaigns/preview', empty)
    expect(draft.faultyFields('BadRequest')).toStrictEqual(['campaign.items'])
    // As where it is saved: by its code the console says it in the clerk's language.
    const coded = await manager.post('/manage/campaigns/preview', empty, {
      headers: { prefer: 'fault-codes' },
    })
    expect(coded.body).toMatchObject({ errors: [{ code: 'field.empty-list' }] })
    const clerk = await shop().as('staff')
    ;(await clerk.post('/manage/campaigns/preview', {})).refused('Forbidden')
  })
})
