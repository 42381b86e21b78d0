import { Type, type Static } from 'typebox'
import { Actor, DateTime, formed, NextPagingToken } from '../http/schema.ts'
import { OrderEventsQuery } from '../orders/order.schema.ts'

/** One change of a cart. */
export const CartEvent = Type.Object({
  date: DateTime,
  actor: Actor,
  kind: Type.String({ examples: ['line.added', 'billing-address.set'] }),
  text: Type.String({ description: 'In the language of `cultureCode`.' }),
  version: Type.Integer({ description: 'The version that it made, as in the `ETag`.' }),
})
export type CartEvent = Static<typeof CartEvent>

export const CartEventsQuery = Type.Object({
  ...OrderEventsQuery.properties,
  since: Type.Optional(
    Type.String({
      ...formed('^[0-9]{1,15}$', 'a whole number'),
      description: 'Only what was done after this version of the cart: the number in its `ETag`.',
    }),
  ),
})
export const CartEventsAnswer = Type.Object({
  events: Type.Array(CartEvent),
  nextPagingToken: NextPagingToken,
})
export type CartEventsAnswer = Static<typeof CartEventsAnswer>
