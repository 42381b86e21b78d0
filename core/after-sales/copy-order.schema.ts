import { Type, type Static } from 'typebox'
import { CreateCartAnswer } from '../carts/cart.schema.ts'
import { FaultValues, Id } from '../http/schema.ts'

/** Something of an order that is not sold so any more. */
export const LeftOut = Type.Object({
  lineId: Type.Optional(Id),
  quantity: Type.Optional(Type.Integer()),
  text: Type.String({ description: 'What it is, and why.', examples: ['Mug, blue is not sold any more'] }),
  code: Type.String({ examples: ['copy.not-sold'] }),
  values: FaultValues('The values that stand in the text, by their names.'),
})
export type LeftOut = Static<typeof LeftOut>

export const CopyOrderAnswer = Type.Object({
  ...CreateCartAnswer.properties,
  leftOut: Type.Optional(
    Type.Array(LeftOut, {
      description:
        'There where the new cart has not everything: lines of the order, and its delivery, which has no `lineId`.',
    }),
  ),
})
export type CopyOrderAnswer = Static<typeof CopyOrderAnswer>
