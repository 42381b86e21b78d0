import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  AdjustedStock,
  StockAnswer,
  StockLevel,
  StockMovementsAnswer,
} from '../../core/stock/stock.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { forgetStockIn } from '../support/stock.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({}, async () => forgetStockIn(await makeDemoDir()))
let manager: Clerk
/** Codes of three goods of the shop. */
let codes: [string, string, string]

const page = () => counter().page
const heading = async (name: string): Promise<void> =>
  page().getByRole('heading', { name, exact: true }).waitFor()
const card = (name: string): Locator => page().getByRole('region', { name, exact: true })
const choose = async (name: string, content: string): Promise<void> =>
  page()
    .getByLabel('File', { exact: true })
    .and(page().locator('input'))
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const focused = (element: Locator): Locator => element.and(page().locator(':focus'))

beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
  const products = await manager.products({ maxItems: 3 })
  codes = products.map(({ sku, variantSku }) => variantSku ?? sku) as typeof codes
})

test('a shop that keeps no stock yet begins with a list of unknown columns, and counts again from its own export', async () => {
  const { complaints, goTo, press } = counter()
  const [one, two, three] = codes
  await goTo('/stock')
  await page().getByText('No stock is kept yet').waitFor()
  await page().getByRole('link', { name: 'Import', exact: true }).first().focus()
  await press('Enter')
  await heading('Import stock')
  await focused(page().getByRole('button', { name: 'Choose a file' })).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])

  const file = `Artikelnr.;Lagerbestand;Meldebestand;Regal\n${one};12;3;A1\n${two};viele;;A2\n${one};4;;A3\n`
  await choose('bestand.csv', file)
  const faults = page().getByRole('table', { name: 'What is wrong with the file' })
  await faults.getByRole('row', { name: /^3 Lagerbestand “viele” is no whole number/ }).waitFor()
  await faults.getByRole('row', { name: /^4 Artikelnr\. .*stands in line 2 already/ }).waitFor()
  // Whoever hears the screen is told, too: the focus is where the file was chosen.
  const told = page().getByRole('status')
  await told.getByText(/^What it would do: .*at fault 2$/).waitFor()
  await choose('bestand.csv', file.replace('viele', '0').replace(`${one};4`, `${three};4`))
  await page().getByText('4 columns; nothing is taken from one of them').waitFor()
  const would = card('What it would do')
  await would.getByText('kept from now on').waitFor()
  await would.getByText(`${one} · 12`).waitFor()
  expect((await manager.get('/stock')).ok(StockAnswer).stock).toEqual([])
  await focused(page().getByRole('button', { name: 'Import the stock of 3 items' })).waitFor()
  await press('Enter')
  const done = card('Imported')
  await done.waitFor()
  await told.getByText(/^Imported: kept from now on 3, .*at fault 0$/).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await focused(page().getByRole('link', { name: 'To the stock' })).waitFor()
  await press('Enter')
  await heading('Stock')
  const list = page().getByRole('table')
  await list.getByText('Out of stock').waitFor()
  const stock = (await manager.get('/stock')).ok(StockAnswer).stock
  const quantities = new Map(stock.map(({ quantity, sku, variantSku }) => [variantSku ?? sku, quantity]))
  expect(codes.map((code) => quantities.get(code))).toEqual([12, 0, 4])

  const download = page().waitForEvent('download')
  await page().getByRole('button', { name: 'Export' }).press('Enter')
  const saved = await download
  expect(saved.suggestedFilename()).toBe('stock.csv')
  const own = await readFile(await saved.path(), 'utf8')
  const rows = own.trim().split('\r\n')
  expect(rows[0]).toBe('sku,variantSku,barcode,name,quantity,reorderPoint')
  expect(rows.filter((row) => row.endsWith(',12,3'))).toHaveLength(1)
  await page().getByRole('link', { name: 'Import', exact: true }).click()
  await choose('stock.csv', own)
  await page().getByText('Everything in the file is in the shop already.').waitFor()
  // What is sold or received since is no fault of the file: it says how many there are.
  await choose('stock.csv', own.replace(',12,3', ',9,3'))
  await would.getByText(`${one} · 12 → 9`).waitFor()
  await page().getByRole('button', { name: 'Import the stock of one item' }).press('Enter')
  await done.getByRole('link').press('Enter')
  await page().getByRole('list', { name: 'What has come and gone' }).getByText('Counted: 9 pieces').waitFor()
  expect(complaints).toEqual([])
})

test('a page of a level that stands open follows what a file counts', async () => {
  const { complaints, core, goTo } = counter()
  const [, , sku] = codes
  const [goods] = await manager.products({ search: sku, maxItems: 1 })
  const item = { sku: goods?.sku, variantSku: goods?.variantSku, quantity: 7 }
  const body = { kind: 'count', items: [item] }
  const [level] = (await manager.post('/stock/movements', body)).ok(AdjustedStock).stock
  await goTo(`/stock/${level?.id}`)
  await page().getByText('Counted: 7 pieces').waitFor()
  const program = await localProgram(core, 'staff manage')
  const query = { kind: 'stock' }
  const headers = { 'content-type': 'text/csv' }
  const begun = await program.post('/manage/imports', `sku,quantity\n${sku},31\n`, { query, headers })
  expect(begun.status).toBe(202)
  await page().getByRole('list').getByText('Counted: 31 pieces').waitFor()
  await eventually(async () => (await manager.get(`/stock/${level?.id}`)).ok(StockLevel).quantity).toBe(31)
  const { movements } = (await manager.get(`/stock/${level?.id}/movements`)).ok(StockMovementsAnswer)
  expect(movements[0]).toMatchObject({ kind: 'count', change: 24, reason: null })
  expect(complaints).toEqual([])
})
