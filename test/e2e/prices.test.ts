import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { ManagedPriceGroup } from '../../core/price-groups/manage/price-group.schema.ts'
import { PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
import { attemptTag } from './attempt-tag.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { cutTexts } from './cut-texts.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

const groups = (): Locator => counter().page.getByRole('list', { name: 'Prices' }).locator('> li')
const group = (name: string): Locator =>
  groups().filter({ hasText: new RegExp(`(Valid|Not valid)\\s*${name}`) })
const validNames = async (): Promise<string[]> =>
  groups()
    .filter({ has: counter().page.getByText('Valid', { exact: true }) })
    .locator('p span:first-child')
    .allInnerTexts()
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 120 })

describe('who gets which price, and when', () => {
  test('is answered by keyboard alone for a customer, an organization, properties, a time and a product', async () => {
    const { page, program, press, scan, complaints } = counter()
    const { cultureCode } = program
    await press('Control+F7')
    await page.getByRole('heading', { name: 'Prices', exact: true }).waitFor()
    await group('Harbour jubilee 2100').waitFor()
    expect(await group('Harbour jubilee 2100').innerText()).toMatch(
      /Not valid[^]*The time is from 1 Jan 2100, 00:00\s*; now: /,
    )

    // A customer, by the field that has the focus, and the reason read out.
    const { customers } = (await program.get('/customers', { maxItems: 1000 })).ok(CustomersAnswer)
    const buyer = customers.find(({ organization }) => organization?.name === 'Klitly Strandhotel ApS')

    await eventually(async () =>
      page
        .getByRole('combobox', { name: 'Find customer' })
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await type(buyer?.emailAddress ?? '')
    await page.getByRole('option').first().waitFor()
    await press('Enter')
    const offered = async () => {
      const query = { cultureCode, 'filters-customer': buyer?.id, 'filters-time': '' }
      return (await program.get('/price-groups', query)).ok(PriceGroupsAnswer).priceGroups
    }
    const names = (await offered()).map(({ name }) => name)
    await eventually(validNames).toEqual(names)
    expect(await group('Trade, EUR').innerText()).toContain(`here: ${buyer?.organization?.name ?? ''}`)

    // A property, and one currency; all of it stands in the address.
    await page.getByRole('button', { name: 'Add property' }).focus()
    await press('Enter')
    await type('export')
    await press('Tab')
    await type('yes')
    await group('Tax-free export').getByText('Valid', { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toContain(`filters-customer=${buyer?.id ?? ''}&filters-export=yes`)

    // A product, scanned wherever the focus is, with the price in each group and whose price it is.
    const [jacket] = await program.products({ search: 'rain jacket', maxItems: 1 })
    await scan(jacket?.barcode ?? '')
    await group('Tax-free export').getByText('price of Shop price, EUR').waitFor()
    expect(await page.getByLabel('Value').inputValue()).toBe('yes')
    expect(await group('Coffee wholesale, Germany').innerText()).toContain('does not sell it')

    // The same from its address, at another time; and the calls that a program would make.
    const address = page.url()
    await page.goto('about:blank')
    await page.goto(address)
    await group('Tax-free export').getByText('price of Shop price, EUR').waitFor()
    await page.goto(`${address}&at=2100-01-01T12:00`)
    await group('Harbour jubilee 2100').getByText('Valid', { exact: true }).waitFor()
    const time = page.getByRole('textbox', { name: 'Time', exact: true })
    expect(await time.inputValue()).toBe('01/01/2100, 12:00')
    await time.focus()
    await press('Control+a')
    await type('31/12/2099 11:59 pm')
    await page.waitForURL(/at=2099-12-31T23:59/)
    await group('Harbour jubilee 2100').getByText('Not valid', { exact: true }).waitFor()
    await press('Control+a')
    await type('2100')
    await press('Tab')
    await eventually(async () => faultAt(time)).toContain('Write day and time, such as 24/12/2026, 17:30.')
    await press('Shift+Tab', 'Control+a')
    await type('1/1/2100 12:00')
    await page.waitForURL(/at=2100-01-01T12:00/)
    await group('Harbour jubilee 2100').getByText('Valid', { exact: true }).waitFor()
    await page.getByText('The same by the API').click()
    const call = await page.getByText(/price-groups\?cultureCode/).innerText()
    expect(call).toContain(`filters-customer=${buyer?.id ?? ''}&filters-export=yes`)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear all filters' }).focus()
    await press('Enter')
    await page.waitForURL((url) => url.hash === '#/prices')
    expect(complaints).toEqual([])
  })

  test('what a colleague changes of price groups and prices is there within moments', async () => {
    const { core, goTo, page, program } = counter()
    const manager = await localProgram(core, 'staff manage')
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    const sku = mug?.sku ?? ''
    await goTo('/carts')
    await goTo(`/prices?sku=${sku}&variantSku=${mug?.variantSku ?? ''}`)
    await group('Shop price, EUR').getByText(/€/).waitFor()
    const names = { 'en-GB': 'Neighbours, EUR' }
    const added = await manager.post('/manage/price-groups', { names, currency: 'EUR' })
    const { id: priceGroupId } = added.ok(ManagedPriceGroup)
    const own = group('Neighbours, EUR')
    await own.getByText('does not sell it').waitFor({ timeout: 10_000 })
    const renamed = { names: { 'en-GB': 'Friends, EUR' } }
    expect((await manager.patch(`/manage/price-groups/${priceGroupId}`, renamed)).status).toBe(200)
    await group('Friends, EUR').waitFor({ timeout: 10_000 })
    expect((await manager.patch(`/manage/products/${sku}`, { taxRate: 0.5 })).status).toBe(200)
    await group('Shop price, EUR').getByText('with tax 50%').waitFor({ timeout: 10_000 })
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('what another product costs is not told as the price of the one that is asked for now, however late that comes', async () => {
    const { goTo, page, program } = counter()
    const plain = (await program.products({ maxItems: 50 })).filter(({ variantSku }) => variantSku === null)
    const [first, second] = plain.map(({ sku }) => sku)
    const price = group('Shop price, EUR').getByText(/€/)
    await goTo(`/prices?sku=${first}`)
    await price.waitFor()
    const late = await keepBack(page, ({ pathname }) => pathname.endsWith('/products/prices'))
    await goTo(`/prices?sku=${second}`)
    await eventually(late.count).toBe(1)
    expect(await price.count()).toBe(0)
    await late.letGo()
    await price.waitFor()
  })

  test('of two goods that are scanned one after the other the second is asked for, however late the first is found', async () => {
    const { goTo, page, program, scan } = counter()
    const codes = (await program.products({ maxItems: 50 })).map(
      (product) => product.variantSku ?? product.sku,
    )
    // A scan is longer than what a hand strikes at once.
    const [first = '', second = ''] = codes.filter((code) => code.length >= 6)
    await goTo('/prices')
    await group('Shop price, EUR').waitFor()
    const isOfFirst = ({ searchParams }: URL): boolean => searchParams.get('search') === first
    const late = await keepBack(page, isOfFirst)
    await scan(first)
    await eventually(late.count).toBe(1)
    await scan(second)
    const asked = (sku: string): Locator => page.getByRole('main').getByText(sku, { exact: true }).last()
    await asked(second).waitFor({ timeout: 8000 })
    const found = page.waitForEvent('requestfinished', (request) => isOfFirst(new URL(request.url())))
    await late.letGo()
    await found
    await page.evaluate(
      async () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    expect(await asked(second).count()).toBe(1)
    expect(await asked(first).count()).toBe(0)
  })

  test('a scan that fits nothing shows no price of what was scanned before, and is told until something is found', async () => {
    const { goTo, page, program, scan } = counter()
    const [known] = (await program.products({ maxItems: 50 })).filter(({ barcode }) => barcode !== null)
    const price = group('Shop price, EUR').getByText(/€/)
    await goTo('/prices')
    await group('Shop price, EUR').waitFor()
    await scan(known?.barcode ?? '')
    await price.waitFor()
    await scan('5701234567899')
    const told = page.getByRole('alert').filter({ hasText: 'Nothing found for “5701234567899”.' })
    await told.waitFor()
    expect(await price.count()).toBe(0)
    await scan(known?.barcode ?? '')
    await price.waitFor()
    expect(await told.count()).toBe(0)
  })

  test('a price that tax leaves half a cent of is told as it is charged: where it is asked for, suggested and found', async () => {
    const { core, goTo, lines, newOrder, page, press } = counter()
    const manager = await localProgram(core, 'manage')
    const variants = [{ prices: [{ priceGroupId: await manager.priceGroup(), price: 2.5 }] }]
    const [sku, name] = [`HALF-${tag()}`, `Cork ${tag()}`]
    const body = { sku, names: { 'en-GB': name }, taxRate: 0.19, variants }
    expect((await manager.post('/manage/products', body)).status).toBe(200)
    await goTo(`/prices?sku=${sku}`)
    await group('Shop price, EUR').getByText('€2.98').waitFor()

    await newOrder()
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).and(page.locator(':focus')).waitFor()
    await type(name)
    const suggested = page.getByRole('option', { name: new RegExp(`^${name}`) })
    expect(await suggested.innerText()).toContain('€2.98')
    await press('ArrowDown', 'Enter')
    await lines.getByRole('cell', { name: '€2.98', exact: true }).first().waitFor()

    await press('Control+k')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await type(name)
    const found = page.getByRole('dialog').getByRole('option', { name: new RegExp(`^${name}.*€`) })
    expect(await found.innerText()).toContain('€2.98')
    await press('Escape')
  })

  test('a name of 80 letters without a space is whole, and so is the currency beside it', async () => {
    const { core, goTo, page } = counter()
    const manager = await localProgram(core, 'manage')
    const name = 'W'.repeat(80)
    const names = { 'en-GB': name }
    ;(await manager.post('/manage/price-groups', { names, currency: 'EUR' })).ok(ManagedPriceGroup)
    await goTo('/today')
    for (const [width, height] of [
      [1360, 860],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await goTo('/prices')
      const row = groups().filter({ hasText: name }).first()
      await row.getByText('EUR', { exact: true }).waitFor()
      expect(await cutTexts(page), String(width)).not.toContain(name)
      const [own, currency] = [row.getByText(name), row.getByText('EUR', { exact: true })]
      const [left, right] = [await own.boundingBox(), await currency.boundingBox()]
      expect((left?.x ?? 0) + (left?.width ?? 0), String(width)).toBeLessThanOrEqual(right?.x ?? 0)
    }
  })
})
