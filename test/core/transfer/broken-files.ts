import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { FileImport } from '../../../core/transfer/import-file.ts'
import type { Caller } from '../../support/caller.ts'

const hosted = readFileSync(fileURLToPath(new URL('hosted-products.csv', import.meta.url)), 'utf8')
const H = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Image Src,Status'
const P = 'sku,name:da-DK,price:Normalpriser'
const many = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join(',')

/** How a file is imported, where it is not as one of products. */
type Terms = Partial<Pick<FileImport, 'columns' | 'kind'>>

/** What is wrong, the file, and what is said of it: the line, the column, and words of the text. */
type Broken = readonly [string, string | Buffer, number, string | null, RegExp, Terms?]

/** Gives a shop the tax rate that is no more, and the goods that files of stock name. */
export const prepareShop = async (owner: Caller): Promise<void> => {
  const retired = { names: { 'da-DK': 'Gammel moms' }, rate: 0.22, state: 'retired' }
  const goods = (sku: string, variantSkus: readonly (string | null)[]) => {
    const variants = variantSkus.map((variantSku) => ({ variantSku }))
    return { sku, names: { 'da-DK': sku }, taxRate: 0.25, variants }
  }
  for (const [path, body] of [
    ['/manage/tax-rates', retired],
    ['/manage/products', goods('STONE', [null])],
    ['/manage/products', goods('SOCKS', ['SOCKS-S', 'SOCKS-L'])],
  ] as const) {
    const answer = await owner.post(path, body)
    if (answer.status !== 200) throw new Error(answer.text)
  }
}

