import type { TSchema } from 'typebox'

/** Writes a value of its schema as JSON. */
export type Serialize = (value: unknown) => string

const KEPT = Symbol('kept')

/**
 * Marks the schema of a record of reference data that answers hold whole. Its text is kept as long as the same object is
 * answered; nobody may change that, as nothing that is cached.
 */
export const keptText = <T extends TSchema>(schema: T): T => Object.assign(schema, { [KEPT]: true })

/**
 * Compiles the schema of an answer to what writes it as `JSON.stringify` does: the fields that the schema knows, in its
 * order, those first that every answer has. They are copied to objects of one form, by code made for them, because V8
 * writes those at once: that is faster than to put a text together of hundreds of pieces, and leaves no pieces behind.
 * @throws where it has a type that there is not, or a choice between objects
 */
export function compileSerializer(schema: object): Serialize {
  const writer = new Writer()
  const text = writer.textOf(schema, 'value')
  // Made of our schemas, and of nothing that anybody sends.
  // eslint-disable-next-line typescript/no-implied-eval
  const make = new Function('there', 'kept', 'more', `${writer.code}return value => ${text}`)
  return (make as (...helpers: unknown[]) => Serialize)(there, kept, more)
}

/** A field of every answer. */
function there(value: unknown, name: string): unknown {
  if (value === undefined) throw new Error(`"${name}" is required!`)
  return value
}

function kept(write: (value: object) => string): (value: object | null) => string {
  const texts = new WeakMap<object, string>()
  return (value) => {
    if (value === null) return 'null'
    let text = texts.get(value)
    if (text === undefined) texts.set(value, (text = write(value)))
    return text
  }
}

/** The fields of an object's text, behind others. */
const more = (text: string): string => (text === '{}' ? '' : `,${text.slice(1, -1)}`)

/** What is looked at of a schema. */
interface Structure {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Structure>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Structure
  readonly anyOf?: readonly Structure[]
  readonly [KEPT]?: boolean
}

type Field = readonly [name: string, schema: Structure]

/** Writes the code of a serialiser. */
class Writer {
  /** Functions that its expressions call. */
  code = ''
  readonly #copies = new Map<Structure, string>()

  /** An expression for the text of a value. */
  textOf(schema: Structure, value: string): string {
    if (!hasKept(schema)) return `JSON.stringify(${this.#copyOf(schema, value)})`
    if (schema[KEPT] === true)
      return `${this.#named(`kept(value => JSON.stringify(${this.#copyOf(schema, 'value')}))`)}(${value})`
    const text = schema.items
      ? `'[' + value.map(value => ${this.textOf(schema.items, 'value')}).join() + ']'`
      : this.#textOfFields(schema)
    return `${this.#named(`value => value === null ? 'null' : ${text}`)}(${value})`
  }

  /**
   * What is kept stands between the texts of the other fields.
   * @throws where the first field may be missing: a comma stands before all behind it
   */
  #textOfFields(schema: Structure): string {
    const parts: string[] = []
    let others: Field[] = []
    const write = (): void => {
      const [first] = others
      if (parts.length === 0 && !(first && isRequired(schema, first[0])))
        throw new Error('Before what is kept stands a field of every answer.')
      if (!first) return
      const text = `JSON.stringify(${this.#objectOf(schema, others)})`
      parts.push(parts.length === 0 ? `${text}.slice(0, -1)` : `more(${text})`)
      others = []
    }
    for (const field of fieldsOf(schema)) {
      const [name, inside] = field
      if (hasKept(inside)) {
        write()
        const value = fieldOf(schema, name)
        const part = `',${JSON.stringify(name)}:' + ${this.textOf(inside, value)}`
        parts.push(isRequired(schema, name) ? part : `(${value} === undefined ? '' : ${part})`)
      } else others.push(field)
    }
    write()
    return `${parts.join(' + ')} + '}'`
  }

  /** An expression for a copy with what the schema knows; where it does not say, there is nothing to be left out. */
  #copyOf(schema: Structure, value: string): string {
    requireKnown(schema)
    if (!isCopied(schema)) return value
    let name = this.#copies.get(schema)
    if (name === undefined) {
      const copy = schema.items
        ? `value.map(value => ${this.#copyOf(schema.items, 'value')})`
        : this.#objectOf(schema, fieldsOf(schema))
      name = this.#named(`value => value === undefined || value === null ? value : ${copy}`)
      this.#copies.set(schema, name)
    }
    return `${name}(${value})`
  }

  #objectOf(schema: Structure, fields: readonly Field[]): string {
    const entries = fields.map(
      ([name, inside]) => `${JSON.stringify(name)}: ${this.#copyOf(inside, fieldOf(schema, name))}`,
    )
    return `({ ${entries.join(', ')} })`
  }

  /** @returns the name of a function */
  #named(source: string): string {
    const name = `f${this.code.length}`
    this.code += `const ${name} = ${source}\n`
    return name
  }
}

/** Those first that every answer has. */
const fieldsOf = (schema: Structure): Field[] =>
  Object.entries(schema.properties ?? {}).toSorted(
    ([a], [b]) => Number(isRequired(schema, b)) - Number(isRequired(schema, a)),
  )

const isRequired = ({ required = [] }: Structure, name: string): boolean => required.includes(name)

/** An expression for a field of a value. */
function fieldOf(schema: Structure, name: string): string {
  const quoted = JSON.stringify(name)
  return isRequired(schema, name) ? `there(value[${quoted}], ${quoted})` : `value[${quoted}]`
}

/** Whether it says which fields there are. */
const isCopied = ({ additionalProperties, items, properties }: Structure): boolean =>
  items ? isCopied(items) : properties !== undefined && additionalProperties === undefined

/** Whether a value of it holds one whose text is kept. */
const hasKept = (schema: Structure): boolean =>
  schema[KEPT] === true || [schema.items ?? [], Object.values(schema.properties ?? {})].flat().some(hasKept)

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'])

function requireKnown({ anyOf = [], type = [] }: Structure): void {
  const unknown = [type].flat().find((one) => !TYPES.has(one))
  if (unknown !== undefined) throw new Error(`${unknown}: there is no such type.`)
  if (anyOf.some(isCopied)) throw new Error('An answer has no choice between objects.')
}
