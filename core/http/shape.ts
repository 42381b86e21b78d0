import type { TSchema } from 'typebox'

/** What follows it is a key of the shop's own (section 4.10), and stays as it is spelled. */
const FILTERS = 'filters-'
/** Longer than any name of ours: what is longer is none of them. */
const MAX_NAME = 64

/** Other names of fields, by ours: `basketId` for `cartId`. */
export type Aliases = ReadonlyMap<string, string>
/** What somebody has called a field of ours, where it was an alias. */
export type Called = Map<string, string>

/**
 * What a schema says of names and lists, for what has to be known before a value is validated: which name of ours is
 * meant by another spelling (`Sku`, `SKU`), and how many entries of a list are looked at. Names that the schema does not
 * know stay as they are, and are not looked into.
 */
export class Shape {
  /** What is inside of our names, where there is something to be known. */
  readonly #inside: ReadonlyMap<string, Shape>
  readonly #own: ReadonlySet<string>
  /** Our names by any of theirs in lower case. */
  readonly #folded: ReadonlyMap<string, string>
  readonly #hasFilters: boolean
  readonly #entries: Shape | undefined
  readonly #maxItems: number
  readonly #aliases: Aliases

  /** @throws where a list has no `maxItems`: a million faulty entries would be told one by one */
  constructor(schema: TSchema, aliases: Aliases = new Map()) {
    const { items, maxItems } = schema as Structure
    if (items !== undefined && maxItems === undefined) throw new Error('A list of a request needs maxItems.')
    const fields = fieldsOf(schema)
    this.#own = new Set(fields.map(([name]) => name))
    this.#inside = new Map(
      fields.filter(([, field]) => hasShape(field)).map(([name, field]) => [name, new Shape(field, aliases)]),
    )
    const folding = [...this.#own].filter((name) => !name.startsWith(FILTERS))
    this.#hasFilters = folding.length < this.#own.size
    this.#folded = new Map(
      folding.flatMap((name) =>
        [name, aliases.get(name) ?? name].map((other): [string, string] => [other.toLowerCase(), name]),
      ),
    )
    this.#entries = items !== undefined && hasShape(items) ? new Shape(items, aliases) : undefined
    this.#maxItems = maxItems ?? Infinity
    this.#aliases = aliases
  }

  /**
   * A value by our names, its lists no longer than is needed to see that they are too long. Changes it in place where it
   * can. Where a field comes in our spelling and in another, ours counts; of several others the last.
   * @param called notes the aliases that were used
   */
  fit(value: unknown, called?: Called): unknown {
    if (Array.isArray(value)) return this.#fitList(value, called)
    if (typeof value !== 'object' || value === null) return value
    const object = this.#rename(value as Record<string, unknown>, called)
    for (const [name, shape] of this.#inside) {
      const field = object[name]
      if (typeof field === 'object' && field !== null) object[name] = shape.fit(field, called)
    }
    return object
  }

  /**
   * A query by our names. A parameter that comes in two spellings stands twice.
   * @param called notes the aliases that were used
   */
  fitQuery(query: Record<string, unknown>, called?: Called): Record<string, unknown> {
    if (this.#isOurs(query)) return query
    const fitted = Object.create(null) as Record<string, unknown>
    for (const [name, value] of Object.entries(query)) {
      const own = this.#ownName(name, called)
      fitted[own] = fitted[own] === undefined ? value : [fitted[own], value].flat()
    }
    return fitted
  }

  #fitList(list: unknown[], called?: Called): unknown[] {
    if (list.length > this.#maxItems) list.length = this.#maxItems + 1
    if (this.#entries)
      for (const [index, entry] of list.entries()) list[index] = this.#entries.fit(entry, called)
    return list
  }

  #rename(object: Record<string, unknown>, called?: Called): Record<string, unknown> {
    if (this.#isOurs(object)) return object
    const own: [string, unknown][] = []
    const others: [string, unknown][] = []
    for (const entry of Object.entries(object)) {
      const name = this.#ownName(entry[0], called)
      if (name === entry[0]) own.push(entry)
      else others.push([name, entry[1]])
    }
    return Object.fromEntries([...others, ...own])
  }

  /** Nearly every request is: nothing is made for it. */
  #isOurs(object: object): boolean {
    for (const name in object) if (!this.#own.has(name) && this.#ownName(name) !== name) return false
    return true
  }

  #ownName(name: string, called?: Called): string {
    if (name.length > MAX_NAME || this.#own.has(name)) return name
    const lower = name.toLowerCase()
    if (this.#hasFilters && lower.startsWith(FILTERS)) return FILTERS + name.slice(FILTERS.length)
    const own = this.#folded.get(lower) ?? name
    const alias = this.#aliases.get(own)
    if (called && alias?.toLowerCase() === lower) called.set(own, alias)
    return own
  }
}

interface Structure {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly maxItems?: number
  readonly anyOf?: readonly TSchema[]
}

/** Its fields, those of every choice where there are several. */
const fieldsOf = (schema: TSchema): [string, TSchema][] => {
  const { properties = {}, anyOf = [] } = schema as Structure
  return [...Object.entries(properties), ...anyOf.flatMap(fieldsOf)]
}

const hasShape = (schema: TSchema): boolean =>
  (schema as Structure).items !== undefined || fieldsOf(schema).length > 0
