import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importFile } from '../../../core/transfer/import-file.ts'
import type { FileFault } from '../../../core/transfer/transfer.schema.ts'
import { sharedOwnShop } from '../../support/own-shop.ts'
import { changedTables, contentNow } from '../../support/data.ts'

const hosted = readFileSync(fileURLToPath(new URL('hosted-products.csv', import.meta.url)), 'utf8')
const H = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Image Src,Status'
const P = 'sku,name:da-DK,price:Normalpriser'
const many = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join(',')

/** What is wrong, the file, and what is said of it: the line, the column, and words of the text. */
const broken: readonly (readonly [string, string | Buffer, number, string | null, RegExp])[] = [
  ['nothing', '', 1, null, /empty/],
  ['nothing but blanks', ' \n\n \n', 1, null, /empty/],
  ['nothing but the names of columns', H, 1, null, /nothing in the file/],
  ['a spreadsheet that was renamed', Buffer.from('504b030414000600', 'hex'), 1, null, /spreadsheet or a ZIP/],
  ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 1, null, /old spreadsheet/],
  ['a compressed file', gzipSync(hosted), 1, null, /compressed/],
  ['a PDF', '%PDF-1.7\n', 1, null, /PDF/],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 1, null, /picture/],
  ['bytes that no text has', `${P}\nA,A,1\nB,\0,1`, 3, null, /no text/],
  ['JSON', '[{"sku":1}]', 1, null, /quote/],
  ['a web page', '<html><body>Sign in</body></html>', 1, null, /neither a column “Handle”/],
  ['columns of something else', 'Order,Total\n1,2', 1, null, /neither a column “Handle”/],
  ['no names of columns', 'mug,Krus,89\njug,Kande,95', 1, null, /neither a column/],
  ['no title', 'Handle,Variant Price\nmug,1', 1, 'title', /no such column/],
  ['no price', 'Handle,Title\nmug,Mug', 1, 'variant price', /no such column/],
  ['two columns of one name', 'sku,name:da-DK,SKU\nA,A,B', 1, null, /two columns/],
  ['a million columns', many(1_000_000, (n) => `c${n}`), 1, null, /longer than any row|columns/],
  ['a thousand and one columns', `sku,${many(1000, (n) => `c${n}`)}\nA`, 1, null, /1001 columns/],
  ['cut in the middle of a cell', hosted.slice(0, hosted.indexOf('100 % wool')), 2, null, /never closed/],
  ['cut in the middle of a row', hosted.slice(0, hosted.indexOf('MUG-1')), 9, null, /cells .*cut off/],
  ['a quote that is never closed', `${P}\nA,A,1\nB,"B,2\nC,C,3\n`, 3, null, /never closed/],
  ['a quote in the middle of a cell', `${P}\nA,12" pipe,1`, 2, null, /quote/],
  ['text behind a quote', `${P}\nA,"A"B,1`, 2, null, /quote/],
  ['a row with a cell too many', `${P}\nA,A,1\nB,B,1,5`, 3, null, /4 cells/],
  ['a price with a comma that is not quoted', `${P}\nA,A,12,50`, 2, null, /4 cells/],
  ['a row as long as a book', `${P}\nA,"${'x'.repeat(3_000_000)}",1`, 2, null, /longer than any row/],
  ['no sku', `${P}\nA,A,1\n ,B,1`, 3, 'sku', /missing/],
  ['no handle', `${H}\n,Mug,,,,1,,,`, 2, 'Handle', /missing/],
  ['a product without a name', `${H}\nmug,,,,,1,,,`, 2, 'Title', /missing/],
  ['a product without a price', `${H}\nmug,Mug,,,M,,,,`, 2, 'Variant Price', /missing/],
  ['a price of 1.234,56', `${H}\nmug,Mug,,,,"1.234,56",,,`, 2, 'Variant Price', /1\.234,56/],
  ['a price of 1,234.56', `${H}\nmug,Mug,,,,"1,234.56",,,`, 2, 'Variant Price', /1,234\.56/],
  ['a price with its currency', `${H}\nmug,Mug,,,,89 kr.,,,`, 2, 'Variant Price', /without currency/],
  ['a price below nothing', `${P}\nA,A,-1`, 2, 'price:Normalpriser', /no price/],
  ['a price that is a formula', `${P}\nA,A,=1+1`, 2, 'price:Normalpriser', /no price/],
  ['more decimals than the currency has', `${P}\nA,A,1.2345`, 2, 'price:Normalpriser', /decimals/],
  ['a price beyond all prices', `${P}\nA,A,${'9'.repeat(12)}`, 2, 'price:Normalpriser', /more than any/],
  ['one sku for two products', `${H}\na,A,,,SAME,1,,,\nb,B,,,SAME,2,,,`, 3, 'Variant SKU', /line 2 already/],
  [
    'one sku for two variants',
    `${H}\na,A,Size,S,SAME,1,,,\na,,,M,SAME,2,,,`,
    3,
    'Variant SKU',
    /line 2 already/,
  ],
  [
    'one barcode for two products',
    `${H}\na,A,,,,1,570,,\nb,B,,,,2,570,,`,
    3,
    'Variant Barcode',
    /line 2 already/,
  ],
  [
    'rows of a product apart',
    `${H}\na,A,Size,S,,1,,,\nb,B,,,,1,,,\na,,,M,,1,,,`,
    4,
    'Handle',
    /line 2 already/,
  ],
  ['a state that is none', `${H}\na,A,,,,1,,,sold out`, 2, 'Status', /none of active/],
  ['a picture that is no address', `${H}\na,A,,,,1,,javascript:alert(1),`, 2, 'Image Src', /https/],
  ['a name longer than any', `${P}\nA,${'x'.repeat(600)},1`, 2, 'name:da-DK', /512/],
  ['a culture that the store has not', `sku,name:da-DK,name:fr-FR\nA,A,A`, 1, 'name:fr-FR', /culture/],
  ['a price group that is not there', `sku,name:da-DK,price:Gold\nA,A,1`, 1, 'price:Gold', /price group/],
  ['a catalog that is not there', `sku,name:da-DK,catalog\nA,A,Nowhere`, 2, 'catalog', /no catalog/],
  ['a tax rate that is none', `sku,name:da-DK,tax\nA,A,lots`, 2, 'tax', /no rate/],
  ['a tax rate of more than all', `sku,name:da-DK,tax\nA,A,250%`, 2, 'tax', /no rate/],
  ['two rows without a variant', `${P}\nA,A,1\nA,,2`, 3, 'variantSku', /missing/],
  [
    'a product of two names',
    `sku,name:da-DK,variantSku\nA,A,A-1\nA,B,A-2`,
    3,
    'name:da-DK',
    /another than in line 2/,
  ],
  [
    'an option without a value',
    `sku,name:da-DK,option1Name,option1Value\nA,A,Size,`,
    2,
    'option1Value',
    /beside its name/,
  ],
]

describe('files that cannot be imported', () => {
  const shop = sharedOwnShop()

  it.each(broken)('%s', async (_name, content, line, column, words) => {
    const { beside, dataDir, storeId } = shop()
    const path = join(dataDir, 'broken.csv')
    await writeFile(path, content)
    const before = await contentNow(dataDir)
    const author = { storeId, name: 'Ida', now: new Date() }
    const report = await beside(async (engine) =>
      importFile(engine, { path, author, kind: 'products', isDryRun: false }),
    )
    const told = report.faults.find((fault) => fault.line === line && words.test(fault.text))
    expect(told, JSON.stringify(report.faults.slice(0, 3))).toMatchObject({
      column,
    } satisfies Partial<FileFault>)
    expect(report).toMatchObject({ added: 0, changed: 0 })
    expect(await changedTables(before, dataDir)).toStrictEqual([])
  })
})
