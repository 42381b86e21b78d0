import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import { ManagedTaxRate } from '../../core/tax-rates/tax-rate.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { writeElsewhere } from '../support/past-the-core.ts'
import { attemptTag } from './attempt-tag.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { keepBack, keepFromCore } from './keep-back.ts'
import { localProgram } from './local-program.ts'
import { runCli } from './served-core.ts'

const counter = counterOfDemoShop({ reducedMotion: 'reduce' })
let colleague: Clerk
beforeAll(async () => {
  colleague = await localProgram(counter().core, 'manage')
})

const page = (): Page => counter().page
const field = (name: string | RegExp): Locator => page().getByRole('textbox', { name }).first()
const heading = async (name: string): Promise<void> =>
  page().getByRole('heading', { name, level: 1 }).waitFor()

/** Until then the page says “Not saved yet”. */
const saved = async (): Promise<void> => page().getByText('Saved', { exact: true }).waitFor()

const tag = attemptTag()
/** A sku of this attempt’s own. */
const own = (sku: string): string => `${sku}~${tag()}`

/** A product of the shop’s own, of a sku of its own. */
async function aProduct(sku: string): Promise<ManagedProduct> {
  const body = {
    sku,
    names: { 'en-GB': `Deck brush ${sku}`, 'da-DK': `Dækskost ${sku}` },
    taxRate: 0.25,
    variants: [
      { barcodes: [`${sku}-1`], prices: [{ priceGroupId: await colleague.priceGroup(), price: 10 }] },
    ],
  }
  return (await colleague.post('/manage/products', body)).ok(ManagedProduct)
}
const read = async (sku: string): Promise<ManagedProduct> =>
  (await colleague.get(`/manage/products/${sku}`)).ok(ManagedProduct)

/** As nobody types them in the country of the shop, unless they say so. */
const typeWithoutTax = async (): Promise<void> =>
  page().getByRole('switch', { name: 'Prices with tax' }).uncheck()

async function open(product: ManagedProduct): Promise<void> {
  await counter().goTo(`/products/${product.id}`)
  await heading(product.names['en-GB'] ?? '')
  await field('Barcodes').waitFor()
}