const products: readonly Broken[] = [
  ['nothing', '', 1, null, /empty/],
  ['nothing but blanks', ' \n\n \n', 1, null, /empty/],
  ['nothing but the names of columns', H, 1, null, /nothing in the file/],
  ['a spreadsheet that was renamed', Buffer.from('504b030414000600', 'hex'), 1, null, /spreadsheet or a ZIP/],
  ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 1, null, /old spreadsheet/],
  ['a compressed file', gzipSync(hosted), 1, null, /compressed/],
  ['a PDF', '%PDF-1.7\n', 1, null, /PDF/],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 1, null, /picture/],
  ['bytes that no text has', `${P}\nA,A,1\nB,\0,1`, 3, null, /no text/],
  ['bytes that no text has behind a mark', `\ufeff${P}\nA,A,1\nB,\0,1`, 3, null, /no text/],
  [
    'bytes that no text has in UTF-16',
    Buffer.from(`\ufeff${P}\nA,A,1\nB,\0,1`, 'utf16le'),
    3,
    null,
    /no text/,
  ],
  [
    'what is not UTF-8 behind a mark that says so',
    Buffer.concat([Buffer.from(`\ufeff${P}\nA,Krus,1\nB,`), Buffer.from('Bl\xe5,1', 'latin1')]),
    3,
    null,
    /no text/,
  ],
  [
    'UTF-16 that is cut in the middle of a letter',
    Buffer.from(`\ufeff${P}\nA,A,1\nB,B,1`, 'utf16le').subarray(0, -1),
    3,
    null,
    /no text/,
  ],
  ['JSON', '[{"sku":1}]', 1, null, /quote/],
  ['a web page', '<html><body>Sign in</body></html>', 1, null, /web page/],
  ['a table as a web page', '\ufeff\r\n<!DOCTYPE html>\n<table><tr><td>sku,name', 1, null, /web page/],
  ['a table as XML', '<?xml version="1.0"?>\n<Workbook><Row>', 1, null, /web page or XML/],
  ['a piece of one', '<table border="1"><tr><td>sku</td></tr></table>', 1, null, /web page/],
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
  ['a product twice', `${P}\nA,A,1\nA,A,1`, 3, 'sku', /“A” stands in line 2 already/],
  ['a product twice, apart', `${P}\nA,A,1\nB,B,1\nA,A,1`, 4, 'sku', /“A” stands in line 2 already/],
  ['no sku', `${P}\nA,A,1\n ,B,1`, 3, 'sku', /missing/],
  ['no handle', `${H}\n,Mug,,,,1,,,`, 2, 'Handle', /missing/],
  ['a product without a name', `${H}\nmug,,,,,1,,,`, 2, 'Title', /missing/],
  ['a product without a price', `${H}\nmug,Mug,,,M,,,,`, 2, 'Variant Price', /missing/],
  ['a price of 1,234', `${H}\nmug,Mug,,,,"1,234",,,`, 2, 'Variant Price', /1,234/],
  ['a price in another currency', `${H}\nmug,Mug,,,,$12.50,,,`, 2, 'Variant Price', /no price in DKK/],
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
    'a barcode that a spreadsheet has shortened',
    `${H}\na,A,,,,1,5.70123E+12,,`,
    2,
    'Variant Barcode',
    /shortened by a spreadsheet/,
  ],
  [
    'a barcode of our own file that a spreadsheet has shortened',
    `sku;name:da-DK;barcode\nA;A;5,70123E+12`,
    2,
    'barcode',
    /shortened by a spreadsheet/,
  ],
  ['a sku that a spreadsheet has shortened', `${P}\n5.70123E+12,A,1`, 2, 'sku', /shortened by a spreadsheet/],
  [
    'skus of variants that a spreadsheet has made one of',
    `${H}\na,A,Size,S,5.70123E+12,1,,,\na,,,M,5.70123E+12,2,,,`,
    2,
    'Variant SKU',
    /shortened by a spreadsheet/,
  ],
  [
    'prices of a sku that a spreadsheet has shortened',
    'sku,price\n"5,70123E+12",1',
    2,
    'sku',
    /shortened by a spreadsheet/,
    { kind: 'prices' },
  ],
  ['a fault behind a line that says the separator', `sep=;\nsku;price\nA;lots`, 3, 'price', /no price/],
  [
    'rows of a product apart',
    `${H}\na,A,Size,S,,1,,,\nb,B,,,,1,,,\na,,,M,,1,,,`,
    4,
    'Handle',
    /line 2 already/,
  ],
  [
    'more rows of a product than any has',
    `${H}\n${Array.from({ length: 10_001 }, (_, n) => `a,A,Size,S${n},,1,,,`).join('\n')}`,
    10_002,
    'Handle',
    /10000 rows/,
  ],
  [
    'a column that is taken for what there is not',
    'Varenr,Navn\nA,A',
    1,
    'navn',
    /“colour”, which is nothing/,
    { columns: new Map([['varenr', 'sku'] as const, ['navn', 'colour'] as const]) },
  ],
  [
    'a column that is said and not there',
    'Varenr,name:da-DK\nA,A',
    1,
    'varer',
    /no such column/,
    { columns: new Map([['varenr', 'sku'] as const, ['varer', 'image'] as const]) },
  ],
  ['half a piece in stock', `${P},stock\nA,A,1,0.5`, 2, 'stock', /no whole number from -1000000/],
  [
    'pieces that are a word, of a hosted shop',
    'Handle,Title,Variant Price,Variant Inventory Qty\nmug,Mug,1,many',
    2,
    'Variant Inventory Qty',
    /“many” is no whole number/,
  ],
  ['a state that is none', `${H}\na,A,,,,1,,,sold out`, 2, 'Status', /none of active/],
  ['a picture that is no address', `${H}\na,A,,,,1,,javascript:alert(1),`, 2, 'Image Src', /https/],
  ['a name longer than any', `${P}\nA,${'x'.repeat(600)},1`, 2, 'name:da-DK', /512/],
  ['a culture that the store has not', `sku,name:da-DK,name:fr-FR\nA,A,A`, 1, 'name:fr-FR', /culture/],
  [
    'a price group that is not there',
    `sku,name:da-DK,price:Gold\nA,A,1`,
    1,
    'price:Gold',
    /price group “Gold”/,
  ],
  ['a catalog that is not there', `sku,name:da-DK,catalog\nA,A,Nowhere`, 2, 'catalog', /no catalog/],
  ['a tax rate that is none', `sku,name:da-DK,tax\nA,A,lots`, 2, 'tax', /no rate/],
  ['a tax rate of more than all', `sku,name:da-DK,tax\nA,A,250%`, 2, 'tax', /no rate/],
  ['two rows without a variant', `${P},variantSku\nA,A,1,\nA,,2,`, 3, 'variantSku', /missing/],
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
  ['a product without a name, in our own file', `${P}\nA,,1`, 2, 'name:da-DK', /must hold a name/],
  [
    'a product of which nothing is sold',
    `${H}\nmug,Mug,,,,,,https://a.example/1.jpg,`,
    2,
    'Variant Price',
    /nothing of it/,
  ],
  [
    'an option without a name',
    `sku,name:da-DK,option1Name,option1Value\nA,A,,S`,
    2,
    'option1Name',
    /beside its value/,
  ],
  ['a price that may be two', `${P}\nA,A,"1,234"`, 2, 'price:Normalpriser', /1234 or a fraction/],
  [
    'a state that our own file does not know',
    `sku,name:da-DK,state\nA,A,archived`,
    2,
    'state',
    /draft and retired/,
  ],
  ['a tax rate that is retired', `sku,name:da-DK,tax\nA,A,Gammel moms`, 2, 'tax', /is retired/],
  [
    'columns that are both taken for one',
    'sku,name:da-DK,Varenr\nA,A,B',
    1,
    null,
    /both taken for sku/,
    { columns: new Map([['varenr', 'sku']]) },
  ],
  ['prices of a product that is not there', 'sku,price\nA,1', 2, 'sku', /no product “A”/, { kind: 'prices' }],
  ['prices without a column for any', 'sku,tax\nA,1', 1, 'price:…', /no such column/, { kind: 'prices' }],
]

