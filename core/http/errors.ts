import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import {
  isCommitUnknown,
  isDatabaseBusy,
  isDatabaseDamaged,
  isDatabaseNewer,
  isDiskFailing,
  isDiskFull,
  isFileGone,
  isOutOfSessions,
  isReadOnly,
  isRefused,
  isTooSlow,
  isUnreachable,
} from '../database/error-codes.ts'
import { DatabaseOpenError } from '../database/open-error.ts'
import {
  CommerceError,
  fault,
  said,
  statusOf,
  type ErrorKind,
  type Fault,
  type Said,
} from '../kernel/errors.ts'
import { keywordTexts } from './keywords.ts'
import { formOf, type ErrorBody } from './schema.ts'
import type { Called } from './shape.ts'

/** What a request prefers that wants codes and values beside the texts (RFC 7240). */
const WANTS_CODES = /(^|[,\s])fault-codes($|[,;\s])/i

/** So many faults are told, each in so many characters: with all of them escaped, a refusal stays below 64 KB. */
const MAX_FAULTS = 20
const MAX_DESCRIPTION = 500

/**
 * The contract's error body (section 7): one entry a fault; a fault of a field begins with the field's name. Behind the
 * first 20 it says how many more there are.
 */
export function errorBody(
  kind: ErrorKind,
  faults: readonly Fault[],
  codesOf: (fault: Fault) => Pick<ErrorBody['errors'][number], 'code' | 'values'> = noCodes,
): ErrorBody {
  const more = faults.length - MAX_FAULTS
  const rest = more > 0 ? [fault('request.more', said`And ${{ count: more }} more.`)] : []
  const told = [...faults.slice(0, MAX_FAULTS), ...rest]
  return {
    errors: told.map((one) => ({ error: kind, 'error-description': descriptionOf(one), ...codesOf(one) })),
  }
}

const noCodes = () => ({})

/** A fault behind the name of its field. */
export const descriptionOf = ({ text, field }: Fault): string =>
  bounded(field === undefined ? text : `${field}: ${text}`)

function bounded(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  return `${text.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`
}

/** Answers whatever a route threw. What is not ours is logged whole and answered without its text. */
export function handleError(
  error: FastifyError | CommerceError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = asCommerceError(error, takenBy(request))
  if (known.kind === 'InternalServerError') request.log.error({ err: error }, 'unexpected error')
  if (isFailure(known.code)) {
    request.log.error({ err: error }, 'the database failed')
  }
  keepConnection(reply, known)
  sayWhenToRetry(reply, known)
  if (known.etag !== undefined) reply.header('etag', known.etag)
  const faults = known.faults.map((fault) => asCalled(fault, request.called))
  return reply.code(statusOf[known.kind]).send(errorBody(known.kind, faults, codesFor(request, known)))
}

/** @returns undefined where whoever asks wants no codes */
export const codesFor = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  error: CommerceError,
): ReturnType<typeof codesIn> | undefined =>
  WANTS_CODES.test(String(headers.prefer ?? '')) ? codesIn(error) : undefined

/**
 * Keeps the connection of a body that is refused, as Fastify would not: closed while its client still sends, it would take
 * the answer with it.
 */
export function keepConnection(reply: FastifyReply, { code }: CommerceError): void {
  if (code !== 'closing') reply.removeHeader('connection')
}

/** What a fault is, and its values, for whoever says it in another language. */
export const codesIn =
  (error: Pick<CommerceError, 'code'>) =>
  ({ code = error.code, values = {} }: Fault) => ({
    code,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, bounded(value)])),
  })

/** A fault of a field is told by the name that the caller has used. */
const asCalled = (fault: Fault, called: Called | undefined): Fault => {
  const name = fault.field === undefined ? undefined : called?.get(fault.field)
  return name === undefined ? fault : { ...fault, field: name }
}

/** `Retry-After` where trying again may help: waiting mends everything but a damaged file and an old program. */
export function sayWhenToRetry(reply: FastifyReply, { code, retryAfter }: CommerceError): void {
  if (retryAfter !== undefined && !isLasting(code)) reply.header('retry-after', String(retryAfter))
}

