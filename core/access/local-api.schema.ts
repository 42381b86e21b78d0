import { Type, type Static } from 'typebox'
import { DateTime, formed, Id, Nullable, Text } from '../http/schema.ts'

/** Where programs of this computer find the API. */
export const LocalApi = Type.Object({
  address: Nullable(
    Type.String({
      description: 'Null where the core answers its own window only, because its port was taken.',
      examples: ['http://127.0.0.1:4780/api/v1'],
    }),
  ),
  documentation: Nullable(Type.String({ description: 'This document for people, as a page.' })),
})
export type LocalApi = Static<typeof LocalApi>

/** A request that has been answered. Of its body and headers nothing is kept. */
export const RequestRecord = Type.Object({
  number: Type.Integer({ description: 'Counted from the start of the process.' }),
  date: DateTime,
  method: Type.String({ examples: ['GET'] }),
  path: Type.String({
    description:
      'With its query, where the address needs a token and knows every parameter; otherwise without.',
    examples: ['/api/v1/orders?search=4711'],
  }),
  status: Type.Integer(),
  duration: Type.Number({ description: 'Milliseconds until the answer was ready.' }),
  clientId: Nullable(Id),
  clientName: Nullable(
    Type.String({ description: 'Null where the request came with no token that is good.' }),
  ),
})
export type RequestRecord = Static<typeof RequestRecord>

export const RequestsQuery = Type.Object({
  client: Type.Optional(Type.String({ format: 'uuid', 'x-guid': true, description: 'Of this client only.' })),
  status: Type.Optional(
    Type.String({
      ...formed('^[1-5](xx|[0-9]{2})$', 'a status such as 404, or a class of them such as 4xx'),
      description: 'A status, or a class of them: `4xx`.',
    }),
  ),
  path: Type.Optional(Text(200, 'A part of method and path, in any case: `post /api/v1/carts`.')),
  after: Type.Optional(
    Type.String({
      ...formed('^[0-9]{1,15}$', 'a whole number'),
      description: 'Only those behind the one of this number: `last` of the answer before.',
    }),
  ),
})
export type RequestsQuery = Static<typeof RequestsQuery>

export const RequestsAnswer = Type.Object({
  requests: Type.Array(RequestRecord, { description: 'Newest first, at most 500.' }),
  last: Type.Integer({
    description: 'The number of the newest request of all; less than before where the process began anew.',
  }),
})
export type RequestsAnswer = Static<typeof RequestsAnswer>
