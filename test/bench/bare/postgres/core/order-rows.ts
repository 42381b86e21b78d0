import type { OrderRows } from '../../get-order.ts'
import { orderAddressIn } from '../../../../../core/customers/address.ts'
import { toShipment } from '../../../../../core/orders/order-contents.ts'
import type { OrderLineRow, OrderRow, PaymentRow } from './rows.ts'

/** What the core's tables hold of an order, as both bare servers view it. */
export function orderRowsOf(
  order: OrderRow | undefined,
  lines: readonly OrderLineRow[],
  payment: PaymentRow | undefined,
): OrderRows {
  const shipment = order && toShipment(order)
  const addresses = [order?.billing_address, order?.shipping_address].flatMap(
    (text) => orderAddressIn(text ?? null) ?? [],
  )
  return {
    order: order && {
      id: order.id,
      orderNumber: order.order_number,
      createdDate: order.created_at,
      cultureCode: order.culture_code,
      customerId: order.customer_id,
      firstName: order.customer_first_name,
      lastName: order.customer_last_name,
      emailAddress: order.customer_email_address,
      phoneNumber: order.customer_phone_number,
      subTotal: order.sub_total,
      shippingTotal: order.shipping_total,
      paymentTotal: order.payment_total,
      tax: order.tax,
      orderTotal: order.order_total,
    },
    lines: lines.map((line) => ({
      id: line.id,
      sku: line.sku,
      variantSku: line.variant_sku,
      productName: line.product_name,
      price: line.price,
      quantity: line.quantity,
      tax: line.tax,
      taxPpm: line.tax_rate_ppm,
    })),
    addresses: addresses.map((address) => ({
      id: address.id,
      ownerId: order?.id ?? '',
      addressName: address.address_name,
      firstName: address.first_name,
      lastName: address.last_name,
      companyName: address.company_name,
      attention: address.attention,
      line1: address.line1,
      line2: address.line2,
      postalCode: address.postal_code,
      city: address.city,
      state: address.state,
      countryId: address.country_id,
      countryName: address.country_name,
      emailAddress: address.email_address,
      phoneNumber: address.phone_number,
      mobilePhoneNumber: address.mobile_phone_number,
    })),
    shipment: shipment && {
      id: shipment.id,
      shipmentName: shipment.shipmentName,
      price: shipment.price,
      tax: shipment.tax,
      taxPpm: shipment.taxRate,
      shippingMethodId: shipment.shippingMethodId,
    },
    payment: payment && {
      id: payment.id,
      amount: payment.amount,
      fee: payment.fee,
      feePpm: payment.fee_ppm,
      feeTotal: payment.fee_total,
      paymentMethodId: payment.payment_method_id,
    },
  }
}
