import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { KeptImage } from '../../../core/catalog/images/image.schema.ts'
import { ManagedProduct, ManagedProductsAnswer } from '../../../core/catalog/manage/product.schema.ts'
import type { Engine } from '../../../core/database/engine.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { readPrice, readRate } from '../../../core/transfer/cells.ts'
import { importFile, type FileImport } from '../../../core/transfer/import-file.ts'
import type { ImportReport } from '../../../core/transfer/transfer.schema.ts'
import { ManagedTaxRate } from '../../../core/tax-rates/tax-rate.schema.ts'
import { ManagedPriceGroup } from '../../../core/price-groups/manage/price-group.schema.ts'
import { aPicture } from '../../support/pictures.ts'
import { ownShop, sharedOwnShop, type OwnShop } from '../../support/own-shop.ts'

const HOSTED = fileURLToPath(new URL('hosted-products.csv', import.meta.url))

/** Imports a file, or a text as one. */
async function bring(
  shop: OwnShop,
  content: string | Buffer,
  more: Partial<FileImport> = {},
): Promise<ImportReport> {
  const path = join(shop.dataDir, 'import.csv')
  await writeFile(path, content)
  const author = { storeId: shop.storeId, name: 'Ida', now: new Date() }
  return shop.beside(async (engine) =>
    importFile(engine, { path, author, kind: 'products', isDryRun: false, ...more }),
  )
}

const product = async ({ owner }: OwnShop, sku: string) =>
  (await owner.get(`/manage/products/${encodeURIComponent(sku)}`)).ok(ManagedProduct)

const listed = async ({ owner }: OwnShop) =>
  (await owner.get('/manage/products')).ok(ManagedProductsAnswer).products

it('takes in many products of many variants: what is looked for at once is more than a statement holds', async () => {
  const shop = await ownShop()
  const file = (name: string): string => {
    const rows = Array.from({ length: 18_000 }, (_, row) => {
      const sku = `MANY-${Math.floor(row / 180)}`
      return `${sku},${sku}-${row % 180},${name} ${sku},10,4${String(row).padStart(7, '0')}`
    })
    return ['sku,variantSku,name,price,barcode', ...rows].join('\n')
  }
  expect(await bring(shop, file('Cup'))).toMatchObject({ rows: 18_000, added: 100, faults: [] })
  expect((await product(shop, 'MANY-99')).variants).toHaveLength(180)
  expect(await bring(shop, file('Cup'))).toMatchObject({ unchanged: 100 })
  expect(await bring(shop, file('Mug'))).toMatchObject({ changed: 100, faults: [] })
})

