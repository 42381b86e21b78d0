import { Type, type Static } from 'typebox'
import { ManagedCustomersQuery } from '../customers/manage/managed-customer.schema.ts'
import { ErrorBody, FaultValues, Flag, formed, Id, NAME_LENGTH, Nullable, Text } from '../http/schema.ts'
import { OrdersCountQuery } from '../orders/order.schema.ts'

/** What a text tells, for whoever says it in another language. */
const TOLD = {
  code: Type.String({
    description: 'What it is, for whoever says it in another language: it stays, whatever the text.',
    examples: ['cell.price'],
  }),
  values: FaultValues('The values that stand in the text, by their names.'),
}

/** Something of a file that cannot be imported, and where it stands. */
export const FileFault = Type.Object({
  line: Type.Integer({ description: 'The first line of the file is 1.' }),
  column: Nullable(
    Type.String({ description: 'As the file calls it; null where it is about the whole line.' }),
  ),
  text: Type.String(),
  ...TOLD,
})
export type FileFault = Static<typeof FileFault>

/** A column of a file, and what was made of it. */
export const FileColumn = Type.Object({
  name: Type.String({ description: 'As the file calls it.' }),
  takenFor: Nullable(
    Type.String({
      description: 'Which column it was taken for, in lower case; null where nothing is taken.',
    }),
  ),
  example: Type.String({ description: 'The beginning of its cell in the first row.' }),
})
export type FileColumn = Static<typeof FileColumn>

/** A product that an import has added or changed, or would. */
export const ImportedProduct = Type.Object({
  sku: Type.String(),
  name: Type.String({ description: 'In the store’s own language, else in any.' }),
  change: Type.Union([Type.Literal('added'), Type.Literal('changed')]),
})
export type ImportedProduct = Static<typeof ImportedProduct>

/** A customer whom an import has added or changed, or would. */
export const ImportedCustomer = Type.Object({
  id: Id,
  name: Type.String({ description: 'As people know them: a name, a company, an e-mail or a phone number.' }),
  change: ImportedProduct.properties.change,
})
export type ImportedCustomer = Static<typeof ImportedCustomer>

/** Something of which an import has begun to keep stock, or has changed how many there are or at how many it is ordered anew, or would. */
export const ImportedStock = Type.Object({
  id: { ...Id, description: 'Of the product, or of its variant.' },
  sku: Type.String(),
  variantSku: Nullable(Type.String()),
  name: Type.String({ description: 'In the store’s own language, else in any.' }),
  change: ImportedProduct.properties.change,
  quantity: Type.Integer({ description: 'How many there are by the file.' }),
  before: Nullable(Type.Integer({ description: 'How many there were; null where no stock was kept of it.' })),
})
export type ImportedStock = Static<typeof ImportedStock>

/** A price of a file, with tax, that no price without tax comes to. */
export const RoundedPrice = Type.Object({
  line: FileFault.properties.line,
  price: Type.Number({ description: 'With tax, as the file has it.' }),
  stored: Type.Number({ description: 'What the nearest price comes to with tax, which is taken for it.' }),
  currency: Type.String(),
})
export type RoundedPrice = Static<typeof RoundedPrice>

