import type { Database } from 'better-sqlite3'
import type { Order } from '../../../core/orders/order.schema.ts'
import type { PaymentMethodWithProperties } from '../../../core/payment-methods/payment-method.schema.ts'
import type { ShipmentShippingMethod } from '../../../core/shipping-methods/shipping-method.schema.ts'
import type { Totals } from '../money.ts'
import type { Settings } from './settings.ts'

/** An order with its customer. */
interface OrderRow extends Totals {
  readonly id: string
  readonly orderNumber: number | string
  readonly createdDate: string
  readonly cultureCode: string
  readonly customerId: string
  readonly firstName: string
  readonly lastName: string
  readonly emailAddress: string | null
  readonly phoneNumber: string | null
}
interface LineRow {
  readonly id: string
  readonly sku: string
  readonly variantSku: string | null
  readonly productName: string
  readonly price: number
  readonly quantity: number
  readonly tax: number
  readonly taxPpm: number
}
type AddressRow = Omit<Order['billingAddress'], 'country'> & {
  readonly ownerId: string
  readonly countryId: string
  readonly countryName: string
}
interface ShipmentRow {
  readonly id: string
  readonly shipmentName: string
  readonly price: number
  readonly tax: number
  readonly taxPpm: number
  readonly shippingMethodId: string
}
interface PaymentRow {
  readonly id: string
  readonly amount: number
  readonly fee: number
  readonly feePpm: number
  readonly feeTotal: number
  readonly paymentMethodId: string
}

/** What is stored of an order. */
export interface OrderRows {
  readonly order: OrderRow | undefined
  readonly lines: readonly LineRow[]
  readonly addresses: readonly AddressRow[]
  readonly shipment: ShipmentRow | undefined
  readonly payment: PaymentRow | undefined
}

/** The methods as orders nest them, by their ids. */
export interface Methods {
  readonly shipping: ReadonlyMap<string, ShipmentShippingMethod>
  readonly payment: ReadonlyMap<string, PaymentMethodWithProperties>
}

const million = 1_000_000

/** An order as the contract answers it (section 2.10), by its id. */
export function getOrderOperation(db: Database, settings: Settings) {
  const orderOf = db.prepare<[string], OrderRow>(`
    select orders.*, customer.firstName, customer.lastName, customer.emailAddress, customer.phoneNumber
    from orders join customers customer on customer.id = orders.customerId where orders.id = ?`)
  // `+?`, as in the core's own statements: with a plain one SQLite would plan it anew for every order.
  const linesOf = db.prepare<[string], LineRow>('select * from orderLines where ownerId = +? order by id')
  const addressesOf = db.prepare<[string], AddressRow>('select * from orderAddresses where ownerId = ?')
  const shipmentOf = db.prepare<[string], ShipmentRow>('select * from orderShipments where ownerId = ?')
  const paymentOf = db.prepare<[string], PaymentRow>('select * from payments where orderId = ?')
  const view = orderView(settings, {
    shipping: methodsOf(db, 'shippingMethods'),
    payment: methodsOf(db, 'paymentMethods'),
  })
  return (orderId: string): Order =>
    view({
      order: orderOf.get(orderId),
      lines: linesOf.all(orderId),
      addresses: addressesOf.all(orderId),
      shipment: shipmentOf.get(orderId),
      payment: paymentOf.get(orderId),
    })
}

/** Makes the contract's order of what is stored of one. */
export function orderView({ currency, digits, store, orderStatus }: Settings, methods: Methods) {
  const scale = 10 ** digits

  const viewLine = (line: LineRow) => ({
    id: line.id,
    sku: line.sku,
    variantSku: line.variantSku,
    productName: line.productName,
    price: line.price / scale,
    quantity: line.quantity,
    discount: 0,
    unitDiscount: 0,
    discounts: [],
    tax: line.tax / scale,
    taxRate: line.taxPpm / million,
    total: (line.quantity * (line.price + line.tax)) / scale,
    orderLineProperties: [],
  })

  const viewShipment = (shipment: ShipmentRow, orderLines: Order['orderLines'], to: AddressRow) => ({
    id: shipment.id,
    deliveryNote: null,
    shipmentDiscount: 0,
    shipmentName: shipment.shipmentName,
    shipmentPrice: shipment.price / scale,
    shipmentPriceTotal: (shipment.price + shipment.tax) / scale,
    tax: shipment.tax / scale,
    taxRate: shipment.taxPpm / million,
    trackAndTrace: null,
    orderLines,
    shipmentAddress: viewAddress(to),
    shippingMethod: known(methods.shipping.get(shipment.shippingMethodId)),
    vat: shipment.tax / scale,
    vatRate: shipment.taxPpm / million,
  })

  const viewPayment = (payment: PaymentRow) => ({
    id: payment.id,
    amount: payment.amount / scale,
    fee: payment.fee / scale,
    feePercentage: payment.feePpm / million,
    feeTotal: payment.feeTotal / scale,
    refunded: 0,
    state: 'Pending' as const,
    grossAmount: payment.amount / scale,
    transactionId: null,
    tax: null,
    taxRate: null,
    paymentMethod: known(methods.payment.get(payment.paymentMethodId)),
  })

  return ({ order, lines, addresses, shipment, payment }: OrderRows): Order => {
    const billing = addresses.find(({ addressName }) => addressName === 'Billing')
    const shipping = addresses.find(({ addressName }) => addressName === 'Shipment')
    if (!order || !shipment || !payment || !billing || !shipping) throw new Error('There is no such order.')
    const orderLines = lines.map(viewLine)
    return {
      id: order.id,
      orderNumber: String(order.orderNumber),
      orderStatus,
      createdDate: order.createdDate,
      completedDate: null,
      cultureCode: order.cultureCode,
      note: null,
      discount: 0,
      discountTotal: 0,
      orderTotal: order.orderTotal / scale,
      paymentTotal: order.paymentTotal / scale,
      shippingTotal: order.shippingTotal / scale,
      subTotal: order.subTotal / scale,
      tax: order.tax / scale,
      vat: order.tax / scale,
      store,
      billingAddress: viewAddress(billing),
      billingCurrency: currency,
      customer: {
        id: order.customerId,
        firstName: order.firstName,
        lastName: order.lastName,
        emailAddress: order.emailAddress,
        phoneNumber: order.phoneNumber,
      },
      customProperties: [],
      orderProperties: [],
      discounts: [],
      orderLines,
      payments: [viewPayment(payment)],
      shipments: [viewShipment(shipment, orderLines, shipping)],
      additionalAddresses: null,
    }
  }
}

/** The methods as orders nest them, kept in memory: they never change here. */
function methodsOf<M>(db: Database, table: 'shippingMethods' | 'paymentMethods'): ReadonlyMap<string, M> {
  const rows = db.prepare<[], { id: string; method: string }>(`select id, method from ${table}`).all()
  return new Map(rows.map(({ id, method }) => [id, JSON.parse(method) as M]))
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The order names a method that is not there.')
  return value
}

const viewAddress = ({
  ownerId: _,
  countryId,
  countryName,
  ...address
}: AddressRow): Order['billingAddress'] => ({
  ...address,
  country: { id: countryId, name: countryName },
})
