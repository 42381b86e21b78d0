import { useKept } from '../../../ui/use-kept.ts'

/** What the clerk has chosen for a cart that the cart itself keeps only later, or not at all before it is placed. */
export interface CartDraft {
  priceGroupId: string | undefined
  shippingMethodId: string | undefined
  paymentMethodId: string | undefined
}

const keyOf = (cartId: string) => `backcounter.cart.${cartId}`

/** The draft of a cart; it survives a reload and leaving the page, for as long as the window is open. */
export function useCartDraft(cartId: string): CartDraft {
  const plain = { priceGroupId: undefined, shippingMethodId: undefined, paymentMethodId: undefined }
  return useKept<CartDraft>(keyOf(cartId), plain).typed.value
}

export function forgetCartDraft(cartId: string): void {
  sessionStorage.removeItem(keyOf(cartId))
}
