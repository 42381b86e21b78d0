import type { Page } from 'playwright'
import type { ServedCore } from '../e2e/served-core.ts'

export interface Cores {
  /** On an empty data folder. */
  readonly empty: ServedCore
  /** On the demo shop. */
  readonly shop: ServedCore
  /** Programs ask the demo shop something. */
  readonly ask: () => Promise<void>
  /** The picture is of another window, which is closed then. */
  readonly lookAt: (other: Page) => void
}

type Screen = (page: Page, cores: Cores) => Promise<void>

/** The screens, in the order in which one leads to the next. */
export const screens = (): Readonly<Record<string, Screen>> => ({
  setup: async (page, { empty }) => {
    await page.goto(empty.console)
    await page.getByRole('heading', { name: 'Welcome to Backcounter' }).waitFor()
  },
  'setup-own-shop': async (page) => {
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    await page.getByRole('textbox', { name: 'Name of the shop' }).fill('Harbour & Sons')
  },
  'no-link': async (page, { shop }) => {
    await page.goto(shop.api)
    await page.getByRole('heading', { name: 'This console needs a launch link' }).waitFor()
  },
  carts: async (page, { shop }) => {
    await page.goto(shop.console)
    await page.getByRole('row').nth(3).waitFor()
  },
  'cart-editor-empty': async (page) => {
    await page.keyboard.press('Shift+F2')
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Payment' }).waitFor()
  },
  'cart-editor-suggestions': async (page) => {
    await page.keyboard.type('2* rain jacket')
    await page.getByRole('option').nth(3).waitFor()
  },
  'cart-editor': async (page) => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('spinbutton').first().waitFor()
    for (const words of [
      'stoneware mug',
      'coffee beans',
      'roll-neck sweater',
      'wool socks',
      'pocket knife',
    ]) {
      await page.keyboard.type(words)
      // The suggestions of the whole words, not those of their beginning.
      await page
        .getByRole('option')
        .first()
        .and(page.getByRole('option', { name: words }))
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('option').first().waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('F4')
    await page.keyboard.type('jør')
    await page.getByRole('option').nth(1).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change billing address' }).waitFor()
    for (const key of ['F6', 'ArrowDown', 'Enter', 'F8', 'ArrowDown', 'Enter']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(300)
    }
  },
  'customer-display': async (page, { lookAt, shop }) => {
    const display = await page.context().newPage()
    await display.goto(`${shop.api}/#/customer-display`)
    await page.bringToFront()
    await display.getByRole('list', { name: 'Goods' }).getByRole('listitem').nth(5).waitFor()
    lookAt(display)
  },
  'price-groups': async (page) => {
    await page.keyboard.press('F7')
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
  },
  'why-price': async (page) => {
    await leaveDialog(page)
    await page.keyboard.press('Control+F9')
    await page.getByRole('dialog').waitFor()
  },
  'return-dialog': async (page) => {
    await leaveDialog(page)
    await page.keyboard.press('Control+Shift+F9')
    await page.getByRole('dialog').waitFor()
  },
  'address-dialog': async (page) => {
    await leaveDialog(page)
    await page.keyboard.press('Shift+F4')
    await page.getByRole('dialog').waitFor()
  },
  shortcuts: async (page) => {
    await leaveDialog(page)
    await page.keyboard.press('F1')
    await page.getByRole('dialog').waitFor()
  },
  'order-placed': async (page) => {
    await leaveDialog(page)
    await page.keyboard.press('F9')
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
  },
  orders: async (page) => {
    await page.keyboard.press('F3')
    await page.getByRole('row').nth(5).waitFor()
  },
  'payment-dialog': async (page) => {
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Capture payment' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('450')
  },
  'order-paid': async (page) => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Complete order' }).waitFor()
  },
  order: async (page) => {
    await page.keyboard.press('F3')
    await page.getByRole('row').filter({ hasText: 'Completed' }).first().getByRole('link').click()
    await page.getByRole('region', { name: 'History' }).waitFor()
  },
  print: async (page) => {
    await page.keyboard.press('Control+p')
    await page.getByRole('region', { name: 'Preview' }).getByRole('article').waitFor()
  },
  search: async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'History' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('jør', { delay: 120 })
    await page.getByRole('option').nth(2).waitFor()
  },
  prices: async (page) => {
    await leaveDialog(page)
    await page.keyboard.press('Control+F7')
    await page.getByRole('list', { name: 'Prices' }).locator('> li').nth(3).waitFor()
  },
  today: async (page) => {
    await page.keyboard.press('Control+F2')
    await page.getByRole('table', { name: 'Latest orders' }).waitFor()
  },
  till: async (page) => {
    await page.getByRole('link', { name: 'Count the till' }).click()
    await countAll(page, '240')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Put money in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('60')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Change from the bank')
    await dialog.getByRole('button', { name: 'Put money in' }).click()
    await page.getByText(/^Change from the bank/).waitFor()
    for (const [value, many] of [
      ['€50', '3'],
      ['€20', '6'],
      ['€5', '4'],
      ['€2', '4'],
      ['€0.50', '3'],
    ] as const)
      await page.getByRole('textbox', { name: `How many of ${value}`, exact: true }).fill(many)
    await page.getByRole('textbox', { name: 'Stays in the till' }).fill('200')
  },
  'till-count': async (page) => {
    await closeCount(page)
  },
  takings: async (page, { shop }) => {
    await page.goto(`${shop.api}/#/takings`)
    await page.getByRole('table', { name: 'By day' }).waitFor()
  },
  'gift-cards': async (page, { shop }) => {
    await page.goto(`${shop.api}/#/gift-cards`)
    await page.getByText('On all cards:').waitFor()
    await page.getByRole('row').nth(1).waitFor()
  },
  'gift-card': async (page) => {
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('list', { name: 'What has happened to it' }).getByText('Issued').waitFor()
  },
  stock: async (page, { shop }) => {
    await page.goto(`${shop.api}/#/stock`)
    await page.getByRole('row', { name: /Poster Regatta/ }).waitFor()
  },
  'stock-level': async (page) => {
    await page
      .getByRole('row', { name: /Poster Regatta/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('list', { name: 'What has come and gone' }).getByText('Counted').waitFor()
  },
  'adjust-stock': async (page, { shop }) => {
    await page.goto(`${shop.api}/#/stock/adjust`)
    const field = page.getByRole('combobox', { name: 'Scan, sku or name' })
    for (const code of ['WPO-REG', '12*WCA-SEJ', '6*WNB-KUR-RED']) {
      await field.fill(code)
      await field.press('Enter')
      await page
        .getByRole('row')
        .filter({ hasText: code.split('*').at(-1) ?? '' })
        .waitFor()
    }
  },
  labels: async (page) => {
    await page.getByRole('button', { name: 'Price labels' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByRole('img').nth(10).waitFor()
  },
  products: async (page) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+F1')
    await page.getByRole('row', { name: /DKK|€/ }).nth(5).waitFor()
  },
  product: async (page) => {
    await page.getByRole('row').nth(5).getByRole('link').first().click()
    await page.getByRole('textbox', { name: 'Barcodes' }).first().waitFor()
  },
  'price-grid': async (page, { shop }) => {
    await page.goto(`${shop.api}/#/price-grid`)
    await page.getByRole('main').getByRole('textbox').nth(8).waitFor()
  },
  import: async (page, { shop }) => {
    await page.goto(`${shop.api}/#/import`)
    const file = { name: 'rain.csv', mimeType: 'text/csv', buffer: Buffer.from(FAULTY) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('heading', { name: 'What is wrong with the file' }).waitFor()
  },
  customers: async (page) => {
    await page.keyboard.press('Control+F10')
    await page.getByRole('row').nth(5).waitFor()
  },
  customer: async (page) => {
    await page.getByRole('row').nth(3).getByRole('link').first().click()
    await page.getByRole('region', { name: 'History' }).waitFor()
  },
  ...Object.fromEntries(
    Object.entries(SETTINGS).map(([place, heading]): [string, Screen] => [
      `settings-${place}`,
      async (page, { ask, shop }) => {
        await page.goto(`${shop.api}/#/settings/${place}`)
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
        if (place === 'local-api') await ask()
      },
    ]),
  ),
  'price-group': async (page, { shop }) => {
    await page.goto(`${shop.api}/#/settings/price-groups`)
    await page.getByRole('main').getByRole('row').nth(2).getByRole('link').first().click()
    await page.getByRole('textbox', { name: 'Name' }).first().waitFor()
  },
  campaign: async (page, { shop }) => {
    await page.goto(`${shop.api}/#/settings/campaigns`)
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('textbox', { name: 'Name' }).first().waitFor()
  },
})

/** A file that cannot be imported as it is. */
const FAULTY = `sku;name:en-GB;name:da-DK;price;tax;catalog
RAIN-1;Rain hat;Regnhat;24.50;25%;Accessories
RAIN-2;Rain boots;;1.249,00;25%;Footwear
RAIN-3;;Regnslag;89;200%;Jackets & rainwear
`

/** Places of the settings, and the heading of each. */
const SETTINGS: Readonly<Record<string, string>> = {
  shop: 'Shop',
  tills: 'Tills',
  staff: 'Staff',
  'price-groups': 'Price groups',
  'tax-rates': 'Tax rates',
  catalogs: 'Catalogs',
  'shipping-methods': 'Shipping methods',
  'payment-methods': 'Payment methods',
  countries: 'Countries',
  campaigns: 'Campaigns',
  'local-api': 'Local API',
  data: 'Data',
}

/** Counts the till as a sum, and is at its paper then. */
async function countAll(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Counted' }).fill(amount)
  await closeCount(page)
}

async function closeCount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close the count' }).click()
  await page
    .getByRole('button', { name: 'Keep the count' })
    .and(page.locator(':not([aria-disabled])'))
    .click()
  await page.getByRole('article').waitFor()
}

async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