describe('an unchanged export of a hosted shop', () => {
  it('becomes products: rows of one handle together, skus made where there are none, pictures and states', async () => {
    const shop = await ownShop()
    const report = await bring(shop, await readFile(HOSTED), { taxRate: 250_000, includesTax: true })
    expect(report).toMatchObject({
      kind: 'products',
      rows: 7,
      added: 4,
      changed: 0,
      unchanged: 0,
      faults: [],
    })
    expect(report.ignoredColumns).toContain('Variant Grams')
    const jumper = await product(shop, 'fisherman-jumper')
    expect(jumper).toMatchObject({
      names: { 'da-DK': 'Fisherman jumper' },
      imageUrl: 'https://cdn.shop.example/files/jumper-1.jpg?v=1700000000',
      taxRate: 0.25,
      state: 'active',
    })
    expect(jumper.descriptions['da-DK']).toContain('"as ever".</p>\n<ul>')
    expect(
      jumper.variants.map(({ barcodes, names, options, prices, variantSku }) => [
        variantSku,
        names['da-DK'],
        options.map(({ name, value }) => `${name} ${value}`).join(),
        barcodes.join(),
        prices[0]?.price,
      ]),
    ).toStrictEqual([
      ['FJ-S-NAV', 'S, Navy', 'Size S,Colour Navy', '0712345678904', 959.2],
      ['FJ-M-NAV', 'M, Navy', 'Size M,Colour Navy', '0712345678911', 959.2],
      ['fisherman-jumper-L-Écru', 'L, Écru', 'Size L,Colour Écru', '', 999.6],
    ])
    expect((await product(shop, 'MUG-1')).variants).toMatchObject([
      { variantSku: null, names: {}, options: [], barcodes: ['5701234567899'] },
    ])
    expect((await product(shop, 'gift-wrapping')).taxRate).toBe(0)
    expect((await product(shop, 'SOAP')).state).toBe('draft')
    const { events } = (await shop.owner.get('/manage/products/SOAP/events')).ok(RecordEventsAnswer)
    expect(events).toMatchObject([{ kind: 'imported', actor: 'Ida', version: 1 }])
  })

  it('changes nothing the second time, whatever has been added by hand in between', async () => {
    const shop = await ownShop()
    await bring(shop, await readFile(HOSTED))
    const patch = { variants: [{ variantSku: 'FJ-S-NAV', barcodes: ['0712345678904', 'SHELF-1'] }] }
    expect((await shop.owner.patch('/manage/products/fisherman-jumper', patch)).status).toBe(200)
    const before = await listed(shop)
    expect(await bring(shop, await readFile(HOSTED))).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
    expect(await listed(shop)).toStrictEqual(before)
    const dearer = (await readFile(HOSTED, 'utf8')).replace(',89.00,', ',95.50,')
    expect(await bring(shop, dearer)).toMatchObject({ added: 0, changed: 1, unchanged: 3 })
    const { events } = (await shop.owner.get('/manage/products/MUG-1/events')).ok(RecordEventsAnswer)
    expect(events[0]?.changes).toMatchObject([{ from: '89.00 DKK', to: '95.50 DKK' }])
  })

  it('is taxed as new products of the store are where nothing else is said, and its prices are without that tax', async () => {
    const shop = await ownShop()
    const moms = { names: { 'da-DK': 'Moms' }, rate: 0.25, isDefault: true }
    const { id } = (await shop.owner.post('/manage/tax-rates', moms)).ok(ManagedTaxRate)
    await bring(shop, await readFile(HOSTED), { includesTax: true })
    expect(await product(shop, 'MUG-1')).toMatchObject({
      taxRate: 0.25,
      taxRateId: id,
      variants: [{ prices: [{ price: 71.2 }] }],
    })
    expect(await product(shop, 'gift-wrapping')).toMatchObject({ taxRate: 0, taxRateId: null })
    await bring(shop, 'sku,name,price\nTWINE,Twine,10\n')
    expect(await product(shop, 'TWINE')).toMatchObject({ taxRate: 0.25, taxRateId: id })
    await bring(shop, 'sku,name,price\nROPE,Rope,10\n', { taxRate: 120_000 })
    expect(await product(shop, 'ROPE')).toMatchObject({ taxRate: 0.12, taxRateId: null })
  })

  it('is taxed by per cents without their sign, too, unless a tax rate has that name', async () => {
    const shop = await ownShop()
    const { id } = (await shop.owner.post('/manage/tax-rates', { names: { 'da-DK': '12' }, rate: 0.125 })).ok(
      ManagedTaxRate,
    )
    const rows = { A: '25', B: '8,1', C: '1.5', D: '0.25', E: '12', F: '25%', G: '８％', H: '10 ％' }
    const file = [
      'sku;name;price;tax',
      ...Object.entries(rows).map(([sku, tax]) => `${sku};${sku};10;${tax}`),
    ]
    expect(await bring(shop, file.join('\n'))).toMatchObject({ added: 8, faults: [] })
    const rates = await Promise.all(Object.keys(rows).map(async (sku) => (await product(shop, sku)).taxRate))
    expect(rates).toStrictEqual([0.25, 0.081, 0.015, 0.25, 0.125, 0.25, 0.08, 0.1])
    expect((await product(shop, 'E')).taxRateId).toBe(id)
    // Neither whether it is one per cent, all of it or the code of a rate is known, nor what more than all of it is.
    for (const tax of ['1', '1,00', '101']) {
      const report = await bring(shop, `sku;name;price;tax\nI;I;10;${tax}\n`)
      expect(report.faults).toMatchObject([{ line: 2, column: 'tax' }])
    }
  })

  it('tells of how many new products the file does not say how they are taxed', async () => {
    const shop = await ownShop()
    const taxesOpen = async (file: string | Buffer) => (await bring(shop, file)).taxesOpen
    expect(await taxesOpen('sku,name,price,tax\nA,A,10,25%\nB,B,10,\n')).toBe(1)
    expect(await taxesOpen('sku,name,price\nA,A,11\nC,C,10\n')).toBe(1)
    expect(await taxesOpen('sku,name,price,tax\nD,D,10,25%\n')).toBe(0)
    // All but the gift wrapping, which is not taxable.
    expect(await taxesOpen(await readFile(HOSTED))).toBe(3)
    expect(await taxesOpen(await readFile(HOSTED))).toBe(0)
  })

  it('is none where a hosted shop says so, in the language of the spreadsheet that wrote it, and nothing else is taken for a yes', async () => {
    const shop = await ownShop()
    const file = (cell: string) => `Handle,Title,Variant Price,Variant Taxable\n${cell},Kort,10,${cell}\n`
    for (const cell of ['FALSE', 'FALSK', 'FALSCH', 'nej']) {
      expect(await bring(shop, file(cell), { taxRate: 250_000 })).toMatchObject({ added: 1, faults: [] })
      expect(await product(shop, cell), cell).toMatchObject({ taxRate: 0 })
    }
    for (const cell of ['TRUE', 'SAND', 'WAHR', 'ja']) {
      expect(await bring(shop, file(cell), { taxRate: 250_000 })).toMatchObject({ added: 1, faults: [] })
      expect(await product(shop, cell), cell).toMatchObject({ taxRate: 0.25 })
    }
    expect((await bring(shop, file('ONWAAR'))).faults).toMatchObject([
      { line: 2, column: 'Variant Taxable', code: 'cell.flag' },
    ])
  })

  it('is a gift card where a hosted shop says so, and stays what it is where nothing is said', async () => {
    const shop = await ownShop()
    const isCard = async () => (await product(shop, 'kort')).isGiftCard
    const hosted = (cell: string) => `Handle,Title,Variant Price,Gift Card\nkort,Kort,10,${cell}\n`
    expect((await bring(shop, hosted('maybe'))).faults).toMatchObject([
      { line: 2, column: 'Gift Card', code: 'cell.flag' },
    ])
    expect(await bring(shop, hosted('TRUE'))).toMatchObject({ added: 1, faults: [], ignoredColumns: [] })
    expect(await isCard()).toBe(true)
    expect(await bring(shop, hosted('sand'))).toMatchObject({ unchanged: 1 })
    expect(await bring(shop, hosted(''))).toMatchObject({ unchanged: 1 })
    expect(await bring(shop, 'Handle,Title,Variant Price\nkort,Kort,10\n')).toMatchObject({ unchanged: 1 })
    expect(await bring(shop, hosted('false'))).toMatchObject({ changed: 1 })
    expect(await isCard()).toBe(false)
    const { events } = (await shop.owner.get('/manage/products/kort/events')).ok(RecordEventsAnswer)
    expect(events[0]?.changes).toStrictEqual([{ field: 'isGiftCard', from: 'true', to: 'false' }])
    // As it was exported before a product could be one.
    await bring(shop, (await readFile(HOSTED, 'utf8')).replace(',Gift Card,', ',Note,'))
    expect((await product(shop, 'MUG-1')).isGiftCard).toBe(false)
  })

  it('is a gift card where our own file says so in the first of its rows; an empty cell is a no, and none says nothing', async () => {
    const shop = await ownShop()
    const isCard = async () => (await product(shop, 'KORT')).isGiftCard
    const own = (first: string, second: string) =>
      `sku,name,variantSku,price,giftCard\nKORT,Kort,K-1,10,${first}\nKORT,,K-2,20,${second}\n`
    expect(await bring(shop, own('yes', ''))).toMatchObject({ added: 1, faults: [] })
    expect(await isCard()).toBe(true)
    expect(await bring(shop, own('ja', 'ja'))).toMatchObject({ unchanged: 1, faults: [] })
    expect(await bring(shop, 'sku,variantSku\nKORT,K-1\n')).toMatchObject({ unchanged: 1, faults: [] })
    expect(await isCard()).toBe(true)
    expect((await bring(shop, own('card', ''))).faults).toMatchObject([
      { line: 2, column: 'giftCard', code: 'cell.flag', values: { cell: 'card' } },
    ])
    expect((await bring(shop, own('yes', 'no'))).faults).toMatchObject([
      { line: 3, column: 'giftCard', code: 'cell.another' },
    ])
    expect(await bring(shop, own('', ''))).toMatchObject({ changed: 1, faults: [] })
    expect(await isCard()).toBe(false)
  })

  it('has prices with the tax that the price group has, where it has one of its own or of its base', async () => {
    const shop = await ownShop()
    const group = async (name: string, more: object) =>
      (
        await shop.owner.post('/manage/price-groups', { names: { 'da-DK': name }, currency: 'DKK', ...more })
      ).ok(ManagedPriceGroup)
    const abroad = await group('Tyskland', { taxRate: 0.19 })
    const trade = await group('Tyskland, erhverv', { basePriceGroupId: abroad.id })
    const terms = { taxRate: 250_000, includesTax: true }
    await bring(shop, await readFile(HOSTED), terms)
    const priceIn = async (sku: string, { id }: ManagedPriceGroup) =>
      (await product(shop, sku)).variants[0]?.prices.find(({ priceGroupId }) => priceGroupId === id)?.price

    await bring(shop, 'sku;price\nMUG-1;119,00\n', { ...terms, kind: 'prices', priceGroup: 'Tyskland' })
    expect(await priceIn('MUG-1', abroad)).toBe(100)
    await bring(shop, 'sku;price\nMUG-1;59,50\n', { ...terms, kind: 'prices', priceGroup: trade.id })
    expect(await priceIn('MUG-1', trade)).toBe(50)
    await bring(shop, await readFile(HOSTED), { ...terms, priceGroup: 'Tyskland' })
    expect(await priceIn('MUG-1', abroad)).toBe(74.79)
    // Without tax in the file it stays as it stands there.
    await bring(shop, 'sku;price\nMUG-1;119,00\n', { kind: 'prices', priceGroup: 'Tyskland' })
    expect(await priceIn('MUG-1', abroad)).toBe(119)
  })

  it('has prices of the group that is offered in the first currency of the store, where nothing else is said', async () => {
    const shop = await ownShop()
    const file = 'sku;name;price\nGRYDE;Gryde;149,00\n'
    const usual = (await bring(shop, file)).priceGroupId
    const patch = { currencies: ['DKK', 'EUR'] }
    const { stores } = (await shop.owner.get('/manage/stores')).body as { stores: { id: string }[] }
    expect((await shop.owner.patch(`/manage/stores/${stores[0]?.id ?? ''}`, patch)).status).toBe(200)
    const group = async (name: string, more: object) =>
      (await shop.owner.post('/manage/price-groups', { names: { 'da-DK': name }, ...more })).ok(
        ManagedPriceGroup,
      ).id
    // Of groups of one priority the newest stands first.
    const gone = await group('Udsalg', { currency: 'DKK', priority: 9 })
    expect((await shop.owner.patch(`/manage/price-groups/${gone}`, { state: 'retired' })).status).toBe(200)
    await group('Klub', { currency: 'DKK', priority: 9, basePriceGroupId: usual })
    const euro = await group('Euro', { currency: 'EUR', priority: 9 })
    expect(await bring(shop, file.replace('GRYDE', 'PANDE'))).toMatchObject({ priceGroupId: usual })
    expect((await product(shop, 'PANDE')).variants[0]?.prices).toMatchObject([{ priceGroupId: usual }])
    expect(await bring(shop, file, { priceGroup: 'Euro' })).toMatchObject({ priceGroupId: euro })
  })

  it('tells of prices with tax that no price without tax comes to, and what they are then', async () => {
    const shop = await ownShop()
    const terms = { taxRate: 81_000, includesTax: true }
    const file = 'sku;name;price\nGRYDE;Gryde;149,00\nPANDE;Pande;12,50\n'
    const rounded = {
      faults: [],
      rounded: 1,
      roundedPrices: [{ line: 2, price: 149, stored: 149.01, currency: 'DKK' }],
    }
    expect(await bring(shop, file, { ...terms, isDryRun: true })).toMatchObject({ added: 2, ...rounded })
    expect(await bring(shop, file, terms)).toMatchObject({ added: 2, ...rounded })
    expect(await bring(shop, file, { taxRate: 81_000 })).toMatchObject({ rounded: 0, roundedPrices: [] })
    const hosted = 'Handle,Title,Variant Price\nkande,Kande,free\nkop,Kop,149.00\n'
    expect(await bring(shop, hosted, terms)).toMatchObject({ rounded: 0, roundedPrices: [] })
    expect(await bring(shop, hosted.replace('free', '149.00'), terms)).toMatchObject({ rounded: 2 })
  })

  it('is only looked at in a dry run', async () => {
    const shop = await ownShop()
    const report = await bring(shop, await readFile(HOSTED), { isDryRun: true })
    expect(report).toMatchObject({ added: 4, faults: [] })
    expect(await listed(shop)).toStrictEqual([])
  })

  it('is the same by whatever names hosted shops call its columns', async () => {
    const today: Readonly<Record<string, string>> = {
      Handle: 'URL handle',
      'Body (HTML)': 'Description',
      'Option1 Name': 'Option1 name',
      'Option1 Value': 'Option1 value',
      'Option2 Name': 'Option2 name',
      'Option2 Value': 'Option2 value',
      'Variant SKU': 'SKU',
      'Variant Price': 'Price',
      'Variant Taxable': 'Charge tax',
      'Variant Barcode': 'Barcode',
      'Gift Card': 'Gift card',
      'Image Src': 'Product image URL',
      'Image Position': 'Image position',
    }
    const [heading = '', ...rows] = (await readFile(HOSTED, 'utf8')).split('\n')
    const renamed = heading.split(',').map((name) => today[name] ?? name)
    expect(renamed.filter((name) => Object.values(today).includes(name))).toHaveLength(13)
    const shop = await ownShop()
    const terms = { taxRate: 250_000, includesTax: true }
    const report = await bring(shop, [renamed.join(','), ...rows].join('\n'), terms)
    expect(report).toMatchObject({ format: 'hosted', added: 4, faults: [] })
    expect(report.columns).toContainEqual(expect.objectContaining({ name: 'SKU', takenFor: 'variant sku' }))
    expect(await bring(shop, await readFile(HOSTED), terms)).toMatchObject({ changed: 0, unchanged: 4 })
    // A fault says the column as the file does.
    const dear = [renamed.join(','), ...rows].join('\n').replace(',89.00,', ',dear,')
    expect((await bring(shop, dear)).faults).toMatchObject([{ column: 'Price' }])
  })

  it('may have more products than are looked at together', async () => {
    const shop = await ownShop()
    const rows = Array.from({ length: 950 }, (_, n) => `p${n % 2 === 0 ? n : n - 1},Thing ${n},${n},${n}.50`)
    const heading = 'Handle,Title,Option1 Value,Variant Price'
    expect(await bring(shop, [heading, ...rows].join('\n'))).toMatchObject({ rows: 950, added: 475 })
    expect(await bring(shop, [heading, ...rows].join('\n'))).toMatchObject({ unchanged: 475, changed: 0 })
    // The last row is at fault: nothing of those before it is kept.
    const faulty = [...rows.map((row) => row.replace('p', 'q')), 'z,Z,,free']
    const report = await bring(shop, [heading, ...faulty].join('\n'))
    expect(report.faults).toMatchObject([{ line: 952, column: 'Variant Price' }])
    expect((await listed(shop)).filter(({ sku }) => sku.startsWith('q'))).toStrictEqual([])
  })
})

