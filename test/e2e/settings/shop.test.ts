import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { attemptTag } from '../attempt-tag.ts'
import { accessibilityFaults } from '../audit.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { localProgram } from '../local-program.ts'
import { sayLanguage } from '../say-language.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

const focused = (locator: Locator): Locator => locator.and(counter().page.locator(':focus'))
const field = (name: string): Locator =>
  counter().page.getByRole('main').getByRole('textbox', { name, exact: true })
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 120 })

/** Opens the form of another store by keyboard. */
async function askForAnotherStore(): Promise<{ dialog: Locator; nameField: Locator }> {
  const { page, press } = counter()
  await page.getByRole('button', { name: 'Another store' }).focus()
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Another store' })
  const nameField = dialog.getByRole('textbox', { name: /^Name of the shop/ })
  await focused(nameField).waitFor()
  return { dialog, nameField }
}

test('what the shop says of itself is changed by keyboard: a receipt shows it at once, a colleague’s change beside it stays', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const stored = async () => (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores[0]
  const taxNumber = `DK${tag()}`
  await goTo('/settings/shop')
  await field('Tax number').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await field('Tax number').focus()
  await press('Control+a')
  await type(taxNumber)
  await page.getByRole('region', { name: 'How a receipt looks' }).getByText(taxNumber).waitFor()
  const city = `Skagen ${tag()}`
  const { id } = (await stored()) ?? { id: '' }
  expect((await manager.patch(`/manage/stores/${id}`, { city })).status).toBe(200)
  await page.getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' }).getByText(city).waitFor()
  expect(await field('Tax number').inputValue()).toBe(taxNumber)
  await press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await stored()).toMatchObject({ city, taxNumber })
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText(taxNumber).waitFor()
  await history.getByText(city).waitFor()

  // The list is open still: what it has marked is saved with the rest.
  await page.getByRole('combobox', { name: 'Country', exact: true }).focus()
  await press('Control+a')
  await type('swed')
  await page.getByRole('option', { name: 'Sweden' }).waitFor()
  await press('Control+s')
  await history.getByText('Sweden').waitFor()

  await field('Name of the shop').focus()
  await press('Control+a', 'Delete', 'Control+s')
  await focused(field('Name of the shop')).waitFor()
  await page.getByText('Please fill this in').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).focus()
  await press('Enter')
  await eventually(async () => field('Name of the shop').inputValue()).not.toBe('')
  expect(complaints).toEqual([])
})

