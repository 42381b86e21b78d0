import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { ManagedCampaign } from '../../core/promotions/manage/campaign.schema.ts'
import type { Core } from '../../core/index.ts'
import { openCoreIn } from '../support/open-core.ts'
import { CONSOLE_DIR } from '../../core/cli/serve.ts'
import type { Clerk } from '../support/clerk.ts'
import type { StoreCode } from '../support/demo-template.ts'
import { openPage } from './browser.ts'
import { cutTexts } from './cut-texts.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'
import { sayLanguage } from './say-language.ts'
import { Scanner } from './scanner.ts'
import { removeDataDir } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

// Here the core is opened as the desktop opens it: so each window gets a launch link of its own, to either store.
let core: Core
let dataDir: string
let api: string
const browser = sharedBrowser()

beforeAll(async () => {
  dataDir = await makeDemoDir()
  core = await openCoreIn({ dataDir, consoleDir: CONSOLE_DIR })
  api = await core.listen(0)
})

afterAll(async () => {
  await core.close()
  await removeDataDir(dataDir)
})

const program = async (store: StoreCode): Promise<Clerk> => localProgram({ api, dataDir }, 'staff', store)

/** A window of the console for somebody whose browser speaks the language. */
async function openConsole(locale: string, store: StoreCode) {
  const watched = await openPage(browser(), { locale })
  await watched.page.goto(`${api}${await core.consolePath(store)}`)
  // Whoever goes elsewhere before the link has let them in has used it up for nothing.
  await watched.page.getByRole('navigation').first().waitFor()
  return watched
}

const LANGUAGES = [
  {
    locale: 'da-DK',
    language: 'da',
    carts: 'Kurve',
    scan: 'Scan, varenummer eller navn',
    goods: 'Varer',
    totals: 'Beløb',
    placed: 'Ordren er afgivet',
    product: /krus/i,
    amount: /^\d{1,3}(\.\d{3})*,\d\d\s€$/,
  },
  {
    locale: 'de-DE',
    language: 'de',
    carts: 'Warenkörbe',
    scan: 'Scan, Artikelnummer oder Name',
    goods: 'Waren',
    totals: 'Beträge',
    placed: 'Bestellung aufgegeben',
    product: /becher|tasse/i,
    amount: /^\d{1,3}(\.\d{3})*,\d\d\s€$/,
  },
  {
    locale: 'ja-JP',
    language: 'ja',
    carts: 'カート',
    scan: 'スキャン、SKU または商品名',
    goods: '商品',
    totals: '金額',
    placed: '注文を確定しました',
    // The shop at the harbour has no Japanese names: its first language stands in.
    product: /mug/i,
    amount: /^€\d{1,3}(,\d{3})*\.\d\d$/,
  },
]