describe('a picture that lies in the shop’s own data', () => {
  const keptIn = async ({ owner }: OwnShop): Promise<string> =>
    (await owner.post('/manage/images', aPicture(), { headers: { 'content-type': 'image/png' } })).ok(
      KeptImage,
    ).imageUrl

  it('stays, whatever address of the web a hosted shop has for it', async () => {
    const shop = await ownShop()
    await bring(shop, await readFile(HOSTED))
    const imageUrl = await keptIn(shop)
    await shop.owner.patch('/manage/products/fisherman-jumper', { imageUrl })
    expect(await bring(shop, await readFile(HOSTED))).toMatchObject({ changed: 0, faults: [] })
    expect((await product(shop, 'fisherman-jumper')).imageUrl).toBe(imageUrl)
    const [first] = (await product(shop, 'fisherman-jumper')).variants
    const variants = [{ variantSku: first?.variantSku, imageUrl }]
    await shop.owner.patch('/manage/products/fisherman-jumper', { variants })
    expect(await bring(shop, await readFile(HOSTED))).toMatchObject({ changed: 0, faults: [] })
    expect((await product(shop, 'fisherman-jumper')).variants[0]?.imageUrl).toBe(imageUrl)
  })

  it('is taken over from a file of the shop’s own, and left as it is by one of another shop', async () => {
    const shop = await ownShop()
    const [mine, other] = [await keptIn(shop), await keptIn(shop)]
    const fileWith = (...pictures: string[]) =>
      ['sku,image,name,price', ...pictures.map((picture, n) => `P-${n},${picture},Mug ${n},10`)].join('\n')
    const elsewhere = `/api/v1/images/${'x'.repeat(43)}`
    expect(await bring(shop, fileWith(mine, elsewhere, mine))).toMatchObject({ added: 3, faults: [] })
    const shown = async () =>
      Promise.all([0, 1, 2].map(async (n) => (await product(shop, `P-${n}`)).imageUrl))
    expect(await shown()).toStrictEqual([mine, null, mine])
    expect(await bring(shop, fileWith(elsewhere, other, other))).toMatchObject({ changed: 2, faults: [] })
    expect(await shown()).toStrictEqual([mine, other, other])
    expect(await bring(shop, fileWith('', '', 'https://x.example/1.png'))).toMatchObject({ changed: 3 })
    expect(await shown()).toStrictEqual([null, null, 'https://x.example/1.png'])
  })

  it('of a variant is so, too, and a wrong address of one is told where it stands', async () => {
    const shop = await ownShop()
    const [mine, other] = [await keptIn(shop), await keptIn(shop)]
    const fileWith = (...pictures: string[]) =>
      [
        'sku,name,variantSku,variantImage,price',
        ...pictures.map((picture, n) => `P,Mug,P-${n},${picture},10`),
      ].join('\n')
    const elsewhere = `/api/v1/images/${'x'.repeat(43)}`
    const shown = async () => (await product(shop, 'P')).variants.map(({ imageUrl }) => imageUrl)
    expect(await bring(shop, fileWith(mine, elsewhere))).toMatchObject({ added: 1, faults: [] })
    expect(await shown()).toStrictEqual([mine, null])
    expect(await bring(shop, fileWith(elsewhere, other))).toMatchObject({ changed: 1, faults: [] })
    expect(await shown()).toStrictEqual([mine, other])
    expect(await bring(shop, fileWith(mine, other))).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await bring(shop, 'sku,variantSku,price\nP,P-0,11\nP,P-1,11')).toMatchObject({ changed: 1 })
    expect(await shown()).toStrictEqual([mine, other])
    expect((await bring(shop, fileWith(mine, 'mug.jpg'))).faults).toMatchObject([
      { line: 3, column: 'variantImage', code: 'field.web-address' },
    ])
  })
})

