import { Type, type Static } from 'typebox'
import {
  Actor,
  Amount,
  CurrencyCode,
  DateTime,
  Id,
  NextPagingToken,
  NOTE_LENGTH,
  Nullable,
  PageQuery,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { Version } from '../records/record.schema.ts'

/** More than anybody puts on a card, in major units. */
export const MOST_ON_CARD = 10_000_000

const GiftCardState = Type.Union([Type.Literal('active'), Type.Literal('deactivated')], {
  description: 'Nothing can be spent of a card that is deactivated, and it stays so.',
})
export type GiftCardState = Static<typeof GiftCardState>

/** A code as somebody types or scans it. */
export const GiftCardCode = RequiredText(200)
export const NewCode = Type.Optional(
  Nullable({
    ...GiftCardCode,
    description:
      'Of a card that was printed before: 6 to 40 letters and digits, however they are grouped. One of 16 is made where not given.',
  }),
)

/** A card that holds money of its bearer. */
export const GiftCard = Type.Object({
  id: Id,
  version: Version,
  lastCharacters: Type.String({
    examples: ['BT4N'],
    description: 'The last four of its code, of which only a digest is kept.',
  }),
  state: GiftCardState,
  currency: Type.String({ examples: ['EUR'] }),
  initialAmount: { ...Amount, description: 'What it was issued with.' },
  balance: { ...Amount, description: 'What is on it.' },
  issuedDate: DateTime,
  issuedBy: Type.String(),
  orderId: {
    ...Nullable(Id),
    description: 'The order that it was sold with, or whose money went back onto it, if any.',
  },
  orderNumber: Nullable(Type.String()),
  lineId: {
    ...Nullable(Id),
    description: 'The line of the order that it was sold as; null where it was not sold.',
  },
  reason: { ...Nullable(Type.String()), description: 'Why it was issued, where somebody said so.' },
})
export type GiftCard = Static<typeof GiftCard>

/** A card as whoever asks for it sees it. */
export const ShownGiftCard = Type.Object({
  ...GiftCard.properties,
  replaceable: Type.Optional(
    Type.Literal(true, {
      description:
        'There where the caller may give it another code: `POST /gift-cards/{giftCardId}/replace`.',
    }),
  ),
})
export type ShownGiftCard = Static<typeof ShownGiftCard>

/** A card that has just got its code. */
export const IssuedGiftCard = Type.Object({
  giftCard: GiftCard,
  code: {
    ...Nullable(Type.String({ examples: ['7KQM-2XRP-9DHW-BT4N'] })),
    description:
      'What it is spent by: shown in this answer and never again. Null in an answer that is repeated for its `Idempotency-Key`.',
  },
})
export type IssuedGiftCard = Static<typeof IssuedGiftCard>

export const IssueGiftCardBody = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, maximum: MOST_ON_CARD, description: 'What is put on it.' }),
  currency: CurrencyCode,
  code: NewCode,
  reason: RequiredText(NOTE_LENGTH),
})
export type IssueGiftCardBody = Static<typeof IssueGiftCardBody>

/** For a piece of goods that are gift cards, of an order that is paid. */
export const IssueSoldGiftCardBody = Type.Object({ lineId: Id, code: NewCode })
export type IssueSoldGiftCardBody = Static<typeof IssueSoldGiftCardBody>

export const ReplaceGiftCardBody = Type.Object({
  code: NewCode,
  reason: Type.Optional(Nullable(Text(NOTE_LENGTH))),
})
export const DeactivateGiftCardBody = Type.Object({ reason: RequiredText(NOTE_LENGTH) })
export const LookUpGiftCardBody = Type.Object({ code: GiftCardCode })

export const GiftCardsQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(
    Text(200, 'The last four of its code, or the number of the order that it was sold with.'),
  ),
  state: Type.Optional(GiftCardState),
})
export type GiftCardsQuery = Static<typeof GiftCardsQuery>
export const GiftCardsAnswer = Type.Object({
  giftCards: Type.Array(GiftCard),
  nextPagingToken: NextPagingToken,
})
export type GiftCardsAnswer = Static<typeof GiftCardsAnswer>

/** What the shop owes the bearers of its gift cards. */
export const OutstandingGiftCards = Type.Object({
  outstanding: Type.Array(
    Type.Object({
      currency: Type.String(),
      giftCards: Type.Integer({ description: 'How many cards hold something.' }),
      balance: { ...Amount, description: 'What is on them together.' },
    }),
    { description: 'By currency; those that are deactivated left out.' },
  ),
})
export type OutstandingGiftCards = Static<typeof OutstandingGiftCards>

/** Something that has happened to a card. */
export const GiftCardTransaction = Type.Object({
  version: { ...Version, description: 'The version that it has made of the card: 1 is its issue.' },
  date: DateTime,
  actor: Actor,
  kind: Type.Union(
    [
      Type.Literal('issue'),
      Type.Literal('capture'),
      Type.Literal('refund'),
      Type.Literal('replace'),
      Type.Literal('deactivate'),
    ],
    {
      description:
        'A payment that was received by it, or paid back to it; `replace` is another code in the place of one that was lost.',
    },
  ),
  amount: { ...Amount, description: 'What came onto it; less than 0 where it was taken off.' },
  balance: { ...Amount, description: 'What was on it then.' },
  orderId: {
    ...Nullable(Id),
    description: 'Whose payment it was, or what the card was sold with or issued for.',
  },
  orderNumber: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})
export type GiftCardTransaction = Static<typeof GiftCardTransaction>
export const GiftCardTransactionsAnswer = Type.Object({
  transactions: Type.Array(GiftCardTransaction),
  nextPagingToken: NextPagingToken,
})
export type GiftCardTransactionsAnswer = Static<typeof GiftCardTransactionsAnswer>

/** A card of an order, as it is told of to whose order it is: what was bought with it since may be somebody else's. */
export const GiftCardOfPerson = Type.Object({
  ...Type.Pick(GiftCard, ['id', 'lastCharacters', 'currency', 'initialAmount', 'issuedDate']).properties,
  transactions: Type.Array(Type.Pick(GiftCardTransaction, ['date', 'actor', 'kind', 'reason']), {
    description: 'What somebody wrote a reason for.',
  }),
})
export type GiftCardOfPerson = Static<typeof GiftCardOfPerson>

/** A card that a payment was received by, as its order says it. */
export const GiftCardOfPayment = Type.Object({
  id: Id,
  lastCharacters: Type.String(),
  state: GiftCardState,
  balance: { ...Amount, description: 'What was left on it when the payment was received.' },
})
export type GiftCardOfPayment = Static<typeof GiftCardOfPayment>

/** Pieces of an order that are gift cards, and that no card was issued for yet. */
export const GiftCardsToIssue = Type.Object({
  lineId: Id,
  productName: Type.String(),
  amount: { ...Amount, description: 'What is put on each: what a piece was sold for, tax included.' },
  quantity: Type.Integer({ minimum: 1 }),
})
export type GiftCardsToIssue = Static<typeof GiftCardsToIssue>

/** The cards that were sold with an order, or that its money went back onto. */
export const GiftCardsOfOrder = Type.Object({
  giftCards: Type.Array(GiftCard, { description: 'In the order in which they were issued.' }),
  toIssue: Type.Array(GiftCardsToIssue, { description: 'Empty until the order is paid.' }),
})
export type GiftCardsOfOrder = Static<typeof GiftCardsOfOrder>
