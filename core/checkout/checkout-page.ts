import { createHash } from 'node:crypto'
import type { ReadDb } from '../database/engine.ts'
import { notFound } from '../kernel/errors.ts'
import { escaped } from '../kernel/markup.ts'
import { toMajor, writtenAmount } from '../kernel/money.ts'
import { webAddress } from '../kernel/web-address.ts'
import { paymentsOf } from '../orders/payments/payment.repository.ts'
import type { PaymentState } from '../orders/payments/payment.ts'

/** What the page behind a `paymentUrl` shows. */
export interface CheckoutState {
  readonly orderNumber: string
  readonly storeName: string
  readonly culture: string
  readonly currency: string
  readonly amount: number
  readonly state: PaymentState
  readonly methodName: string
  /** Where the payer goes on, for a method that has a gateway and is not paid yet. */
  readonly gatewayUrl: string | null
  /** The page of the payment that has taken the place of this one, relative to this page. */
  readonly laterUrl: string | null
  /** Where the payer goes back to, with the order's id. */
  readonly returnUrl: string | null
}

/** @throws CommerceError NotFound where there is no such payment by that method */
export async function getCheckoutState(
  db: ReadDb,
  paymentId: string,
  paymentMethodId: string,
): Promise<CheckoutState> {
  const row = await db
    .selectFrom('payments as payment')
    .innerJoin('orders as order', 'order.id', 'payment.order_id')
    .innerJoin('stores as store', 'store.id', 'payment.store_id')
    .innerJoin('currencies as currency', 'currency.id', 'order.currency_id')
    .innerJoin('payment_methods as method', 'method.id', 'payment.payment_method_id')
    .select([
      'order.id as orderId',
      'order.order_number as orderNumber',
      'store.name as storeName',
      'order.culture_code as culture',
      'currency.iso_code as currency',
      'payment.amount',
      'payment.state',
      'payment.payment_method_name as methodName',
      'method.gateway_url as gatewayUrl',
      'method.return_url as returnUrl',
    ])
    .where('payment.id', '=', paymentId)
    .where('payment.payment_method_id', '=', paymentMethodId)
    .executeTakeFirst()
  if (!row) throw notFound('payment.not-found', 'There is no such payment.')
  const { orderId, gatewayUrl, returnUrl, ...shown } = row
  return {
    ...shown,
    gatewayUrl: row.state === 'pending' && webAddress(gatewayUrl) ? gatewayUrl : null,
    laterUrl: row.state === 'voided' ? await laterPage(db, orderId) : null,
    returnUrl: withOrder(webAddress(returnUrl), orderId),
  }
}

/** The page of the payment that counts, for the page of one that no longer does. */
async function laterPage(db: ReadDb, orderId: string): Promise<string | null> {
  const later = (await paymentsOf(db, orderId)).at(-1)
  return later ? checkoutPath(later.id, later.payment_method_id) : null
}

/** Path and query of a payment's page. */
export const checkoutPath = (payment: string, paymentMethod: string): string =>
  `/api/v1/checkout?${new URLSearchParams({ payment, paymentMethod }).toString()}`

function withOrder(url: URL | undefined, orderId: string): string | null {
  url?.searchParams.append('OrderGuid', orderId)
  return url?.href ?? null
}

const stateTexts: Readonly<Record<PaymentState, string>> = {
  pending: 'Awaiting payment',
  captured: 'Paid',
  partially_refunded: 'Refunded in part',
  refunded: 'Refunded',
  voided: 'No longer to be paid',
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center}
main{padding:2rem;text-align:center}
h1{font-size:1rem;font-weight:500;margin:0}
.number{font-size:2rem;font-weight:700;margin:.5rem 0}
.amount{font-size:1.5rem;font-variant-numeric:tabular-nums;margin:0}
p:has(a){margin:1.5rem 0 0}`

/** The page may load and run nothing; its one style sheet is named by its digest. */
export const checkoutHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

/** A plain page without scripts: order number, amount, state, and the way to the gateway where there is one. */
export function checkoutPage(checkout: CheckoutState): string {
  const { orderNumber, storeName, culture, currency, methodName, state } = checkout
  const amount = writtenAmount(toMajor(checkout.amount, currency), currency, culture)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(orderNumber)} – ${escaped(storeName)}</title><style>${style}</style></head>
<body><main>
<h1>${escaped(storeName)}</h1>
<p class="number">${escaped(orderNumber)}</p>
<p class="amount">${escaped(amount)}</p>
<p>${stateTexts[state]} – ${escaped(methodName)}</p>
${link(checkout.gatewayUrl, 'Continue to payment')}
${link(checkout.laterUrl, 'Go to the current payment')}
${link(checkout.returnUrl, `Back to ${checkout.storeName}`)}
</main></body>
</html>
`
}

const link = (url: string | null, text: string): string =>
  url === null ? '' : `<p><a href="${escaped(url)}" rel="noreferrer">${escaped(text)}</a></p>`