/** Which bodies a route takes. */
interface Taken {
  readonly types: readonly string[]
  readonly bytes: number
}

const KIBIBYTE = 1024
const JSON_BODY: Taken = { types: ['application/json'], bytes: KIBIBYTE ** 2 }

/** Of a request that reaches no route, as of any other. */
export function takenBy({ routeOptions }: Partial<Pick<FastifyRequest, 'routeOptions'>>): Taken {
  const { bytes, types } = JSON_BODY
  return { types: routeOptions?.schema?.consumes ?? types, bytes: routeOptions?.bodyLimit ?? bytes }
}

/**
 * Any error that a route or Fastify throws as one of ours.
 * @param taken what the route takes
 */
export function asCommerceError(error: FastifyError | CommerceError, taken = JSON_BODY): CommerceError {
  if (error instanceof CommerceError) return error
  if (error.validation) {
    return new CommerceError(
      'BadRequest',
      'request.invalid',
      faultsOf(error.validation, error.validationContext),
    )
  }
  if (error instanceof DatabaseOpenError) return asRefusal(error)
  const unavailable = unavailabilities.find(({ is }) => is(error))
  if (unavailable) {
    return new CommerceError('ServiceUnavailable', unavailable.code, [{ text: unavailable.text }])
  }
  const answer = frameworkErrors[error.code] ?? frameworkErrors[String(error.statusCode)]
  if (answer) {
    const [kind, text] = answer
    const said = typeof text === 'string' ? text : text(taken)
    return new CommerceError(kind, 'request.unreadable', [{ text: said }])
  }
  return new CommerceError('InternalServerError', 'internal', [{ text: 'Something went wrong on our side.' }])
}

/** A file that cannot be opened, such as a backup. Waiting mends neither a damaged one nor an old program. */
function asRefusal({ code, file, message }: DatabaseOpenError): CommerceError {
  const kind = code === 'damaged' || code === 'newer' ? 'Conflict' : 'ServiceUnavailable'
  return new CommerceError(kind, `database-file.${code}`, [
    { text: message, values: { file, reason: message } },
  ])
}

const damaged = {
  is: isDatabaseDamaged,
  code: 'database.damaged',
  text:
    'The database is damaged, so this could not be done. Please end Backcounter and start it again: ' +
    'it then offers the newest backup.',
}
const newer = {
  is: isDatabaseNewer,
  code: 'database.newer',
  text: 'The database was brought up to date by a newer version of Backcounter. Please update this one, too.',
}
/** What passes by itself, or is no fault of the database. */
const NO_FAILURES = ['database.busy', 'database.sessions', newer.code]
/** What somebody has to look for in the log. */
const isFailure = (code: string): boolean =>
  code.startsWith('disk.') || (code.startsWith('database.') && !NO_FAILURES.includes(code))
const isLasting = (code: string): boolean => code === damaged.code || code === newer.code

/** Why the database cannot do anything now, in the words of whoever can mend it. */
const unavailabilities = [
  {
    is: isDatabaseBusy,
    code: 'database.busy',
    text: 'Another program is writing to the database; please try again.',
  },
  {
    is: isOutOfSessions,
    code: 'database.sessions',
    text: 'All connections of this desk with the database server are in use; please try again.',
  },
  {
    is: isTooSlow,
    code: 'database.slow',
    text: 'The database server has ended this, as it took too long; please try again.',
  },
  {
    is: isReadOnly,
    code: 'database.read-only',
    text: 'The database server takes no changes at the moment. Please try again, and have the server looked at.',
  },
  {
    is: isRefused,
    code: 'database.refused',
    text:
      'The database server refuses this: the password or the rights of its user are others than they were. ' +
      'Please have the server looked at.',
  },
  {
    is: isUnreachable,
    code: 'database.unreachable',
    text: 'The database server cannot be reached at the moment; please try again.',
  },
  {
    is: isCommitUnknown,
    code: 'database.unknown',
    text:
      'The connection to the database server was lost at the last moment: it is not known whether this was saved. ' +
      'Please look before trying again.',
  },
  damaged,
  newer,
  {
    is: isFileGone,
    code: 'database.gone',
    text: 'The file of the data is not where it was, so nothing can be saved. Please put it back, or end Backcounter.',
  },
  {
    is: isDiskFull,
    code: 'disk.full',
    text: 'The disk is full, so this could not be saved. Please free some space and try again.',
  },
  {
    is: isDiskFailing,
    code: 'disk.failing',
    text: 'The disk reports an error, so this could not be done. Please try again, and have the disk looked at.',
  },
]

