import type { Minor } from '../kernel/money.ts'
import type { DiscountText } from '../promotions/promotion.repository.ts'
import { discountsOf, type Campaign, type DiscountPart } from '../pricing/discounts.ts'
import { taxOf, totalsOf, type Totals } from '../pricing/totals.ts'
import type { DiscountColumns } from '../promotions/promotion.table.ts'
import { lineAmounts } from '../orders/line-amounts.ts'
import type { LineColumns, ShipmentColumns } from '../orders/order.table.ts'

/** Lines and shipment with their discounts, and the tax of what is left. */
export interface DiscountedCart<L, S> {
  readonly lines: readonly L[]
  readonly shipment: S | undefined
  /** Off the order as a whole. */
  readonly discount: Minor
  readonly parts: readonly DiscountPart[]
}

/** Takes off lines, shipment and order of a cart what campaigns take, whatever they were discounted by before. */
export function discountCart<L extends LineColumns, S extends ShipmentColumns>(
  { lines, shipment }: { readonly lines: readonly L[]; readonly shipment: S | undefined },
  campaigns: readonly Campaign[],
): DiscountedCart<L, S> {
  const discounts = discountsOf(
    {
      lines: lines.map((line) => ({
        id: line.id,
        sku: line.sku,
        catalogId: line.catalog_id,
        priceGroupId: line.price_group_id,
        quantity: line.quantity,
        price: line.price,
        taxRate: line.tax_rate_ppm,
      })),
      shipment: shipment && {
        priceGroupId: shipment.price_group_id,
        price: shipment.price,
        taxRate: shipment.tax_rate_ppm,
      },
    },
    campaigns,
  )
  return {
    lines: lines.map((line) => {
      const unitDiscount = discounts.units.get(line.id) ?? 0
      return {
        ...line,
        unit_discount: unitDiscount,
        tax: taxOf(line.price, unitDiscount, line.tax_rate_ppm),
      }
    }),
    shipment: shipment && {
      ...shipment,
      discount: discounts.shipment,
      tax: taxOf(shipment.price, discounts.shipment, shipment.tax_rate_ppm),
    },
    discount: discounts.order,
    parts: discounts.parts,
  }
}

/** The same with what the cart comes to then, without a payment. */
export function discountedTotals<L extends LineColumns, S extends ShipmentColumns>(
  goods: { readonly lines: readonly L[]; readonly shipment: S | undefined },
  campaigns: readonly Campaign[],
): DiscountedCart<L, S> & { readonly totals: Totals } {
  const discounted = discountCart(goods, campaigns)
  const { lines, shipment, discount } = discounted
  return {
    ...discounted,
    totals: totalsOf({ lines: lines.map(lineAmounts), shipments: shipment ? [shipment] : [], discount }),
  }
}

/** A part of a cart's discounts as it is kept. */
export const discountRow = (
  { campaignItemId, target, lineId, amount }: DiscountPart,
  index: number,
  text: DiscountText,
): Omit<DiscountColumns, 'id'> => ({
  position: index + 1,
  target,
  line_id: lineId,
  campaign_item_id: campaignItemId,
  ...text,
  amount,
})
