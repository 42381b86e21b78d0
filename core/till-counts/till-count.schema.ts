import { Type, type Static } from 'typebox'
import { DrawerOpenings } from '../drawer-openings/drawer-opening.schema.ts'
import { TillId } from '../tills/till.schema.ts'
import {
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

/** As of cash that is given: more is a slip of the finger. */
const MOST = 10_000_000_000

const NamedTill = Nullable(
  Type.Object(
    { id: Id, name: Type.String() },
    { description: 'Null is the store’s own, which has no name.' },
  ),
)

/** Money that was put into a till or taken out of it, and was no sale. */
export const TillMovement = Type.Object({
  id: Id,
  date: DateTime,
  actor: Type.String(),
  kind: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  amount: Amount,
  reason: Type.String(),
})
export type TillMovement = Static<typeof TillMovement>

/** What moved the cash of a till since it was counted before. */
const Moved = {
  opening: Nullable(
    Type.Number({
      description: 'What the count before left in the till; null where there is none, and counting begins.',
    }),
  ),
  received: { ...Amount, description: 'Of customers, as it was handed over.' },
  refunded: { ...Amount, description: 'To customers, as it was handed over.' },
  paidIn: { ...Amount, description: 'Put into the till between sales.' },
  paidOut: { ...Amount, description: 'Taken out of it between sales.' },
  expected: Nullable(
    Type.Number({
      description: 'What the till should hold: `opening` and all of that; null before the first count.',
    }),
  ),
}

const PieceCount = Type.Object({
  value: Type.Number({
    exclusiveMinimum: 0,
    maximum: MOST,
    description: 'Of the coin or note, in major units.',
  }),
  count: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
})
export type PieceCount = Static<typeof PieceCount>

const Pieces = Type.Array(PieceCount, {
  maxItems: 50,
  description: 'How many of each coin and note; together they are `counted`.',
})

/** How the cash of a till was counted. */
export const TillCount = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'From 1, by till and currency.' }),
  date: DateTime,
  actor: Type.String({ description: 'Who has counted.' }),
  till: NamedTill,
  currency: Type.String(),
  ...Moved,
  counted: Amount,
  difference: Nullable(
    Type.Number({
      description: '`counted` less `expected`: below 0 something is missing; null of the first count.',
    }),
  ),
  float: { ...Amount, description: 'What stays in the till: the `opening` of the next count.' },
  deposit: { ...Amount, description: '`counted` less `float`: what is taken out to the bank or the safe.' },
  pieces: Type.Optional(Pieces),
  note: Nullable(Type.String()),
})
export type TillCount = Static<typeof TillCount>

export const TillCountWithMovements = Type.Object({
  ...TillCount.properties,
  movements: Type.Array(TillMovement, { description: 'Those that it has counted, oldest first.' }),
  ...DrawerOpenings.properties,
})
export type TillCountWithMovements = Static<typeof TillCountWithMovements>

export const TillQuery = Type.Object({
  currency: Type.Optional(CurrencyCode),
  tillId: Type.Optional({ ...Id, description: 'One of `/manage/tills`; the store’s own where not given.' }),
})
export type TillQuery = Static<typeof TillQuery>

/** What a till of a store should hold now. */
export const Till = Type.Object({
  till: NamedTill,
  currency: Type.String(),
  countedAt: Nullable(Type.String({ format: 'date-time', description: 'When it was counted last.' })),
  ...Moved,
  movements: Type.Array(TillMovement, { description: 'Those since it was counted, oldest first.' }),
  ...DrawerOpenings.properties,
  coinsAndNotes: Type.Array(Type.Number(), {
    description:
      'What it is counted by, in major units, highest first; empty where that is not known of a currency.',
  }),
})
export type Till = Static<typeof Till>

export const TillCountsQuery = Type.Object({ ...PageQuery.properties, ...TillQuery.properties })
export const TillCountsAnswer = Type.Object({
  tillCounts: Type.Array(TillCount),
  nextPagingToken: NextPagingToken,
})
export type TillCountsAnswer = Static<typeof TillCountsAnswer>

export const CountTillBody = Type.Object({
  tillId: TillId,
  currency: CurrencyCode,
  counted: Type.Number({
    minimum: 0,
    maximum: MOST,
    description: 'What the coins and notes in the till come to.',
  }),
  pieces: Type.Optional(Pieces),
  float: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MOST,
      description: 'What stays in the till; all of it where not given.',
    }),
  ),
  expected: Type.Optional(
    Nullable(
      Type.Number({
        minimum: -Number.MAX_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'What the caller has seen that the till should hold, null before the first count. Where it is something else by now, ' +
          'nothing is counted: Conflict.',
      }),
    ),
  ),
  note: Type.Optional(Nullable(Text(NOTE_LENGTH))),
})
export type CountTillBody = Static<typeof CountTillBody>

export const MoveCashBody = Type.Object({
  tillId: TillId,
  currency: CurrencyCode,
  kind: TillMovement.properties.kind,
  amount: Type.Number({ exclusiveMinimum: 0, maximum: MOST }),
  reason: RequiredText(NOTE_LENGTH),
  isOfDesk: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether it is the till of the console that asks, whose drawer then opens.',
    }),
  ),
})
export type MoveCashBody = Static<typeof MoveCashBody>
