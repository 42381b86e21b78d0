import { Type, type Static } from 'typebox'
import {
  Amount,
  CultureCode,
  Id,
  NAME_LENGTH,
  Nullable,
  Quantity,
  RequiredText,
  Text,
} from '../../http/schema.ts'
import { CampaignBody } from '../../promotions/manage/campaign.schema.ts'
import { MAX_LINES } from '../limits.ts'

const SampleLine = Type.Object({
  sku: RequiredText(NAME_LENGTH),
  variantSku: Type.Optional(Nullable(Text(NAME_LENGTH))),
  quantity: Type.Optional(Quantity),
})

/** A campaign as somebody wants it to be, and a cart to try it on: one that there is, or goods. */
export const CampaignPreviewBody = Type.Object({
  campaign: CampaignBody,
  campaignId: Type.Optional({
    ...Id,
    description: 'The campaign that it is, where it is no new one: it is left out of what is before.',
  }),
  cultureCode: Type.Optional({
    ...CultureCode,
    description: 'Of the names; the store’s own where it is left out.',
  }),
  cartId: Type.Optional({
    ...Id,
    description: 'A cart as it is now, with its codes. Otherwise `lines` are needed.',
  }),
  lines: Type.Optional(
    Type.Array(SampleLine, { maxItems: MAX_LINES, description: 'Goods, in the place of a cart.' }),
  ),
  priceGroupId: Type.Optional({ ...Id, description: 'What the goods are sold at. Needed with `lines`.' }),
  shippingMethodId: Type.Optional({
    ...Id,
    description: 'How the goods are sent, where they are; with `countryId`.',
  }),
  countryId: Type.Optional(Id),
})
export type CampaignPreviewBody = Static<typeof CampaignPreviewBody>

const PreviewDiscount = Type.Object({
  campaignId: Id,
  campaignName: Type.String(),
  campaignItemName: Type.String(),
  target: Type.Union([Type.Literal('lines'), Type.Literal('shipping'), Type.Literal('order')]),
  lineIndex: Nullable(Type.Integer({ description: 'The line that it is off, from 0.' })),
  amountOffTotal: Amount,
})
export type PreviewDiscount = Static<typeof PreviewDiscount>

const Outcome = Type.Object({
  subTotal: Amount,
  shippingTotal: Amount,
  discountTotal: Amount,
  tax: Amount,
  orderTotal: Type.Number({ description: 'Without what paying for it may cost.' }),
  discounts: Type.Array(PreviewDiscount),
})

/** Why a campaign takes nothing off, or would not yet. */
const PreviewNote = Type.Object({
  kind: Type.Union(
    [
      Type.Literal('draft'),
      Type.Literal('notBegun'),
      Type.Literal('over'),
      Type.Literal('usedUp'),
      Type.Literal('code'),
      Type.Literal('currency'),
      Type.Literal('priceGroups'),
      Type.Literal('minimum'),
      Type.Literal('goods'),
      Type.Literal('shipment'),
      Type.Literal('others'),
    ],
    {
      description:
        'draft, notBegun, over, usedUp, code: it is shown as though it ran, had a use left and its code were given. The ' +
        'others say why it takes nothing off: it does not run in the currency, sees nothing sold in its price groups, asks for more goods, is ' +
        'off other goods or off a shipment that there is not, or others leave the buyer less to pay.',
    },
  ),
  text: Type.String(),
  needed: Nullable(Type.Number({ description: 'The least of goods, where that is missing; major units.' })),
  goods: Nullable(Type.Number({ description: 'The goods that it sees, there.' })),
})
export type PreviewNote = Static<typeof PreviewNote>

export const CampaignPreview = Type.Object({
  currency: Type.String(),
  lines: Type.Array(
    Type.Object({
      sku: Type.String(),
      variantSku: Nullable(Type.String()),
      productName: Type.String(),
      quantity: Type.Integer(),
    }),
  ),
  before: Outcome,
  after: Outcome,
  notes: Type.Array(PreviewNote),
})
export type CampaignPreview = Static<typeof CampaignPreview>
