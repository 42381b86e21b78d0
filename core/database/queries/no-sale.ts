/** The states of orders with which nothing is sold: they count in no turnover, and use no campaign. */
export const NO_SALE = ['cancelled', 'return'] as const
