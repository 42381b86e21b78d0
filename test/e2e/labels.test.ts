import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ManagedProduct, ManagedProductsAnswer } from '../../core/catalog/manage/product.schema.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'
import { pagesOf } from './pages-of.ts'

const counter = counterOfDemoShop()

const page = () => counter().page
const sheets = (): Locator => page().getByRole('region', { name: 'Preview' }).getByRole('article')
const barcodes = (): Locator => sheets().getByRole('img')
const field = (): Locator => page().getByRole('combobox', { name: 'Scan, sku or name' })
const focused = (): Locator => page().locator(':focus')

async function choose(name: string, option: string | RegExp): Promise<void> {
  await page().getByRole('combobox', { name, exact: true }).click()
  await page().getByRole('option', { name: option }).click()
}
const pdf = async () => pagesOf(await page().pdf({ preferCSSPageSize: true }))

describe('price labels', () => {
  test('of goods that are received are as many as came, and what is received waits to be saved', async () => {
    const { goTo, press, program, scan, complaints } = counter()
    const [mug, other] = await program.products({ search: 'mug' })
    await goTo('/stock/adjust')
    await field().and(focused()).waitFor()
    await page().keyboard.type('4*', { delay: 60 })
    await scan(mug?.barcode ?? '')
    await scan(other?.barcode ?? '')
    const rows = page().getByRole('table', { name: 'Goods' }).locator('tbody tr')
    await eventually(async () => rows.count()).toBe(2)
    await page().getByRole('button', { name: 'Price labels' }).click()
    await eventually(async () => barcodes().count()).toBe(5)
    // Whoever goes there twice has them once.
    await press('Escape')
    await page().getByRole('button', { name: 'Price labels' }).click()
    await eventually(async () => barcodes().count()).toBe(5)
    await page().getByRole('button', { name: 'Remove all' }).click()
    await press('Escape')
    await eventually(async () => rows.count()).toBe(2)
    await page().getByRole('button', { name: 'Discard' }).click()
    expect(complaints).toEqual([])
  })

  test('are scanned together, with what goods cost with tax and their barcode, and printed one by one on a roll', async () => {
    const { press, program, scan, complaints } = counter()
    const [mug, other] = await program.products({ search: 'mug', priceGroup: 'Shop price, EUR' })
    if (!mug?.barcode || !other?.barcode) throw new Error('The demo shop has no mugs.')
    await press('Control+k')
    await page().keyboard.type('price labels', { delay: 40 })
    await page().getByRole('option', { name: 'Price labels' }).waitFor()
    await press('Enter')
    await field().and(focused()).waitFor()
    await choose('Price group', 'Shop price, EUR')
    await scan(mug.barcode)
    await barcodes().first().waitFor()
    // The keyboard stays where scanning goes on: a label that is there is none that is printed.
    await press('F2')
    await page().keyboard.type('3*', { delay: 60 })
    await scan(other.barcode)
    await eventually(async () => barcodes().count()).toBe(4)
    expect(await barcodes().first().getAttribute('aria-label')).toBe(mug.barcode)
    const gross = `€${(Math.round(mug.price * (1 + mug.taxRate) * 100) / 100).toFixed(2)}`
    await sheets().first().getByText(gross, { exact: true }).waitFor()
    await sheets().first().getByText(mug.name).waitFor()
    expect(await pdf()).toEqual(Array.from({ length: 4 }, () => [57, 32]))

    // How many can be typed, and what was gathered outlasts F5.
    await press('ArrowUp', '2', 'Enter')
    await eventually(async () => barcodes().count()).toBe(3)
    await page().reload()
    await eventually(async () => barcodes().count()).toBe(3)
    await press('F2')
    await scan('0000000000000')
    await page().getByRole('alert').filter({ hasText: '0000000000000' }).waitFor()
    expect(await barcodes().count()).toBe(3)

    // A slip of the hand makes no hundred thousand: no more than are printed at once, and that is said.
    await press('F2')
    await page().keyboard.type('100000*', { delay: 60 })
    await scan(mug.barcode)
    await page().getByRole('alert').filter({ hasText: 'print what is here first' }).waitFor()
    await press('F2', 'ArrowUp')
    await page().keyboard.type('99999', { delay: 60 })
    await press('Enter')
    await page().getByText('1,000 labels are as many as are printed at once').waitFor()
    await eventually(async () => barcodes().count()).toBe(1000)
    await page().getByRole('button', { name: 'Remove all' }).click()
    await eventually(async () => barcodes().count()).toBe(0)
    expect(await page().getByRole('button', { name: 'Print' }).isDisabled()).toBe(true)
    expect(complaints).toEqual([])
  })

  test('of a product of a thousand variants and more are all there, as many at once as are printed at once', async () => {
    const { goTo, press, program, complaints } = counter()
    const manager = await localProgram(counter().core, 'manage')
    const [some] = await program.products({ maxItems: 1 })
    const priceGroupId = await program.priceGroup('Shop price, EUR')
    const product = async (sku: string, many: number): Promise<string> => {
      const variants = Array.from({ length: many }, (_, index) => ({
        variantSku: `${sku}-${index + 1}`,
        names: { 'en-GB': `No. ${index + 1}` },
        prices: [{ priceGroupId, price: index + 1 }],
      }))
      const body = { sku, names: { 'en-GB': 'Yarn' }, catalogId: some?.catalogId, taxRate: 0.25, variants }
      return (await manager.post('/manage/products', body)).ok(ManagedProduct).id
    }
    const isLast = async (name: string): Promise<void> => sheets().last().getByText(name).waitFor()
    const gathered = (text: string): Locator => page().getByRole('status').filter({ hasText: text })
    await goTo(`/products/${await product('YARN-A', 61)}`)
    await page().getByRole('link', { name: 'Price labels' }).click()
    await choose('Price group', 'Shop price, EUR')
    await eventually(async () => barcodes().count()).toBe(61)
    await isLast('Yarn, No. 61')
    await page().getByRole('button', { name: 'Remove all' }).click()

    await goTo(`/products/${await product('YARN-B', 1003)}`)
    await page().getByRole('link', { name: 'Price labels' }).click()
    await gathered('1,000 labels are as many as are printed at once').waitFor()
    await eventually(async () => barcodes().count()).toBe(1000)
    await isLast('Yarn, No. 1000')
    await page().reload()
    await page().getByRole('button', { name: 'Go on with 3 more labels' }).press('Enter')
    await eventually(async () => barcodes().count()).toBe(3)
    await isLast('Yarn, No. 1003')
    await field().and(focused()).waitFor()
    expect(await gathered('as many as are printed at once').count()).toBe(0)
    expect(
      await page()
        .getByRole('button', { name: /^Go on with/ })
        .count(),
    ).toBe(0)
    await page().getByRole('button', { name: 'Remove all' }).click()

    // Of a product that somebody has deleted meanwhile there is nothing, and that is said.
    await goTo('/labels?sku=YARN-C')
    await page().getByRole('alert').filter({ hasText: 'YARN-C' }).waitFor()
    await press('Escape')
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  })

  test('of all variants of a product go on sheets, behind those that are used, with the price as it is by now', async () => {
    const { goTo, program, complaints } = counter()
    const manager = await localProgram(counter().core, 'manage')
    const { products } = (await manager.get('/manage/products', { search: 'mug', maxItems: 5 })).ok(
      ManagedProductsAnswer,
    )
    const product = products.find(({ variants }) => variants.length > 1)
    if (!product) throw new Error('The demo shop has no mug with variants.')
    await goTo(`/products/${product.id}`)
    await page().getByRole('link', { name: 'Price labels' }).click()
    const many = product.variants.length
    await eventually(async () => barcodes().count()).toBe(many)
    await choose('Label', /^A4, 3 × 8/)
    await eventually(pdf).toEqual([[210, 297]])
    await page().getByRole('spinbutton', { name: 'Used on the first sheet' }).fill('23')
    await page().keyboard.press('Tab')
    await eventually(pdf).toEqual([
      [210, 297],
      [210, 297],
    ])

    const change = async (body: object) =>
      (await manager.patch(`/manage/products/${product.id}`, body)).ok(ManagedProduct)
    // Somebody sets another price while the labels are on the screen.
    const priceGroupId = await program.priceGroup('Shop price, EUR')
    await change({
      variants: product.variants.map(({ variantSku }) => ({
        variantSku,
        prices: [{ priceGroupId, price: 1000 }],
      })),
    })
    await eventually(async () =>
      sheets()
        .getByText(/^€1,[0-9]{3}\.00$/)
        .count(),
    ).toBe(many)

    // Where the price group does not sell it, its line says so, and nothing is printed.
    await change({
      variants: product.variants.map(({ prices, variantSku }) => ({
        variantSku,
        prices: prices.map((each) => ({ priceGroupId: each.priceGroupId, price: null })),
      })),
    })
    await eventually(async () => page().getByText('Not sold in this price group').count()).toBe(many)
    await eventually(async () => barcodes().count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
