import fc from 'fast-check'
import { abandonCart } from './abandon-cart.ts'
import { addLine, addTooMuch } from './add-line.ts'
import { adjustStock, changeReorderPoint, stopKeepingStock } from './adjust-stock.ts'
import { changeCampaign } from './change-campaign.ts'
import { changeLine } from './change-line.ts'
import { changeMembers } from './change-members.ts'
import { changeOrder } from './change-order.ts'
import { changePayment } from './change-payment.ts'
import { changePromotionCode } from './change-promotion-code.ts'
import { changePrice } from './change-price.ts'
import { changeProperty } from './change-property.ts'
import { copyOrder } from './copy-order.ts'
import { createCart } from './create-cart.ts'
import { mergeCustomers } from './merge-customers.ts'
import { placeOrder } from './place-order.ts'
import { readCart } from './read-cart.ts'
import { readOrder } from './read-order.ts'
import { removeLine } from './remove-line.ts'
import { returnGoods } from './return-goods.ts'
import { setBillingAddress } from './set-billing-address.ts'
import { setShippingAddress } from './set-shipping-address.ts'
import { setShipping } from './set-shipping.ts'
import { refreshToken, takeToken, useLaunchCode } from './take-token.ts'
import { updateCart } from './update-cart.ts'

/** Whatever may be asked of the core, as often as it comes. */
export const anyCommand = fc.oneof(
  addLine,
  addTooMuch,
  createCart,
  setBillingAddress,
  setShipping,
  placeOrder,
  returnGoods,
  changePayment,
  changeLine,
  removeLine,
  changeProperty,
  updateCart,
  changePromotionCode,
  changeOrder,
  setShippingAddress,
  changePrice,
  changeMembers,
  changeCampaign,
  adjustStock,
  changeReorderPoint,
  stopKeepingStock,
  mergeCustomers,
  copyOrder,
  abandonCart,
  readCart,
  readOrder,
  takeToken,
  useLaunchCode,
  refreshToken,
)