describe('a barcode that goes from one product to another in a file', () => {
  const rows = (...barcodes: readonly string[]): string =>
    `sku,name,barcode,price\n${barcodes.map((barcode, n) => `${'ABC'[n]},Thing,${barcode},1\n`).join('')}`

  it('is given away before it is taken, in whichever order they stand; twice changes nothing', async () => {
    const shop = await ownShop()
    expect(await bring(shop, rows('11', '22', '33'))).toMatchObject({ added: 3, faults: [] })
    for (const [a, b, c] of [
      ['', '11', '33'],
      ['11', '22', '33'],
      ['22', '11', '33'],
      ['33', '22', '11'],
      ['22', '11', ''],
    ] as const) {
      expect(await bring(shop, rows(a, b, c)), `${a} ${b} ${c}`).toMatchObject({ faults: [] })
      const barcodes = []
      for (const sku of ['A', 'B', 'C'])
        barcodes.push((await product(shop, sku)).variants[0]?.barcodes.join() ?? '')
      expect(barcodes).toStrictEqual([a, b, c])
      expect(await bring(shop, rows(a, b, c))).toMatchObject({ changed: 0, unchanged: 3 })
    }
    // Whoever keeps it has it.
    expect((await bring(shop, rows('22', '22'))).faults).toMatchObject([{ line: 3, column: 'barcode' }])
    const first = 'sku,name,barcode,price\nC,Thing,22,1\n'
    expect((await bring(shop, first)).faults).toMatchObject([{ line: 2, code: 'product.barcode-taken' }])
    expect((await bring(shop, `${first}A,Thing,22,1\n`)).faults).toHaveLength(1)
  })

  it('is so too where many stand between them', async () => {
    const shop = await ownShop()
    const many = (taken: number) =>
      `sku,name,barcode,price\n${Array.from({ length: 250 }, (_, n) => `p${n},Thing,${(n + taken) % 251},1\n`).join('')}`
    expect(await bring(shop, many(0))).toMatchObject({ added: 250, faults: [] })
    expect(await bring(shop, many(250))).toMatchObject({ changed: 250, faults: [] })
    expect(await bring(shop, many(0))).toMatchObject({ changed: 250, faults: [] })
    expect(await bring(shop, many(250))).toMatchObject({ changed: 250, faults: [] })
    const last = 'sku,name,barcode,price\nZ,Thing,248,1\n'
    expect(
      await bring(shop, many(250).replace('p249,Thing,248,1', 'p249,Thing,,1').replace(/^.*\n/, last)),
    ).toMatchObject({
      added: 1,
      changed: 1,
      faults: [],
    })
  })
})

