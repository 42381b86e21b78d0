import type { ErrorBody } from '../../core/http/schema.ts'

/** One fault of a refused request: `field` where the API named one (`shippingAddress.email`). */
export interface Fault {
  error: string
  /** What the core says, in English. */
  text: string
  field: string | undefined
  /** What it is, and the values that stand in the text, for whoever says it in another language. */
  code?: string | undefined
  values?: Readonly<Record<string, string>> | undefined
}

const FIELD_PREFIX = /^([A-Za-z][\w-]*(?:\.[\w-]+)*): (.+)$/s

/**
 * The one error of the API client. `status` is 0 where no answer came at all (the core is gone); the faults then
 * are empty and the page says so in its own words.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly faults: readonly Fault[]

  constructor(status: number, faults: readonly Fault[]) {
    super(faults.map((fault) => fault.text).join(' ') || `status ${status}`)
    this.status = status
    this.faults = faults
  }

  /** Reads the contract's error body (section 7) or, at the token endpoint, RFC 6749's. */
  static fromBody(status: number, body: unknown): ApiError {
    return new ApiError(status, faultsOf(body))
  }

  get isUnreachable(): boolean {
    return this.status === 0
  }

  /** There is no such record: nothing has the id, or it is none. */
  get isUnknown(): boolean {
    return this.status === 404 || this.status === 400
  }

  /** The core is there and has no time for this now. */
  get isBusy(): boolean {
    return this.status === 429 || this.status === 503
  }
}

type ErrorEntry = ErrorBody['errors'][number]

function faultsOf(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return []
  if ('errors' in body && Array.isArray(body.errors)) {
    return body.errors.map((entry: ErrorEntry) => ({
      ...toFault(entry.error, entry['error-description']),
      ...(entry.code !== undefined && { code: entry.code, values: entry.values }),
    }))
  }
  if ('error' in body) {
    const description = 'error_description' in body ? String(body.error_description) : String(body.error)
    return [toFault(String(body.error), description)]
  }
  return []
}

function toFault(error: string, description: string): Fault {
  const [, field, text] = FIELD_PREFIX.exec(description) ?? []
  return field === undefined || text === undefined
    ? { error, text: description, field: undefined }
    : { error, text, field }
}

/** Anything but an error of the API is a fault of our own and must be seen as such. */
export function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  throw failure
}
