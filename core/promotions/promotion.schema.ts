import { Type, type Static } from 'typebox'
import { CultureCode, Id, RequiredText } from '../http/schema.ts'

export const CODE_LENGTH = 100

/** A promotion code in a path; upper and lower case are the same. */
export const PromotionCodeParams = Type.Object({ cartId: Id, code: RequiredText(CODE_LENGTH) })

/** What may accompany a change of codes, as with properties (section 4.4); given, it must exist. */
export const PromotionCodeBody = Type.Object({
  cultureCode: Type.Optional(CultureCode),
  priceGroupId: Type.Optional(Id),
})
export type PromotionCodeBody = Static<typeof PromotionCodeBody>

/** A code of a cart. */
export const PromotionCode = Type.Object({
  code: Type.String(),
  campaignName: Type.String({ description: 'In the culture of the cart.' }),
  applied: Type.Boolean({
    description: 'Whether anything is discounted by its campaign, as the cart is now.',
  }),
})
export type PromotionCode = Static<typeof PromotionCode>
export const PromotionCodesAnswer = Type.Object({ promotionCodes: Type.Array(PromotionCode) })
