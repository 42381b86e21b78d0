import { Type, type TSchema, type TUnsafe, type Static } from 'typebox'

/**
 * The building blocks of every request and answer. A schema is written once and gives the TypeScript type, the
 * validation, the serialiser and the OpenAPI document.
 */

/** A GUID; requests may spell it any way (upper case, braces), handlers always see the canonical form. */
export const Id = Type.String({ format: 'uuid', 'x-guid': true })

/** Text of a request: well-formed Unicode without NUL, at most `maxLength` characters, never truncated. */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, 'x-text': true, ...(description === undefined ? {} : { description }) })

/** Text that must hold more than white space. */
export const RequiredText = (maxLength: number) =>
  Type.String({ maxLength, 'x-text': true, 'x-filled': true })

/** What something is known by, and scanned: nobody sees a difference that is not in the text. */
export const Code = (maxLength: number, description?: string) =>
  Type.String({ ...Text(maxLength, description), 'x-code': true })
export const RequiredCode = (maxLength: number) => Type.String({ ...RequiredText(maxLength), 'x-code': true })

/** The original's column widths. */
export const NAME_LENGTH = 512
export const EMAIL_LENGTH = 255
export const PHONE_LENGTH = 50
export const POSTAL_CODE_LENGTH = 50
export const PROPERTY_KEY_LENGTH = 255
export const PROPERTY_VALUE_LENGTH = 4000
export const NOTE_LENGTH = 4000

const forms = new Map<string, string>()
/**
 * Of a text that has a form.
 * @param form what it is, as a refusal says it: `must be a day such as 2026-11-20`
 */
export function formed(pattern: string, form: string): { pattern: string } {
  forms.set(pattern, form)
  return { pattern }
}
/** What a text of the pattern is, in words. */
export const formOf = (pattern: string): string => forms.get(pattern) ?? `as ${pattern} says`

export const Email = Type.String({ maxLength: EMAIL_LENGTH, 'x-email': true })
export const CultureCode = Type.String({ maxLength: 35, 'x-culture': true, examples: ['en-GB'] })
export const CurrencyCode = Type.String({
  ...formed('^[A-Za-z]{3}$', 'a currency code of three letters, such as EUR'),
  examples: ['EUR'],
})
export const CountryCode = Type.String({
  ...formed('^[A-Za-z]{2}$', 'a country code of two letters, such as DK'),
  description: 'ISO 3166-1 alpha-2.',
  examples: ['DK'],
})
export const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 })

/** An amount in major units of its currency, exact to the minor unit. */
export const Amount = Type.Number({ description: 'Major units, rounded to the minor unit of the currency.' })
/** A fraction: 0.25 is 25 %. */
export const Rate = Type.Number({ description: 'A fraction: 0.25 is 25 %.' })
export const DateTime = Type.String({ format: 'date-time', description: 'UTC, with milliseconds.' })

/** Whoever has done something, as histories name them. */
export const Actor = Type.String({
  description:
    'Who: the person at the desk, or else the client whose token it was; behind a person, in brackets, who has approved it.',
  examples: ['Ava (✓ Mia)'],
})

/** The schema or null, in the form the serialiser handles without a union. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const type = (schema as { type?: string }).type
  if (type === undefined) throw new Error('Nullable needs a schema with a type')
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] })
}

/** The values that stand in the text of a fault, by their names. */
export const FaultValues = (description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>(
    Type.Object({}, { additionalProperties: Type.String(), description }),
  )

/** Whether or not, in a query, whose values are texts. */
export const Flag = (description?: string) =>
  Type.Union([Type.Literal('true'), Type.Literal('false')], description === undefined ? {} : { description })

/** Named so that the OpenAPI document lists it once under `components`. */
export const ErrorBody = Type.Object({
  errors: Type.Array(
    Type.Object({
      error: Type.String({ examples: ['BadRequest'] }),
      'error-description': Type.String({
        description: 'Readable text. Where one field is at fault, the text begins with its name and a colon.',
      }),
      code: Type.Optional(
        Type.String({
          description:
            'An addition, for whoever says it in another language: what it is. Only where the request says ' +
            '`Prefer: fault-codes`.',
          examples: ['line.no-price'],
        }),
      ),
      values: Type.Optional(
        FaultValues('An addition, with `code`: the values that stand in the text, by their names.'),
      ),
    }),
  ),
})
export type ErrorBody = Static<typeof ErrorBody>

/** More than a token ever has: its page may end with a row that is sorted by two names, of any letters. */
const TOKEN_LENGTH = 10_000

/** Query of every list (section 4.12). */
export const PageQuery = Type.Object({
  maxItems: Type.Optional(
    Type.String({
      'x-count': true,
      description: 'At most this many, 1 to 1000; more is taken as 1000; 250 where left out.',
    }),
  ),
  nextPagingToken: Type.Optional(
    Type.String({
      maxLength: TOKEN_LENGTH,
      description: 'The token of the page before; empty or left out, it is the first page.',
    }),
  ),
})
export type PageQuery = Static<typeof PageQuery>

/** How many rows a list has with a filter, as far as they are counted. */
export const CountAnswer = Type.Object({
  count: Type.Integer({ minimum: 0, maximum: 1000 }),
  more: Type.Boolean({ description: 'Whether there are more than that: none are counted beyond 1000.' }),
})
export type CountAnswer = Static<typeof CountAnswer>

export const NextPagingToken = Nullable(
  Type.String({ description: 'Null on the last page; otherwise repeat the query with it.' }),
)
