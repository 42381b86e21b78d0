/** Where an address for a cart is typed: of the customer whom it has, or of a new one, by what was looked for. */
export interface AddressPlace {
  cartId: string
  kind: 'billing' | 'shipping' | 'customer'
  of: string | undefined
}

/** By what the window keeps an address while it is typed: what was typed of one person is never another's. */
export const addressKeptAs = ({ cartId, kind, of = '' }: AddressPlace): string =>
  `backcounter.address.${cartId}.${kind}.${of}`
