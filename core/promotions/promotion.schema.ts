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

/** Why a code takes nothing off, whatever the cart holds. */
export const CodeHindrance = Type.Union(
  [
    Type.Literal('retired'),
    Type.Literal('not-begun'),
    Type.Literal('expired'),
    Type.Literal('currency'),
    Type.Literal('used-up'),
  ],
  {
    description:
      'Why it takes nothing off, whatever the cart holds: `retired`, `not-begun` and `expired` by its campaign, `currency` ' +
      'where that does not run in the cart’s, `used-up` where it was used as often as it may be. Left out where it does ' +
      'take something off, or would of other goods.',
  },
)
export type CodeHindrance = Static<typeof CodeHindrance>

/** A code of a cart. */
export const PromotionCode = Type.Object({
  code: Type.String(),
  campaignName: Type.String({ description: 'In the culture of the cart.' }),
  applied: Type.Boolean({
    description: 'Whether anything is discounted by its campaign, as the cart is now.',
  }),
  hindrance: Type.Optional(CodeHindrance),
})
export type PromotionCode = Static<typeof PromotionCode>
export const PromotionCodesAnswer = Type.Object({ promotionCodes: Type.Array(PromotionCode) })
