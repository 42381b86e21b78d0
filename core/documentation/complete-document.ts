import { Components } from './components.ts'
import { Examples } from './examples.ts'
import { asJson, isJson, type Json } from './json.ts'
import {
  oauthRefusal,
  refusalResponses,
  retryAfter,
  refusalsOf,
  statusOfRefusal,
  type OperationFacts,
} from './refusals.ts'

const PREFIX = '/api/v1'

/** What operations take beside what their schemas say. */
const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The first answer to a key is given again for 24 hours, marked with `Idempotent-Replayed: true`.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of what is changed, as the caller has seen it; the change is refused where it has changed since.',
    schema: { type: 'string' },
  },
  Approval: {
    name: 'Approval',
    in: 'header',
    description:
      'Of somebody who has the scope that whoever is at the desk lacks for this (`PUT /desk/approval`). Of consoles only; anywhere else it ' +
      'is refused.',
    schema: { type: 'string' },
  },
  Filters: {
    name: 'filters',
    in: 'query',
    description:
      'Any other parameter that begins with `filters-` is a property for the criteria that ask for its key; one that ' +
      'none asks for has them all checked nevertheless. Each stands once.',
    style: 'form',
    explode: true,
    schema: {
      type: 'object',
      patternProperties: { '^filters-': { type: 'string' } },
      additionalProperties: false,
    },
    example: { 'filters-vat-number': 'checked' },
  },
}

/**
 * The document as the routes give it, with what they need not say: names of operations and sections, scopes, the
 * refusals that can occur, an example of every body, and each schema once.
 * @param schemas modules of schemas, by whose names the document calls them
 */
export function completeDocument(collected: Json, schemas: readonly object[]): Json {
  // Routes with two methods share one operation; each is to have its own.
  const document = JSON.parse(JSON.stringify(collected)) as Json
  const components = new Components(schemas)
  const paths = Object.entries(asJson(document.paths)).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(asJson(methods)).map(([method, operation]) => [
        method,
        completeOperation(components, method.toUpperCase(), path.slice(PREFIX.length), asJson(operation)),
      ]),
    ),
  ]) as [string, Json][]
  const examples = new Examples(components.schemas)
  for (const [, methods] of paths) {
    for (const operation of Object.values(methods)) addExamples(examples, asJson(operation))
  }
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...asJson(document.components),
      schemas: components.schemas,
      responses: refusalResponses(),
      parameters,
    },
  }
}

