import { Type, type Static } from 'typebox'
import {
  Actor,
  CultureCode,
  DateTime,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  NOTE_LENGTH,
  Nullable,
  PageQuery,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { Version } from '../records/record.schema.ts'

/** As many as a line may have of something: the digits of a barcode are more. */
export const MOST_PIECES = 1_000_000
const Pieces = Type.Integer({ minimum: 0, maximum: MOST_PIECES })

/** How many a store has of something that it keeps stock of. */
export const StockLevel = Type.Object({
  id: { ...Id, description: 'Of the product, or of its variant.' },
  version: Version,
  sku: Type.String(),
  variantSku: Nullable(Type.String()),
  barcode: Nullable(Type.String()),
  name: Type.String(),
  imageUrl: Nullable(Type.String()),
  quantity: Type.Integer({
    description:
      'Pieces that can be sold: what orders have taken is off. Less than 0 where more was sold than was counted.',
  }),
  reorderPoint: {
    ...Nullable(Type.Integer()),
    description: 'At so many, or fewer, it is to be ordered anew; null where nobody has said.',
  },
  updatedDate: DateTime,
})
export type StockLevel = Static<typeof StockLevel>

export const StockQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: Type.Optional(CultureCode),
  search: Type.Optional(Text(NAME_LENGTH, 'Sku, variant sku, barcode, or words of the name.')),
  state: Type.Optional(
    Type.Union([Type.Literal('low'), Type.Literal('out')], {
      description: 'low: at its reorder point or below it; out: none left.',
    }),
  ),
})
export type StockQuery = Static<typeof StockQuery>
export const StockAnswer = Type.Object({ stock: Type.Array(StockLevel), nextPagingToken: NextPagingToken })
export type StockAnswer = Static<typeof StockAnswer>

export const StockLevelQuery = Type.Object({ cultureCode: Type.Optional(CultureCode) })

/** What happened to some pieces, as somebody says it. */
const AdjustmentKind = Type.Union(
  [Type.Literal('count'), Type.Literal('receive'), Type.Literal('write-off')],
  {
    description:
      'count: there are so many; receive: so many came; write-off: so many are broken, lost or stolen. What is counted or ' +
      'received for the first time is kept stock of from then on.',
  },
)

const AdjustedItem = Type.Object({
  sku: RequiredText(NAME_LENGTH),
  variantSku: Type.Optional(Nullable(Text(NAME_LENGTH))),
  quantity: Pieces,
  expectedQuantity: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'What the caller has seen that there are, null where no stock of it was kept. Where it is something else by now, ' +
          'nothing is written: Conflict.',
      }),
    ),
  ),
})

export const AdjustStockBody = Type.Object({
  kind: AdjustmentKind,
  reason: Type.Optional(Nullable(Text(NOTE_LENGTH))),
  items: Type.Array(AdjustedItem, { minItems: 1, maxItems: 500, description: 'Each of something else.' }),
})
export type AdjustStockBody = Static<typeof AdjustStockBody>
export const AdjustedStock = Type.Object({
  stock: Type.Array(StockLevel, { description: 'In the order of the items.' }),
})
export type AdjustedStock = Static<typeof AdjustedStock>

export const ChangeStockBody = Type.Object({ reorderPoint: Nullable(Pieces) })

/** Pieces that came or went, or were counted. */
export const StockMovement = Type.Object({
  version: { ...Version, description: 'The version that it has made of the level.' },
  date: DateTime,
  actor: Actor,
  kind: Type.Union(
    [
      Type.Literal('count'),
      Type.Literal('receive'),
      Type.Literal('write-off'),
      Type.Literal('sale'),
      Type.Literal('return'),
      Type.Literal('cancel'),
    ],
    {
      description:
        'sale: of an order that was placed; return: with a refund; cancel: of an order that is cancelled.',
    },
  ),
  change: Type.Integer({ description: 'Less than 0 where they went.' }),
  quantity: Type.Integer({ description: 'How many there were then.' }),
  orderId: Nullable(Id),
  orderNumber: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})
export type StockMovement = Static<typeof StockMovement>
export const StockMovementsAnswer = Type.Object({
  movements: Type.Array(StockMovement),
  nextPagingToken: NextPagingToken,
})
export type StockMovementsAnswer = Static<typeof StockMovementsAnswer>