const customers: readonly Broken[] = [
  ['columns of something else', 'Order,Total\n1,2', 1, null, /neither a column/],
  ['nothing but the names of columns', 'First Name,Email', 1, null, /nothing in the file/],
  ['an e-mail that is none', 'First Name,Email\nA,a@b', 2, 'Email', /no e-mail/],
  ['a country that is none', 'First Name,City,Country Code\nA,B,XX', 2, 'Country Code', /no country/],
  ['an address without a country', 'First Name,City\nA,B', 2, 'default address country code', /missing/],
  ['one e-mail twice', 'First Name,Email\nA,a@b.example\nB,A@b.example', 3, 'Email', /line 2/],
  ['nobody', 'First Name,Note\n,hm', 2, 'last name', /missing/],
  ['a name longer than any', `First Name,Email\n${'x'.repeat(600)},a@b.example`, 2, 'First Name', /512/],
  ['a flag that is none', 'First Name,Accepts Marketing\nA,perhaps', 2, 'Accepts Marketing', /yes nor no/],
  ['an id that is none', 'id,lastName\n12,A', 2, 'id', /no id/],
  ['a group that is not there', 'lastName,email,groups\nA,,Gold', 2, 'groups', /no customer group/],
  [
    'an organization that is not there',
    'lastName,email,organization\nA,,Acme',
    2,
    'organization',
    /no organization/,
  ],
  ['a state that is none', 'lastName,email,state\nA,,gone', 2, 'state', /active and retired/],
  ['a row with a cell too many', 'lastName,email\nA,,x', 2, null, /cells/],
  ['a phone that a spreadsheet has shortened', 'lastName,phone\nA,4.91761E+12', 2, 'phone', /shortened/],
  [
    'a phone of a further address that a spreadsheet has shortened',
    'id,lastName,country,addressMobile\n01a21b2e-0adb-76d0-9548-803c70adb492,A,DK,\n01a21b2e-0adb-76d0-9548-803c70adb492,,DK,4.91761E+12',
    3,
    'addressMobile',
    /shortened/,
  ],
  [
    'ids that a spreadsheet has shortened',
    'Customer ID,Last Name\n7.12346E+12,A',
    2,
    'Customer ID',
    /shortened/,
  ],
]

const stock: readonly Broken[] = [
  ['columns of something else', 'Order,Total\n1,2', 1, null, /neither a column “On hand”/],
  ['no quantities', 'sku,name\nSTONE,Sten', 1, 'quantity', /no such column/],
  ['nothing but the names of columns', 'sku,quantity', 1, null, /nothing in the file/],
  ['goods that are not there', 'sku,quantity\nSTONE,1\nSTEEL,2', 3, 'sku', /no goods with the code “STEEL”/],
  ['a barcode that is not there', 'barcode,quantity\n5701234567899,2', 2, 'barcode', /no goods/],
  ['goods without a code', 'sku,barcode,quantity\n,,2', 2, 'sku', /missing/],
  ['goods that come in variants', 'SKU,On hand\nSOCKS,2', 2, 'SKU', /comes in variants/],
  [
    'a variant that is not there',
    'sku,variantSku,quantity\nSOCKS,SOCKS-M,2',
    2,
    'sku',
    /no variant “SOCKS-M”/,
  ],
  ['the same goods twice', 'sku,quantity\nSTONE,1\nSOCKS-S,1\nSTONE,1', 4, 'sku', /line 2 already$/],
  [
    'goods of two places',
    'SKU,Location,On hand\nSTONE,Kajen,1\nSOCKS-S,Kajen,not stocked\nSTONE,Torvet,2',
    4,
    'SKU',
    /line 2 already, at another location/,
  ],
  ['half a piece', 'sku,quantity\nSTONE,0.5', 2, 'quantity', /“0.5” is no whole number from -1000000 to/],
  ['what may be a thousand', 'SKU;Stock\nSTONE;1.000', 2, 'Stock', /no whole number/],
  ['a quantity that is a word', 'sku,quantity\nSTONE,many', 2, 'quantity', /“many” is no whole number/],
  ['a barcode for a quantity', 'sku,quantity\nSTONE,5701234567', 2, 'quantity', /no whole number/],
  ['more than can be oversold', 'sku,quantity\nSTONE,-1000001', 2, 'quantity', /no whole number/],
  ['a reorder point below nothing', 'sku,quantity,reorderPoint\nSTONE,1,-1', 2, 'reorderPoint', /from 0 to/],
  [
    'a reorder point of what no stock is kept of',
    'sku,quantity,reorderPoint\nSTONE,,5',
    2,
    'quantity',
    /no stock is kept/,
  ],
  ['a sku that a spreadsheet has shortened', 'sku,quantity\n5.70123E+12,1', 2, 'sku', /shortened/],
]

/** Files that cannot be imported, for a shop that is prepared for them; each with how it is imported. */
export const brokenFiles: readonly Required<Broken>[] = [
  ...products.map(([name, content, line, column, words, terms = {}]) => {
    return [name, content, line, column, words, terms] as const
  }),
  ...customers.map(([name, content, line, column, words]) => {
    return [`customers: ${name}`, content, line, column, words, { kind: 'customers' }] as const
  }),
  ...stock.map(([name, content, line, column, words]) => {
    return [`stock: ${name}`, content, line, column, words, { kind: 'stock' }] as const
  }),
]
