/** What an operation is called, and the section of the contract that describes it; none for extensions. */
export interface OperationName {
  readonly id: string
  readonly section?: string
}

const named = (id: string, section?: string): OperationName => ({
  id,
  ...(section !== undefined && { section }),
})

/** Every operation by its method and its path behind `/api/v1`. Names are for generated clients: never change one. */
export const operations: Readonly<Record<string, OperationName>> = {
  'POST /oauth/token': named('createToken', '5'),
  'GET /oauth/connect': named('connect', '5'),

  'POST /carts': named('createCart', '4.3'),
  'GET /carts/{cartId}': named('getCart', '4.3'),
  'POST /carts/{cartId}/lines': named('addLine', '4.2'),
  'POST /carts/{cartId}/properties': named('addCartProperty', '4.4'),
  'GET /carts/{cartId}/properties': named('getCartProperties', '4.4'),
  'PATCH /carts/{cartId}/properties/{propertyId}': named('updateCartProperty', '4.4'),
  'DELETE /carts/{cartId}/properties/{propertyId}': named('deleteCartProperty', '4.4'),
  'POST /carts/{cartId}/{lineId}/properties': named('addLineProperty', '4.5'),
  'POST /carts/{cartId}/lines/{lineId}/properties': named('addLinePropertyUnderLines', '4.5'),
  'GET /carts/{cartId}/lines/{lineId}/properties': named('getLineProperties', '4.5'),
  'PATCH /carts/{cartId}/lines/{lineId}/properties/{propertyId}': named('updateLineProperty', '4.5'),
  'DELETE /carts/{cartId}/lines/{lineId}/properties/{propertyId}': named('deleteLineProperty', '4.5'),
  'POST /carts/{cartId}/billing-address': named('setBillingAddress', '4.6'),
  'POST /carts/{cartId}/shipping': named('setShipping', '4.7'),
  'POST /payments': named('placeOrder', '4.8'),
  'GET /checkout': named('showCheckout', '4.8'),
  'GET /price-groups': named('getPriceGroups', '4.9 and 4.10'),
  'GET /shipping-methods': named('getShippingMethods', '4.9'),
  'GET /payment-methods': named('getPaymentMethods', '4.9'),
  'POST /payment-methods': named('listPaymentMethods', '4.9'),
  'GET /countries': named('getCountries', '4.9'),
  'POST /countries': named('listCountries', '4.9'),
  'GET /catalogs': named('getCatalogs', '4.9'),
  'GET /orders/{orderId}': named('getOrder', '4.11'),
  'GET /orders/payments/{paymentId}': named('getOrderByPayment', '4.11'),
  'GET /payments/{paymentId}/order': named('getOrderOfPayment', '4.11'),

  'GET /carts': named('listCarts'),
  'PATCH /carts/{cartId}': named('updateCart'),
  'DELETE /carts/{cartId}': named('abandonCart'),
  'PATCH /carts/{cartId}/lines/{lineId}': named('updateLine'),
  'DELETE /carts/{cartId}/lines/{lineId}': named('removeLine'),
  'GET /products': named('findProducts'),
  'GET /customers': named('findCustomers'),
  'POST /customers': named('createCustomer'),
  'GET /customers/{customerId}': named('getCustomer'),
  'GET /customer-groups': named('listCustomerGroups'),
  'GET /organizations': named('listOrganizations'),
  'GET /price-groups/{priceGroupId}/evaluation': named('evaluatePriceGroup'),
  'GET /orders': named('findOrders'),
  'GET /orders/{orderId}/events': named('listOrderEvents'),
  'POST /orders/{orderId}/complete': named('completeOrder'),
  'POST /orders/{orderId}/cancel': named('cancelOrder'),
  'POST /orders/{orderId}/note': named('setOrderNote'),
  'POST /orders/{orderId}/cart': named('copyOrderToCart'),
  'POST /payments/{paymentId}/capture': named('capturePayment'),
  'POST /payments/{paymentId}/void': named('voidPayment'),
  'POST /payments/{paymentId}/refund': named('refundPayment'),
  'GET /store': named('getStore'),
  'GET /clients': named('listClients'),
  'POST /clients': named('createClient'),
  'DELETE /clients/{clientId}': named('revokeClient'),
  'GET /events': named('watchEvents'),
  'GET /health': named('getHealth'),
  'POST /setup': named('setUpShop'),
}