describe('the place Products, by keyboard', () => {
  test('finds by a scan, by words and by Ctrl+K, and opens what is found', async () => {
    const brush = await aProduct(own('BRUSH-1'))
    const draft = await aProduct(own('BRUSH-2'))
    await colleague.patch(`/manage/products/${own('BRUSH-2')}`, { state: 'draft' })
    await counter().goTo('/orders')
    await heading('Orders')
    await counter().press('Control+F1')
    await heading('Products')
    await page().getByRole('row').nth(5).waitFor()
    expect(await accessibilityFaults(page())).toEqual([])
    await counter().scan(`${own('BRUSH-1')}-1`)
    await heading(`Deck brush ${own('BRUSH-1')}`)
    expect(page().url()).toContain(brush.id)

    await page().goBack()
    await page().getByRole('searchbox').fill(`deck brush ${tag()}`)
    await eventually(async () => page().locator('tbody tr').count()).toBe(2)
    await page()
      .getByRole('row', { name: new RegExp(`${own('BRUSH-2')}.*Draft`) })
      .waitFor()
    await counter().press('ArrowDown', 'j', 'Enter')
    await heading(`Deck brush ${own('BRUSH-2')}`)
    expect(page().url()).toContain(draft.id)

    await counter().press('Control+k')
    await page().getByRole('dialog').locator('input:focus').waitFor()
    await page().keyboard.type(own('BRUSH-2'), { delay: 120 })
    await page()
      .getByRole('option', { name: new RegExp(`Deck brush ${own('BRUSH-2')}`) })
      .waitFor()
    await counter().press('Escape')
  })

  test('changes names, prices and variants in place; the history says who and what', async () => {
    const brush = await aProduct(own('BRUSH-3'))
    await open(brush)
    expect(await accessibilityFaults(page())).toEqual([])
    await field('Name · German').fill('Deckbürste')
    await typeWithoutTax()
    await field('Price in Shop price, EUR').fill('12,5')
    await counter().press('Control+s')
    await eventually(async () => field('Price in Shop price, EUR').getAttribute('aria-invalid')).toBe('true')
    await field('Price in Shop price, EUR').fill('12.50')
    await page().getByRole('button', { name: 'Add variant' }).click()
    await page().keyboard.type(`${own('BRUSH-3')}-L`, { delay: 120 })
    await field('Sku of the variant').fill(`${own('BRUSH-3')}-S`)
    await counter().press('Control+s')
    await saved()
    const stored = await read(own('BRUSH-3'))
    expect(stored.names['de-DE']).toBe('Deckbürste')
    expect(stored.variants.map(({ variantSku }) => variantSku)).toEqual([
      `${own('BRUSH-3')}-S`,
      `${own('BRUSH-3')}-L`,
    ])
    expect(stored.variants[0]).toMatchObject({ id: brush.variants[0]?.id, prices: [{ price: 12.5 }] })
    const history = page().getByRole('region', { name: 'History' })
    await history.getByText(`${own('BRUSH-3')}-S · Price · Shop price, EUR`).waitFor()
  })

  test('keeps barcodes with commas in them, also where another one is scanned beside them', async () => {
    const lot = `${own('LOT')},77`
    const { variants } = await aProduct(own('BRUSH-L'))
    const body = { variants: variants.map(({ id }) => ({ id, barcodes: [lot] })) }
    expect((await colleague.patch(`/manage/products/${own('BRUSH-L')}`, body)).status).toBe(200)
    await open(await read(own('BRUSH-L')))
    await field('Name · German').fill('Deckbürste')
    await counter().press('Control+s')
    await saved()
    const stored = async () => (await read(own('BRUSH-L'))).variants[0]?.barcodes
    expect(await stored()).toEqual([lot])
    await field('Barcodes').focus()
    await counter().scan(lot)
    await counter().scan('4006381333931')
    expect(await field('Barcodes').inputValue()).toBe(`${lot}, 4006381333931`)
    await counter().press('Control+s')
    await saved()
    expect(await stored()).toEqual([lot, '4006381333931'])
    // One that is scanned for the first time has its comma in itself, too.
    const scanned = `${own('LOT')},78`
    await field('Barcodes').focus()
    await counter().scan(scanned)
    await counter().scan(scanned)
    expect(await field('Barcodes').inputValue()).toBe(`${lot}, 4006381333931, "${scanned}"`)
    await counter().press('Control+s')
    await saved()
    expect(await stored()).toEqual([lot, '4006381333931', scanned])
    await eventually(async () => field('Barcodes').inputValue()).toBe(`${lot}, 4006381333931, ${scanned}`)
  })

  test('is marked as a gift card; what a colleague has marked meanwhile stays', async () => {
    const card = await aProduct(own('CARD'))
    await open(card)
    const mark = page().getByRole('checkbox', { name: 'Gift card' })
    expect(await mark.isChecked()).toBe(false)
    await mark.focus()
    await counter().press('Space')
    await page().reload()
    await heading(card.names['en-GB'] ?? '')
    await eventually(async () => mark.isChecked()).toBe(true)
    await counter().press('Control+s')
    await saved()
    expect(await read(own('CARD'))).toMatchObject({ isGiftCard: true, version: 2 })
    const history = page().getByRole('region', { name: 'History' })
    await history.getByRole('listitem').getByText('Gift card: No Yes', { exact: true }).waitFor()
    // What is typed of something else takes no mark away, nor gives one.
    await field('Name · German').fill('Gutschein')
    await colleague.patch(`/manage/products/${own('CARD')}`, { isGiftCard: false })
    await eventually(async () => mark.isChecked()).toBe(false)
    await counter().press('Control+s')
    await saved()
    const { isGiftCard, names } = await read(own('CARD'))
    expect([isGiftCard, names['de-DE']]).toEqual([false, 'Gutschein'])
    expect(await accessibilityFaults(page())).toEqual([])
    expect(counter().complaints).toEqual([])
  })

  test('a colleague who was first is named with what they changed, and what was typed is kept', async () => {
    const brush = await aProduct(own('BRUSH-4'))
    await open(brush)
    await field(/^Tax/).fill('12')
    // The colleague is first by a hair: after the key is pressed, before what it sends arrives.
    let isFirst = true
    await page().route('**/manage/products/*', async (route) => {
      // The page may read it again meanwhile.
      if (isFirst && route.request().method() === 'PUT') {
        isFirst = false
        await colleague.patch(`/manage/products/${own('BRUSH-4')}`, { names: { 'en-GB': 'Yard brush' } })
      }
      await route.continue()
    })
    await counter().press('Control+s')
    const told = page().getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' })
    await told.getByText('Yard brush').waitFor()
    await page().unroute('**/manage/products/*')
    expect(await read(own('BRUSH-4'))).toMatchObject({ taxRate: 0.25, version: 2 })
    expect(await field('Name · English').inputValue()).toBe('Yard brush')
    expect(await field(/^Tax/).inputValue()).toBe('12')
    await page().reload()
    await heading('Yard brush')
    await eventually(async () => field(/^Tax/).inputValue()).toBe('12')
    await counter().press('Control+s')
    await saved()
    expect(await read(own('BRUSH-4'))).toMatchObject({ taxRate: 0.12, names: { 'en-GB': 'Yard brush' } })
  })

  test('one that was opened by its sku is found again after a reload, whoever has given it another one', async () => {
    const product = await aProduct(own('RENAMED-1'))
    const [name = ''] = [product.names['en-GB']]
    await counter().goTo(`/products/${encodeURIComponent(product.sku)}`)
    await heading(name)
    await field('Barcodes').waitFor()
    const path = `/manage/products/${product.id}`
    expect((await colleague.patch(path, { sku: own('RENAMED-2') })).status).toBe(200)
    await eventually(async () => field(/^Sku\W*$/).inputValue()).toBe(own('RENAMED-2'))
    await page().reload()
    await heading(name)
    await field(/^Sku\W*$/).fill(own('RENAMED-3'))
    await counter().press('Control+s')
    await saved()
    await page().reload()
    await heading(name)
    expect(await field(/^Sku\W*$/).inputValue()).toBe(own('RENAMED-3'))
    expect(counter().complaints).toEqual([])
  })

  test('one that was never sold is deleted, any other retired, and the page says which', async () => {
    const remove = async (): Promise<void> => {
      await page().getByRole('button', { name: 'Delete or retire' }).first().click()
      await page().getByRole('dialog').waitFor()
      await counter().press('Enter')
    }
    await open(await aProduct(own('BRUSH-5')))
    await remove()
    await page().getByText('The product is deleted').waitFor()
    await page().getByRole('link', { name: 'Back to the products' }).and(page().locator(':focus')).waitFor()
    expect((await colleague.get(`/manage/products/${own('BRUSH-5')}`)).status).toBe(404)

    const sold = await aProduct(own('BRUSH-6'))
    const cartId = await colleague.aCart()
    const [goods] = await colleague.products({ search: own('BRUSH-6') })
    await colleague.addLine(cartId, goods)
    await open(sold)
    await remove()
    await page().getByText('The product is retired').waitFor()
    const button = page().getByRole('button', { name: 'Delete or retire' })
    await button.and(page().locator(':focus')).waitFor()
    expect(await read(own('BRUSH-6'))).toMatchObject({ state: 'retired' })
  })

  test('what is wrong with a variant is said in words at its field, and each is removed by its own number', async () => {
    await aProduct(own('BRUSH-7'))
    await counter().goTo('/new-product')
    await field('Name · English').fill('Two brushes')
    await field(/^Sku\*?$/).fill(own('BRUSH-8'))
    await field('Tax in per cent').fill('25')
    const variants = page().getByRole('region', { name: 'Variants' })
    await variants.getByRole('button', { name: 'Add variant' }).press('Enter')
    const second = (name: string): Locator => variants.getByRole('textbox', { name, exact: true }).nth(1)
    await second('Sku of the variant').and(page().locator(':focus')).waitFor()
    await counter().press('Control+s')
    await eventually(async () => faultAt(second('Sku of the variant'))).toBe('Please fill this in')
    await variants.getByText('Please fill this in').nth(1).waitFor()
    await variants.getByRole('button', { name: 'Remove variant 2' }).press('Enter')
    await second('Sku of the variant').waitFor({ state: 'detached' })
    const barcodes = variants.getByRole('textbox', { name: 'Barcodes' })
    await barcodes.fill(`${own('BRUSH-7')}-1`)
    await counter().press('Control+s')
    await eventually(async () => faultAt(barcodes)).toBe(`is that of the product ${own('BRUSH-7')}`)
    await page().getByRole('button', { name: 'Discard changes' }).press('Enter')
  })

  test('one is added by hand; what is typed survives a reload', async () => {
    await counter().goTo('/products')
    await page().getByRole('link', { name: 'Add product' }).click()
    await heading('New product')
    // Its head is there before its form.
    await field('Name · English').waitFor()
    await counter().press('Control+s')
    await page().getByText('Please fill this in').first().waitFor()
    expect(await accessibilityFaults(page())).toEqual([])
    await field('Name · English').fill('Tar twine')
    await field(/^Sku\W*$/).fill(own('TWINE'))
    // What is filled in lacks nothing any more, before it is saved; what is not does.
    await eventually(async () => faultAt(field(/^Sku\W*$/))).toBe('')
    expect(await faultAt(field(/^Tax/))).toBe('Please fill this in')
    await page().reload()
    await eventually(async () => field('Name · English').inputValue()).toBe('Tar twine')
    await field(/^Tax/).fill('25')
    await typeWithoutTax()
    await field('Price in Shop price, EUR').fill('4 EUR each')
    await field(/^Sku\W*$/).press('Enter')
    await eventually(async () => faultAt(field('Price in Shop price, EUR'))).toMatch(/^Write an amount/)
    await field('Price in Shop price, EUR').fill('4')
    await field(/^Sku\W*$/).press('Enter')
    await heading('Tar twine')
    expect(await read(own('TWINE'))).toMatchObject({ taxRate: 0.25, variants: [{ prices: [{ price: 4 }] }] })
    expect(counter().complaints).toEqual([])
  })

  test('one that is saved before its catalogs and rates are known is saved once they are', async () => {
    const catalogs = await keepFromCore(page(), ({ pathname }) => pathname.endsWith('/manage/catalogs'))
    onTestFinished(async () => catalogs.letGo())
    await counter().goTo('/new-product')
    await field('Name · English').fill('Marline')
    await field(/^Sku\W*$/).fill(own('MARLINE'))
    await field('Tax in per cent').fill('25')
    await counter().press('Control+s')
    await page().getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await eventually(catalogs.count).toBe(1)
    await catalogs.letGo()
    await heading('Marline')
    expect(await read(own('MARLINE'))).toMatchObject({ taxRate: 0.25 })
    expect(counter().complaints).toEqual([])
  })
})