function completeOperation(components: Components, method: string, path: string, operation: Json): Json {
  const {
    'x-scope': asked,
    'x-section': section,
    'x-heeds-if-match': heedsIfMatch,
    'x-approvable': isApprovable,
    'x-refuses': refuses,
    operationId,
    summary,
    description,
    parameters,
    requestBody,
    responses,
    ...rest
  } = operation
  const scopes = Array.isArray(asked) ? (asked as string[]) : []
  const needsToken = scopes.length > 0
  const facts: OperationFacts = {
    method,
    path,
    needsToken,
    heedsIfMatch: heedsIfMatch === true,
    isApprovable: isApprovable === true,
    refuses: asKinds(refuses),
  }
  const isOAuth = path.startsWith('/oauth/')
  return {
    operationId,
    summary,
    description: [
      description,
      typeof section === 'string' ? `Section ${section} of the contract.` : undefined,
      needsToken
        ? `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
        : 'Needs no token.',
    ]
      .filter((text) => typeof text === 'string')
      .join('\n\n'),
    ...rest,
    security: needsToken ? scopes.flatMap((scope) => [{ token: [scope] }, { client: [scope] }]) : [],
    ...withParameters(components, facts, parameters),
    ...(isJson(requestBody) && { requestBody: completeBody(components, requestBody) }),
    responses: {
      ...successes(components, asJson(responses)),
      ...(isOAuth ? oauthRefusals(components, method, responses) : refusals(components, facts, responses)),
    },
  }
}

const asKinds = (refuses: unknown): readonly string[] => (Array.isArray(refuses) ? (refuses as string[]) : [])

function withParameters(
  components: Components,
  { heedsIfMatch, isApprovable, method, needsToken }: OperationFacts,
  described: unknown,
): Json {
  const own = (Array.isArray(described) ? described : []).map((parameter: Json) => ({
    ...parameter,
    schema: components.refer(parameter.schema),
  }))
  const hasFilters = own.some(({ name }: Json) => String(name).startsWith('filters-'))
  const more = [
    ...(method === 'POST' && needsToken ? ['IdempotencyKey'] : []),
    ...(heedsIfMatch ? ['IfMatch'] : []),
    ...(isApprovable ? ['Approval'] : []),
    ...(hasFilters ? ['Filters'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return own.length + more.length > 0 ? { parameters: [...own, ...more] } : {}
}

/** A body of which every field may be left out may be left out itself. */
function completeBody(components: Components, body: Json): Json {
  const required = Object.values(asJson(body.content)).some((media) => {
    const fields = asJson(asJson(media).schema).required
    return Array.isArray(fields) && fields.length > 0
  })
  return { ...body, required, content: referContent(components, body.content) }
}

/** What the statuses of successes mean. */
const DONE: Readonly<Record<string, string>> = { 200: 'Done.', 202: 'Begun.' }

const successes = (components: Components, responses: Json): Json =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => /^[23]\d\d$/.test(status))
      .map(([status, response]) => {
        const { content } = asJson(response)
        const description = DONE[status] ?? 'A redirect to the address in `Location`.'
        return [
          status,
          { description, ...(isJson(content) && { content: referContent(components, content) }) },
        ]
      }),
  )

const referContent = (components: Components, content: unknown): Json =>
  Object.fromEntries(
    Object.entries(asJson(content)).map(([type, media]) => [
      type,
      { ...asJson(media), schema: components.refer(asJson(media).schema) },
    ]),
  )

function refusals(components: Components, facts: OperationFacts, responses: unknown): Json {
  components.refer(errorSchema(responses))
  const own = asJson(responses)
  return Object.fromEntries(
    refusalsOf(facts).map((name): [string, Json] => {
      const status = statusOfRefusal(name)
      // An operation that says more than the error body describes it itself.
      const { content, description } = asJson(own[status])
      if (isJson(content)) return [status, { description, content: referContent(components, content) }]
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function oauthRefusals(components: Components, method: string, responses: unknown): Json {
  components.refer(errorSchema(responses))
  return {
    400: oauthRefusal('The request is not one that can be answered.', 'invalid_request'),
    ...(method === 'POST' && {
      401: oauthRefusal('The client is unknown or its secret is wrong.', 'invalid_client'),
    }),
    403: oauthRefusal('A page of another origin asks.', 'invalid_request'),
    ...(method === 'POST' && {
      413: oauthRefusal('The body is larger than 1 MiB.', 'invalid_request'),
      415: oauthRefusal('The body is neither JSON nor a form.', 'invalid_request'),
    }),
    429: oauthRefusal(
      method === 'POST'
        ? 'Too many wrong secrets, codes or refresh tokens (then the error says which), or too many requests under way.'
        : 'Too many requests under way.',
      'temporarily_unavailable',
      retryAfter,
    ),
    500: oauthRefusal('A fault of the core.', 'server_error'),
    503: oauthRefusal(
      'The core is busy with others, or another program writes to the database; try again.',
      'temporarily_unavailable',
      retryAfter,
    ),
  }
}

const errorSchema = (responses: unknown): unknown =>
  asJson(asJson(asJson(asJson(responses)['4XX']).content)['application/json']).schema

/** An example beside every body that is data and has none. */
function addExamples(examples: Examples, { requestBody, responses }: Json): void {
  for (const body of [requestBody, ...Object.values(asJson(responses))]) {
    for (const [type, media] of Object.entries(asJson(asJson(body).content))) {
      const described = asJson(media)
      if (!type.startsWith('text/') && !('example' in described))
        described.example = examples.of(described.schema)
    }
  }
}
