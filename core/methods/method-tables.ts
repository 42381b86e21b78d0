/** Where it is kept, beside the methods themselves, what both kinds have in common; `key` names the method. */
export const paymentMethodTables = {
  key: 'payment_method_id',
  texts: 'payment_method_texts',
  amounts: 'payment_method_fees',
  countries: 'payment_method_countries',
} as const
export const shippingMethodTables = {
  key: 'shipping_method_id',
  texts: 'shipping_method_texts',
  amounts: 'shipping_method_prices',
  countries: 'shipping_method_countries',
} as const
export type MethodTables = typeof paymentMethodTables | typeof shippingMethodTables
