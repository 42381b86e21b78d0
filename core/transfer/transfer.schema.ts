import { Type, type Static } from 'typebox'
import { Nullable } from '../http/schema.ts'

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
