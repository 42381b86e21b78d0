import { Type, type Static } from 'typebox'
import {
  DateTime,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  Nullable,
  PageQuery,
  RequiredText,
} from '../http/schema.ts'

const Address = Type.String({ maxLength: 2000, 'x-text': true })

/** A local program that may use the API, for one store. */
export const Client = Type.Object({
  clientId: Id,
  name: Type.String({ description: 'What histories call it.' }),
  scope: Type.String({ description: 'Scopes, separated by spaces.' }),
  tokenSeconds: Type.Integer({ description: 'How long its access tokens live.' }),
  redirectUris: Type.Array(Type.String(), { description: 'Where its authorization codes may be sent.' }),
  allowedOrigins: Type.Array(Type.String(), { description: 'Origins of its pages.' }),
  createdDate: DateTime,
  lastUsedDate: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When it last used a token, to the minute; null where it never has.',
    }),
  ),
})
export type Client = Static<typeof Client>

export const NewClientBody = Type.Object({
  name: RequiredText(NAME_LENGTH),
  scope: Type.String({
    maxLength: 200,
    description: 'One or more of storefront, support, staff, manage, admin and price, separated by spaces.',
  }),
  tokenSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 31_536_000, description: '300 where left out.' }),
  ),
  redirectUris: Type.Optional(Type.Array(Address, { maxItems: 20 })),
  allowedOrigins: Type.Optional(Type.Array(Address, { maxItems: 20 })),
})
export type NewClientBody = Static<typeof NewClientBody>

/** What is to be changed; the rest stays. A list is replaced as a whole. */
export const ClientPatch = Type.Partial(NewClientBody)
export type ClientPatch = Static<typeof ClientPatch>

export const NewClientAnswer = Type.Object({
  ...Client.properties,
  clientSecret: Nullable(
    Type.String({
      description: 'Shown this once; null where the answer is given again for an `Idempotency-Key`.',
    }),
  ),
})
export type NewClientAnswer = Static<typeof NewClientAnswer>

const ClientState = Type.Union([Type.Literal('active'), Type.Literal('revoked')])
export type ClientState = Static<typeof ClientState>

export const ClientsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional({
    ...ClientState,
    description: 'Those that may use the API, where it is left out; or those that have been revoked.',
  }),
})

export const ClientsAnswer = Type.Object({ clients: Type.Array(Client), nextPagingToken: NextPagingToken })
export type ClientsAnswer = Static<typeof ClientsAnswer>

export const ClientRevoked = Type.Object({ success: Type.Boolean() })
