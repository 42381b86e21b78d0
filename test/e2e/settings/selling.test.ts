import { expect, test } from 'vitest'
import {
  ManagedPaymentMethod,
  ManagedPaymentMethods,
} from '../../../core/payment-methods/manage/payment-method.schema.ts'
import { ManagedCampaign, ManagedCampaigns } from '../../../core/promotions/manage/campaign.schema.ts'
import { ServedCountry } from '../../../core/served-countries/served-country.schema.ts'
import {
  ManagedShippingMethod,
  ManagedShippingMethods,
} from '../../../core/shipping-methods/manage/shipping-method.schema.ts'
import { attemptTag } from '../attempt-tag.ts'
import { accessibilityFaults } from '../audit.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { faultAt } from '../field-fault.ts'
import { keepBack } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'
import { sayLanguage } from '../say-language.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 110 })
const heading = async (name: string): Promise<void> =>
  counter().page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const focus = async (label: string | RegExp): Promise<void> =>
  counter().page.getByRole('textbox', { name: label }).first().focus()
const saved = async (): Promise<void> => counter().page.getByText('Saved', { exact: true }).waitFor()

test('a way to deliver is made by keyboard alone, offered at once, and saved on top of what another has changed', async () => {
  const { core, page, press, program, complaints, goTo } = counter()
  await goTo('/settings/shipping-methods')
  await heading('Shipping methods')
  await page.getByRole('link', { name: 'Home delivery' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'New shipping method' }).focus()
  await press('Enter')
  await heading('New shipping method')
  // The name has the focus.
  await page.getByRole('textbox', { name: 'Name · English' }).and(page.locator(':focus')).waitFor()
  await type('Cargo bike')
  // A price is typed from group to group.
  const price = page.getByRole('table', { name: 'Price' }).getByRole('textbox')
  await price.first().focus()
  await type('four')
  await press('Control+s')
  await page.getByText('must be an amount').waitFor()
  await price.first().and(page.locator(':focus')).waitFor()
  await press('Control+a')
  await type('4.5')
  await press('Enter')
  await price.nth(1).and(page.locator(':focus')).waitFor()
  // Countries: found by a part of the name, taken by Enter or Space.
  await page.getByRole('textbox', { name: 'Find in Countries' }).focus()
  await type('denmark')
  await press('Enter')
  await press('Control+a')
  await type('swe')
  await press('ArrowDown', 'Space')
  await page.getByText(/^2 of 249 chosen/).waitFor()
  await press('Control+s')
  await page.waitForURL(/shipping-methods\/[0-9a-f-]{36}$/)
  await heading('Cargo bike')
  const id = /([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''
  const read = async () => (await program.get(`/manage/shipping-methods/${id}`)).ok(ManagedShippingMethod)
  expect(await read()).toMatchObject({ name: 'Cargo bike', countries: ['DK', 'SE'], delivers: true })
  expect((await read()).prices.map(({ amount }) => amount)).toEqual([4.5])
  const offered = await program.get('/shipping-methods', {
    cultureCode: 'en-GB',
    countryId: await program.country('Sweden'),
    priceGroupId: (await read()).prices[0]?.priceGroupId ?? '',
  })
  expect(offered.text).toContain(id)

  // Somebody else changes it while it is typed here: both stay, and who it was is said.
  await focus('Tax')
  await press('Control+a')
  await type('25')
  const manager = await localProgram(core, 'manage')
  const other = await manager.patch(`/manage/shipping-methods/${id}`, { names: { 'da-DK': 'Ladcykel' } })
  expect(other.status).toBe(200)
  await page.getByText(/^Changed meanwhile by/).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name · Danish' }).inputValue()).toBe('Ladcykel')
  await press('Control+s')
  await saved()
  expect(await read()).toMatchObject({ taxRate: 0.25, names: { 'en-GB': 'Cargo bike', 'da-DK': 'Ladcykel' } })
  await page.getByText('Ladcykel').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.setViewportSize({ width: 640, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  await page.setViewportSize({ width: 1360, height: 860 })

  await page.getByRole('button', { name: 'Delete or retire' }).focus()
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await press('Enter')
  await page.getByText('It was never used, so nothing of it is left.').waitFor()
  const { shippingMethods } = (await program.get('/manage/shipping-methods')).ok(ManagedShippingMethods)
  expect(shippingMethods.map((method) => method.id)).not.toContain(id)
  expect(complaints).toEqual([])
})

test('ways to pay and countries are looked at and changed in place', async () => {
  const { page, press, program, complaints, goTo } = counter()
  await goTo('/settings/payment-methods')
  await heading('Payment methods')
  await page.getByRole('link', { name: 'Invoice' }).focus()
  await press('Enter')
  await heading('Invoice')
  expect(await page.getByRole('checkbox', { name: 'Sends an invoice' }).isChecked()).toBe(true)
  await focus('Fee in per cent')
  await press('Control+a')
  await type('1.75')
  await press('Control+s')
  await saved()
  expect((await program.get('/manage/payment-methods')).text).toContain('"feePercent":0.0175')
  expect(await accessibilityFaults(page)).toEqual([])

  await goTo('/settings/countries')
  await heading('Countries')
  await page.getByRole('link', { name: 'Denmark' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await goTo('/settings/countries/AQ')
  await heading('Antarctica')
  await page.getByText('Not served', { exact: true }).waitFor()
  await page.getByRole('listbox', { name: 'Shipping methods' }).focus()
  await press('Home', 'Space', 'Control+s')
  await saved()
  const country = (await program.get('/manage/countries/AQ')).ok(ServedCountry)
  expect(country.served).toBe(true)
  expect(Object.values(country.shippingMethods).filter(Boolean)).toHaveLength(1)
  await page.getByText('Served', { exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('what a way to pay says of a country is seen on the page of the country, and not undone by saving it', async () => {
  const { core, page, press, complaints, goTo } = counter()
  const manager = await localProgram(core, 'manage')
  const { paymentMethods } = (await manager.get('/manage/payment-methods')).ok(ManagedPaymentMethods)
  const card = paymentMethods.find(({ name }) => name === 'Card terminal')
  const serve = async (countries: readonly string[] = []) =>
    (await manager.patch(`/manage/payment-methods/${card?.id}`, { countries })).ok(ManagedPaymentMethod)
  const others = card?.countries.filter((code) => code !== 'SE')
  const sweden = async () => (await manager.get('/manage/countries/SE')).ok(ServedCountry)
  await goTo('/settings/countries/SE')
  await heading('Sweden')
  const option = page.getByRole('listbox', { name: 'Payment methods' }).getByRole('option', {
    name: 'Card terminal',
  })
  const isChosen = async () => option.getAttribute('aria-selected')
  await eventually(isChosen).toBe('true')
  await serve(others)
  await eventually(isChosen).toBe('false')
  await serve(card?.countries)
  await eventually(isChosen).toBe('true')

  // Saved before the page knows of it.
  const late = await keepBack(
    page,
    ({ pathname }, method) => method === 'GET' && pathname.includes('/manage/countries/'),
  )
  await serve(others)
  await eventually(late.count).toBeGreaterThan(0)
  await focus(/English/)
  await press('End')
  await type('!')
  await press('Control+s')
  await saved()
  await late.letGo()
  expect(await sweden()).toMatchObject({
    names: { 'en-GB': 'Sweden!' },
    paymentMethods: { [card?.id ?? '']: false },
  })
  await eventually(isChosen).toBe('false')
  // A name that is taken away is gone, and all is as it was.
  await focus(/English/)
  await press('Control+a')
  await type('Sweden')
  await option.click()
  await press('Control+s')
  await saved()
  expect(await sweden()).toMatchObject({
    names: { 'en-GB': 'Sweden' },
    paymentMethods: { [card?.id ?? '']: true },
  })
  expect(complaints).toEqual([])
})

test('a campaign keeps codes and skus with commas in them, also where others are typed beside them', async () => {
  const { core, press, complaints, goTo } = counter()
  const manager = await localProgram(core, 'manage')
  const [sku, code] = [`DRILL-8,5-${tag()}`, `X;Y${tag()}`.toUpperCase()]
  const names = { 'en-GB': `Drills ${tag()}` }
  const product = { sku, names, taxRate: 0.25, variants: [{ prices: [] }] }
  expect((await manager.post('/manage/products', product)).status).toBe(200)
  const made = await manager.post('/manage/campaigns', {
    names,
    currencies: [{ currency: 'EUR', minimum: 0 }],
    codes: [{ code }],
    items: [{ target: 'lines', rate: 0.1, names, skus: [sku] }],
  })
  const { id } = made.ok(ManagedCampaign)
  const read = async () => (await manager.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)
  const codesOf = ({ codes }: ManagedCampaign) => codes.map((each) => each.code)
  await goTo(`/settings/campaigns/${id}`)
  await heading(`Drills ${tag()}`)
  await focus('Name · Danish')
  await type('Bor')
  await press('Control+s')
  await saved()
  const renamed = await read()
  expect([renamed.names['da-DK'], codesOf(renamed), renamed.items[0]?.skus]).toEqual(['Bor', [code], [sku]])
  await focus('Codes')
  await press('Control+End')
  await type(`,more${tag()}`)
  await press('Control+s')
  await saved()
  expect(codesOf(await read()).toSorted()).toEqual([code, `MORE${tag()}`.toUpperCase()].toSorted())
  expect(complaints).toEqual([])
})

test('a campaign is tried on goods before it is saved, and its discount is the one that was shown', async () => {
  const { page, press, program, scan, complaints, goTo } = counter()
  // Its own again at a second try.
  await goTo('/settings/campaigns')
  await heading('Campaigns')
  await page.getByRole('link', { name: 'Welcome aboard' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'New campaign' }).focus()
  await press('Enter')
  await heading('New campaign')
  await page.getByRole('textbox', { name: 'Name · English' }).first().and(page.locator(':focus')).waitFor()
  await page.getByText('Something is still missing').waitFor()
  await type(`Kelp ${tag()}`)
  await focus('Per cent')
  await type('20')
  const item = page.getByRole('region', { name: 'Discount 1' })
  await item.getByRole('textbox', { name: 'Name · English' }).focus()
  await type('A fifth off')
  await page.getByRole('textbox', { name: 'Codes', exact: true }).focus()
  await type(`kelp${tag()}`)

  const preview = page.getByRole('table', { name: 'Try it on a cart' })
  const [product] = await program.products({ search: 'mug', maxItems: 1 })
  await scan(product?.barcode ?? '')
  await preview.waitFor()
  await page.getByText('The customer saves').waitFor()
  await page.getByText(/It does not run yet/).waitFor()
  const total = await preview.getByRole('row', { name: /Total/ }).innerText()
  expect(await accessibilityFaults(page)).toEqual([])
  expect((await program.get('/manage/campaigns', { search: tag() })).ok(ManagedCampaigns).campaigns).toEqual(
    [],
  )

  await page.getByRole('combobox', { name: 'State' }).focus()
  await press('Enter')
  await page.getByRole('option', { name: 'Active', exact: true }).click()
  await press('Control+s')
  await page.waitForURL(/campaigns\/[0-9a-f-]{36}$/)
  await heading(`Kelp ${tag()}`)
  const id = /([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''
  const stored = (await program.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)
  expect(stored).toMatchObject({ state: 'active', codes: [{ code: `KELP${tag()}`.toUpperCase(), uses: 0 }] })

  // Each customer once: what is no number, or none at all, is said at its field.
  await focus('Of each customer')
  await type('0')
  await press('Control+s')
  await page.getByText('must be at least 1', { exact: true }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'Of each customer: must be at least 1' }).waitFor()
  await focus('Of each customer')
  await press('Backspace')
  await type('1')
  await press('Control+s')
  await saved()
  // From a day on, in the order of the clerk’s language: what is no day with its time is said at its field.
  const from = page.getByRole('textbox', { name: 'Begins', exact: true })
  await from.focus()
  await type('31/02/2025 9:30')
  await press('Control+s')
  await eventually(async () => faultAt(from)).toContain('Write day and time, such as 24/12/2026, 17:30.')
  await from.and(page.locator(':focus')).waitFor()
  await press('Control+a')
  await type('3/2/2025 9:30')
  await press('Control+s')
  await saved()
  expect(await accessibilityFaults(page)).toEqual([])
  await press('Tab')
  expect(await from.inputValue()).toBe('03/02/2025, 09:30')

  // In the longest words, too, there is room for what may be typed beside them.
  await sayLanguage(page, 'View', 'Deutsch')
  const goods = page.getByPlaceholder('Scan, Artikelnummer oder Name')
  const room = await goods.evaluate((field: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = font
    const text = canvas?.measureText(field.placeholder).width ?? Infinity
    return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text
  })
  expect(room).toBeGreaterThan(-1)
  await sayLanguage(page, 'Ansicht', 'English')

  const limited = (await program.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)
  expect([limited.maxUses, limited.maxUsesPerCustomer]).toEqual([null, 1])
  expect(limited.validFrom).toBe('2025-02-03T08:30:00.000Z')

  const cartId = await program.aCart()
  await program.addLine(cartId, product)
  expect((await program.post(`/carts/${cartId}/promotion-codes/KELP${tag()}`)).status).toBe(200)
  const cart = await program.readCart(cartId)
  expect(total).toContain(cart.orderTotal.toFixed(2))
  await page.setViewportSize({ width: 640, height: 800 })
  await eventually(async () => page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  await page.setViewportSize({ width: 1360, height: 860 })
  expect(complaints).toEqual([])
})
