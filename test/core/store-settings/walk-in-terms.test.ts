import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { ManagedPaymentMethod } from '../../../core/payment-methods/manage/payment-method.schema.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { ManagedShippingMethod } from '../../../core/shipping-methods/manage/shipping-method.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import { openShop } from '../../support/shop.ts'

const Made = Type.Object({ id: Type.String() })
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

async function managed() {
  const shop = await openShop()
  const manager = await shop.as('admin')
  const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
  const path = `/manage/stores/${store?.id}`
  const change = async (fields: object) => manager.patch(path, fields)
  /** A method of a name, that nothing refers to. */
  const make = async (noun: 'shipping-methods' | 'payment-methods', fields: object = {}) => {
    const body = { names: { 'en-GB': 'Own' }, countries: ['DK'], ...fields }
    return (await manager.post(`/manage/${noun}`, body)).ok(Made).id
  }
  return { shop, manager, path, change, make }
}

describe('what walk-ins get (extension)', () => {
  it('is nothing unless it is set, is told to clients, and stands in the history by names', async () => {
    const { change, manager, path, shop } = await managed()
    const nothing = { walkInShippingMethodId: null, walkInPaymentMethodId: null, beginsWithWalkIn: false }
    expect((await manager.get(path)).ok(ManagedStore)).toMatchObject(nothing)
    const clerk = await shop.as('staff')
    const set = {
      walkInShippingMethodId: await clerk.shippingMethod('Collection in the shop'),
      walkInPaymentMethodId: await clerk.paymentMethod('Cash'),
      beginsWithWalkIn: true,
    }
    const stored = (await change(set)).ok(ManagedStore)
    expect(stored).toMatchObject(set)
    expect((await clerk.get('/store')).ok(Store)).toMatchObject(set)
    const [event] = (await manager.get(`${path}/events`)).ok(RecordEventsAnswer).events
    expect(event?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toStrictEqual([
      { field: 'beginsWithWalkIn', from: 'false', to: 'true' },
      { field: 'walkInPaymentMethodId', from: null, to: 'Cash' },
      { field: 'walkInShippingMethodId', from: null, to: 'Collection in the shop' },
    ])
    // What is left out is not set.
    const { beginsWithWalkIn: _, walkInPaymentMethodId: __, walkInShippingMethodId: ___, ...rest } = stored
    expect((await manager.request('PUT', path, { body: rest })).ok(ManagedStore)).toMatchObject(nothing)
  })

  it('is refused by its field where it suits no walk-in', async () => {
    const { change, make, manager, shop } = await managed()
    const clerk = await shop.as('staff')
    const elsewhere = await shop.as('staff', 'uptown')
    const [retired, paidSo] = [
      await make('shipping-methods', { delivers: false, state: 'retired' }),
      await make('payment-methods', { state: 'retired' }),
    ]
    const faults = async (field: string, value: unknown) =>
      (await change({ [field]: value })).refused('BadRequest')
    const [shipping, payment] = ['walkInShippingMethodId', 'walkInPaymentMethodId']
    for (const id of [UNKNOWN, await elsewhere.shippingMethod('Ground parcel')]) {
      expect(await faults(shipping, id)).toStrictEqual([`${shipping}: there is no such shipping method`])
    }
    expect(await faults(shipping, retired)).toStrictEqual([`${shipping}: is retired`])
    expect(await faults(shipping, await clerk.shippingMethod('Home delivery'))).toStrictEqual([
      `${shipping}: brings goods to an address: a walk-in takes them along`,
    ])
    expect(await faults(payment, UNKNOWN)).toStrictEqual([`${payment}: there is no such payment method`])
    expect(await faults(payment, paidSo)).toStrictEqual([`${payment}: is retired`])
    expect(await faults(payment, await clerk.paymentMethod('Invoice'))).toStrictEqual([
      `${payment}: sends an invoice, for which a walk-in gives no address`,
    ])
    expect((await change({ countryId: null, beginsWithWalkIn: true })).refused('BadRequest')).toStrictEqual([
      'beginsWithWalkIn: needs a country of the shop',
    ])
    expect((await change({ beginsWithWalkIn: true })).status).toBe(200)
    // Without a country no order would begin any more.
    expect((await change({ countryId: null })).refused('BadRequest')).toHaveLength(1)
    expect((await manager.get('/store')).ok(Store).defaultCountryId).not.toBeNull()
  })

  it('keeps a method that it names, which is retired where it would be deleted; other settings do not wait for that', async () => {
    const { change, make, manager, path } = await managed()
    const [shipping, payment] = [
      await make('shipping-methods', { delivers: false }),
      await make('payment-methods'),
    ]
    await change({ walkInShippingMethodId: shipping, walkInPaymentMethodId: payment })
    const [way, pay] = [`/manage/shipping-methods/${shipping}`, `/manage/payment-methods/${payment}`]
    for (const each of [way, pay]) {
      expect((await manager.delete(each)).ok(RecordRemoved).retired).toBe(true)
    }
    expect((await manager.get(way)).ok(ManagedShippingMethod).state).toBe('retired')
    expect((await manager.get(pay)).ok(ManagedPaymentMethod).state).toBe('retired')
    const before = (await manager.get(path)).ok(ManagedStore)
    expect(before).toMatchObject({ walkInShippingMethodId: shipping, walkInPaymentMethodId: payment })
    const renamed = { ...before, name: 'Harbour & Co.' }
    expect((await manager.request('PUT', path, { body: renamed })).ok(ManagedStore).name).toBe(
      'Harbour & Co.',
    )
    // Once it is taken away it cannot be set again, and goes.
    await change({ walkInShippingMethodId: null, walkInPaymentMethodId: null })
    expect((await change({ walkInShippingMethodId: shipping })).refused('BadRequest')).toHaveLength(1)
    for (const each of [way, pay]) {
      expect((await manager.delete(each)).ok(RecordRemoved).retired).toBe(false)
    }
  })
})
