import { isJson, type Json } from './json.ts'

/** Names schemas of objects as the code does, so that the document lists each once, under `components`. */
export class Components {
  readonly #names = new Map<string, string>()
  /** Those that the document refers to. */
  readonly schemas: Json = {}

  /** @param modules of schemas; where two schemas are the same, the first one names both */
  constructor(modules: readonly object[]) {
    for (const [name, schema] of modules.flatMap((module) => Object.entries(module) as [string, unknown][])) {
      if (!isJson(schema) || schema.type !== 'object') continue
      const key = keyOf(schema)
      if (!this.#names.has(key)) this.#names.set(key, name)
    }
  }

  /** A schema with references in the place of those that have a name, itself included. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.refer(each))
    if (!isJson(schema)) return schema
    const isNullable = Array.isArray(schema.type) && schema.type.join() === 'object,null'
    const name = this.#names.get(keyOf(isNullable ? { ...schema, type: 'object' } : schema))
    if (name === undefined) return this.#parts(schema)
    if (!(name in this.schemas)) {
      this.schemas[name] = {}
      this.schemas[name] = this.#parts({ ...schema, type: 'object' })
    }
    const reference = { $ref: `#/components/schemas/${name}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  #parts(schema: Json): Json {
    const parts = Object.entries(schema).filter(isPublic)
    return Object.fromEntries(parts.map(([key, value]) => [key, this.refer(value)]))
  }
}

/** The words that only our validation knows are no part of the document. */
const isPublic = ([key]: [string, unknown]): boolean => !key.startsWith('x-')

/** The same text for the same schema, whatever the order of its members. */
function keyOf(schema: Json): string {
  return JSON.stringify(schema, (_key, value: unknown) =>
    isJson(value) ? Object.fromEntries(Object.entries(value).filter(isPublic).sort(byKey)) : value,
  )
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : Number(a > b))
