import { describe, expect, it } from 'vitest'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { EvaluationAnswer, PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import {
  CriteriaKindsAnswer,
  ManagedPriceGroup,
  ManagedPriceGroupsAnswer,
} from '../../../core/price-groups/manage/price-group.schema.ts'
import { idAt } from '../../../core/kernel/ids.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { ManagedStore } from '../../../core/store-settings/store-settings.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import { ManagedTaxRate } from '../../../core/tax-rates/tax-rate.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { planOf, runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'

const shop = sharedShop()

const create = async (manager: Clerk, fields: object = {}): Promise<ManagedPriceGroup> =>
  (await manager.post('/manage/price-groups', { names: { 'en-GB': 'Own' }, currency: 'EUR', ...fields })).ok(
    ManagedPriceGroup,
  )

const read = async (clerk: Clerk, id: string): Promise<ManagedPriceGroup> =>
  (await clerk.get(`/manage/price-groups/${id}`)).ok(ManagedPriceGroup)

const offered = async (clerk: Clerk, filters: Record<string, string> = {}): Promise<string[]> =>
  (await clerk.get('/price-groups', { cultureCode: 'en-GB', currency: 'EUR', ...filters }))
    .ok(PriceGroupsAnswer)
    .priceGroups.map(({ id }) => id)

describe('a price group of the shop’s own', () => {
  it('derives from another, sells what that sells, and is offered to whom its criteria say', async () => {
    const manager = await shop().as('admin')
    const basePriceGroupId = await manager.priceGroup()
    const criteria = [{ kind: 'property', parameters: { value: ['gold', 'black'], key: ['card'] } }]
    const made = await create(manager, { basePriceGroupId, priority: 900, taxRate: 0.1, criteria })
    expect(made).toStrictEqual({
      id: made.id,
      version: 1,
      names: { 'en-GB': 'Own' },
      currency: 'EUR',
      basePriceGroupId,
      priority: 900,
      taxRate: 0.1,
      taxRateId: null,
      criteria: [{ kind: 'property', parameters: { key: ['card'], value: ['black', 'gold'] } }],
      state: 'active',
    })
    expect(await offered(manager)).toContain(made.id)
    expect(await offered(manager, { 'filters-card': 'gold' })).toContain(made.id)
    expect(await offered(manager, { 'filters-card': 'green' })).not.toContain(made.id)
    const cartId = await manager.aCart()
    const [goods] = await manager.products()
    await manager.addLine(cartId, goods)
    const moved = await manager.patch(`/carts/${cartId}`, {
      priceGroupId: made.id,
      priceGroupReason: 'he showed the card',
    })
    expect(moved.status).toBe(200)
    const [line] = (await manager.readCart(cartId)).orderLines
    expect(line?.tax).toBeCloseTo((line?.price ?? 0) * 0.1, 2)
  })

  it('sent back as it is changes nothing, those of the demo neither, with every kind of criterion', async () => {
    const manager = await shop().as('admin')
    const { priceGroups } = (await manager.get('/manage/price-groups')).ok(ManagedPriceGroupsAnswer)
    const { criteriaKinds } = (await manager.get('/manage/price-groups/criteria-kinds')).ok(
      CriteriaKindsAnswer,
    )
    const used = new Set(priceGroups.flatMap(({ criteria }) => criteria.map(({ kind }) => kind)))
    const told = 'the demo shop has a price group with each kind: core/demo/harbour/price-groups.ts'
    expect([...used].sort(), told).toStrictEqual(criteriaKinds.map(({ kind }) => kind).sort())
    const priorities = priceGroups.map(({ priority }) => priority)
    expect(priorities).toStrictEqual([...priorities].sort((a, b) => b - a))
    for (const group of priceGroups) {
      const answer = await manager.put(`/manage/price-groups/${group.id}`, group)
      expect(answer.ok(ManagedPriceGroup)).toStrictEqual(group)
      expect(answer.headers.etag).toBe(`"${group.version}"`)
    }
  })

  it('is changed in part, and its history says who gets it in words', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const made = await create(manager)
    const path = `/manage/price-groups/${made.id}`
    const base = await manager.priceGroup()
    const window = { weekday: ['6', '7'], startTime: ['09:00'], endTime: ['12:00'] }
    const changed = await manager.patch(path, {
      basePriceGroupId: base.toUpperCase(),
      criteria: [{ kind: 'timeWindow', parameters: window }],
    })
    expect(changed.ok(ManagedPriceGroup)).toMatchObject({ version: 2, basePriceGroupId: base })
    expect((await manager.patch(path, { basePriceGroupId: null })).ok(ManagedPriceGroup)).toMatchObject({
      version: 3,
      basePriceGroupId: null,
    })
    const { events } = (await manager.get(`${path}/events`)).ok(RecordEventsAnswer)
    expect(events.map(({ changes }) => changes)).toStrictEqual([
      [{ field: 'basePriceGroupId', from: 'Shop price, EUR', to: null }],
      [
        { field: 'basePriceGroupId', from: null, to: 'Shop price, EUR' },
        {
          field: 'criteria',
          from: null,
          to: 'The time is on Saturday or Sunday between 09:00 and 12:00',
        },
      ],
      [],
    ])
    const evaluation = await manager.get(`/price-groups/${made.id}/evaluation`)
    expect(evaluation.ok(EvaluationAnswer).criteria.map(({ kind }) => kind)).toStrictEqual(['timeWindow'])
  })

  it('has a tax rate with a name, and changes with it; a number takes that away', async () => {
    const manager = await shop().as('admin')
    const rate = (await manager.post('/manage/tax-rates', { names: { 'en-GB': 'Export' }, rate: 0.05 })).ok(
      ManagedTaxRate,
    )
    const made = await create(manager, { taxRateId: rate.id, basePriceGroupId: await manager.priceGroup() })
    expect(made).toMatchObject({ taxRate: 0.05, taxRateId: rate.id })
    await manager.patch(`/manage/tax-rates/${rate.id}`, { rate: 0.06 })
    expect(await read(manager, made.id)).toMatchObject({ taxRate: 0.06, version: 1 })
    const query = { cultureCode: 'en-GB', priceGroupId: made.id, maxItems: 1 }
    const { products } = (await manager.get('/products', query)).body as { products: { taxRate: number }[] }
    expect(products[0]?.taxRate).toBe(0.06)
    const patch = async (body: object) =>
      (await manager.patch(`/manage/price-groups/${made.id}`, body)).ok(ManagedPriceGroup)
    expect(await patch({ taxRate: 0.06 })).toMatchObject({ version: 1, taxRateId: rate.id })
    expect(await patch({ taxRate: 0.25 })).toMatchObject({ version: 2, taxRate: 0.25, taxRateId: null })
    expect(await patch({ taxRate: null })).toMatchObject({ version: 3, taxRate: null })
  })

  it('derives from no circle, at most ten deep, and in the currency of its base', async () => {
    const manager = await shop().as('admin')
    const chain = [await create(manager)]
    for (let depth = 1; depth <= 10; depth++) {
      chain.push(await create(manager, { basePriceGroupId: chain.at(-1)?.id }))
    }
    const [first, second] = chain
    const body = { names: { 'en-GB': 'Deep' }, currency: 'EUR', basePriceGroupId: chain.at(-1)?.id }
    const tooDeep = await manager.post('/manage/price-groups', body)
    expect(tooDeep.faultyFields('BadRequest')).toStrictEqual(['basePriceGroupId'])
    const patch = async (id: string | undefined, fields: object) =>
      manager.patch(`/manage/price-groups/${id}`, fields)
    const other = await create(manager)
    const pushed = await patch(first?.id, { basePriceGroupId: other.id })
    expect(pushed.faultyFields('BadRequest')).toStrictEqual(['basePriceGroupId'])
    const circle = await patch(first?.id, { basePriceGroupId: chain[5]?.id })
    expect(circle.refused('BadRequest')[0]).toBe('basePriceGroupId: derives from this group itself')
    const itself = await patch(first?.id, { basePriceGroupId: first?.id })
    expect(itself.faultyFields('BadRequest')).toStrictEqual(['basePriceGroupId'])
    const currency = await patch(second?.id, { currency: 'DKK' })
    expect(currency.faultyFields('BadRequest')).toStrictEqual(['currency', 'currency'])
    expect((await patch(other.id, { currency: 'dkk' })).ok(ManagedPriceGroup).currency).toBe('DKK')
    const foreign = await patch(other.id, { basePriceGroupId: first?.id })
    expect(foreign.faultyFields('BadRequest')).toStrictEqual(['currency'])
    const shopPrice = await patch(await manager.priceGroup(), { currency: 'DKK' })
    expect(shopPrice.faultyFields('BadRequest')).toStrictEqual(['currency'])
  })

  it('two that are made to derive from each other at the same moment do not', async () => {
    const manager = await shop().as('admin')
    const [one, other] = [await create(manager), await create(manager)]
    const answers = await Promise.all([
      manager.patch(`/manage/price-groups/${one.id}`, { basePriceGroupId: other.id }),
      manager.patch(`/manage/price-groups/${other.id}`, { basePriceGroupId: one.id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 400])
  })

  it('has its times on the clock of the store, with or without seconds, and not on that of the machine', async () => {
    const manager = await shop().as('admin')
    const times = async (from: string, to: string) => {
      const criteria = [{ kind: 'timeWindow', parameters: { from: [from], to: [to] } }]
      return (await create(manager, { criteria })).criteria[0]?.parameters
    }
    const kept = { from: ['2026-07-20T15:30:00.000Z'], to: ['2026-12-20T16:30:05.500Z'] }
    expect(await times('2026-07-20T17:30', '2026-12-20T17:30:05.5')).toStrictEqual(kept)
    expect(await times('2026-07-20T17:30:00', '2026-12-20T17:30:05.500')).toStrictEqual(kept)
  })

  it.each(['2026-02-30T10:00', '2026-02-30T10:00:00', '2026-02-30T10:00Z', '2026-13-01T10:00:00'])(
    'of a day that there is not is refused: %s',
    async (from) => {
      const manager = await shop().as('admin')
      const answer = await manager.post('/manage/price-groups', {
        names: { 'en-GB': 'Own' },
        currency: 'EUR',
        criteria: [{ kind: 'timeWindow', parameters: { from: [from] } }],
      })
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['criteria.0.parameters.from'])
    },
  )

  it('is refused with every fault by its field', async () => {
    const manager = await shop().as('admin')
    const uptown = await shop().as('admin', 'uptown')
    const nobody = '0199a0b0-0000-7000-8000-00000000ffff'
    const body = {
      names: { 'fr-FR': 'Prix' },
      currency: 'USD',
      basePriceGroupId: await uptown.priceGroup(),
      taxRateId: nobody,
      criteria: [
        { kind: 'moon', parameters: {} },
        { kind: 'property', parameters: { key: [], other: ['x'] } },
        { kind: 'customerGroup', parameters: { customerGroup: [nobody] } },
        { kind: 'timeWindow', parameters: { startTime: ['25:00'] } },
        { kind: 'timeWindow', parameters: { from: ['2026-12-24T00:00Z'], to: ['2026-12-01T00:00Z'] } },
        { kind: 'timeWindow', parameters: {} },
      ],
    }
    const texts = (await manager.post('/manage/price-groups', body)).refused('BadRequest')
    const expected = [
      'names.fr-FR: must be a culture',
      'currency: must be a currency of the store',
      'basePriceGroupId: there is no such price group',
      'taxRateId: there is no such tax rate',
      'criteria.0.kind: must be one of ',
      'criteria.1.parameters.other: is no parameter of property',
      'criteria.1.parameters.key: is missing',
      'criteria.1.parameters.value: is missing',
      'criteria.2.parameters.customerGroup.0: there is no such customer group',
      'criteria.3.parameters.startTime.0: ',
      'criteria.4.parameters.to: must be later',
      'criteria.5.parameters: must say',
    ]
    for (const text of expected) {
      expect(
        texts.some((told) => told.startsWith(text)),
        `${text} in ${texts.join('\n')}`,
      ).toBe(true)
    }
    expect(texts, texts.join('\n')).toHaveLength(expected.length)
  })

  it('is retired where a group that is retired derives from it', async () => {
    const manager = await shop().as('admin')
    const base = await create(manager)
    const derived = await create(manager, { basePriceGroupId: base.id })
    await manager.patch(`/manage/price-groups/${derived.id}`, { state: 'retired' })
    const removed = await manager.delete(`/manage/price-groups/${base.id}`)
    expect(removed.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect((await read(manager, derived.id)).basePriceGroupId).toBe(base.id)
  })

  it('that is retired sells nothing more, and is named to whoever asks for it', async () => {
    const manager = await shop().as('admin')
    const base = await create(manager, { basePriceGroupId: await manager.priceGroup() })
    const cartId = await manager.aCart()
    await manager.patch(`/manage/price-groups/${base.id}`, { state: 'retired' })
    const [goods] = await manager.products()
    const line = { sku: goods?.sku, variantSku: goods?.variantSku, catalogId: goods?.catalogId, quantity: 1 }
    const refused = await manager.post(`/carts/${cartId}/lines`, {
      ...line,
      priceGroupId: base.id,
      cultureCode: 'en-GB',
    })
    expect(refused.refused('BadRequest')).toStrictEqual([
      `priceGroupId: ${base.names['en-GB']} is offered no more: choose another price group`,
    ])
  })

  it('stays where another derives from it, which is called by its name in the language of the store', async () => {
    const manager = await shop().as('admin')
    const base = await create(manager)
    const names = { 'da-DK': 'Tyskland', 'de-DE': 'Deutschland', 'en-GB': 'Germany' }
    const derived = await create(manager, { basePriceGroupId: base.id, names })
    const gone = await manager.delete(`/manage/price-groups/${base.id}`)
    const retired = await manager.patch(`/manage/price-groups/${base.id}`, { state: 'retired' })
    expect(gone.refused('Conflict')[0]).toContain('such as Germany;')
    expect(retired.refused('BadRequest')[0]).toContain('such as Germany;')
    const { 'en-GB': _, ...others } = names
    await manager.put(`/manage/price-groups/${derived.id}`, {
      ...(await read(manager, derived.id)),
      names: others,
    })
    expect((await manager.delete(`/manage/price-groups/${base.id}`)).refused('Conflict')[0]).toMatch(
      /such as (Tyskland|Deutschland);/,
    )
  })

  it('that is retired stays so where the one that it derives from is retired', async () => {
    const manager = await shop().as('admin')
    const base = await create(manager)
    const derived = await create(manager, { basePriceGroupId: base.id })
    for (const { id } of [derived, base])
      (await manager.patch(`/manage/price-groups/${id}`, { state: 'retired' })).ok(ManagedPriceGroup)
    const back = await manager.patch(`/manage/price-groups/${derived.id}`, { state: 'active' })
    expect(back.refused('BadRequest')).toStrictEqual(['basePriceGroupId: is retired'])
    for (const { id } of [base, derived])
      (await manager.patch(`/manage/price-groups/${id}`, { state: 'active' })).ok(ManagedPriceGroup)
    expect(await offered(manager)).toContain(derived.id)
  })

  it('that is retired stays so where the store takes its currency no more', async () => {
    const manager = await shop().as('admin', 'uptown')
    const { currencies, id: storeId } = (await manager.get('/store')).ok(Store)
    const codes = currencies.map(({ isoCode }) => isoCode)
    const take = async (taken: readonly string[]) =>
      (await manager.patch(`/manage/stores/${storeId}`, { currencies: taken })).ok(ManagedStore)
    await take([...codes, 'CHF'])
    const made = await create(manager, { names: { 'en-US': 'Own' }, currency: 'CHF' })
    ;(await manager.patch(`/manage/price-groups/${made.id}`, { state: 'retired' })).ok(ManagedPriceGroup)
    await take(codes)
    const back = await manager.patch(`/manage/price-groups/${made.id}`, { state: 'active' })
    expect(back.faultyFields('BadRequest')).toStrictEqual(['currency'])
    const renamed = await manager.patch(`/manage/price-groups/${made.id}`, { names: { 'en-US': 'Francs' } })
    expect(renamed.ok(ManagedPriceGroup)).toMatchObject({ state: 'retired', currency: 'CHF' })
  })

  it('goes without a look at all carts for those that somebody chose it for', async () => {
    const manager = await shop().as('admin')
    const { id } = await create(manager)
    const run = await statementsOf(async () => {
      const gone = await manager.delete(`/manage/price-groups/${id}`)
      expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    })
    const looks = run.filter((sql) => sql.includes('"reasoned_price_group_id"'))
    expect(looks).toHaveLength(1)
    // The database asks the same itself before a group goes.
    for (const sql of [...looks, "select 1 from carts where reasoned_price_group_id = 'group'"]) {
      const { text } = await planOf(shop().dataDir, sql, ...anyParameters(sql))
      expect(text, sql).toContain('carts_by_reasoned_price_group')
    }
  })

  it('is deleted where nothing was sold in it, otherwise retired: what is sold keeps its prices', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const unused = await create(manager)
    const gone = await manager.delete(`/manage/price-groups/${unused.id}`)
    expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    expect((await manager.get(`/manage/price-groups/${unused.id}`)).status).toBe(404)

    const shopPrice = await manager.priceGroup()
    const refused = await manager.delete(`/manage/price-groups/${shopPrice}`)
    expect(refused.refused('Conflict')[0]).toContain('others derive from it')
    const stays = await manager.patch(`/manage/price-groups/${shopPrice}`, { state: 'retired' })
    expect(stays.faultyFields('BadRequest')).toStrictEqual(['state'])

    const made = await create(manager, { basePriceGroupId: shopPrice, priority: 950 })
    const cartId = await manager.aCart()
    const [goods] = await manager.products()
    if (!goods) throw new Error('The shop sells nothing.')
    const line = { ...(await manager.lineOf(goods)), priceGroupId: made.id }
    expect((await manager.post(`/carts/${cartId}/lines`, line)).status).toBe(200)
    // The clock of the desk that sold it may have been behind that of the one that made the group.
    const early = idAt(0, new Uint8Array(16))
    await runElsewhere(own.dataDir, `update cart_lines set id = '${early}' where cart_id = '${cartId}'`)
    const retired = await manager.delete(`/manage/price-groups/${made.id}`)
    expect(retired.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect(await offered(manager)).not.toContain(made.id)
    const again = await manager.post(`/carts/${cartId}/lines`, line)
    expect(again.faultyFields('BadRequest')).toStrictEqual(['priceGroupId'])
    const before = await manager.readCart(cartId)
    expect(before.orderLines).toHaveLength(1)
    await manager.setBilling(cartId)
    const placing = {
      cartId,
      paymentMethodId: await manager.paymentMethod(),
      priceGroupId: made.id,
      cultureCode: 'en-GB',
    }
    expect((await manager.post('/payments', placing)).status).toBe(200)
    expect((await manager.readOrder(cartId)).orderTotal).toBe(before.orderTotal)
    const back = await manager.patch(`/manage/price-groups/${made.id}`, { state: 'active' })
    expect(back.ok(ManagedPriceGroup)).toMatchObject({ state: 'active', version: 3 })
    expect(await offered(manager)).toContain(made.id)
  })

  it('is written by one of two managers who have seen the same, and never by a clerk or another shop', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager)
    const path = `/manage/price-groups/${made.id}`
    const seen = { headers: { 'if-match': '"1"' } }
    const answers = await Promise.all([
      manager.patch(path, { priority: 1 }, seen),
      (await shop().as('admin')).patch(path, { priority: 2 }, seen),
    ])
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.refused('Conflict')[0]).toMatch(
      /^The price group has been changed in the meantime by .+: priority\./,
    )
    const clerk = await shop().as('staff')
    expect((await clerk.get(path)).status).toBe(200)
    for (const refused of [
      await clerk.post('/manage/price-groups', {}),
      await clerk.put(path, {}),
      await clerk.patch(path, {}),
      await clerk.delete(path),
    ]) {
      refused.refused('Forbidden')
    }
    expect((await (await shop().as('admin', 'uptown')).get(path)).status).toBe(404)
  })
})