/** What an import has done, or would do. Where there are faults nothing is imported. */
export const ImportReport = Type.Object({
  kind: Type.String({ examples: ['products'] }),
  rows: Type.Integer({ description: 'Rows with text, without the names of the columns.' }),
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Array(FileFault, { description: 'At most 1000.' }),
  ignoredColumns: Type.Array(Type.String(), { description: 'Columns that nothing is taken from.' }),
  format: Nullable(
    Type.String({
      description: 'Whose columns it has: `hosted`, those of a hosted shop, or `own`; null where neither.',
    }),
  ),
  columns: Type.Array(FileColumn, { description: 'All that have a name, in their order.' }),
  products: Type.Array(ImportedProduct, { description: 'The first 50 that are added or changed.' }),
  customers: Type.Array(ImportedCustomer, { description: 'The same, of customers.' }),
  stock: Type.Array(ImportedStock, { description: 'The same, of stock.' }),
  priceGroupId: Nullable(
    Type.String({
      format: 'uuid',
      description:
        'Whose prices those are of which the file names no group; null of a file of something else.',
    }),
  ),
  rounded: Type.Integer({
    description: 'Prices with tax that no price without tax comes to: the nearest is taken.',
  }),
  roundedPrices: Type.Array(RoundedPrice, { description: 'The first 50 of them.' }),
  taxesOpen: Type.Integer({
    description:
      'New products of which the file does not say how they are taxed: they have `taxRate`, or the rate that new products of the store have, or 0.',
  }),
  stockOpened: Type.Integer({
    description:
      'Goods of a file of products that stock is kept of from now on, as many as the file says; what is kept already is left as it is.',
  }),
})
export type ImportReport = Static<typeof ImportReport>

/** What is imported. */
export const ImportKind = Type.Union([
  Type.Literal('products'),
  Type.Literal('prices'),
  Type.Literal('customers'),
  Type.Literal('stock'),
])
export type ImportKind = Static<typeof ImportKind>
/** What is exported. */
export const ExportKind = Type.Union([
  Type.Literal('products'),
  Type.Literal('prices'),
  Type.Literal('customers'),
  Type.Literal('stock'),
  Type.Literal('orders'),
  Type.Literal('payments'),
])
export type ExportKind = Static<typeof ExportKind>

export const ImportQuery = Type.Object({
  kind: ImportKind,
  dryRun: Type.Optional(Flag()),
  priceGroup: Type.Optional(
    Text(
      NAME_LENGTH,
      'Name or id of the group whose prices are in a file that names none; else the first that is offered and derives from no other, in the first currency that has one.',
    ),
  ),
  taxRate: Type.Optional(
    Type.String({
      ...formed('^(0(\\.\\d{1,6})?|1(\\.0{1,6})?)$', 'a fraction from 0 to 1, such as 0.25'),
      description:
        'A fraction, of new products in a file that says none; where left out, the rate that new products of the store have, or 0.',
      examples: ['0.25'],
    }),
  ),
  pricesIncludeTax: Type.Optional(Flag()),
  columns: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'Columns that are called otherwise than what they hold: a JSON object of what each is to be taken for, by its ' +
        'name in the file; an empty text where nothing is to be taken from one.',
      examples: ['{"Varenr":"sku","Pris":"price"}'],
    }),
  ),
})

/** An import or an export, and how far it has come. */
const JobFields = {
  id: Id,
  state: Type.Union([
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
  ]),
  rows: Type.Integer({ description: 'How many have been looked at so far.' }),
  error: Nullable(Type.String({ description: 'Why it has failed; faults of the file are in the report.' })),
  errors: Type.Array(ErrorBody.properties.errors.items, {
    description: 'The same as an answer would say it, always with `code` and `values`.',
  }),
}
export const ImportJob = Type.Object({
  ...JobFields,
  kind: ImportKind,
  isStoring: Type.Boolean({
    description:
      'Whether all rows were looked at, and what comes of them is being stored: it ends by itself then.',
  }),
  report: Nullable(ImportReport),
})
export type ImportJob = Static<typeof ImportJob>
export const ExportJob = Type.Object({ ...JobFields, kind: ExportKind })
export type ExportJob = Static<typeof ExportJob>

/** Which of them are wanted, as their lists are asked, by all that these are filtered by; all where nothing is said. */
export const ExportBody = Type.Object({
  kind: ExportKind,
  search: Type.Optional(Text(NAME_LENGTH, 'Of customers and orders: as in their lists.')),
  ...Type.Omit(ManagedCustomersQuery, ['maxItems', 'nextPagingToken', 'search']).properties,
  ...Type.Omit(OrdersCountQuery, ['search']).properties,
})
export type ExportBody = Static<typeof ExportBody>
export const JobEnded = Type.Object({ success: Type.Boolean() })
