import { Type, type Static } from 'typebox'
import { IssuedGiftCard, NewCode } from '../gift-cards/gift-card.schema.ts'
import { Id, NOTE_LENGTH, RequiredText } from '../http/schema.ts'
import { TillId } from '../tills/till.schema.ts'

/** Goods that come back without the order that they were sold with. */
export const ReturnGoodsBody = Type.Object({
  cartId: { ...Id, description: 'The cart that they stand in, at what is paid back for them.' },
  paymentMethodId: {
    ...Id,
    description: 'By which it is paid back: one that serves the country of the bill.',
  },
  expectedTotal: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'What the caller has seen that is paid back. Where it would be something else, nothing is: Conflict.',
    }),
  ),
  reason: RequiredText(NOTE_LENGTH),
  restock: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether the pieces can be sold again, and are put into the stock where one is kept of them.',
    }),
  ),
  tillId: TillId,
  code: NewCode,
})
export type ReturnGoodsBody = Static<typeof ReturnGoodsBody>

export const ReturnAnswer = Type.Object({
  orderId: { ...Id, description: 'The return: an order with the status `Return`, and the id of the cart.' },
  paymentId: { ...Id, description: 'The payment of it that was paid back.' },
  issued: Type.Optional({
    ...IssuedGiftCard,
    description:
      'There where the method redeems gift cards: the card that was issued, with what is paid back on it.',
  }),
})
export type ReturnAnswer = Static<typeof ReturnAnswer>
