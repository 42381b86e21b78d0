import { Type, type Static } from 'typebox'
import { Id, NAME_LENGTH, Nullable, Text } from '../http/schema.ts'

/** Something of a file that cannot be imported, and where it stands. */
export const FileFault = Type.Object({
  line: Type.Integer({ description: 'The first line of the file is 1.' }),
  column: Nullable(
    Type.String({ description: 'As the file calls it; null where it is about the whole line.' }),
  ),
  text: Type.String(),
})
export type FileFault = Static<typeof FileFault>

/** What an import has done, or would do. Where there are faults nothing is imported. */
export const ImportReport = Type.Object({
  kind: Type.String({ examples: ['products'] }),
  rows: Type.Integer({ description: 'Rows with text, without the names of the columns.' }),
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Array(FileFault, { description: 'At most 1000.' }),
  ignoredColumns: Type.Array(Type.String(), { description: 'Columns that nothing is taken from.' }),
})
export type ImportReport = Static<typeof ImportReport>

/** What is imported. */
export const ImportKind = Type.Union([
  Type.Literal('products'),
  Type.Literal('prices'),
  Type.Literal('customers'),
])
export type ImportKind = Static<typeof ImportKind>
/** What is exported. */
export const ExportKind = Type.Union([
  Type.Literal('products'),
  Type.Literal('prices'),
  Type.Literal('customers'),
  Type.Literal('orders'),
])
export type ExportKind = Static<typeof ExportKind>
const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')])

export const ImportQuery = Type.Object({
  kind: ImportKind,
  dryRun: Type.Optional(Flag),
  priceGroup: Type.Optional(
    Text(NAME_LENGTH, 'Name or id of the group whose prices are in a file that names none; else the first.'),
  ),
  taxRate: Type.Optional(
    Type.String({
      pattern: '^(0(\\.\\d{1,6})?|1(\\.0{1,6})?)$',
      description: 'A fraction, of new products in a file that says none; 0 where left out.',
      examples: ['0.25'],
    }),
  ),
  pricesIncludeTax: Type.Optional(Flag),
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
}
export const ImportJob = Type.Object({
  ...JobFields,
  kind: ImportKind,
  report: Nullable(ImportReport),
})
export type ImportJob = Static<typeof ImportJob>
export const ExportJob = Type.Object({ ...JobFields, kind: ExportKind })
export type ExportJob = Static<typeof ExportJob>

export const ExportBody = Type.Object({ kind: ExportKind })
export const JobEnded = Type.Object({ success: Type.Boolean() })