test('its tax is a rate of the shop by its name; prices are typed with tax, there and in the grid', async () => {
  const sku = own('TAXED')
  const names = { 'en-GB': `Books ${sku}` }
  const rate = (await colleague.post('/manage/tax-rates', { names, rate: 0.07 })).ok(ManagedTaxRate)
  const brush = await aProduct(sku)
  await open(brush)
  await page().getByRole('combobox', { name: 'Tax', exact: true }).click()
  await page()
    .getByRole('option', { name: `${names['en-GB']} · 7%` })
    .click()
  await field('Tax in per cent').waitFor({ state: 'hidden' })
  await page().getByRole('switch', { name: 'Prices with tax' }).check()
  const price = field('Price in Shop price, EUR')
  await eventually(async () => price.inputValue()).toBe('10.70')
  await price.fill('21.40')
  await page().getByText('€20.00 without tax').waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await counter().press('Control+s')
  await saved()
  const [variant] = (await read(sku)).variants
  expect(variant?.prices).toMatchObject([{ price: 20 }])
  expect(await read(sku)).toMatchObject({ taxRate: 0.07, taxRateId: rate.id })

  const groups = await colleague.priceGroup()
  await counter().goTo(`/price-grid?search=${sku}&groups=${groups}`)
  const cell = page().getByRole('textbox', { name: `Deck brush ${sku}, Shop price, EUR` })
  await eventually(async () => cell.inputValue()).toBe('21.40')
  await cell.focus()
  // No price without tax comes to it.
  await page().keyboard.type('10.01', { delay: 120 })
  await counter().press('Enter')
  await page().getByText('There is no price without tax that comes to €10.01: it is €10.02 now.').waitFor()
  await eventually(async () => (await read(sku)).variants[0]?.prices[0]?.price).toBe(9.36)
  await eventually(async () => cell.inputValue()).toBe('10.02')
  await page().getByRole('switch', { name: 'Prices with tax' }).uncheck()
  await eventually(async () => cell.inputValue()).toBe('9.36')
  expect(counter().complaints).toEqual([])
})

