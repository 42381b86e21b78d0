import { Type, type Static } from 'typebox'
import { Amount, CultureCode, Id, Nullable, Rate } from '../http/schema.ts'
import { PriceGroup } from '../price-groups/price-group.schema.ts'

/** One step from the price of a list to what a line costs. */
const PriceStep = Type.Object({
  kind: Type.Union(
    [
      Type.Literal('price'),
      Type.Literal('setPrice'),
      Type.Literal('earlierPrice'),
      Type.Literal('discount'),
      Type.Literal('tax'),
      Type.Literal('setTax'),
      Type.Literal('total'),
    ],
    {
      description:
        'price: of a price group. setPrice: set for this line. earlierPrice: of the list when the line was added. ' +
        'discount: of a campaign. tax: at the rate of a price group or the product. setTax: at another, of when the line was added or ' +
        'set for it. total.',
    },
  ),
  amount: Type.Number({
    description:
      'Major units. Of one unit and without tax for prices; of the whole line for discounts (below 0, without tax), ' +
      'tax and total.',
  }),
  priceGroup: Nullable(PriceGroup),
  rate: Nullable(Rate),
  name: Nullable(Type.String({ description: 'Of the campaign and its part.' })),
  text: Type.String(),
})
export type PriceStep = Static<typeof PriceStep>

/** Why a line costs what it costs. */
export const LinePrice = Type.Object({
  lineId: Id,
  quantity: Type.Integer(),
  currency: Type.String(),
  priceGroup: PriceGroup,
  inheritedFrom: Nullable(PriceGroup),
  steps: Type.Array(PriceStep),
  alternatives: Type.Array(Type.Object({ ...PriceGroup.properties, total: Nullable(Amount) }), {
    description:
      'What the line would cost in the other price groups that are valid for the cart; null where one does not sell ' +
      'all of the cart.',
  }),
})
export type LinePrice = Static<typeof LinePrice>
export const LinePriceQuery = Type.Object({ cultureCode: Type.Optional(CultureCode) })