test('what walk-ins get is chosen by keyboard of what suits them, and told where it does not any more', async () => {
  const { core, page, program, press, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const stored = async () => (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores[0]
  await goTo('/settings/shop')
  const card = page.getByRole('region', { name: 'Walk-ins' })
  const choose = async (list: string, typed: string, name: string): Promise<string[]> => {
    await card.getByRole('combobox', { name: list, exact: true }).focus()
    await press('ArrowDown')
    const options = page.getByRole('option')
    await options.filter({ hasText: name }).waitFor()
    const offered = await options.allInnerTexts()
    await type(typed)
    await press('Enter')
    return offered
  }
  const ways = await choose('Delivery for walk-ins', 'collect', 'Collection in the shop')
  expect(ways).toEqual(['Chosen at the counter', 'Collection in the shop'])
  const payments = await choose('Payment for walk-ins', 'card t', 'Card terminal')
  expect(payments).toContain('Cash')
  expect(payments).not.toContain('Invoice')
  await card.getByRole('checkbox', { name: 'Begin each order for a walk-in' }).press('Space')
  await press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  const walkInShippingMethodId = await program.shippingMethod('Collection in the shop')
  expect(await stored()).toMatchObject({
    walkInShippingMethodId,
    walkInPaymentMethodId: await program.paymentMethod('Card terminal'),
    beginsWithWalkIn: true,
  })
  await page.getByRole('region', { name: 'History' }).getByText('Collection in the shop').waitFor()

  const path = `/manage/shipping-methods/${walkInShippingMethodId}`
  expect((await manager.patch(path, { state: 'retired' })).status).toBe(200)
  const note = card.getByRole('status').filter({ hasText: 'Collection in the shop does not suit walk-ins' })
  await note.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  // What else is changed does not wait for that.
  await field('Region').focus()
  await type('Vendsyssel')
  await press('Control+s')
  await eventually(async () => (await stored())?.region).toBe('Vendsyssel')
  expect((await stored())?.walkInShippingMethodId).toBe(walkInShippingMethodId)
  expect((await manager.patch(path, { state: 'active' })).status).toBe(200)
  await note.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
})

test('the time zone of the shop is shown and kept that another browser calls otherwise', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const stored = async () => (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores[0]
  const { id, timeZone } = (await stored()) ?? { id: '', timeZone: '' }
  await manager.patch(`/manage/stores/${id}`, { timeZone: 'Asia/Kolkata' })
  await goTo('/settings/shop')
  const zone = page.getByRole('combobox', { name: 'Time zone', exact: true })
  await zone.waitFor()
  await eventually(async () => zone.inputValue()).toBe('Asia/Kolkata')
  await zone.focus()
  await press('Control+a')
  await type('copenh')
  await page.getByRole('option', { name: timeZone }).waitFor()
  await press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await stored()).toMatchObject({ timeZone })
  expect(complaints).toEqual([])
})

test('the country of the shop is named in the language that is chosen', async () => {
  const { page, goTo, complaints } = counter()
  const country = (label: string) => async (): Promise<string> =>
    page.getByRole('combobox', { name: label, exact: true }).inputValue()
  await goTo('/settings/shop')
  await eventually(country('Country')).toMatch(/^(Denmark|Sweden)$/)
  try {
    await sayLanguage(page, 'View', 'Deutsch')
    await eventually(country('Land')).toMatch(/^(Dänemark|Schweden)$/)
  } finally {
    await sayLanguage(page, 'Ansicht', 'English')
  }
  expect(complaints).toEqual([])
})

test('languages are added one after the other by keyboard, and given up again', async () => {
  const { page, press, goTo, complaints } = counter()
  await goTo('/settings/shop')
  const add = page.getByRole('combobox', { name: 'Add a language' })
  const languages = page.getByRole('list', { name: 'Languages', exact: true })
  await add.focus()
  await type('norw')
  await press('Enter')
  await languages.getByText('Norwegian').waitFor()
  await focused(add).waitFor()
  expect(await add.inputValue()).toBe('')
  await type('swe')
  await press('Enter')
  await languages.getByText('Swedish').waitFor()
  await focused(add).waitFor()
  const added = await languages.getByText('Swedish').innerText()
  await type('swe')
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option', { name: added, exact: true }).count()).toBe(0)
  await press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await languages.getByText('Swedish').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('currencies are given up by keyboard but for one, which is said to be the usual one', async () => {
  const { page, press, goTo, complaints } = counter()
  await goTo('/settings/shop')
  const kept = page.getByRole('list', { name: 'Currencies', exact: true }).getByRole('listitem')
  await eventually(async () => kept.count()).toBe(2)
  const remove = page.getByRole('button', { name: /^Remove EUR/ })
  await remove.press('Enter')
  await focused(page.getByRole('combobox', { name: 'Add a currency' })).waitFor()
  expect(await kept.allInnerTexts()).toEqual([expect.stringMatching(/^Usual:\s+DKK/)])
  await press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await remove.waitFor()
  expect(complaints).toEqual([])
})

test('another store is made by keyboard: the window works for it, and the switch has both', async () => {
  const { page, press, goTo, complaints } = counter()
  const name = `Skagen ${tag()}`
  await goTo('/settings/shop')
  const { dialog, nameField } = await askForAnotherStore()
  expect(await accessibilityFaults(page)).toEqual([])
  await type('Given up')
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await press('Enter')
  await focused(nameField).waitFor()
  expect(await nameField.inputValue()).toBe('')
  // Where the page is loaded anew, what was typed is there again.
  await type(name)
  await page.reload()
  await askForAnotherStore()
  expect(await nameField.inputValue()).toBe(name)
  await press('Enter')
  await page.getByRole('banner').getByRole('button', { name }).waitFor()
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  await goTo('/settings/shop')
  await field('Name of the shop').waitFor()
  expect(await field('Name of the shop').inputValue()).toBe(name)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(name)
  await press('Control+F6')
  await page.getByRole('menuitem', { name: /Harbour/ }).waitFor()
  await press('Home')
  while (!(await focused(page.getByRole('menuitem', { name: /Harbour/ })).isVisible()))
    await press('ArrowDown')
  await press('Enter')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Harbour/ })
    .waitFor()
  await press('Control+F6')
  await page.getByRole('menuitem', { name }).waitFor()
  await press('Escape')
  expect(complaints).toEqual([])
})

test('a store that was made but could not be opened is opened by trying again, and not made twice', async () => {
  const { page, press, goTo } = counter()
  const name = `Hirtshals ${tag()}`
  await goTo('/settings/shop')
  const { dialog, nameField } = await askForAnotherStore()
  await type(name)
  // The core refuses what is broken on its way.
  await page.route('**/console-links', async (route) => route.continue({ postData: '{' }))
  await press('Enter')
  await dialog.getByRole('alert').waitFor()
  await page.unroute('**/console-links')
  await nameField.press('Enter')
  await page.getByRole('banner').getByRole('button', { name }).waitFor()
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  await press('Control+F6')
  // The others than this one.
  await page.getByRole('menuitem', { name: /Harbour/ }).waitFor()
  expect(await page.getByRole('menuitem', { name }).count()).toBe(0)
})
