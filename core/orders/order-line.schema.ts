import { Type, type Static } from 'typebox'
import { CustomProperty } from '../custom-properties/custom-property.schema.ts'
import { Amount, Id, Nullable, Rate } from '../http/schema.ts'
import { ShipmentShippingMethod } from '../shipping-methods/shipping-method.schema.ts'

export const Discount = Type.Object({
  id: Id,
  campaignName: Type.String(),
  campaignItemName: Type.String(),
  description: Type.String(),
  amountOffTotal: Amount,
})
export type Discount = Static<typeof Discount>

/** Section 2.5, what cart and order lines share. */
export const LineFields = {
  id: Id,
  sku: Type.String(),
  variantSku: Nullable(Type.String()),
  productName: Type.String(),
  price: Amount,
  quantity: Type.Integer(),
  discount: Amount,
  unitDiscount: Nullable(Amount),
  discounts: Type.Array(Discount),
  tax: Amount,
  taxRate: Rate,
  total: Amount,
}

export const OrderLine = Type.Object({ ...LineFields, orderLineProperties: Type.Array(CustomProperty) })
export type OrderLine = Static<typeof OrderLine>

/** Section 2.6, what cart and order shipments share. */
export const ShipmentFields = {
  id: Id,
  deliveryNote: Nullable(Type.String()),
  shipmentDiscount: Nullable(Amount),
  shipmentName: Type.String(),
  shipmentPrice: Amount,
  shipmentPriceTotal: Amount,
  shippingMethod: ShipmentShippingMethod,
  tax: Amount,
  taxRate: Rate,
  trackAndTrace: Nullable(Type.String()),
}
