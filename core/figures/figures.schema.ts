import { Type, type Static } from 'typebox'
import { Amount, CultureCode, CurrencyCode, formed, Id } from '../http/schema.ts'
import { TaxedAmount } from '../orders/payments/transaction.schema.ts'

const Day = (description: string) =>
  Type.String({ ...formed('^\\d{4}-\\d{2}-\\d{2}$', 'a day such as 2026-11-20'), description })

export const DayQuery = Type.Object({
  date: Type.Optional(Day('A day of the store’s time zone; today where not given.')),
  currency: Type.Optional(CurrencyCode),
})
export type DayQuery = Static<typeof DayQuery>

const Named = Type.Optional({
  ...CultureCode,
  description: 'In which payment methods are named; as the shop itself calls them where left out.',
})

export const TakingsQuery = Type.Object({ ...DayQuery.properties, cultureCode: Named })
export type TakingsQuery = Static<typeof TakingsQuery>

export const PeriodQuery = Type.Object({
  from: Day('The first day, of the store’s time zone.'),
  to: Day('The last day; at most a year after the first.'),
  currency: Type.Optional(CurrencyCode),
  cultureCode: Named,
})
export type PeriodQuery = Static<typeof PeriodQuery>

const Sold = { orders: Type.Integer(), turnover: Amount }

/** What was sold in an hour of the day, and in the same hour a week before. */
export const HourFigures = Type.Object({
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'As a clock on the wall of the store shows it.',
  }),
  ...Sold,
  before: Type.Object(Sold),
})
export type HourFigures = Static<typeof HourFigures>

const Count = (what: string) => Type.Integer({ description: `${what} Counted up to 10,000.` })

export const DayFigures = Type.Object({
  date: Type.String({ examples: ['2026-11-20'] }),
  dateBefore: Type.String({ description: 'The same day a week before.', examples: ['2026-11-13'] }),
  currency: Type.String({ description: 'Only orders in it are among the figures of the day.' }),
  ...Sold,
  before: Type.Object({
    ...Sold,
    ordersSoFar: Type.Integer({
      description: 'Those until this time of the day; all, of a day that is over.',
    }),
    turnoverSoFar: Amount,
  }),
  hours: Type.Array(HourFigures, { description: 'All 24 of them.' }),
  openCarts: Count('Carts that are open.'),
  parkedCarts: Count('Those of them that are parked under a name.'),
  waitingOrders: Count('New orders, in any currency, that are not paid.'),
  lowStock: Count('Goods that are at their reorder point or below it.'),
})
export type DayFigures = Static<typeof DayFigures>

const Moved = {
  received: Amount,
  refunded: Amount,
  net: {
    ...Amount,
    description: 'What was received less what was refunded: of cash, what the till holds more.',
  },
  cashRounding: { ...Amount, description: 'How much of `net` is the rounding to the smallest coin.' },
}

/** What came and went on a day by a payment method. */
export const Taking = Type.Object({ paymentMethodId: Id, name: Type.String(), ...Moved })
export type Taking = Static<typeof Taking>

export const DayTakings = Type.Object({
  date: Type.String({ examples: ['2026-11-20'] }),
  currency: Type.String(),
  ...Moved,
  takings: Type.Array(Taking, {
    description: 'By payment method, in the order of their names; coins and notes as they were handed over.',
  }),
})
export type DayTakings = Static<typeof DayTakings>

const Taken = {
  ...Moved,
  tax: { ...Amount, description: 'How much of it is tax.' },
  takings: Type.Array(Taking, {
    description: 'By payment method, in the order of their names; coins and notes as they were handed over.',
  }),
  taxes: Type.Array(TaxedAmount, {
    description:
      'By tax rate, highest first. What they come to is `net` less `cashRounding`. A part of what an order costs is of each of its ' +
      'rates alike; goods that came back with a refund are of their own.',
  }),
}

export const PeriodFigures = Type.Object({
  from: Type.String({ examples: ['2026-11-01'] }),
  to: Type.String({ examples: ['2026-11-30'] }),
  currency: Type.String(),
  ...Taken,
  days: Type.Array(Type.Object({ date: Type.String({ examples: ['2026-11-20'] }), ...Taken }), {
    description: 'Each day on which money came or went.',
  }),
})
export type PeriodFigures = Static<typeof PeriodFigures>
