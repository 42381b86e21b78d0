import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { compileSerializer, keptText } from '../../../core/http/serializer.ts'
import { Nullable } from '../../../core/http/schema.ts'
import { rooms } from '../../../core/rooms.ts'
import { rounds } from '../../support/rounds.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | true
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

/** Any value of a schema, with fields beside those that it knows. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, items, properties, required = [] } = schema
  const any = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (anyOf) return fc.oneof(...anyOf.map(valueOf))
  if ('const' in schema) return fc.constant(schema.const)
  const [type, ...others] = [schema.type ?? []].flat()
  const orNull = (value: fc.Arbitrary<unknown>) => (others.includes('null') ? fc.option(value) : value)
  switch (type) {
    case 'string':
      return orNull(fc.string({ unit: 'binary', maxLength: 60 }))
    case 'number':
      return orNull(fc.double({ noNaN: true }))
    case 'integer':
      return orNull(fc.maxSafeInteger())
    case 'boolean':
      return orNull(fc.boolean())
    case 'array':
      return orNull(fc.array(valueOf(items ?? {}), { maxLength: 3 }))
    case 'object':
      if (any)
        return orNull(
          fc.dictionary(
            fc.constantFrom('en', 'da-DK', 'zh-Hant-TW'),
            any === true ? fc.jsonValue() : valueOf(any),
          ),
        )
      return orNull(fc.record(fieldsOf(properties), { requiredKeys: [...required] }))
    default:
      return fc.constant(null)
  }
}

const fieldsOf = (
  properties: Readonly<Record<string, Schema>> = {},
): Record<string, fc.Arbitrary<unknown>> => ({
  unknown: fc.string(),
  ...Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field)])),
})

/** Answers, by their names. */
const answers = rooms
  .flatMap((room) => room.schemas ?? [])
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Schema] => (entry[1] as Schema | null)?.type === 'object')
  .filter(([name]) => name.endsWith('Answer'))

const ofFastify = SerializerSelector()({}, {}) as unknown as (route: {
  readonly schema: object
}) => (value: unknown) => string

describe('answers', () => {
  it.each(answers)('%s: are written as Fastify writes them', (_name, schema) => {
    const ours = compileSerializer(schema)
    const fastifys = ofFastify({ schema })

    fc.assert(
      fc.property(valueOf(schema), (value) => {
        expect(ours(value)).toBe(fastifys(value))
      }),
      { numRuns: rounds(5) },
    )
  })

  it('hold what was kept of a record, and what is new', () => {
    const Method = keptText(Type.Object({ name: Type.String(), fee: Type.Number() }))
    const Part = Type.Object({ id: Type.Integer(), method: Method, note: Type.Optional(Type.String()) })
    const schema = Type.Object({
      id: Type.Integer(),
      parts: Type.Array(Part),
      other: Nullable(Method),
      last: Type.Optional(Part),
    })
    const write = compileSerializer(schema)
    const methods = fc.record({ name: fc.string({ unit: 'binary' }), fee: fc.double({ noNaN: true }) })

    fc.assert(
      fc.property(methods, methods, fc.string(), (one, two, note) => {
        const part = { id: 1, method: one }
        const first = { id: 1, parts: [part, { id: 2, method: two, note }], other: null }
        const second = { id: 2, parts: [], other: one, last: { id: 3, method: two } }

        for (const value of [first, second, first]) expect(write(value)).toBe(JSON.stringify(value))
      }),
      { numRuns: rounds(100) },
    )
  })

  it('are not sent without a field that all have', () => {
    const schema = Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      note: Type.Optional(Type.String()),
    })

    expect(compileSerializer(schema)({ id: 1, name: 'a' })).toBe('{"id":1,"name":"a"}')
    expect(() => compileSerializer(schema)({ id: 1 })).toThrow('"name" is required!')
  })
})
