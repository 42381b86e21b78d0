import { useShownToCustomer } from '../customer-display/show-to-customer.ts'
import { shownCart, type GivenBack } from '../customer-display/shown.ts'
import type { CartEditor } from './use-cart-editor.ts'

/**
 * Shows the customer the cart as it stands before the clerk.
 * @param back what they get back for its goods, where these are taken back
 */
export function useCartShown(
  { scan, session }: CartEditor,
  back: () => GivenBack | undefined = () => undefined,
): void {
  useShownToCustomer(() => {
    const cart = session.cart.value
    const scanned = scan.last.value
    const shown = cart && shownCart(cart, scanned?.kind === 'added' ? scanned.lineId : undefined, back())
    return shown && { ...shown, culture: cart.cultureCode }
  })
}
