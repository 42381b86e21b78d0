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

/** One thing that is wrong: readable text and, where there is one, the request field it is about. */
export interface Fault {
  readonly text: string
  readonly field?: string | undefined
}

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

export const badRequest = (code: string, text: string, field?: string) =>
  new CommerceError('BadRequest', code, [{ text, field }])

export const notFound = (code: string, text: string, field?: string) =>
  new CommerceError('NotFound', code, [{ text, field }])

export const conflict = (code: string, text: string, field?: string) =>
  new CommerceError('Conflict', code, [{ text, field }])

/** @param retryAfter seconds */
export const tooManyRequests = (code: string, text: string, retryAfter: number, field?: string) =>
  new CommerceError('TooManyRequests', code, [{ text, field }], { retryAfter })
