import { expect, it } from 'vitest'
import { StoresAnswer } from '../../../core/access/console-link.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import { ManagedStore } from '../../../core/store-settings/store-settings.schema.ts'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { openDesk } from '../../support/desks.ts'
import { openShop } from '../../support/shop.ts'

const store = {
  name: 'Skagen Havn',
  countryCode: 'DK',
  currency: 'DKK',
  cultureCode: 'da-DK',
  timeZone: 'Europe/Copenhagen',
  city: 'Skagen',
  region: 'Nordjylland',
}

it('another store is made beside the first, found by the switch at once, and is one of its own', async () => {
  const shop = await openShop()
  const desk = await openDesk(shop)
  const answer = await desk.post('/manage/stores', store)
  const made = answer.ok(ManagedStore)
  expect(made).toMatchObject({ version: 1, code: 'skagen-havn', name: 'Skagen Havn' })
  expect(made).toMatchObject({ city: 'Skagen', region: 'Nordjylland' })
  expect(made.currencies).toStrictEqual(['DKK'])
  expect(answer.headers.etag).toBe('"1"')
  const { stores } = (await desk.get('/stores')).ok(StoresAnswer)
  expect(stores.map(({ code }) => code)).toStrictEqual(['harbour', 'skagen-havn', 'uptown'])
  // The name again is another code.
  expect((await desk.post('/manage/stores', store)).ok(ManagedStore).code).toBe('skagen-havn-2')
  const german = { ...store, name: 'Bäckerei Zürcher & Söhne' }
  expect((await desk.post('/manage/stores', german)).ok(ManagedStore).code).toBe('backerei-zurcher-sohne')

  const { launch } = (await desk.post('/console-links', { storeId: made.id })).body as { launch: string }
  const grant = { grant_type: 'authorization_code', client_id: 'console', code: launch }
  const { access_token } = (await shop.anyone.post('/oauth/token', grant)).ok(TokenResponse)
  const there = shop.withToken(access_token)
  expect((await there.get(`/manage/stores/${made.id}`)).ok(ManagedStore)).toStrictEqual(made)
  const { events } = (await there.get(`/manage/stores/${made.id}/events`)).ok(RecordEventsAnswer)
  expect(events).toMatchObject([{ kind: 'created', version: 1, actor: 'Console' }])
  const { priceGroups } = (await there.get('/price-groups', { cultureCode: 'da-DK', currency: 'DKK' })).ok(
    PriceGroupsAnswer,
  )
  expect(priceGroups).toHaveLength(1)
  // What is the one’s is not the other’s.
  ;(await desk.get(`/manage/stores/${made.id}`)).refused('NotFound')
})

it('is an owner’s to make, with every field named that is at fault', async () => {
  const shop = await openShop()
  const admin = await shop.as('admin')
  ;(await (await shop.as('staff')).post('/manage/stores', store)).refused('Forbidden')
  for (const [field, value] of [
    ['currency', 'XXQ'],
    ['timeZone', 'Mars/Olympus'],
    ['countryCode', 'QX'],
    ['name', ''],
  ] as const)
    expect(
      (await admin.post('/manage/stores', { ...store, [field]: value })).faultyFields('BadRequest'),
    ).toStrictEqual([field])
  expect((await admin.get('/stores')).ok(StoresAnswer).stores).toHaveLength(1)
})
