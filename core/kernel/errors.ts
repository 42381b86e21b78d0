/** The error names of the contract (section 7) and of its gaps, each with its HTTP status. */
export const statusOf = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  Conflict: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ExpectationFailed: 417,
  TooManyRequests: 429,
  RequestHeaderFieldsTooLarge: 431,
  InternalServerError: 500,
  ServiceUnavailable: 503,
} as const

export type ErrorKind = keyof typeof statusOf

/** A text with the values that stand in it, for whoever says it in another language: amounts as `12.50 EUR`, moments in ISO 8601. */
export interface Said {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

/** One thing that is wrong: readable text and, where there is one, the request field it is about. */
export interface Fault extends Pick<Partial<Said>, 'values'> {
  readonly text: string
  readonly field?: string | undefined
  /** What it is, stable for programs; that of its error where it has none of its own. */
  readonly code?: string | undefined
}

/** A text whose values have names: `said`${{ sku }} has no variant ${{ variantSku }}``. */
export function said(
  parts: TemplateStringsArray,
  ...named: readonly Readonly<Record<string, string | number | null>>[]
): Said {
  const entries = named.map((value) => Object.entries(value).map(([name, of]) => [name, String(of)] as const))
  const text = parts.reduce((whole, part, index) => whole + (entries[index - 1]?.[0]?.[1] ?? '') + part)
  return { text, values: Object.fromEntries(entries.flat()) }
}

/** A fault with a code of its own. */
export const fault = (code: string, text: string | Said, field?: string): Fault => ({
  ...faultOf(text, field),
  code,
})

const faultOf = (text: string | Said, field: string | undefined): Fault => ({
  ...(typeof text === 'string' ? { text } : text),
  field,
})

/** What is told of an error beside its body. */
interface ErrorHeaders {
  readonly retryAfter?: number | undefined
  readonly etag?: string | undefined
}

/**
 * The one error type of the core. `kind` decides name and status, `code` is stable for programs and logs
 * (`cart.not-found`), and the faults are what the caller reads: one entry of the error body each.
 */
export class CommerceError extends Error {
  override readonly name = 'CommerceError'
  readonly kind: ErrorKind
  readonly code: string
  readonly faults: readonly Fault[]
  /** Seconds after which trying again may help, where it may. */
  readonly retryAfter: number | undefined
  /** The version that something has now, where the caller's is another. */
  readonly etag: string | undefined

  constructor(
    kind: ErrorKind,
    code: string,
    faults: readonly Fault[],
    { retryAfter = kind === 'ServiceUnavailable' ? 1 : undefined, etag }: ErrorHeaders = {},
  ) {
    super(faults.map((fault) => fault.text).join('; '))
    this.kind = kind
    this.code = code
    this.faults = faults
    this.retryAfter = retryAfter
    this.etag = etag
  }
}

export const badRequest = (code: string, text: string | Said, field?: string) =>
  new CommerceError('BadRequest', code, [faultOf(text, field)])

export const notFound = (code: string, text: string | Said, field?: string) =>
  new CommerceError('NotFound', code, [faultOf(text, field)])

export const conflict = (code: string, text: string | Said, field?: string) =>
  new CommerceError('Conflict', code, [faultOf(text, field)])

/** @param retryAfter seconds */
export const tooManyRequests = (code: string, text: string | Said, retryAfter: number, field?: string) =>
  new CommerceError('TooManyRequests', code, [faultOf(text, field)], { retryAfter })
