import type { Database } from 'better-sqlite3'
import { v7 as newId } from 'uuid'
import type { PlaceOrderBody } from '../../../core/orders/payments/payment.schema.ts'
import { totalsOf, type DeliveryTerms, type PaymentTerms, type SoldLine } from '../money.ts'

/** Turns a cart into an order and a payment, in one commit: a copy of everything, as the core keeps one. */
export function placeOrderOperation(db: Database) {
  const linesOf = db.prepare<[string], SoldLine>(
    'select quantity, price, tax from cartLines where ownerId = ?',
  )
  const deliveryOf = db.prepare<[string], DeliveryTerms>(
    'select price, taxPpm from cartShipments where ownerId = ?',
  )
  const termsOf = db.prepare<[string], PaymentTerms>('select fee, feePpm from paymentMethods where id = ?')
  const putCustomer = db.prepare(`
    insert into customers
    select :id, firstName, lastName, emailAddress, phoneNumber
    from cartAddresses where ownerId = :cartId and addressName = 'Billing'
    on conflict (emailAddress) do nothing`)
  const insertOrder = db.prepare(`
    insert into orders
    select cart.id, (select coalesce(max(orderNumber), 0) + 1 from orders), :now, cart.cultureCode, customer.id,
      :subTotal, :shippingTotal, :paymentTotal, :tax, :orderTotal
    from carts cart
    join cartAddresses address on address.ownerId = cart.id and address.addressName = 'Billing'
    join customers customer on customer.emailAddress = address.emailAddress
    where cart.id = :cartId`)
  const copyLines = db.prepare('insert into orderLines select * from cartLines where ownerId = ?')
  const copyAddresses = db.prepare(`
    insert into orderAddresses
    select address.*, country.name from cartAddresses address join countries country on country.id = address.countryId
    where address.ownerId = ?`)
  const copyShipment = db.prepare('insert into orderShipments select * from cartShipments where ownerId = ?')
  const insertPayment = db.prepare('insert into payments values (?, ?, ?, ?, ?, ?, ?)')
  const closeCart = db.prepare('update carts set orderId = id where id = ?')

  const place = db.transaction(({ cartId, paymentMethodId }: PlaceOrderBody): string => {
    const delivery = deliveryOf.get(cartId)
    const terms = termsOf.get(paymentMethodId)
    if (!delivery || !terms) throw new Error('The cart is not complete.')
    const totals = totalsOf(linesOf.all(cartId), { shipping: delivery, payment: terms })
    putCustomer.run({ id: newId(), cartId })
    insertOrder.run({ cartId, now: new Date().toISOString(), ...totals })
    copyLines.run(cartId)
    copyAddresses.run(cartId)
    copyShipment.run(cartId)
    const paymentId = newId()
    const { orderTotal, paymentTotal } = totals
    insertPayment.run(paymentId, cartId, paymentMethodId, orderTotal, terms.fee, terms.feePpm, paymentTotal)
    closeCart.run(cartId)
    return paymentId
  }).immediate

  return (origin: string, body: PlaceOrderBody) => {
    const paymentId = place(body)
    const query = new URLSearchParams({ payment: paymentId, paymentMethod: body.paymentMethodId }).toString()
    return { paymentId, paymentUrl: `${origin}/api/v1/checkout?${query}` }
  }
}
