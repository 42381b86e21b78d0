import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Answer } from '../../support/answer.ts'

export interface JsonSchema {
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

export interface Operation {
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** One operation of the document with its address. */
export interface NamedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** What the contract's identifiers and dates look like on the wire (decisions, wire format). */
const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
}

/** The OpenAPI document that the core serves, as a judge of what the core answers. */
export class ApiDocument {
  readonly operations: readonly NamedOperation[]
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, formats })
  readonly #templates: readonly { readonly pattern: RegExp; readonly path: string }[]
  readonly #paths: Document['paths']

  constructor(document: unknown) {
    this.#ajv.addSchema(document as object, 'openapi')
    this.#paths = (document as Document).paths
    this.operations = Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    // As routers do: an address that is written out goes before one with parameters.
    this.#templates = Object.keys(this.#paths)
      .toSorted((a, b) => parametersIn(a) - parametersIn(b))
      .map((path) => ({ path, pattern: patternOf(path) }))
  }

  /**
   * @param url path and query
   * @returns what is wrong with the answer by the schema of its path, method and status; undefined where nothing is
   */
  faultOf(method: string, url: string, answer: Answer): string | undefined {
    const operation = this.#find(method, url.split('?', 1)[0] ?? '')
    if (!operation)
      return answer.status >= 400 && answer.status < 500 ? this.#faultOfRefusal(answer) : 'no such operation'
    const { responses } = operation.operation
    const status = [String(answer.status), `${String(answer.status).charAt(0)}XX`].find(
      (key) => key in responses,
    )
    if (status === undefined) return `the status ${answer.status} is not documented`
    const type = (answer.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    if (!(type in (responses[status]?.content ?? {}))) {
      return `${type} is not documented for ${status}, but ${Object.keys(responses[status]?.content ?? {}).join()}`
    }
    if (type !== 'application/json') return undefined
    return this.#fault(operation.path, operation.method, status, answer)
  }

  #find(method: string, path: string): NamedOperation | undefined {
    const candidates = this.#templates.filter(({ pattern }) => pattern.test(path))
    return candidates
      .map((candidate) => this.operations.find((one) => one.path === candidate.path && one.method === method))
      .find((operation) => operation !== undefined)
  }

  /** Addresses that are nowhere in the document are refused like all others (section 7). */
  #faultOfRefusal = (answer: Answer) => this.#fault('/api/v1/store', 'GET', '4XX', answer)

  #fault(path: string, method: string, status: string, answer: Answer): string | undefined {
    const validate = this.#validator(['paths', path, method.toLowerCase(), 'responses', status])
    if (validate(answer.body)) return undefined
    return `${this.#ajv.errorsText(validate.errors)}: ${answer.text.slice(0, 500)}`
  }

  #validator(way: readonly string[]): ValidateFunction {
    const pointer = [...way, 'content', 'application/json', 'schema'].map(escaped).join('/')
    const validate = this.#ajv.getSchema(`openapi#/${pointer}`)
    if (!validate) throw new Error(`The document has no ${pointer}.`)
    return validate
  }
}

const escaped = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
const parametersIn = (path: string): number => path.split('{').length
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