describe('a file is read whatever program has written it', () => {
  const shared = sharedOwnShop()
  afterEach(async () => {
    for (const { sku } of await listed(shared())) {
      const path = `/manage/products/${encodeURIComponent(sku)}`
      expect((await shared().owner.delete(path)).status).toBe(200)
    }
  })

  const text =
    'sku;name:da-DK;price:Normalpriser\r\nÆ1;Rødgrød “med” fløde €;1234,5\r\n"B;2";"to\r\nlinjer";7\r\n'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const ansi = Buffer.from(
    text.replaceAll('“', '\x93').replaceAll('”', '\x94').replaceAll('€', '\x80'),
    'latin1',
  )
  it.each<[string, string | Buffer]>([
    ['UTF-8', text],
    ['UTF-8 with its mark', `\ufeff${text}`],
    ['Windows-1252', ansi],
    ['UTF-16', utf16],
    ['UTF-16 without its mark', utf16.subarray(2)],
    ['the same with the other byte first', Buffer.from(utf16.subarray(2)).swap16()],
    ['tabs', text.replaceAll(/;(?!2)/g, '\t')],
    ['line feeds alone', text.replaceAll('\r\n', '\n').replace('to\n', 'to\r\n')],
    ['line feeds in some rows, carriage returns too in others', text.replace('\r\n', '\n')],
    ['the same the other way round', text.replace('1234,5\r\n', '1234,5\n')],
    ['without a line break at the end', text.trimEnd()],
    ['with the sign that ends a file of DOS', `${text}\u001a`],
    ['the same behind the last cell, and to the end of a block', `${text.trimEnd()}${'\u001a'.repeat(40)}`],
    ['a first line that says the separator', `sep=;\r\n${text}`],
    ['a quoted one', `"sep=;"\r\n${text}`],
    ['one that was filled up by a spreadsheet', `sep=;;;\r\n${text}`],
    [
      'the same, and carriage returns alone',
      `sep=;\r${text.replaceAll('\r\n', '\r').replace('to\r', 'to\r\n')}`,
    ],
    ['empty lines before the names of the columns', `\r\n\r\n${text}`],
    ['a title above them', `Prisliste 2026;;\r\n;;\r\n${text}`],
    ['one with separators of its own, in quotes', `"Priser; til ""alle""";;\r\n"Uge 48, 2026"\r\n${text}`],
    ['titles without separators', `"Priser"\r\n\r\nmed moms\r\n${text}`],
    ['a title behind a line that says the separator', `sep=;\r\nPrisliste\r\n${text}`],
    ['a name of a column in several lines', text.replace('sku', '"sku\r\n"')],
    [
      'two columns of a name from which nothing is taken',
      text.replace('\r\n', ';Note;note\r\n').replaceAll(/(?<=;7|;1234,5)\r\n/g, ';a;b\r\n'),
    ],
    ['separators behind the rows', text.replaceAll(/(?<=;7|;1234,5)\r\n/g, ';;\r\n')],
    ['separators behind the names of the columns', text.replace('\r\n', ';;\r\n')],
    ['with empty lines and rows', text.replace('\r\n', '\r\n\r\n;;\r\n')],
    [
      'columns in another order and spelling, with spaces',
      text.replace('sku', ' SKU ').replace('name:da-DK', 'Name:DA-dk'),
    ],
  ])('%s', async (_name, content) => {
    const shop = shared()
    expect(await bring(shop, content)).toMatchObject({ rows: 2, added: 2, faults: [] })
    const first = await product(shop, 'Æ1')
    expect(first.names['da-DK']).toBe('Rødgrød “med” fløde €')
    expect(first.variants[0]?.prices[0]?.price).toBe(1234.5)
    expect((await product(shop, 'B;2')).names['da-DK']).toBe('to\r\nlinjer')
  })

  it('and where one letter of UTF-8 is broken, that is said, wherever it stands: all others would be read as two', async () => {
    const shop = shared()
    const rows = Array.from({ length: 20_000 }, (_, n) => `Æ${n};Blåbær\n`)
    const [before, behind] = [rows.slice(0, 15_000).join(''), rows.slice(15_000).join('')]
    const broken = Buffer.concat([
      Buffer.from(`sku;name\n${before}`),
      Buffer.from('X;\xe6ble\n', 'latin1'),
      Buffer.from(behind),
    ])
    const { faults } = await bring(shop, broken, { isDryRun: true })
    expect(faults).toMatchObject([{ line: 15_002, code: 'file.bytes' }])
  })

  it('codes that a program has kept from being numbers, as a spreadsheet reads them', async () => {
    const shop = shared()
    const text = 'sku;name;barcode\n"=""0012""";Krus;"=""0570123"""\n'
    expect(await bring(shop, text)).toMatchObject({ added: 1, faults: [] })
    expect((await product(shop, '0012')).variants).toMatchObject([{ barcodes: ['0570123'] }])
  })

  it('codes without what nobody sees, as web pages give it along: the same goods again are no others', async () => {
    const shop = shared()
    const seen = 'sku;name;barcode\nSEEN-1;Krus;4006381333931\n'
    const unseen = 'sku;name;barcode\nSEEN-1\u200b;Krus;\u202a4006381333931\u202c\n'
    expect(await bring(shop, unseen)).toMatchObject({ added: 1, faults: [] })
    expect((await product(shop, 'SEEN-1')).variants).toMatchObject([{ barcodes: ['4006381333931'] }])
    for (const text of [seen, unseen])
      expect(await bring(shop, text)).toMatchObject({ added: 0, unchanged: 1, faults: [] })
  })

  it('says the same in each row of a product, whatever blanks stand behind it', async () => {
    const shop = shared()
    const rows = (tea: string) => `sku;variantSku;name;price;tax\nT;T-1;Te;10;25%\nT;T-2;${tea};20;25% \n`
    expect(await bring(shop, rows('Te  '))).toMatchObject({ added: 1, faults: [] })
    expect((await product(shop, 'T')).names['da-DK']).toBe('Te')
    expect((await bring(shop, rows('The'))).faults).toMatchObject([{ line: 3, column: 'name' }])
  })

  it.each([
    ['price,price:Normalpriser', 'products'],
    ['price:Normalpriser,price', 'prices'],
    ['name,name:da-DK', 'products'],
    ['variantName:DA-DK,variantName', 'products'],
  ] as const)('and is not asked which of %s counts in a file of %s', async (columns, kind) => {
    const [column, other] = columns.split(',')
    const { faults } = await bring(shared(), `sku,${columns}\nA,10,20\n`, { kind, isDryRun: true })
    expect(faults[0]).toMatchObject({
      line: 1,
      column: other,
      code: 'column.meant-twice',
      values: { column, other },
    })
  })

  it('tells of its faults by its own lines where titles stand above', async () => {
    const { faults } = await bring(shared(), `Prisliste\n\n${text.replace(';7', ';syv')}`)
    expect(faults).toMatchObject([{ line: 5, column: 'price:Normalpriser' }])
  })

  it('Shift_JIS, as spreadsheets in Japan write it', async () => {
    // sku,name,price,tax: 湯のみ, and センチャ 煎茶.
    const rows =
      '59554e4f4d492c939282cc82dd2c313938302c3130250a53454e4348412c835a8393836083832090f792832c313038302c38250a'
    const content = Buffer.concat([Buffer.from('sku,name,price,tax\n'), Buffer.from(rows, 'hex')])
    const shop = await ownShop({ countryCode: 'JP', currency: 'JPY', cultureCode: 'ja-JP' })
    expect(await bring(shop, content)).toMatchObject({ added: 2, faults: [] })
    expect((await product(shop, 'YUNOMI')).names['ja-JP']).toBe('湯のみ')
    expect((await product(shop, 'SENCHA')).names['ja-JP']).toBe('センチャ 煎茶')
  })

  it('and Windows-1252 where its letters could be Shift_JIS by chance', async () => {
    const shop = shared()
    const content = Buffer.from('sku,name,price,tax\nA,Ærø \x82ä\x91 \x82ö\x91 æble,10,25%\n', 'latin1')
    expect(await bring(shop, content)).toMatchObject({ added: 1, faults: [] })
    expect((await product(shop, 'A')).names['da-DK']).toMatch(/^Ærø ‚ä‘ ‚ö‘ æble/)
  })

  it.each<[string, string, number | undefined]>([
    ['1234.5', ',', 1234.5],
    ['"1234,5"', ',', 1234.5],
    ['1234.50', ';', 1234.5],
    ['0', ',', 0],
    ['12.500', ',', 12.5],
    ['12,500', ';', 12.5],
    ['12.500', ';', undefined],
    ['"1,234.56"', ',', 1234.56],
    ['1.234,56', ';', 1234.56],
    ['1.234.567,00 kr.', ';', 1_234_567],
    ['DKK 1\u202f234', ';', 1234],
    ['1.234', ';', undefined],
    ['1.234 kr.', ';', undefined],
    ['1.234,56,78', ';', undefined],
    ['12 50', ';', undefined],
    ['12,50 €', ';', undefined],
    ['12.345', ',', undefined],
  ])('a price of %s in a file of %s', async (cell, separator, price) => {
    const shop = shared()
    const report = await bring(
      shop,
      `sku${separator}name:da-DK${separator}price:Normalpriser\nA${separator}A${separator}${cell}`,
    )
    if (price === undefined) expect(report.faults).toMatchObject([{ line: 2, column: 'price:Normalpriser' }])
    else expect((await product(shop, 'A')).variants[0]?.prices[0]?.price).toBe(price)
  })
})