describe('the console speaks the language of the browser', () => {
  test.for(LANGUAGES)('from scan to placed order in $locale', async (texts) => {
    const clerk = await program('harbour')
    const [mug] = await clerk.products({ search: 'mug', maxItems: 1 })
    const { customers } = (await clerk.get('/customers', { maxItems: 250 })).ok(CustomersAnswer)
    const customer = customers.find(({ addresses }) => addresses[0]?.country.name === 'Denmark')

    const { page, complaints } = await openConsole(texts.locale, 'harbour')
    await page.getByRole('heading', { name: texts.carts }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(texts.language)
    await page.keyboard.press('Shift+F2')
    await page.getByRole('combobox', { name: texts.scan }).and(page.locator(':focus')).waitFor()
    await (await Scanner.at(page)).scan(mug?.barcode ?? '')
    await page.getByRole('table', { name: texts.goods }).getByText(texts.product).waitFor()
    const total = page.getByRole('group', { name: texts.totals }).getByRole('definition').last()
    await eventually(async () => total.innerText()).toMatch(texts.amount)

    await page.keyboard.press('F4')
    await page.keyboard.type(customer?.emailAddress ?? '')
    await page
      .getByRole('option', { name: customer?.lastName ?? '' })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    // Enter takes the delivery under the focus and goes to the payment; there too, and all that is left is to place it.
    for (const step of [0, 1]) {
      const choices = page.getByRole('radiogroup').nth(step).getByRole('radio')
      await choices.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      await choices.and(page.locator(':checked')).waitFor()
    }
    await page.locator('button[aria-keyshortcuts="F9"]:focus').waitFor()
    await page.keyboard.press('F9')
    await page.getByRole('region', { name: texts.placed }).waitFor()
    expect(complaints).toEqual([])
  })
})

/** Where staff look for something, and what they choose there. */
const LISTS = [
  'carts/new',
  'carts',
  'orders',
  'customers',
  'products',
  'price-grid',
  'settings/payment-methods',
  'settings/shipping-methods',
  'settings/campaigns',
  'settings/tax-rates',
  'settings/staff',
  'settings/tills',
]

/** What the console's own words in fields, choices and cells have no room for. */
const cutWords = async (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate(
    (main, cells) => {
      const pen = document.createElement('canvas').getContext('2d')
      const isHintCut = (input: HTMLInputElement): boolean => {
        const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input)
        if (!pen) return true
        Object.assign(pen, { font, letterSpacing })
        const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        return input.clientWidth > 0 && pen.measureText(input.placeholder).width > room + 1
      }
      const hints = [...main.querySelectorAll<HTMLInputElement>('input[placeholder]')].filter(isHintCut)
      const words = [...main.querySelectorAll<HTMLElement>(`[role="combobox"] span${cells}`)]
      return [
        ...hints.map((input) => input.placeholder),
        ...words.filter((word) => word.scrollWidth > word.clientWidth + 1).map((word) => word.innerText),
      ]
      // Names that a shop gives may be of any length.
    },
    page.url().endsWith('methods') ? ', [role="cell"].truncate' : '',
  )

describe('in every language', () => {
  // The widest words first.
  test.for(['de-DE', 'da-DK', 'ja-JP', 'en-GB'])(
    'what a field asks for and what is chosen is whole on any screen: %s',
    async (locale) => {
      const cartId = await (await program('harbour')).aCart()
      const { page } = await openConsole(locale, 'harbour')
      await page.getByRole('main').getByRole('searchbox').waitFor()
      for (const path of LISTS) {
        await page.goto(`${api}/#/${path.replace('carts/new', `carts/${cartId}`)}`)
        await page.getByRole('main').locator('input[placeholder]').first().waitFor()
        for (const [width, height] of [
          [1360, 860],
          [1024, 700],
          [640, 700],
        ] as const) {
          await page.setViewportSize({ width, height })
          const cut = async () => ({ path, width, words: await cutWords(page) })
          await eventually(cut).toEqual({ path, width, words: [] })
        }
      }
    },
  )
})

test('what a card of a product offers is whole in the narrowest window, whatever the language calls it', async () => {
  const [product] = await (await program('harbour')).products()
  const { page } = await openConsole('de-DE', 'harbour')
  await page.getByRole('heading', { name: 'Körbe' }).waitFor()
  await page.goto(`${api}/#/products/${product?.sku ?? ''}`)
  await page.getByRole('button', { name: 'Variante hinzufügen' }).waitFor()
  await page.setViewportSize({ width: 420, height: 800 })
  await eventually(async () => cutTexts(page)).toEqual([])
})

/** The decimal key of a number pad, which writes what the keyboard's country writes. */
async function pressDecimal(page: Page, key: ',' | '.'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const stroke = { code: 'NumpadDecimal', key, windowsVirtualKeyCode: 110, isKeypad: true, location: 3 }
  await devtools.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyDown', text: key })
  await devtools.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyUp' })
  await devtools.detach()
}

test('the decimal key of a number pad is the sign that the amount is read with, whatever the keyboard has on it', async () => {
  const staff = await program('harbour')
  const { order } = await staff.anOrder({ payment: 'Cash' })
  const { page } = await openConsole('de-DE', 'harbour')
  await page.getByRole('heading', { name: 'Körbe' }).waitFor()
  await page.goto(`${api}/#/orders/${order.id}`)
  await page.getByRole('button', { name: 'Zahlung verbuchen' }).waitFor()
  await page.keyboard.press('F8')
  const given = page.getByRole('textbox', { name: 'Bar gegeben' })
  await given.fill('9000')
  await pressDecimal(page, ',')
  await page.keyboard.press('5')
  // The order is in English.
  expect(await given.inputValue()).toBe('9000.5')
  await page.keyboard.press('Escape')

  await page.goto(`${api}/#/settings/tax-rates/new`)
  const rate = page.getByRole('main').locator('input[inputmode="decimal"]')
  await rate.fill('12')
  await pressDecimal(page, '.')
  await page.keyboard.press('5')
  expect(await rate.inputValue()).toBe('12,5')
  await page.keyboard.press('Control+z')
  expect(await rate.inputValue()).not.toContain('5')
  // In a name it is what is on the keyboard.
  const name = page.getByRole('main').getByRole('textbox').first()
  await name.fill('2')
  await pressDecimal(page, '.')
  expect(await name.inputValue()).toBe('2.')
})

describe('what is refused of a record', () => {
  test('is told at its field in the clerk’s language, with what it is about', async () => {
    const products = await (await program('harbour')).products({ maxItems: 100 })
    const [product] = products
    const other = products.find(({ sku }) => sku !== product?.sku)
    const { page } = await openConsole('da-DK', 'harbour')
    await page.getByRole('heading', { name: 'Kurve' }).waitFor()
    await page.goto(`${api}/#/products/${product?.sku ?? ''}`)
    const barcodes = page.getByRole('textbox', { name: 'Stregkoder' }).first()
    await eventually(async () => barcodes.inputValue()).toContain(product?.barcode)
    await barcodes.fill(other?.barcode ?? '')
    await page.keyboard.press('Control+s')
    const text = `hører til varen ${other?.sku ?? ''}`
    await page.getByRole('alert').getByText(text).waitFor()
    expect(await faultAt(barcodes)).toBe(text)
    const sku = page.getByRole('textbox', { name: /^Varenummer\W*$/ }).first()
    await sku.fill('x'.repeat(600))
    await page.keyboard.press('Control+s')
    await eventually(async () => faultAt(sku)).toBe('må være på højst 512 tegn')
  })
})

describe('the shop’s own records', () => {
  test('are listed by their names in the clerk’s language, and so is what their history says', async () => {
    const manager = await localProgram({ api, dataDir }, 'staff manage')
    const { page } = await openConsole('da-DK', 'harbour')
    await page.getByRole('heading', { name: 'Kurve' }).waitFor()
    await page.goto(`${api}/#/settings/shipping-methods`)
    await page.getByRole('link', { name: 'Afhentning i butikken' }).waitFor()
    const [product] = await (await program('harbour')).products({ maxItems: 1 })
    const sku = product?.sku ?? ''
    await manager.patch(`/manage/products/${sku}`, { taxRate: 0.125, state: 'draft' })
    await page.goto(`${api}/#/products/${sku}`)
    await page.getByRole('listitem').filter({ hasText: 'Moms' }).getByText('12,5\u00a0%').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Status' }).getByText('Kladde').waitFor()

    const { customers } = (await manager.get('/customers', { maxItems: 100 })).ok(CustomersAnswer)
    const german = customers.find(({ addresses: [address] }) => address?.country.name === 'Germany')
    const cartId = await (await program('harbour')).aCart()
    await manager.patch(`/carts/${cartId}`, { customerId: german?.id })
    await page.goto(`${api}/#/carts/${cartId}`)
    await page.getByRole('radiogroup', { name: 'Betaling' }).waitFor()
    await page.keyboard.press('Shift+F4')
    await page
      .getByRole('radiogroup', { name: 'Kendte adresser' })
      .getByText(/, Tyskland$/)
      .first()
      .waitFor()
  })
})

const UPTOWN = 'Uptown Paper & Tea'

describe('another store', () => {
  test('is two keys away, in every tab of the browser', async () => {
    const { page, complaints } = await openConsole('en-GB', 'harbour')
    await page.getByRole('button', { name: 'Stores: Harbour Outfitters' }).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${api}/#/orders`)
    await tab.getByRole('button', { name: 'Stores: Harbour Outfitters' }).waitFor()
    await page.bringToFront()
    await page.keyboard.press('Control+F6')
    await page.getByRole('menuitem', { name: UPTOWN }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Stores: ${UPTOWN}` }).waitFor()
    await tab.getByRole('button', { name: `Stores: ${UPTOWN}` }).waitFor()
    expect(complaints).toEqual([])
  })

  test('has nothing of what was typed or found in the one before, where it is still there', async () => {
    const clerk = await program('harbour')
    const [customer] = (await clerk.get('/customers', { maxItems: 1 })).ok(CustomersAnswer).customers
    const name = `${customer?.firstName} ${customer?.lastName}`
    const { page, complaints } = await openConsole('en-GB', 'harbour')
    const found = page.getByRole('dialog').getByRole('option', { name: new RegExp(`^${name}`) })
    const search = async (): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('option', { name: 'Settings' }).first().waitFor()
    }
    const typed = async (): Promise<string> => {
      await page.goto(`${api}/#/new-product`)
      return page.getByRole('textbox', { name: 'Name · English' }).first().inputValue()
    }
    const goToStore = async (store: string): Promise<void> => {
      await page.getByRole('button', { name: /^Stores: / }).click()
      // The page that is left may name the other store, too, until it is gone.
      const arriving = page.waitForEvent('load')
      await page.getByRole('menuitem', { name: store }).click()
      await arriving
      await page.getByRole('button', { name: `Stores: ${store}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Stores: Harbour Outfitters' }).waitFor()
    await search()
    await page.keyboard.type(customer?.id ?? '', { delay: 0 })
    await found.click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    expect(await typed()).toBe('')
    await page.getByRole('textbox', { name: 'Name · English' }).first().fill('Tar twine')
    const countryName = async (): Promise<string> => {
      await page.goto(`${api}/#/settings/countries/DK`)
      await page.getByRole('heading', { name: 'Denmark', level: 1 }).waitFor()
      return page.getByRole('textbox', { name: 'Name · English' }).inputValue()
    }
    expect(await countryName()).toBe('Denmark')
    await page.getByRole('textbox', { name: 'Name · English' }).fill('Kingdom of Denmark')

    await goToStore(UPTOWN)
    expect(await typed()).toBe('')
    expect(await countryName()).toBe('Denmark')
    await page.getByText('Not saved yet').waitFor({ state: 'hidden' })
    await search()
    expect(await found.count()).toBe(0)
    await page.keyboard.press('Escape')

    await goToStore('Harbour Outfitters')
    expect(await typed()).toBe('Tar twine')
    expect(await countryName()).toBe('Kingdom of Denmark')
    await search()
    await found.waitFor()
    expect(complaints).toEqual([])
  })

  test('has no program that is being registered in the one before, which another tab has left', async () => {
    const { page, complaints } = await openConsole('en-GB', 'harbour')
    const tab = await page.context().newPage()
    await tab.goto(`${api}/#/orders`)
    const typed = async (): Promise<string> => {
      await page.getByRole('button', { name: 'New program' }).click()
      return page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).inputValue()
    }
    const goToStore = async (store: string): Promise<void> => {
      await tab.getByRole('button', { name: /^Stores: / }).click()
      await tab.getByRole('menuitem', { name: store }).click()
      for (const each of [tab, page]) await each.getByRole('button', { name: `Stores: ${store}` }).waitFor()
    }
    await page.goto(`${api}/#/settings/local-api`)
    expect(await typed()).toBe('')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbour web shop')
    await goToStore(UPTOWN)
    expect(await typed()).toBe('')
    await goToStore('Harbour Outfitters')
    expect(await typed()).toBe('Harbour web shop')
    expect(complaints).toEqual([])
  })
})

describe('a record that is open while the language of the console is changed', () => {
  test('is written in it, and nothing of it is typed: what is typed then is saved with the same amounts', async () => {
    const manager = await localProgram({ api, dataDir }, 'manage')
    const draft = {
      names: { 'en-GB': 'Spring' },
      currencies: [{ currency: 'EUR', minimum: 12.5 }],
      items: [{ target: 'order', rate: 0.125, names: { 'en-GB': 'Off' } }],
    }
    const { id } = (await manager.post('/manage/campaigns', draft)).ok(ManagedCampaign)
    const { page, complaints } = await openConsole('en-GB', 'harbour')
    const main = page.getByRole('main')
    const goTo = async (path: string): Promise<unknown> => page.goto(`${api}/#${path}`)

    await goTo(`/settings/campaigns/${id}`)
    const least = main.getByRole('textbox', { name: /EUR$/ })
    await eventually(async () => least.inputValue()).toBe('12.50')
    await sayLanguage(page, 'View', 'Deutsch')
    await eventually(async () => least.inputValue()).toBe('12,50')
    expect(await main.getByText('Noch nicht gespeichert').count()).toBe(0)
    await main.getByRole('textbox', { name: 'Name · Englisch' }).first().fill('Spring sale')
    await page.keyboard.press('Control+s')
    await page.getByText('Gespeichert', { exact: true }).waitFor()
    const stored = (await manager.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)
    expect(stored).toMatchObject({ ...draft, names: { 'en-GB': 'Spring sale' } })

    await goTo('/settings/campaigns/new')
    await eventually(async () => least.inputValue()).toBe('0,00')
    await main.getByRole('textbox', { name: 'Name · Englisch' }).first().fill('Autumn')
    await sayLanguage(page, 'Ansicht', 'English')
    await eventually(async () => least.inputValue()).toBe('0.00')
    expect(await main.getByRole('textbox', { name: 'Name · English' }).first().inputValue()).toBe('Autumn')
    expect(complaints).toEqual([])
  })
})

describe('an order in yen', () => {
  test('has no decimals anywhere, in the console and over HTTP', async () => {
    const clerk = await program('uptown')
    const priceGroup = 'Shop price, JPY'
    const [pen] = await clerk.products({ priceGroup, search: 'tea', maxItems: 1 })
    const { page, complaints } = await openConsole('en-US', 'uptown')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page.getByRole('button', { name: 'Choose a currency' }).click()
    await page.getByRole('menuitem', { name: 'New order in JPY' }).click()
    const scan = page.getByRole('combobox', { name: 'Scan, sku or name' })
    await scan.and(page.locator(':focus')).waitFor()
    await (await Scanner.at(page)).scan(`3*${pen?.barcode ?? ''}`)
    await page.getByRole('spinbutton').waitFor()

    const amounts = page.getByRole('group', { name: 'Totals' }).getByRole('definition')
    const cart = await clerk.readCart(/carts\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '')
    expect(cart.billingCurrency.isoCode).toBe('JPY')
    expect(cart.subTotal).toBeGreaterThan(0)
    expect(Number.isInteger(cart.orderTotal) && Number.isInteger(cart.tax)).toBe(true)
    const shown = await amounts.allInnerTexts()
    expect(shown).toContain(`¥${cart.orderTotal.toLocaleString('en-US')}`)
    for (const amount of shown) expect(amount).toMatch(/^¥\d{1,3}(,\d{3})*$/)
    expect(complaints).toEqual([])
  })
})
