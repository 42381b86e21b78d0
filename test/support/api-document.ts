import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isBasketAddress, rewriteUrl } from '../../core/compatibility/addresses.ts'
import type { Answer } from './answer.ts'

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Response {
  readonly content?: Content
}

export interface Operation {
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** One operation of the document with its address. */
export interface NamedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  /** Addresses of it. */
  readonly pattern: RegExp
}

/** What the contract's identifiers and dates look like on the wire (decisions, wire format). */
const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
}

type Answered = Pick<Answer, 'status' | 'headers' | 'text' | 'body'>

const documents = new Map<string, ApiDocument>()

let served: Promise<ApiDocument> | undefined

/**
 * The document that the cores of these sources serve; asked of the first one only, since all say the same and it takes
 * longer to write than a shop to open.
 * @param read asks a core for it
 */
export async function sharedDocument(read: () => Promise<string>): Promise<ApiDocument> {
  served ??= read().then((text) => ApiDocument.of(text))
  try {
    return await served
  } catch (error) {
    // Another one may be asked.
    served = undefined
    throw error
  }
}

/** Where a part of the document that has a name is pointed to. */
const COMPONENTS = '#/components/schemas/'

/** The OpenAPI document that the core serves, as a judge of what the core answers. */
export class ApiDocument {
  readonly #served: unknown
  readonly #operations: readonly NamedOperation[]
  #whole: readonly NamedOperation[] | undefined
  // A part that has a name is compiled once, wherever it is pointed to.
  readonly #ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
    formats,
  })
  readonly #validators = new Map<JsonSchema, ValidateFunction>()
  readonly #errorBody: JsonSchema = { $ref: 'ErrorBody' }

  /** @param text as it is served; the same text is the same document, so that no schema is compiled twice */
  static of(text: string): ApiDocument {
    const known = documents.get(text) ?? new ApiDocument(JSON.parse(text))
    documents.set(text, known)
    return known
  }

  private constructor(served: unknown) {
    this.#served = served
    const named = ($ref: string): unknown =>
      $ref.startsWith(COMPONENTS) ? { $ref: $ref.slice(COMPONENTS.length) } : exactly(this.#at($ref), named)
    const { paths, components } = exactly(served, named) as Document
    this.#operations = operationsIn(paths)
    for (const [name, schema] of Object.entries(components.schemas)) this.#ajv.addSchema(schema, name)
  }

  /** Its operations, each with everything in its place that the document only points to. */
  get operations(): readonly NamedOperation[] {
    const whole = ($ref: string): unknown => exactly(this.#at($ref), whole)
    return (this.#whole ??= operationsIn((exactly(this.#served, whole) as Document).paths))
  }

  /**
   * @param url path and query
   * @returns what is wrong with the answer by the schema of its path, method and status; undefined where nothing is
   */
  faultOf(method: string, url: string, answer: Answered): string | undefined {
    const path = rewriteUrl({ url }).split('?', 1)[0] ?? ''
    // Neither has a body.
    if (method === 'HEAD' || method === 'OPTIONS') return answer.text === '' ? undefined : 'there is a body'
    if (!/^\/api\//i.test(path) || isDocumentation.test(path)) return undefined
    const found = this.#operations.find((one) => one.method === method && one.pattern.test(path))
    // Addresses that are nowhere in the document are refused like all others (section 7).
    if (!found) return this.#fault(this.#errorBody, answer.body, answer)
    if (isOfNoOperation.has(answer.status)) return this.#fault(this.#errorBody, answer.body, answer)
    const response = found.operation.responses[String(answer.status)]
    if (!response) return `the status ${answer.status} is not documented: ${answer.text.slice(0, 200)}`
    if (!response.content) return answer.text === '' ? undefined : 'no body is documented'
    const type = answer.headers['content-type']?.split(';', 1)[0] ?? ''
    const content = response.content[type]
    if (!content) return `${type} is not documented for ${answer.status}`
    if (type !== 'application/json') return undefined
    return this.#fault(content.schema, isBasketAddress(url) ? ofCart(answer.body) : answer.body, answer)
  }

  #at($ref: string): unknown {
    const steps = $ref.split('/').slice(1)
    return steps.reduce((at, step) => (at as Record<string, unknown>)[step], this.#served)
  }

  #fault(schema: JsonSchema, body: unknown, answer: Answered): string | undefined {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(schema)
    this.#validators.set(schema, validate)
    if (validate(body)) return undefined
    return `${this.#ajv.errorsText(validate.errors)}: ${answer.text.slice(0, 500)}`
  }
}

/** Refused before it is known what is asked for: too slow, an unknown expectation, too long headers. */
const isOfNoOperation: ReadonlySet<number> = new Set([408, 417, 431])

/** What is said of the API is not part of it. */
const isDocumentation = /^\/api\/v1\/(?:openapi\.json|docs(?:\/.*)?)$/i

/** The answer to somebody who asked for a basket, with the names of the document. */
function ofCart(body: unknown): unknown {
  const { basketId, miniBasket, ...rest } = body as Record<string, unknown>
  return {
    ...rest,
    ...(basketId !== undefined && { cartId: basketId }),
    ...(miniBasket !== undefined && { miniCart: miniBasket }),
  }
}

/**
 * The document with objects of no other fields than it names.
 * @param put what comes in the place of whatever is pointed to
 */
function exactly(value: unknown, put: ($ref: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => exactly(element, put))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') return put(value.$ref)
  const isObject = 'properties' in value && 'type' in value
  return {
    ...(isObject && { additionalProperties: false }),
    ...Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, exactly(inside, put)])),
  }
}

/** As routers do: an address that is written out goes before one with parameters. */
const operationsIn = (paths: Document['paths']): readonly NamedOperation[] =>
  Object.entries(paths)
    .toSorted(([a], [b]) => parametersIn(a) - parametersIn(b))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        pattern: patternOf(path),
      })),
    )

const parametersIn = (path: string): number => path.split('{').length
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i')
