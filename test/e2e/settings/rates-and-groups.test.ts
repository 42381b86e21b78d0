import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  ManagedPriceGroup,
  ManagedPriceGroupsAnswer,
} from '../../../core/price-groups/manage/price-group.schema.ts'
import { ManagedCampaign } from '../../../core/promotions/manage/campaign.schema.ts'
import { ManagedTaxRate } from '../../../core/tax-rates/tax-rate.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { accessibilityFaults } from '../audit.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { faultAt } from '../field-fault.ts'
import { localProgram } from '../local-program.ts'

const counter = counterOfDemoShop()
let colleague: Clerk
beforeAll(async () => {
  colleague = await localProgram(counter().core, 'manage')
})

const page = (): Page => counter().page
const field = (name: string | RegExp): Locator => page().getByRole('textbox', { name }).first()
const heading = async (name: string): Promise<void> =>
  page().getByRole('heading', { name, level: 1 }).waitFor()
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const idInAddress = (): string => /[^/]+$/.exec(page().url())?.[0] ?? ''

test('a tax rate is made by keyboard; what a colleague changes meanwhile is told, and nothing typed is lost', async () => {
  await counter().goTo('/settings/tax-rates')
  await heading('Tax rates')
  expect(await accessibilityFaults(page())).toEqual([])
  await page().getByRole('button', { name: 'New tax rate' }).press('Enter')
  await field('Name · English').and(page().locator(':focus')).waitFor()
  await type('Reduced')
  await field('Rate').fill('7,5')
  await counter().press('Tab', 'Space')
  await page().getByRole('checkbox', { name: 'For new products', checked: true }).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await counter().press('Control+s')
  await heading('Reduced')
  const path = `/manage/tax-rates/${idInAddress()}`
  const made = (await colleague.get(path)).ok(ManagedTaxRate)
  expect(made).toMatchObject({ names: { 'en-GB': 'Reduced' }, rate: 0.075, isDefault: true })

  await field('Name · German').fill('Ermäßigt')
  await colleague.patch(path, { rate: 0.08 })
  await page().getByRole('alert').getByText('Rate: 7.5% 8%').waitFor()
  await eventually(async () => field('Rate').inputValue()).toBe('8')
  expect(await field('Name · German').inputValue()).toBe('Ermäßigt')
  await counter().press('Control+s')
  await eventually(async () => (await colleague.get(path)).ok(ManagedTaxRate)).toMatchObject({
    version: 3,
    names: { 'en-GB': 'Reduced', 'de-DE': 'Ermäßigt' },
    rate: 0.08,
  })
  expect(counter().complaints).toEqual([])
})

