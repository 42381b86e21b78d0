import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './audit.ts'
import { openPage } from './browser.ts'
import { pressKeys } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { makeDataDir, removeDataDir, serveCore, type ServedCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

/** As a hosted shop exports it. */
const HOSTED = join(import.meta.dirname, '../core/transfer/hosted-products.csv')

/** Lets a file fall on the page. */
async function dropFile(page: Page, path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const dataTransfer = await page.evaluateHandle((content) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([content], 'products_export.csv', { type: 'text/csv' }))
    return dropped
  }, text)
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

const browser = sharedBrowser()
let core: ServedCore

beforeEach(async () => {
  core = await serveCore(await makeDataDir())
})
afterEach(async () => {
  await core.stop()
  await removeDataDir(core.dataDir)
})

describe('the first start, on an empty data folder', () => {
  test('the demo shop is one Enter away; its setup link makes no second shop', async () => {
    expect(core.console).toContain('/?setup=')
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page.getByRole('heading', { name: 'Welcome to Backcounter' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page
      .getByRole('link', { name: /^Resume: / })
      .first()
      .waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])

    const second = await openPage(browser())
    await second.page.goto(core.console)
    await second.page.getByRole('button', { name: 'Open the demo shop' }).click()
    await second.page.getByRole('alert').getByText('a link that has been used').waitFor()
  })

  test('a core that was started anew meanwhile says which link to open, and what was typed is there', async () => {
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    const name = page.getByRole('textbox', { name: 'Name of the shop' })
    await name.fill('Kontor')
    await core.kill()
    core = await serveCore(core.dataDir, '--port', new URL(core.api).port)
    const open = page.getByRole('button', { name: 'Open my shop' })
    await open.click()
    const told = page.getByRole('alert').filter({ hasText: 'from an earlier start' })
    await told.waitFor()
    expect(await told.innerText()).not.toContain('Code')
    await page.goto(core.console)
    await name.waitFor()
    expect(await name.inputValue()).toBe('Kontor')
    await open.click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('whose answer is lost, and that of the way in, too, leads into the shop that was made', async () => {
    const { page } = await openPage(browser())
    const lost = new Set<string>()
    await page.route(/\/(setup|oauth\/token)$/, async (route) => {
      const path = new URL(route.request().url()).pathname
      if (lost.has(path)) return route.fallback()
      lost.add(path)
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    await page.getByRole('textbox', { name: 'Name of the shop' }).fill('Kontor')
    await page.getByRole('button', { name: 'Open my shop' }).click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    expect(lost.size).toBe(2)
  })

  test('an empty shop: what is wrong is said at its field, and once right the shop opens', async () => {
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    const name = page.getByRole('textbox', { name: 'Name of the shop' })
    const open = page.getByRole('button', { name: 'Open my shop' })

    await open.click()
    await eventually(async () => faultAt(name)).toBe('Please fill this in')
    await name.and(page.locator(':focus')).waitFor()
    await name.fill('x'.repeat(201))
    await open.click()
    await eventually(async () => faultAt(name)).toContain('200')
    await name.and(page.locator(':focus')).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await name.fill('Kontor & Kaffe')
    const country = page.getByRole('combobox', { name: 'Country' })
    await country.click()
    await page.getByRole('option', { name: 'Denmark' }).click()
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await country.and(page.locator(':focus')).waitFor()
    const street = page.getByRole('textbox', { name: /^Street/ })
    await street.fill('Havnegade 12')
    const walkIns = page.getByRole('checkbox', { name: 'Most customers take the goods along' })
    await walkIns.check()
    const currency = page.getByRole('combobox', { name: 'Currency' })
    await eventually(async () => currency.inputValue()).toContain('DKK')
    // Where the page is loaded anew, it goes on where one was.
    await page.reload()
    await name.and(page.locator(':focus')).waitFor()
    expect(await name.inputValue()).toBe('Kontor & Kaffe')
    expect(await country.inputValue()).toBe('Denmark')
    expect(await currency.inputValue()).toContain('DKK')
    expect(await street.inputValue()).toBe('Havnegade 12')
    expect(await walkIns.isChecked()).toBe(true)
    await open.click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page.getByText('No open carts').waitFor()
    await page.keyboard.press('Shift+F2')
    const payments = page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio')
    await eventually(async () => payments.count()).toBe(3)
    await page.getByRole('radio', { name: /^Kontant/, checked: true }).waitFor()
    await page.getByText('Gives no name or address').waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Kontor')
    expect(complaints).toEqual([])
  })

  test('a shop begins with the tax rates that it takes over, and types its prices as shops of its country do', async () => {
    const { page, complaints } = await openPage(browser(), { locale: 'de-DE', timezoneId: 'Europe/Berlin' })
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Meinen Laden beschreiben' }).click()
    await page.getByRole('textbox', { name: 'Name des Ladens' }).fill('Bäckerei Sonne')
    const rates = page.getByRole('group', { name: 'Steuersätze' })
    const names = rates.getByRole('textbox', { name: 'Name' })
    const percents = rates.getByRole('textbox', { name: 'Satz' })
    const typed = async () => Promise.all((await percents.all()).map(async (each) => each.inputValue()))
    await eventually(typed).toEqual(['19', '7'])
    // They follow the country; a row that is taken away or added is the shop's own.
    const country = page.getByRole('combobox', { name: 'Land' })
    const choose = async (name: string): Promise<void> => {
      await country.fill(name)
      await page.getByRole('option', { name, exact: true, selected: true }).waitFor()
      await country.press('Enter')
      await page.getByRole('option').first().waitFor({ state: 'hidden' })
    }
    await choose('Österreich')
    await eventually(typed).toEqual(['20', '13', '10', '4,9'])
    await choose('Vereinigte Staaten')
    await eventually(typed).toEqual([])
    await rates.getByText('Vorgeschlagen wird keiner').waitFor()
    await choose('Deutschland')
    await eventually(typed).toEqual(['19', '7'])
    await rates.getByRole('button', { name: 'Steuersatz hinzufügen' }).click()
    await names.nth(2).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Pfand', { delay: 120 })
    const open = page.getByRole('button', { name: 'Meinen Laden öffnen' })
    await open.click()
    await eventually(async () => faultAt(percents.nth(2))).toContain('Prozentsatz')
    await rates.getByRole('button', { name: 'Pfand entfernen' }).click()
    await names.nth(1).and(page.locator(':focus')).waitFor()
    // As the bakery sells mostly bread.
    await rates.getByRole('button', { name: 'Regelsatz entfernen' }).click()
    await eventually(typed).toEqual(['7'])
    await page.reload()
    await eventually(typed).toEqual(['7'])
    await open.click()

    await page
      .getByRole('region', { name: 'Erste Schritte' })
      .getByRole('link', { name: 'Einen von Hand' })
      .click()
    await page.getByRole('combobox', { name: 'Steuer' }).getByText('Ermäßigter Satz · 7 %').waitFor()
    await page.getByRole('switch', { name: 'Preise mit Steuer', checked: true }).waitFor()

    // One page from nothing to what a scan sells: who only scans has no number of their own.
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Roggenbrot')
    await page.getByRole('textbox', { name: 'Barcodes' }).fill('4001234567890')
    await page.getByRole('textbox', { name: 'Preis in Normalpreise' }).fill('2,80')
    expect(
      await page.getByRole('textbox', { name: 'Artikelnummer', exact: true }).getAttribute('placeholder'),
    ).toBe('4001234567890')
    await pressKeys(page, ['Control+s'])
    await page.getByRole('heading', { name: 'Roggenbrot' }).waitFor()
    await pressKeys(page, ['Shift+F2'])
    await page
      .getByRole('combobox', { name: /^Scan,/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.type('4001234567890')
    await pressKeys(page, ['Enter'])
    await page.getByRole('row', { name: /Roggenbrot.*2,80/ }).waitFor()
    expect(complaints).toEqual([])
  })

  test('a shop that was begun without tax rates takes over the usual ones where they would be', async () => {
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    await page.getByRole('textbox', { name: 'Name of the shop' }).fill('Kontor')
    for (const name of ['Standard rate', 'Reduced rate', 'Zero rate'])
      await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: 'Open my shop' }).click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page.goto(`${core.api}/#/settings/tax-rates`)
    await page.getByText('No tax rate yet').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Take over the usual ones: 20%, 5%, 0%' }).press('Enter')
    await page.getByRole('row', { name: /Standard rate.*For new products.*20%/ }).waitFor()
    await page.getByRole('row', { name: /Reduced rate.*5%/ }).waitFor()
    await page.getByRole('row', { name: /Zero rate.*0%/ }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the time zone of an empty shop is one of its country: where that has several, none of another country stays', async () => {
    const { page, complaints } = await openPage(browser(), { timezoneId: 'Asia/Tokyo' })
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    await page.getByRole('textbox', { name: 'Name of the shop' }).fill('Lake & Pine')
    const country = page.getByRole('combobox', { name: 'Country' })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    const open = page.getByRole('button', { name: 'Open my shop' })
    expect(await zone.inputValue()).toBe('Asia/Tokyo')
    await country.fill('united states')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await eventually(async () => zone.inputValue()).toBe('')
    await open.click()
    await eventually(async () => faultAt(zone)).toBe('Please fill this in')
    await zone.fill('chicago')
    await page.getByRole('option', { name: 'America/Chicago' }).click()
    // And its address is as letters there have it.
    await page.getByRole('textbox', { name: 'City' }).fill('Chicago')
    await page.getByRole('textbox', { name: /^State or region/ }).fill('IL')
    await page.getByRole('textbox', { name: 'Postal code' }).fill('60601')
    await open.click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page.goto(`${core.api}/#/settings/shop`)
    await page.getByText('Chicago, IL 60601').waitFor()
    expect(complaints).toEqual([])
  })

  test('from an empty folder to a paid order with a product of a hosted shop, its export unchanged', async () => {
    const { page, complaints } = await openPage(browser())
    const press = async (...keys: string[]): Promise<void> => pressKeys(page, keys)
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    await page.getByRole('textbox', { name: 'Name of the shop' }).fill('Kyst')
    await press('Enter')
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('link', { name: 'Bring your products' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    // Wherever the products would be, the way to them is.
    const none = page.getByRole('main').getByRole('status').filter({ hasText: 'No products yet' })
    const add = none.getByRole('link', { name: 'Add one by hand' })
    await press('Control+F1')
    await add.waitFor()
    await page.getByRole('link', { name: 'Price grid' }).click()
    await page.getByRole('heading', { name: 'Prices by group' }).waitFor()
    await add.waitFor()
    await press('Control+F1')
    await add.waitFor()
    await dropFile(page, HOSTED)
    await page.getByRole('heading', { name: 'Import products' }).waitFor()
    const would = page.getByRole('region', { name: 'What it would do' })
    await would.getByText('Fisherman jumper').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const store = page.getByRole('button', { name: 'Import 4 products' })
    expect(await store.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Tax of new products' }).fill('25')
    await press('Tab', 'Space')
    await eventually(async () => store.isEnabled()).toBe(true)
    await store.press('Enter')
    await page.getByRole('region', { name: 'Imported' }).getByRole('link', { name: 'Enamel mug' }).waitFor()

    await steps.getByRole('button', { name: 'Start it' }).press('Enter')
    const scan = page.getByRole('combobox', { name: 'Scan, sku or name' })
    await scan.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('5701234567899')
    await press('Enter')
    await page.getByRole('table', { name: 'Goods' }).locator('tbody tr').waitFor()
    const chosen = (name: string) =>
      page.getByRole('radiogroup', { name }).getByRole('radio', { checked: true }).count()
    await press('Shift+F1')
    await page.getByRole('radiogroup', { name: 'Delivery' }).getByRole('radio').first().waitFor()
    await press('F6', 'Space', 'Enter')
    await eventually(async () => chosen('Delivery')).toBe(1)
    await press('F8', 'Space', 'Enter')
    await eventually(async () => chosen('Payment')).toBe(1)
    await press('F9')
    await page.getByRole('button', { name: 'Capture payment' }).and(page.locator(':focus')).waitFor()
    await press('Enter')
    await page.getByRole('dialog', { name: 'Capture this payment?' }).waitFor()
    await press('Enter')
    await page.getByText('Captured', { exact: true }).first().waitFor()
    await page.getByText('£89.00').first().waitFor()
    await steps.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })

  test('a launch link lets one window in, which stays in when it is loaded again', async () => {
    await core.stop()
    core = await serveCore(core.dataDir, '--demo')
    expect(core.console).toContain('/?launch=')
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page
      .getByRole('link', { name: /^Resume: / })
      .first()
      .waitFor()
    await page.reload()
    await page
      .getByRole('link', { name: /^Resume: / })
      .first()
      .waitFor()

    const late = await openPage(browser())
    await late.page.goto(core.console)
    await late.page.getByRole('heading', { name: 'This launch link has been used or is too old' }).waitFor()
    expect(await accessibilityFaults(late.page)).toEqual([])
    await late.page.goto(core.api)
    await late.page.getByRole('heading', { name: 'This console needs a launch link' }).waitFor()
    expect([...complaints, ...late.complaints]).toEqual([])
  })
})
