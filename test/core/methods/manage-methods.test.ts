import { describe, expect, it } from 'vitest'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import {
  ManagedPaymentMethod,
  ManagedPaymentMethods,
} from '../../../core/payment-methods/manage/payment-method.schema.ts'
import { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import {
  ManagedShippingMethod,
  ManagedShippingMethods,
} from '../../../core/shipping-methods/manage/shipping-method.schema.ts'
import { ShippingMethodsAnswer } from '../../../core/shipping-methods/shipping-method.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

const delivery = async (manager: Clerk, fields: object = {}) => ({
  names: { 'en-GB': 'Cargo bike', 'da-DK': 'Ladcykel' },
  descriptions: { 'en-GB': 'Within the hour.' },
  prices: [{ priceGroupId: await manager.priceGroup(), amount: 4 }],
  taxRate: 0.25,
  countries: ['dk', 'SE'],
  paymentMethodIds: [await manager.paymentMethod()],
  ...fields,
})

const createDelivery = async (manager: Clerk, fields?: object): Promise<ManagedShippingMethod> =>
  (await manager.post('/manage/shipping-methods', await delivery(manager, fields))).ok(ManagedShippingMethod)

const payment = async (manager: Clerk, fields: object = {}) => ({
  names: { 'en-GB': 'Store credit' },
  fees: [{ priceGroupId: await manager.priceGroup(), amount: 1.5 }],
  feePercent: 0.0175,
  countries: ['DK'],
  ...fields,
})

const createPayment = async (manager: Clerk, fields?: object): Promise<ManagedPaymentMethod> =>
  (await manager.post('/manage/payment-methods', await payment(manager, fields))).ok(ManagedPaymentMethod)

const offeredDeliveries = async (clerk: Clerk, country = 'Denmark', priceGroup?: string) => {
  const query = {
    cultureCode: 'en-GB',
    countryId: await clerk.country(country),
    priceGroupId: await clerk.priceGroup(priceGroup),
  }
  return (await clerk.get('/shipping-methods', query)).ok(ShippingMethodsAnswer).shippingMethods
}

const offeredPayments = async (clerk: Clerk) => {
  const query = {
    cultureCode: 'en-GB',
    countryId: await clerk.country(),
    priceGroupId: await clerk.priceGroup(),
  }
  return (await clerk.get('/payment-methods', query)).ok(PaymentMethodsAnswer).paymentMethods
}

describe('a shipping method of the shop’s own', () => {
  it('is offered at once where it serves, at the price of the group or of its base, and no more where it does not', async () => {
    const manager = await (await openShop()).as('admin')
    // What is asked for before is kept, and must be forgotten.
    await offeredDeliveries(manager)
    await offeredDeliveries(manager, 'Norway')
    const made = await createDelivery(manager)
    expect(made).toMatchObject({
      version: 1,
      name: 'Cargo bike',
      countries: ['DK', 'SE'],
      delivers: true,
      taxRate: 0.25,
      state: 'active',
      imageUrl: null,
      defaultPaymentMethodId: null,
    })
    expect(made.prices).toMatchObject([{ currency: 'EUR', amount: 4 }])
    const season = await manager.priceGroup('Season, EUR')
    expect(made.inheritedPrices).toContainEqual({
      priceGroupId: season,
      currency: 'EUR',
      amount: 4,
      inheritedFrom: await manager.priceGroup(),
    })
    const last = (await offeredDeliveries(manager)).at(-1)
    expect(last).toMatchObject({
      id: made.id,
      name: 'Cargo bike',
      description: 'Within the hour.',
      price: { amount: 4 },
      priceWithTax: { amount: 5 },
    })
    expect((await offeredDeliveries(manager, 'Norway')).map(({ id }) => id)).not.toContain(made.id)
    const danish = (await offeredDeliveries(manager, 'Denmark', 'Shop price, DKK')).map(({ id }) => id)
    expect(danish).not.toContain(made.id)

    const changed = await manager.patch(`/manage/shipping-methods/${made.id}`, {
      countries: ['NO'],
      position: 0,
      prices: [...made.prices, { priceGroupId: season, amount: 2.999 }],
    })
    expect(
      changed
        .ok(ManagedShippingMethod)
        .prices.map(({ amount }) => amount)
        .sort(),
    ).toStrictEqual([3, 4])
    expect((await offeredDeliveries(manager)).map(({ id }) => id)).not.toContain(made.id)
    const inNorway = await offeredDeliveries(manager, 'Norway', 'Season, EUR')
    expect(inNorway.find(({ id }) => id === made.id)?.price).toStrictEqual({ amount: 3, currency: 'EUR' })
  })

  it('is made behind one at the last place there is, and is sent back as it is', async () => {
    const manager = await (await openShop()).as('admin')
    const { id } = await createDelivery(manager)
    expect((await manager.patch(`/manage/shipping-methods/${id}`, { position: 1_000_000 })).status).toBe(200)
    const made = await createDelivery(manager)
    const put = await manager.put(`/manage/shipping-methods/${made.id}`, made)
    expect(put.ok(ManagedShippingMethod)).toStrictEqual(made)
  })

  it('sent back as it is changes nothing, those of the demo too', async () => {
    const manager = await shop().as('admin')
    const { shippingMethods } = (await manager.get('/manage/shipping-methods')).ok(ManagedShippingMethods)
    const { paymentMethods } = (await manager.get('/manage/payment-methods')).ok(ManagedPaymentMethods)
    expect(shippingMethods.length).toBeGreaterThan(4)
    for (const method of shippingMethods) {
      const put = await manager.put(`/manage/shipping-methods/${method.id}`, method)
      expect(put.ok(ManagedShippingMethod)).toStrictEqual(method)
      expect(put.headers.etag).toBe(`"${method.version}"`)
    }
    for (const method of paymentMethods) {
      const put = await manager.put(`/manage/payment-methods/${method.id}`, method)
      expect(put.ok(ManagedPaymentMethod)).toStrictEqual(method)
    }
  })

  it('is written only on the version that was seen, and the second hears who has changed what', async () => {
    const manager = await shop().as('admin')
    const { id } = await createDelivery(manager)
    const path = `/manage/shipping-methods/${id}`
    const seen = { headers: { 'if-match': '"1"' } }
    expect((await manager.patch(path, { names: { 'da-dk': null } }, seen)).headers.etag).toBe('"2"')
    const second = await manager.patch(path, { taxRate: 0 }, seen)
    expect(second.refused('Conflict')[0]).toMatch(/changed in the meantime by .*: names\.da-DK\./)
    expect(second.headers.etag).toBe('"2"')
    expect((await manager.delete(path, seen)).status).toBe(409)
    const { events } = (await manager.get(`${path}/events`)).ok(RecordEventsAnswer)
    expect(events.map(({ kind, changes }) => [kind, changes])).toStrictEqual([
      ['changed', [{ field: 'names.da-DK', from: 'Ladcykel', to: null }]],
      ['created', []],
    ])
    const both = await Promise.all(
      [{ taxRate: 0.1 }, { taxRate: 0.2 }].map(async (body) =>
        manager.patch(path, body, { headers: { 'if-match': '"2"' } }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toStrictEqual([200, 409])
  })

  it('has a history that tells of payment methods by their names', async () => {
    const manager = await shop().as('admin')
    const { id, paymentMethodIds } = await createDelivery(manager)
    const credit = await createPayment(manager, { name: 'Credit' })
    const changed = await manager.patch(`/manage/shipping-methods/${id}`, {
      paymentMethodIds: [...paymentMethodIds, credit.id],
      defaultPaymentMethodId: credit.id,
    })
    changed.ok(ManagedShippingMethod)
    const [event] = (await manager.get(`/manage/shipping-methods/${id}/events`)).ok(RecordEventsAnswer).events
    expect(event?.changes).toStrictEqual([
      { field: 'paymentMethodIds', from: 'Cash', to: 'Cash, Credit' },
      { field: 'defaultPaymentMethodId', from: null, to: 'Credit' },
    ])
  })

  it('is refused with every fault by its field, and nothing of it is stored', async () => {
    const manager = await shop().as('admin')
    const uptown = await shop().as('admin', 'uptown')
    const before = (await manager.get('/manage/shipping-methods')).text
    const group = await manager.priceGroup()
    const faulty = {
      names: { 'fr-FR': 'Vélo', 'no culture': 'x' },
      descriptions: { 'en-GB': 'Without a name.' },
      imageUrl: 'javascript:alert(1)',
      countries: ['DK', 'ZZ'],
      prices: [
        { priceGroupId: await uptown.priceGroup(), amount: 1 },
        { priceGroupId: group, amount: 1 },
        { priceGroupId: group, amount: 2 },
      ],
      paymentMethodIds: [UNKNOWN],
      defaultPaymentMethodId: await manager.paymentMethod(),
    }
    const fields = (await manager.post('/manage/shipping-methods', faulty)).faultyFields('BadRequest')
    expect(fields.toSorted()).toStrictEqual([
      'countries.1',
      'defaultPaymentMethodId',
      'descriptions.en-GB',
      'imageUrl',
      'names.fr-FR',
      expect.stringMatching(/^names\.no culture/),
      'paymentMethodIds.0',
      'prices.0.priceGroupId',
      'prices.2.priceGroupId',
    ])
    for (const [wrong, field] of [
      [{ names: {}, descriptions: {} }, 'names'],
      [{ names: undefined }, 'names'],
      [{ taxRate: 1.5 }, 'taxRate'],
      [{ prices: [{ priceGroupId: group, amount: -1 }] }, 'prices.0.amount'],
      [{ countries: ['Denmark'] }, 'countries.0'],
      [{ state: 'draft' }, 'state'],
      [{ delivers: 'yes' }, 'delivers'],
    ] as const) {
      const refused = await manager.post('/manage/shipping-methods', await delivery(manager, wrong))
      expect(refused.faultyFields('BadRequest')).toStrictEqual([field])
    }
    expect((await manager.get('/manage/shipping-methods')).text).toBe(before)
  })

  it('is deleted where nobody has used it; once used it is retired, and not valid at placing any more', async () => {
    const manager = await (await openShop()).as('admin')
    const unused = await createDelivery(manager)
    const gone = await manager.delete(`/manage/shipping-methods/${unused.id}`)
    expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    expect((await manager.get(`/manage/shipping-methods/${unused.id}`)).status).toBe(404)

    const { order } = await manager.anOrder({ shipping: 'Home delivery' })
    const placing = await manager.aCartReadyToPlace({ shipping: 'Home delivery' })
    const home = await manager.shippingMethod('Home delivery')
    const retired = await manager.delete(`/manage/shipping-methods/${home}`)
    expect(retired.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect((await offeredDeliveries(manager)).map(({ id }) => id)).not.toContain(home)

    const refused = await manager.post('/payments', placing)
    expect(refused.refused('BadRequest')).toStrictEqual([
      'shippingMethodId: Home delivery is offered no more: choose another shipping method',
    ])
    const again = await manager.post(`/carts/${placing.cartId}/shipping`, {
      priceGroupId: await manager.priceGroup(),
      shippingMethodId: home,
      shippingAddress: await manager.anAddress(),
    })
    expect(again.refused('BadRequest')[0]).toMatch(/^shippingMethodId: Home delivery is offered no more/)
    // What was ordered with it stays as it was, and can still be paid another way.
    expect((await manager.readOrder(order.id)).shipments).toStrictEqual(order.shipments)
    const card = await manager.paymentMethod('Card terminal')
    expect(
      (
        await manager.post('/payments', {
          ...placing,
          cartId: order.id,
          paymentMethodId: card,
        })
      ).status,
    ).toBe(200)
    // Another one is chosen, or it is offered again.
    await manager.setShipping(placing.cartId, 'Express courier')
    expect((await manager.post('/payments', placing)).status).toBe(200)
    const later = await manager.aCartReadyToPlace({ shipping: 'Parcel locker' })
    await manager.patch(`/manage/shipping-methods/${home}`, { state: 'active' })
    await manager.setShipping(later.cartId, 'Home delivery')
    expect((await manager.post('/payments', later)).status).toBe(200)
  })

  it('is read by staff, written by who manages the shop, and not there for another store', async () => {
    const manager = await shop().as('admin')
    const { id } = await createDelivery(manager)
    const clerk = await shop().as('staff')
    for (const noun of ['shipping-methods', 'payment-methods', 'countries', 'campaigns']) {
      expect((await clerk.get(`/manage/${noun}`)).status).toBe(200)
      ;(await clerk.put(`/manage/${noun}/${id}`, {})).refused('Forbidden')
      ;(await clerk.patch(`/manage/${noun}/${id}`, {})).refused('Forbidden')
      ;(await clerk.delete(`/manage/${noun}/${id}`)).refused('Forbidden')
    }
    const uptown = await shop().as('admin', 'uptown')
    expect((await uptown.get(`/manage/shipping-methods/${id}`)).status).toBe(404)
    expect((await uptown.patch(`/manage/shipping-methods/${id}`, { taxRate: 0 })).status).toBe(404)
  })

  it('is found by its state and the words of its names', async () => {
    const manager = await (await openShop()).as('admin')
    await createDelivery(manager, { state: 'retired' })
    const names = async (query: object) =>
      (await manager.get('/manage/shipping-methods', { ...query }))
        .ok(ManagedShippingMethods)
        .shippingMethods.map(({ name }) => name)
    expect(await names({ search: 'ladcy' })).toStrictEqual(['Cargo bike'])
    expect(await names({ state: 'retired' })).toStrictEqual(['Cargo bike'])
    expect(await names({ state: 'active' })).not.toContain('Cargo bike')
    const first = (await manager.get('/manage/shipping-methods', { maxItems: 2 })).ok(ManagedShippingMethods)
    expect(first.shippingMethods).toHaveLength(2)
    const rest = await names({ maxItems: 1000, nextPagingToken: first.nextPagingToken })
    expect([...first.shippingMethods.map(({ name }) => name), ...rest]).toStrictEqual(await names({}))
  })
})

describe('a payment method of the shop’s own', () => {
  it('is offered and charged as it is written: fixed fee, share, addresses of its gateway, words for the checkout', async () => {
    const manager = await (await openShop()).as('admin')
    await offeredPayments(manager)
    const made = await createPayment(manager, {
      name: 'Credit',
      gatewayUrl: 'https://pay.example/start',
      returnUrl: 'https://shop.example/thanks',
      properties: [{ value: 'ask-number' }, { cultureCode: 'en-gb', value: 'Needs the card' }],
    })
    expect(made).toMatchObject({
      name: 'Credit',
      feePercent: 0.0175,
      sendsInvoice: false,
      takesCash: false,
      state: 'active',
    })
    expect(made.properties.map(({ cultureCode, value }) => [cultureCode, value])).toStrictEqual([
      [null, 'ask-number'],
      ['en-GB', 'Needs the card'],
    ])
    const offered = (await offeredPayments(manager)).find(({ id }) => id === made.id)
    expect(offered).toMatchObject({ name: 'Store credit', feePercent: 0.0175 })
    expect(offered?.fees).toContainEqual({ priceGroupId: await manager.priceGroup(), amount: 1.5 })

    const placing = await manager.aCartReadyToPlace({ shipping: null })
    const body = { ...placing, paymentMethodId: made.id }
    expect((await manager.post('/payments', body)).status).toBe(200)
    const { payments } = await manager.readOrder(placing.cartId)
    expect(payments[0]).toMatchObject({ fee: 1.5, feePercentage: 0.0175 })
    const changed = await manager.patch(`/manage/payment-methods/${made.id}`, {
      feePercent: 0,
      fees: [{ priceGroupId: await manager.priceGroup(), amount: 0 }],
      properties: [{ cultureCode: 'en-GB', value: 'Needs the card' }],
      returnUrl: null,
      takesCash: true,
    })
    const now = changed.ok(ManagedPaymentMethod)
    expect(now).toMatchObject({
      feePercent: 0,
      returnUrl: null,
      takesCash: true,
      gatewayUrl: 'https://pay.example/start',
    })
    expect(now.properties).toStrictEqual([made.properties[1]])
    const { order } = await manager.anOrder({ payment: 'Store credit', shipping: null })
    expect(order.payments[0]).toMatchObject({ fee: 0 })
  })

  it('once used is retired: offered no more, refused at placing with its name, and shown by old orders', async () => {
    const manager = await (await openShop()).as('admin')
    const { order } = await manager.anOrder({ payment: 'Cash' })
    const placing = await manager.aCartReadyToPlace({ payment: 'Cash' })
    const cash = await manager.paymentMethod()
    const retired = await manager.delete(`/manage/payment-methods/${cash}`)
    expect(retired.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect((await offeredPayments(manager)).map(({ id }) => id)).not.toContain(cash)
    expect((await manager.post('/payments', placing)).refused('BadRequest')).toStrictEqual([
      'paymentMethodId: Cash is offered no more: choose another payment method',
    ])
    expect((await manager.readOrder(order.id)).payments).toStrictEqual(order.payments)
    // Repeated after a lost answer, a placing says what it said.
    const repeated = await manager.post('/payments', { ...placing, cartId: order.id })
    expect(repeated.status).toBe(200)
    const { shipments } = await manager.readCart(placing.cartId)
    const eligible = shipments.flatMap(({ shippingMethod }) => shippingMethod.eligiblePaymentMethods)
    expect(eligible.length).toBeGreaterThan(0)
    expect(eligible.map(({ id }) => id)).not.toContain(cash)
    const { events } = (await manager.get(`/manage/payment-methods/${cash}/events`)).ok(RecordEventsAnswer)
    expect(events[0]).toMatchObject({
      kind: 'retired',
      changes: [{ field: 'state', from: 'active', to: 'retired' }],
    })
  })

  it('is refused with every fault by its field', async () => {
    const manager = await shop().as('admin')
    const refused = await manager.post(
      '/manage/payment-methods',
      await payment(manager, {
        gatewayUrl: 'ftp://pay.example',
        returnUrl: 'nowhere',
        properties: [{ value: 'fine' }, { cultureCode: 'fr-FR', value: 'x' }],
        fees: [{ priceGroupId: UNKNOWN, amount: 1 }],
      }),
    )
    expect(refused.faultyFields('BadRequest').toSorted()).toStrictEqual([
      'fees.0.priceGroupId',
      'gatewayUrl',
      'properties.1.cultureCode',
      'returnUrl',
    ])
    const percent = await manager.post(
      '/manage/payment-methods',
      await payment(manager, { feePercent: 1.75 }),
    )
    expect(percent.faultyFields('BadRequest')).toStrictEqual(['feePercent'])
  })
})