test('a price group says in words who gets it while its criteria are typed, is offered so, and is retired', async () => {
  const { press } = counter()
  await counter().goTo('/settings/price-groups')
  await heading('Price groups')
  await page().getByRole('row').nth(5).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await page().getByRole('button', { name: 'New price group' }).press('Enter')
  await field('Name · English').and(page().locator(':focus')).waitFor()
  await type('Card holders')
  await page().getByRole('combobox', { name: 'Derives from' }).fill('Shop price, EUR')
  await press('Enter')
  const who = page().getByRole('region', { name: 'Who gets it, and when' })
  await who.getByText('For everybody, at any time.').waitFor()

  await page().getByRole('button', { name: 'Property', exact: true }).press('Enter')
  await field('Name of the property').and(page().locator(':focus')).waitFor()
  await type('card')
  await field('One of these values').fill('gold\nblack')
  await who.getByText('The property card is “gold” or “black”').waitFor()
  await page().getByRole('button', { name: 'Time', exact: true }).press('Enter')
  await page().getByRole('checkbox', { name: 'Sat' }).press('Space')
  await page().getByLabel('From, each day').fill('09:00')
  await page().getByLabel('Until, each day').fill('09:00')
  await who.getByText(/^The time is on Saturday/).waitFor()
  // What is no day with its time stays to be corrected, and is told of nobody until then.
  const from = field('From')
  await from.fill('24/12')
  await page().getByLabel('Until, each day').focus()
  await eventually(async () => faultAt(from)).toContain('Write day and time, such as 24/12/2026, 17:30.')
  await from.fill('1/12/2026 8:00')
  await who.getByText(/from 1 Dec 2026, 08:00/).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await press('Control+s')
  await page().getByText('must be another time than the beginning').first().waitFor()
  await page().getByLabel('Until, each day').fill('12:00')
  await press('Control+s')
  await heading('Card holders')
  const id = idInAddress()
  const made = (await colleague.get(`/manage/price-groups/${id}`)).ok(ManagedPriceGroup)
  expect(made).toMatchObject({
    currency: 'EUR',
    basePriceGroupId: await colleague.priceGroup(),
    criteria: [
      { kind: 'property', parameters: { key: ['card'], value: ['black', 'gold'] } },
      {
        kind: 'timeWindow',
        parameters: {
          weekday: ['6'],
          from: ['2026-12-01T07:00:00.000Z'],
          startTime: ['09:00'],
          endTime: ['12:00'],
        },
      },
    ],
  })
  await page().getByText('Added').waitFor()

  await page()
    .getByRole('button', { name: /^Remove: Time/ })
    .press('Enter')
  await page()
    .getByRole('button', { name: /^Remove: Property/ })
    .and(page().locator(':focus'))
    .waitFor()
  await press('Control+s')
  await eventually(async () =>
    (await colleague.get(`/manage/price-groups/${id}`))
      .ok(ManagedPriceGroup)
      .criteria.map(({ kind }) => kind),
  ).toStrictEqual(['property'])

  await page().getByRole('button', { name: 'Delete or retire' }).press('Enter')
  await page().getByRole('dialog').getByRole('button', { name: 'Delete or retire' }).focus()
  await press('Enter')
  await eventually(async () => (await colleague.get(`/manage/price-groups/${id}`)).status).toBe(404)
  expect(counter().complaints).toEqual([])
})

test('every price group of the demo opens, and is not changed by being looked at', async () => {
  const { priceGroups } = (await colleague.get('/manage/price-groups')).ok(ManagedPriceGroupsAnswer)
  const withAll = priceGroups.filter(({ criteria }) => criteria.length > 0)
  for (const group of withAll.slice(0, 4)) {
    await counter().goTo(`/settings/price-groups/${group.id}`)
    await heading(group.names['en-GB'] ?? '')
    await page().getByRole('region', { name: 'Criteria' }).waitFor()
    expect(await page().getByText('Not saved yet').count()).toBe(0)
  }
  expect(counter().complaints).toEqual([])
})

test('a catalog is made and renamed; one that holds products is not deleted, and says why', async () => {
  await counter().goTo('/settings/catalogs')
  await heading('Catalogs')
  await page().getByRole('row').nth(3).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await page().getByRole('link', { name: 'Knitwear' }).press('Enter')
  await heading('Knitwear')
  await field('Place').waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await page().getByRole('button', { name: 'Delete or retire' }).press('Enter')
  const dialog = page().getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete or retire' }).focus()
  await counter().press('Enter')
  await dialog.getByText(/holds products that are not retired/).waitFor()
  await counter().press('Escape')
  expect(counter().complaints).toEqual([])
})

test('how often a campaign was used is told as it is by now, in the list and on its page', async () => {
  const name = `Farewell ${Date.now()}`
  const made = await colleague.post('/manage/campaigns', {
    names: { 'en-GB': name },
    exclusive: true,
    currencies: [{ currency: 'EUR', minimum: 0 }],
    items: [{ target: 'order', rate: 0.9, names: { 'en-GB': name } }],
  })
  const { id } = made.ok(ManagedCampaign)
  await counter().goTo(`/settings/campaigns?search=${name}`)
  const row = page().getByRole('row', { name: new RegExp(name) })
  await row.getByRole('cell', { name: '0', exact: true }).first().waitFor()
  const { order } = await counter().program.anOrder()
  await row.getByRole('cell', { name: '1', exact: true }).waitFor()

  await counter().goTo(`/settings/campaigns/${id}`)
  await page().getByText('used once').waitFor()
  await counter().program.post(`/orders/${order.id}/cancel`, { reason: 'Tried' })
  await page().getByText('not used yet').waitFor()
  await colleague.delete(`/manage/campaigns/${id}`)
  expect(counter().complaints).toEqual([])
})
