import { HOW_WORDS_ARE_FOUND } from '../kernel/search-terms.ts'
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { NAME_LENGTH, NextPagingToken, Nullable, PageQuery, RequiredText, Text } from '../http/schema.ts'

/** A value in each culture. */
export const ByCulture = <T extends TSchema>(value: T, description: string) =>
  Type.Record(Type.String(), value, {
    maxProperties: 100,
    description,
    examples: [{ 'en-GB': 'Oilskin jacket' }],
  })

/** Names in a body, and in an answer. */
export const Names = ByCulture(RequiredText(NAME_LENGTH), 'By culture of the store; at least one.')

/** The version of a record in its answer. */
export const Version = Type.Integer({ description: 'The number in its `ETag`.' })

/** Whether a record is used; what orders have used is kept. */
export const RecordState = Type.Union([Type.Literal('active'), Type.Literal('retired')], {
  description: 'What is retired is offered no more, and kept for what has used it.',
})
export type RecordState = Static<typeof RecordState>

/** The place of what is the last in a list, where that is said. */
export const LAST_POSITION = 1_000_000

/** The place behind one: of what stands at the last place, the same, where what was added first comes first. */
export const placeBehind = (position: number): number => Math.min(position + 1, LAST_POSITION)

/** The query of a list of records. */
export const RecordsQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(Text(NAME_LENGTH, `An id, or words of a name ${HOW_WORDS_ARE_FOUND}`)),
})
export type RecordsQuery = Static<typeof RecordsQuery>

/** The same, where those that are retired may be left out. */
export const StatedRecordsQuery = Type.Object({
  ...RecordsQuery.properties,
  state: Type.Optional(RecordState),
})

/** The answer of a list of records. */
export const listOf = <const Name extends string, Entry extends TSchema>(name: Name, entry: Entry) =>
  Type.Object({
    ...({ [name]: Type.Array(entry) } as { [N in Name]: ReturnType<typeof Type.Array<Entry>> }),
    nextPagingToken: NextPagingToken,
  })

export const RecordRemoved = Type.Object({
  success: Type.Boolean(),
  retired: Type.Boolean({ description: 'True where it has been used: it is kept, and offered no more.' }),
})
export type RecordRemoved = Static<typeof RecordRemoved>

interface Form {
  readonly type?: string | readonly string[]
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/**
 * The body of a PATCH by the body of a whole record: every field may be left out, and null takes away what a whole body
 * may leave out. A name in a culture is taken away by null, too.
 */
export function patchOf(body: TObject): TObject {
  const required: readonly string[] = (body as { required?: readonly string[] }).required ?? []
  const fields = Object.entries(body.properties as Readonly<Record<string, TSchema>>).map(
    ([name, field]): [string, TSchema] => {
      const { patternProperties } = field as Form
      const inside = patternProperties && {
        patternProperties: Object.fromEntries(
          Object.entries(patternProperties).map(([pattern, value]) => [pattern, nullable(value)]),
        ),
      }
      const schema = Type.Unsafe({ ...field, ...inside })
      return [name, Type.Optional(required.includes(name) ? schema : nullable(schema))]
    },
  )
  return Type.Object(Object.fromEntries(fields))
}

/** What has no type, or several, stays as it is. */
const nullable = (schema: TSchema): TSchema =>
  typeof (schema as Form).type === 'string' ? Nullable(schema) : schema
