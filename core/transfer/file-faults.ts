import type { Said } from '../kernel/errors.ts'
import { filled, type Values } from '../kernel/fault-texts.ts'

/**
 * All that a file can be refused for before the shop is asked (`records/field-faults.ts`), in English: a code, which stays,
 * and its text, in which names in braces stand for values. The console knows each in all of its languages.
 */
const TEXTS = {
  'file.archive':
    'This is a spreadsheet or a ZIP archive and no CSV file: open it where it comes from, and save it as CSV.',
  'file.bytes': 'There are bytes here that no text has: the file is damaged, or no CSV.',
  'file.compressed':
    'This is a compressed file and no CSV file: open it where it comes from, and save it as CSV.',
  'file.empty': 'The file is empty.',
  'file.many-columns': 'The file has {columns} columns; at most {limit} can be read.',
  'file.no-customers':
    'There is neither a column “First Name”, as hosted shops export it, nor a column “id”, “email” or “lastName”, as in our own export.',
  'file.no-products':
    'There is neither a column “Handle”, as hosted shops export it, nor a column “sku”, as in our own export.',
  'file.no-rows': 'There is nothing in the file but the names of its columns.',
  'file.no-stock':
    'There is neither a column “On hand” or “Stock”, as other shops export it, nor the columns “sku” and “quantity”, as in our own export.',
  'file.old-spreadsheet':
    'This is an old spreadsheet and no CSV file: open it where it comes from, and save it as CSV.',
  'file.pdf': 'This is a PDF and no CSV file: open it where it comes from, and save it as CSV.',
  'file.picture': 'This is a picture and no CSV file: open it where it comes from, and save it as CSV.',
  'file.web-page':
    'This is a web page or XML and no CSV file, whatever its name says: open it in a spreadsheet, and save it as CSV.',

  'row.cells':
    'This row has {cells} cells and the first has {columns}: the file is cut off, or a quote or separator is missing.',
  'row.long': 'This row is longer than any row can be: a quote is never closed, or the file is no CSV.',
  'row.open-quote':
    'A quote is opened here and never closed: the file is cut off, or a quote is one too many.',
  'row.quote':
    'There is a quote in the middle of a cell here: cells with quotes stand in quotes, and quotes in them are doubled.',

  'column.culture': '“{culture}” is no culture of the store: {cultures}',
  'column.meant-twice': 'The columns {column} and {other} are both taken for {meant}.',
  'column.missing': 'the file has no such column',
  'column.price-group': 'there is no price group “{group}”, or more than one',
  'column.twice': 'There are two columns called {column}.',
  'column.unknown': 'is taken for “{meant}”, which is nothing that can be imported',

  'cell.another': 'is another than in line {line}, where the product begins',
  'cell.apart': '“{cell}” began in line {line} already: its rows must stand together',
  'cell.catalog': 'there is no catalog “{cell}”, or more than one',
  'cell.country': 'there is no country “{cell}”',
  'cell.country-missing': 'is missing beside its address',
  'cell.customer-group': 'there is no customer group “{cell}”, or more than one: add it first',
  'cell.customer-state': '“{cell}” is none of active and retired',
  'cell.customer-twice': 'is the same customer as in line {line}',
  'cell.decimals': '“{cell}” has more than the {digits} decimals of {currency}',
  'cell.email': '“{cell}” is no e-mail address',
  'cell.family': '“{cell}” comes in variants: name one of them',
  'cell.flag': '“{cell}” is neither yes nor no',
  'cell.goods': 'there are no goods with the code “{cell}”',
  'cell.hosted-state': '“{cell}” is none of active, draft and archived',
  'cell.id': '“{cell}” is no id',
  'cell.locations': '“{cell}” stands in line {line} already, at another location: stock is kept of one place',
  'cell.many-rows':
    '“{cell}” has more than can be read of one product or customer: {rows} rows, {characters} characters',
  'cell.missing': 'is missing',
  'cell.not-kept': 'is missing: no stock is kept of it yet',
  'cell.nothing-to-sell': 'is missing: there is nothing of it to sell',
  'cell.option-name': 'is missing beside its value',
  'cell.option-value': 'is missing beside its name',
  'cell.organization': 'there is no organization “{cell}”, or more than one: add it first',
  'cell.price': '“{cell}” is no price in {currency} such as {example}',
  'cell.price-high': '“{cell}” is more than any price can be',
  'cell.price-sign': '“{cell}” may be {whole} or a fraction: write it such as {example}',
  'cell.product': 'there is no product “{cell}”',
  'cell.product-state': '“{cell}” is none of active, draft and retired',
  'cell.shortened':
    '“{cell}” was shortened by a spreadsheet, and its last digits are lost: take the file as it came, or format the column as text',
  'cell.tax': '“{cell}” is no rate such as 25%, and there is no tax rate of that name',
  'cell.tax-retired': 'the tax rate “{cell}” is retired',
  'cell.twice': '“{cell}” stands in line {line} already',
  'cell.variant': '“{cell}” has no variant “{variant}”',
  'cell.variant-missing': 'is missing: the product has more than one row',
  'cell.whole-number': '“{cell}” is no whole number from {least} to {most}',
} as const

export type FileFaultCode = keyof typeof TEXTS

export const fileFaultCodes = Object.keys(TEXTS) as readonly FileFaultCode[]

/** What is wrong with something in a file, without saying where it stands. */
export interface Refusal extends Said {
  readonly code: FileFaultCode
}

/** A fault tells of a cell what one knows it by, and does not repeat a whole book that stands in it. */
const MAX_VALUE = 200

/** One of the kinds of faults that there are, with the values of its text. */
export function refusal<Code extends FileFaultCode>(
  code: Code,
  ...[given]: Values<(typeof TEXTS)[Code]>
): Refusal {
  const values = Object.entries(given ?? {}).map(([name, value]) => [name, bounded(String(value))] as const)
  return { code, ...filled(TEXTS[code], Object.fromEntries(values)) }
}

const bounded = (value: string): string =>
  value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE - 1).toWellFormed()}…`