test('greyed prices are explained where there are any', async () => {
  const greyed = page().getByText('What is greyed comes from the group that a group derives from.')
  await open(await aProduct(own('GREYED')))
  await greyed.waitFor()
  await counter().goTo('/new-product')
  await field('Price in Shop price, EUR').waitFor()
  expect(await greyed.count()).toBe(0)
})

describe('import and export', () => {
  /** Anew: where the one before has just ended, its page would stay. */
  async function openImport(): Promise<void> {
    await counter().goTo('/products')
    await heading('Products')
    await counter().goTo('/import')
    await heading('Import products')
  }
  const choose = async (name: string, content: string): Promise<void> =>
    page()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  const card = (name: string): Locator => page().getByRole('region', { name, exact: true })
  const focused = (element: Locator): Locator => element.and(page().locator(':focus'))

  test('a file of unknown columns is guessed at, mended where it is wrong, and imported once all is said', async () => {
    const file = 'Varenr;Betegnelse;Udsalgspris;Noter\nFENDER;Fender;125,00;x\nBUOY;Bøje;mange;y\n'
    await openImport()
    await choose('liste.csv', file)
    const faults = page().getByRole('table', { name: 'What is wrong with the file' })
    await faults.getByRole('row', { name: /^3 Udsalgspris “mange” is no price/ }).waitFor()
    const takenFor = (column: string): Locator =>
      page().getByRole('combobox', { name: `What ${column} is taken for` })
    expect(await takenFor('Varenr').innerText()).toBe('sku')
    expect(await takenFor('Noter').innerText()).toBe('– nothing –')
    expect(await accessibilityFaults(page())).toEqual([])

    await choose('liste.csv', file.replace('mange', '80,00'))
    await card('What it would do').getByText('Bøje').waitFor()
    await takenFor('Noter').press('Enter')
    await page().getByRole('option', { name: 'description', exact: true }).click()
    await card('Columns').getByText('all of them are used').waitFor()
    const store = page().getByRole('button', { name: 'Import 2 products' })
    expect(await store.isDisabled()).toBe(true)
    await field('Tax of new products').fill('25')
    // A hand at the end of the page: the file is read again as the mouse goes down, and the answer is still under it.
    const withTax = page().getByRole('radio', { name: 'with tax', exact: true })
    await withTax.evaluate((radio) => radio.closest('.overflow-auto')?.scrollTo(0, 10_000))
    const reading = await keepFromCore(page(), ({ pathname }) => pathname.endsWith('/manage/imports'))
    await withTax.hover()
    await page().mouse.down()
    await page().getByRole('status').filter({ hasText: 'rows so far' }).waitFor()
    await page().mouse.up()
    await reading.letGo()
    await eventually(async () => store.isEnabled()).toBe(true)
    await store.press('Enter')
    await card('Imported').getByRole('link', { name: 'Fender' }).press('Enter')
    await heading('Fender')
    expect(await read('FENDER')).toMatchObject({
      taxRate: 0.25,
      descriptions: { 'en-GB': 'x' },
      variants: [{ prices: [{ price: 100 }] }],
    })
  })

  test('prices alone come from a list that has names beside them, which nobody is asked about', async () => {
    const product = await aProduct(own('rope'))
    await openImport()
    await choose('preise.csv', `Artikelnr;Bezeichnung;Preis\n${product.sku};Seil, rot;25,00\n`)
    await card('Columns').getByText('all of them are used').waitFor()
    await page().getByRole('radio', { name: 'Prices alone' }).click()
    await card('Columns').getByText('nothing is taken from one of them').waitFor()
    await page().getByRole('combobox', { name: 'What Bezeichnung is taken for' }).press('Enter')
    expect(await page().getByRole('option', { name: 'name', exact: true }).count()).toBe(0)
    await page().keyboard.press('Escape')
    await page().getByRole('radio', { name: 'with tax', exact: true }).click()
    await page().getByRole('button', { name: 'Import one product' }).press('Enter')
    await card('Imported').waitFor()
    expect(await card('Imported').innerText()).not.toContain('without tax')
    await page().getByRole('link', { name: 'To the products', exact: true }).press('Enter')
    const { names, variants } = await read(product.sku)
    expect([names, variants[0]?.prices[0]?.price]).toEqual([product.names, 20])
  })

  test('how new products are taxed is asked of a file without prices, too', async () => {
    const sku = own('twine')
    await openImport()
    await choose('names.csv', `Artikelnr;Bezeichnung\n${sku};Garn\n`)
    const store = page().getByRole('button', { name: 'Import one product' })
    await store.waitFor()
    expect(await store.isDisabled()).toBe(true)
    expect(await page().getByRole('radio', { name: 'with tax', exact: true }).count()).toBe(0)
    await field('Tax of new products').fill('25')
    await counter().press('Enter')
    await eventually(async () => store.isEnabled()).toBe(true)
    await store.press('Enter')
    await page().getByRole('link', { name: 'To the products', exact: true }).press('Enter')
    expect((await read(sku)).taxRate).toBe(0.25)
  })

  test('what is asked of a file has the keyboard: what its columns are, then how it is taxed; it stays where the file is wrong', async () => {
    const [sku, { press }] = [own('sail'), counter()]
    const chosen = focused(page().getByRole('button', { name: 'Choose again' }))
    await openImport()
    await focused(page().getByRole('button', { name: 'Choose a file' })).waitFor()
    await choose('eyes.csv', 'Eins;Zwei\nA;B\n')
    await focused(page().getByRole('combobox', { name: 'What Eins is taken for' })).waitFor()

    await openImport()
    await choose('sails.csv', `sku;name;price\n${sku};Sail;much\n`)
    await card('What is wrong with the file').waitFor()
    await chosen.waitFor()
    await choose('sails.csv', `sku;name;price\n${sku};Sail;10\n`)
    await focused(field('Tax of new products')).waitFor()
    await page().keyboard.type('25', { delay: 120 })
    await press('Enter')
    await openImport()
    await choose('sails.csv', `sku;name;price;tax\n${sku};Sail;10;25\n`)
    await focused(page().getByRole('radio', { name: 'with tax', exact: true })).waitFor()
    await press('Space')
    await eventually(async () => page().getByRole('button', { name: 'Import one product' }).isEnabled()).toBe(
      true,
    )
  })

  test('how new products are taxed is not asked where the file says it of all of them', async () => {
    const sku = own('yarn')
    await openImport()
    await choose('garn.csv', `Artikelnr;Bezeichnung;Preis;MwSt-Satz\n${sku};Garn;10,70;7\n`)
    await page().getByRole('radio', { name: 'with tax', exact: true }).click()
    await page().getByRole('button', { name: 'Import one product' }).press('Enter')
    await page().getByRole('link', { name: 'To the products', exact: true }).press('Enter')
    expect(await read(sku)).toMatchObject({ taxRate: 0.07, variants: [{ prices: [{ price: 10 }] }] })
  })

  test('prices with tax that no price without tax comes to are told before they are stored', async () => {
    const product = await aProduct(own('cord'))
    await openImport()
    await choose('prices.csv', `sku,price\n${product.sku},25.02\n`)
    await page().getByRole('radio', { name: 'Prices alone' }).click()
    // Whose prices they are, where nobody has said it.
    await page()
      .getByRole('combobox', { name: 'Price group of these prices' })
      .getByText('Shop price')
      .waitFor()
    await page().getByRole('radio', { name: 'with tax', exact: true }).click()
    await card('What it would do').getByText('so the nearest is taken: Line 2: €25.02 → €25.03').waitFor()
    expect(await accessibilityFaults(page())).toEqual([])
    await page().getByRole('button', { name: 'Import one product' }).press('Enter')
    await page().getByRole('link', { name: 'To the products', exact: true }).press('Enter')
    expect((await read(product.sku)).variants[0]?.prices[0]?.price).toBe(20.02)
  })

  test('a long import tells how far it is, and is cancelled without a trace', async () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => `long-${n},Long ${n},${n}.50`)
    await openImport()
    await choose('long.csv', ['Handle,Title,Variant Price', ...rows].join('\n'))
    await page()
      .getByRole('status')
      .filter({ hasText: /[1-9][\d,]* rows so far/ })
      .waitFor()
    await page().getByRole('button', { name: 'Cancel' }).press('Enter')
    await page().getByRole('status').filter({ hasText: 'rows so far' }).waitFor({ state: 'hidden' })
    expect((await colleague.get('/manage/products/long-1')).status).toBe(404)
  })

  test('an import says when all its rows are read, and are being stored', async () => {
    const sku = own('stored')
    await openImport()
    await choose('garn.csv', `Artikelnr;Bezeichnung;Preis;MwSt-Satz\n${sku};Garn;10,70;7\n`)
    await page().getByRole('radio', { name: 'with tax', exact: true }).click()
    const goOn = await writeElsewhere(counter().core.dataDir, 'products')
    await page().getByRole('button', { name: 'Import one product' }).press('Enter')
    await page().getByRole('status').filter({ hasText: 'are being stored now' }).waitFor()
    await goOn()
    await page().getByRole('link', { name: 'To the products', exact: true }).press('Enter')
    expect((await read(sku)).sku).toBe(sku)
  })

  test('a look into a file that is cancelled is not taken again, also where its columns are to be guessed anew', async () => {
    await openImport()
    await choose('own-words.csv', `varenr,navn,salgspris,moms\n${own('guessed')},Guessed,12.50,25%\n`)
    const takenFor = page().getByRole('combobox', { name: 'What navn is taken for' })
    await takenFor.getByText('name', { exact: true }).waitFor()
    await page().getByRole('radio', { name: 'Prices alone' }).click()
    await takenFor.getByText('– nothing –').waitFor()
    const looks: string[] = []
    page().on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/manage/imports')) looks.push(request.url())
    })
    const late = await keepFromCore(
      page(),
      ({ pathname }, method) => method === 'POST' && pathname.endsWith('/manage/imports'),
    )
    await page().getByRole('radio', { name: 'Products' }).click()
    await eventually(late.count).toBe(1)
    await page().getByRole('button', { name: 'Cancel' }).click()
    await page().getByRole('button', { name: 'Cancel' }).waitFor({ state: 'hidden', timeout: 5000 })
    await late.letGo()
    expect(looks).toHaveLength(1)
  })

  test('a file whose columns are still being guessed at is not said to be wrong', async () => {
    await openImport()
    let looks = 0
    const late = await keepFromCore(
      page(),
      ({ pathname }, method) => method === 'POST' && pathname.endsWith('/manage/imports') && ++looks === 2,
    )
    await choose('own-words.csv', `varenr,navn,salgspris,moms\n${own('unread')},Unread,12.50,25%\n`)
    await eventually(late.count).toBe(1)
    await page().getByRole('status').filter({ hasText: 'rows so far' }).waitFor()
    expect(await page().getByRole('table', { name: 'What is wrong with the file' }).count()).toBe(0)
    await late.letGo()
    await card('What it would do').getByText('Unread', { exact: true }).waitFor()
  })

  /** A product is imported and stored before the console hears of it. */
  async function storedUnheard(sku: string, name: string) {
    await openImport()
    await choose('late.csv', `sku,name,tax\n${sku},${name},25%\n`)
    const importing = page().getByRole('button', { name: 'Import one product' })
    await importing.waitFor()
    const late = await keepFromCore(
      page(),
      ({ pathname }, method) => method === 'GET' && pathname.includes('/manage/imports/'),
    )
    await importing.press('Enter')
    await eventually(async () => (await colleague.get(`/manage/products/${sku}`)).status).toBe(200)
    return { importing, late }
  }

  test('an import that is cancelled too late is not said to be still to come', async () => {
    const sku = `late-${Date.now()}`
    const { importing, late } = await storedUnheard(sku, 'Late')
    await page().getByRole('button', { name: 'Cancel' }).press('Enter')
    await late.letGo()
    await page().getByText('Everything in the file is in the shop already.').waitFor()
    expect(await importing.count()).toBe(0)
    expect(counter().complaints).toEqual([])
  })

  test.for(['loaded anew', 'left'])(
    'an import whose page is %s while it is stored is told to its end, once',
    async (how) => {
      const sku = own(`stored-${how.length}`)
      const { late } = await storedUnheard(sku, 'Stored')
      if (how === 'left') await openImport()
      else await page().reload()
      await page().getByRole('button', { name: 'Cancel' }).waitFor()
      await late.letGo()
      await card('Imported').getByRole('link', { name: 'Stored' }).waitFor()
      await openImport()
      await page().getByText('Drop a').waitFor()
      expect(await card('Imported').count()).toBe(0)
      expect(counter().complaints).toEqual([])
    },
  )

  test('an import whose session ends while it is stored is told to its end, once, to who signs in again', async () => {
    const { late } = await storedUnheard(own('stored-out'), 'Stored')
    // A refresh token that is used twice ends all that came of it.
    const renewals = await page().evaluate(async () => {
      const { refreshToken } = JSON.parse(localStorage.getItem('backcounter.sign-in') ?? '{}') as {
        refreshToken: string
      }
      const body = JSON.stringify({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: 'console',
      })
      const renew = async (): Promise<number> =>
        (
          await fetch('/api/v1/oauth/token', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).status
      return [await renew(), await renew()]
    })
    expect(renewals).toEqual([200, 400])
    await late.letGo()
    await page().getByText('Your session has ended').waitFor()
    const { console: link } = await runCli<{ console: string }>(
      'console-link',
      ...['--data', counter().core.dataDir],
    )
    const other = await page().context().newPage()
    await other.goto(link)
    await card('Imported').getByRole('link', { name: 'Stored' }).waitFor()
    await other.close()
    await openImport()
    await page().getByText('Drop a').waitFor()
    expect(await card('Imported').count()).toBe(0)
  })

  test('an import that is cancelled before its beginning is heard of is followed to its end', async () => {
    const sku = own('at-once')
    await openImport()
    await choose('at-once.csv', `sku,name,tax\n${sku},At once,25%\n`)
    const importing = page().getByRole('button', { name: 'Import one product' })
    await importing.waitFor()
    const late = await keepBack(
      page(),
      ({ pathname }, method) => method === 'POST' && pathname.endsWith('/manage/imports'),
    )
    await importing.press('Enter')
    await eventually(async () => (await colleague.get(`/manage/products/${sku}`)).status).toBe(200)
    await page().getByRole('button', { name: 'Cancel' }).press('Enter')
    await late.letGo()
    await page().getByText('Everything in the file is in the shop already.').waitFor()
    expect(await importing.count()).toBe(0)
    expect(counter().complaints).toEqual([])
  })

  test('an import that the core is silent about for a moment is followed to its end', async () => {
    const sku = own('silent')
    await openImport()
    await choose('silent.csv', `sku,name,tax\n${sku},Silent,25%\n`)
    const importing = page().getByRole('button', { name: 'Import one product' })
    await importing.waitFor()
    await page().route('**/api/v1/manage/imports/*', async (route) => route.abort(), { times: 1 })
    await importing.press('Enter')
    await card('Imported').getByRole('link', { name: 'Silent' }).waitFor()
    expect((await read(sku)).names).toEqual({ 'en-GB': 'Silent' })
  })

  test('an import to whose beginning no answer came is not said to be still to come', async () => {
    const sku = own('unheard')
    await openImport()
    await choose('unheard.csv', `sku,name,tax\n${sku},Unheard,25%\n`)
    const importing = page().getByRole('button', { name: 'Import one product' })
    await importing.waitFor()
    await page().route(
      '**/api/v1/manage/imports?**',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await importing.press('Enter')
    await page().getByText('Everything in the file is in the shop already.').waitFor()
    expect(await importing.count()).toBe(0)
    expect((await read(sku)).names).toEqual({ 'en-GB': 'Unheard' })
  })

  test('an export is a file that comes back without a change', async () => {
    await counter().goTo('/products')
    await page().getByRole('button', { name: 'Export' }).press('Enter')
    const begun = page().waitForEvent('download')
    await page().getByRole('menuitem', { name: 'Products as CSV' }).press('Enter')
    const download = await begun
    expect(download.suggestedFilename()).toBe('products.csv')
    const content = await readFile(await download.path(), 'utf8')
    expect(content).toContain('FENDER')
    await page().getByRole('link', { name: 'Import' }).press('Enter')
    await heading('Import products')
    await choose('products.csv', content)
    // It waits for the import that was cancelled before it, which a busy machine ends late.
    await page().getByText('Everything in the file is in the shop already.').waitFor({ timeout: 60_000 })
    expect(counter().complaints).toEqual([])
  })
})