describe('a price as a spreadsheet shows it', () => {
  it.each([
    ['1.234,50 €', 'EUR', 1_234_50],
    ["CHF 1'234.50", 'CHF', 1_234_50],
    ['$1,234.50', 'USD', 1_234_50],
    ['1.234,50 US$', 'USD', 1_234_50],
    ['₹1,23,456.00', 'INR', 123_456_00],
    ['￥1，200', 'JPY', 1200],
    ['\\1,200', 'JPY', 1200],
    ['1\u00a0200 Ft', 'HUF', 1200],
    ['1.200 Ft', 'HUF', 1200],
    ['12,000 Ft', 'HUF', 12_000],
  ] as const)('%s', (cell, currency, value) => {
    expect(readPrice(cell, currency, '.')).toStrictEqual({ value })
  })
})

describe('what is written in Arabic or Persian', () => {
  it.each([
    ['١٢٫٥٠', 'EUR', '.', 12_50],
    ['۱۲٫۵۰', 'EUR', ',', 12_50],
    ['١٢.٥٠', 'EUR', '.', 12_50],
    ['١٬٢٣٤٬٥٦٧', 'IQD', '.', 1_234_567],
    ['١٢٫٥٠٠', 'KWD', ',', 12_500],
    ['١٬٢٣٤', 'KWD', '.', 1_234_000],
    ['\u200f١٬٢٣٤٫٥٠\u00a0€', 'EUR', '.', 1_234_50],
    ['\u200f١٬٢٣٤٫٥٠٠\u00a0د.ك.\u200f', 'KWD', '.', 1_234_500],
    ['\u200eریال\u00a0۱۲٬۰۰۰', 'IRR', '.', 12_000],
  ] as const)('is read as a price: %s', (cell, currency, sign, value) => {
    expect(readPrice(cell, currency, sign)).toStrictEqual({ value })
  })

  it('are read as quickly with ever so many decimals', () => {
    const zeros = '0'.repeat(200_000)
    const begun = performance.now()
    expect(readPrice(`1.5${zeros}`, 'EUR', '.')).toStrictEqual({ value: 150 })
    expect(readPrice(`1.${zeros}1`, 'EUR', '.')).toMatchObject({ fault: { code: 'cell.decimals' } })
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it.each(['١٫٢', '١٬٢', '٢٫٥٫٥', '٫٥'])('and is none where it is none: %s', (cell) => {
    expect(readPrice(cell, 'JPY', '.')).toHaveProperty('fault.values.cell', cell)
  })

  it.each([
    ['٢٥٪', 250_000],
    ['۸٫۵ ٪', 85_000],
    ['٠٫٢٥', 250_000],
  ])('is read as a rate: %s', (cell, rate) => {
    expect(readRate(cell)).toBe(rate)
  })
})

describe('what is said of a price that is none', () => {
  it.each([
    ['JPY', ',', '1,200', '1234'],
    ['EUR', ';', '1.200', '1234,50'],
    ['KWD', ',', 'free', '1234.500'],
  ] as const)('in %s gives an example that could be written', (currency, separator, cell, example) => {
    const sign = separator === ',' ? '.' : ','
    const read = readPrice(cell, currency, sign)
    expect('fault' in read && read.fault.values.example).toBe(example)
    expect(readPrice(example, currency, sign)).toHaveProperty('value')
  })
})

describe('prices alone', () => {
  it('are changed where a file has them, and of products that are there', async () => {
    const shop = await ownShop()
    await bring(shop, await readFile(HOSTED))
    const file = 'sku,variantSku,price:Normalpriser\nMUG-1,,70\nfisherman-jumper,FJ-S-NAV,1000\n'
    expect(await bring(shop, file, { kind: 'prices' })).toMatchObject({ changed: 2, added: 0, faults: [] })
    expect((await product(shop, 'MUG-1')).variants[0]?.prices[0]?.price).toBe(70)
    const report = await bring(shop, `${file}NEW,,1\n`, { kind: 'prices' })
    expect(report.faults).toMatchObject([{ line: 4, column: 'sku', text: 'there is no product “NEW”' }])
  })
})

describe('while the rows of a file are stored', () => {
  const rows = Array.from({ length: 250 }, (_, n) => `PLAN-${n},Plan ${n},${n}.50,EAN-${n}`)
  const file = ['sku,name:da-DK,price:Normalpriser,barcode', ...rows].join('\n')

  /** Imports the file, and does something when all of it has been looked at, before the transaction that stores it. */
  async function importAfter(shop: OwnShop, before: (engine: Engine, path: string) => Promise<unknown>) {
    const path = join(shop.dataDir, 'plan.csv')
    await writeFile(path, file)
    const author = { storeId: shop.storeId, name: 'Ida', now: new Date() }
    return shop.beside(async (engine) =>
      importFile(
        {
          read: async (work) => engine.read(work),
          transact: async (work, about) => {
            await before(engine, path)
            return engine.transact(work, about)
          },
          refreshStatistics: engine.refreshStatistics,
        },
        { path, author, kind: 'products', isDryRun: false },
      ),
    )
  }
  const add = async (shop: OwnShop, sku: string) =>
    shop.owner.post('/manage/products', { sku, names: { 'da-DK': 'Anden' }, variants: [{}] })

  it('nothing of it is read any more: others wait for what is written alone', async () => {
    const shop = await ownShop()
    await add(shop, 'PLAN-3')
    expect(await importAfter(shop, async (_engine, path) => rm(path))).toMatchObject({
      rows: 250,
      added: 249,
      changed: 1,
      faults: [],
    })
    expect(await product(shop, 'PLAN-249')).toMatchObject({
      names: { 'da-DK': 'Plan 249' },
      variants: [{ prices: [{ price: 249.5 }] }],
    })
    expect(await product(shop, 'PLAN-3')).toMatchObject({ version: 2 })
  })

  it('it is looked at again where somebody has written a record in between', async () => {
    const shop = await ownShop()
    const report = await importAfter(shop, async () => {
      await add(shop, 'PLAN-0')
      await add(shop, 'PLAN-1')
    })
    expect(report).toMatchObject({ added: 248, changed: 2, faults: [] })

    const other = await ownShop()
    const body = { sku: 'OTHER', names: { 'da-DK': 'Anden' }, variants: [{ barcodes: ['EAN-7'] }] }
    const refused = await importAfter(other, async () => other.owner.post('/manage/products', body))
    expect(refused).toMatchObject({
      added: 0,
      faults: [{ line: 9, column: 'barcode', text: expect.stringContaining('OTHER') as string }],
    })
    expect((await listed(other)).map(({ sku }) => sku)).toStrictEqual(['OTHER'])
  })

  it('and where it is ended before that, nothing is stored', async () => {
    const shop = await ownShop()
    const onStore = (): void => {
      throw new Error('It was ended.')
    }
    await expect(bring(shop, file, { onStore })).rejects.toThrow('It was ended.')
    expect(await listed(shop)).toStrictEqual([])
  })
})
