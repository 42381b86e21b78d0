import { statusOf, type ErrorKind } from '../kernel/errors.ts'
import type { Json } from './json.ts'

/** What the examples of refusals say, and so which of them the document knows. */
const texts = {
  BadRequest: 'shippingAddress.email: must be an e-mail address',
  Unauthorized: 'The access token has expired.',
  Forbidden: 'The access token lacks the scope staff.',
  NotFound: 'There is no such cart.',
  Conflict: 'The cart has become an order.',
  PayloadTooLarge: 'The body is larger than 1 MiB.',
  UnsupportedMediaType: 'The body must be JSON: Content-Type: application/json.',
  TooManyRequests: 'This program has too many requests under way; please try again.',
  InternalServerError: 'Something went wrong on our side.',
  ServiceUnavailable: 'Another program is writing to the database; please try again.',
} as const satisfies Partial<Record<ErrorKind, string>>

type Refusal = keyof typeof texts

const meanings: Readonly<Record<Refusal, string>> = {
  BadRequest:
    'Something of the request is wrong or missing, the access token included; one entry for each fault.',
  Unauthorized: 'The access token has expired or been revoked.',
  Forbidden: 'The access token lacks the scope, or a page of another origin asks.',
  NotFound: 'Something that the request names is not there, or belongs to another store.',
  Conflict: 'The request does not fit the state that things are in, the `If-Match`, or an `Idempotency-Key`.',
  PayloadTooLarge: 'The body is larger than 1 MiB.',
  UnsupportedMediaType: 'The body is not JSON.',
  TooManyRequests:
    'The program has its share of requests under way, or guesses too often; try again after `Retry-After`.',
  InternalServerError: 'A fault of the core.',
  ServiceUnavailable:
    'The core is busy with others, another program writes to the database, or the core is closing: try again after `Retry-After`. Or the disk or the database has failed: the text says what to do.',
}

/** The responses that the operations refer to (section 7), by the names of their errors. */
export const refusalResponses = (): Json =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      {
        description: meanings[name as Refusal],
        ...(isTemporary(name) && { headers: retryAfter }),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ErrorBody' },
            example: { errors: [{ error: name, 'error-description': text }] },
          },
        },
      },
    ]),
  )

const isTemporary = (name: string): boolean => name === 'TooManyRequests' || name === 'ServiceUnavailable'

/** The header of a refusal that passes. */
export const retryAfter: Json = {
  'Retry-After': {
    description: 'Seconds to wait, where waiting helps.',
    schema: { type: 'integer', minimum: 1 },
  },
}

/** The refusals of OAuth's own addresses, in the form of RFC 6749. */
export const oauthRefusal = (description: string, error: string, headers?: Json): Json => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/TokenErrorBody' },
      example: { error, error_description: description },
    },
  },
})

export interface OperationFacts {
  readonly method: string
  readonly path: string
  readonly needsToken: boolean
  /** Whether it is refused where what it changes is in another version than the caller has seen. */
  readonly heedsIfMatch: boolean
  /** Whether somebody else may approve it. */
  readonly isApprovable: boolean
  /** What the route says beside: not found, say, where its body names something. */
  readonly refuses: readonly string[]
}

/** Which refusals an operation can answer. */
export function refusalsOf({ heedsIfMatch, method, path, needsToken, refuses }: OperationFacts): Refusal[] {
  const writes = method !== 'GET'
  const isOpen = path === '/health'
  const isRepeatable = method === 'POST' && needsToken
  const can: readonly (readonly [Refusal, boolean])[] = [
    ['BadRequest', !isOpen],
    ['Unauthorized', needsToken],
    ['Forbidden', true],
    ['NotFound', path.includes('{')],
    ['Conflict', heedsIfMatch || isRepeatable],
    ['PayloadTooLarge', writes],
    ['UnsupportedMediaType', writes],
    ['TooManyRequests', !isOpen],
    ['InternalServerError', true],
    ['ServiceUnavailable', true],
  ]
  return can
    .filter(([refusal, isPossible]) => isPossible || refuses.includes(refusal))
    .map(([refusal]) => refusal)
}

export const statusOfRefusal = (refusal: Refusal): string => String(statusOf[refusal])
