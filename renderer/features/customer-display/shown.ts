import type { Cart } from '../../api/carts.ts'
import type { DiscountedOrder } from '../../ui/discounts.ts'

/** A line of what is bought, with what a customer reads of it. */
export type ShownLine = DiscountedOrder['orderLines'][number] & {
  readonly id: string
  readonly productName: string
  readonly tax: number
}

/** What the customer gets back for goods that they have brought, in major units, and by what, once that is chosen. */
export interface GivenBack {
  readonly amount: number
  readonly by: GivenBackBy | undefined
}
/** `name`: what a way of the shop's own is called there. */
export interface GivenBackBy {
  readonly way: 'cash' | 'giftCard' | 'other'
  readonly name: string
}

/** Goods and what they come to, as they stand before the clerk. */
export interface ShownCart extends DiscountedOrder {
  readonly kind: 'cart'
  readonly currency: string
  readonly orderLines: readonly ShownLine[]
  readonly paymentTotal: number
  readonly orderTotal: number
  readonly tax: number
  /** The line that the last scan went into, where it was one. */
  readonly latestLineId: string | undefined
  /** Where the goods come back, and are not bought. */
  readonly back: GivenBack | undefined
}

/** What is to be paid for an order, or was; major units. */
export interface ShownOrder {
  readonly kind: 'order'
  readonly currency: string
  readonly isPaid: boolean
  readonly amount: number
  /** What the customer gets back: of the cash they gave, or on balance of an exchange; 0 where that is nothing. */
  readonly back: number
}

/** What was paid back for goods that came back without their order. */
export interface ShownReturn extends GivenBack {
  readonly kind: 'return'
  readonly currency: string
}

/** Whose shop it is, and how its customer reads and writes. */
export interface ShownFor {
  readonly shop: string
  readonly culture: string
}

/** What the customer sees; nothing of who they are, nor anything else that others may not read over their shoulder. */
export type Shown = ShownFor & (ShownCart | ShownOrder | ShownReturn | { readonly kind: 'welcome' })

/**
 * A cart as its customer sees it, each field by its name: a cart has addresses and notes, too. Undefined without goods.
 * @param latestLineId of the last scan
 * @param back where its goods are taken back
 */
export function shownCart(
  cart: Cart,
  latestLineId: string | undefined,
  back: GivenBack | undefined,
): ShownCart | undefined {
  if (cart.orderLines.length === 0) return undefined
  const { discounts, orderLines, orderTotal, paymentTotal, shipments, tax } = cart
  return {
    kind: 'cart',
    currency: cart.billingCurrency.isoCode,
    orderLines: orderLines.map((line) => ({
      id: line.id,
      productName: line.productName,
      price: line.price,
      quantity: line.quantity,
      unitDiscount: line.unitDiscount,
      tax: line.tax,
      taxRate: line.taxRate,
      total: line.total,
      discounts: line.discounts.map(plainDiscount),
    })),
    shipments: shipments.map(({ shipmentDiscount, shipmentPrice, shipmentPriceTotal, taxRate }) => ({
      shipmentDiscount,
      shipmentPrice,
      shipmentPriceTotal,
      taxRate,
    })),
    discounts: discounts.map(plainDiscount),
    paymentTotal,
    orderTotal,
    tax,
    latestLineId,
    back,
  }
}

const plainDiscount = ({
  amountOffTotal,
  campaignItemName,
  campaignName,
  description,
  id,
}: Cart['discounts'][number]) => ({ amountOffTotal, campaignItemName, campaignName, description, id })