const unreadable: readonly [ErrorKind, string] = ['BadRequest', 'The request cannot be read.']
const unknownType = ({ types }: Taken): string =>
  types === JSON_BODY.types
    ? 'The body must be JSON: Content-Type: application/json.'
    : `The body must come as what it is: Content-Type: ${types.join(', or ')}.`
const tooLarge = ({ bytes }: Taken): string => {
  const kibibytes = bytes / KIBIBYTE
  const most = kibibytes < KIBIBYTE ? `${kibibytes} KiB` : `${kibibytes / KIBIBYTE} MiB`
  return `The body is larger than ${most}.`
}
const frameworkErrors: Record<string, readonly [ErrorKind, string | ((taken: Taken) => string)]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['BadRequest', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaType', unknownType],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', tooLarge],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BadRequest', 'The body is not as long as Content-Length says.'],
  400: unreadable,
  404: ['NotFound', 'There is nothing at this address.'],
  413: ['PayloadTooLarge', tooLarge],
  414: unreadable,
  415: ['UnsupportedMediaType', unknownType],
  503: ['ServiceUnavailable', 'The server is shutting down; please try again.'],
}

function faultsOf(errors: readonly FastifySchemaValidationError[], context = 'body'): Fault[] {
  // A value that breaks several rules is one fault: the first, plainest rule speaks.
  return [...Map.groupBy(errors, fieldOf)].map(([field, ofField]) =>
    context === 'querystring' && isOfType(ofField, 'string')
      ? // Each value of a query is a text: it is none where there are several.
        fault('field.repeated', 'stands more than once', field)
      : faultOf(ofField, field || context),
  )
}

const isOfType = ([first]: readonly FastifySchemaValidationError[], type: string): boolean =>
  first?.keyword === 'type' && first.params.type === type

/** `/shippingAddress/email` → `shippingAddress.email`; a missing field is named itself. */
function fieldOf(error: FastifySchemaValidationError): string {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') path.push(String(error.params.missingProperty))
  return path.join('.')
}

function faultOf(errors: readonly FastifySchemaValidationError[], field: string): Fault {
  return fault(`field.${errors[0]?.keyword ?? 'invalid'}`, textOf(errors), field)
}

/** Behind the values that may stand in a field comes that it is none of them. */
const allowedOf = (errors: readonly FastifySchemaValidationError[]): string[] =>
  errors.filter(({ keyword }) => keyword === 'const').map(({ params }) => String(params.allowedValue))

function textOf(errors: readonly FastifySchemaValidationError[]): string | Said {
  const [first] = errors
  if (!first) return 'is not valid'
  const { keyword, params, message } = first
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return said`must be ${{ type: [params.type].flat().join(' or ') }}`
    case 'maxLength':
      return said`must be at most ${{ limit: String(params.limit) }} characters`
    case 'minimum':
      return said`must be at least ${{ limit: String(params.limit) }}`
    case 'maximum':
      return said`must be at most ${{ limit: String(params.limit) }}`
    case 'const':
      return said`must be ${{ allowed: allowedOf(errors).join(' or ') }}`
    case 'maxItems':
      return said`must have at most ${{ limit: String(params.limit) }} entries`
    case 'minItems':
      return said`must have ${{ limit: String(params.limit) }} or more entries`
    case 'maxProperties':
      return said`must have at most ${{ limit: String(params.limit) }} properties`
    case 'exclusiveMinimum':
      return said`must be more than ${{ limit: String(params.limit) }}`
    case 'pattern':
      return said`must be ${{ form: formOf(String(params.pattern)) }}`
    default:
      return keywordTexts[keyword] ?? message ?? 'is not valid'
  }
}
