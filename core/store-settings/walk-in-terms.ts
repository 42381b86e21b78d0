import type { ReadDb } from '../database/engine.ts'
import { faultsInto, type FieldFault } from '../records/field-faults.ts'
import type { WalkInTerms } from '../stores/store.repository.ts'
import type { ManagedStoreBody } from './store-settings.schema.ts'

interface Method {
  readonly name: string
  readonly isRetired: boolean
}

/** The methods of a store by their ids, as far as it matters to walk-ins. */
export interface WalkInMethods {
  readonly shipping: ReadonlyMap<string, Method & { readonly delivers: boolean }>
  readonly payment: ReadonlyMap<string, Method & { readonly sendsInvoice: boolean }>
}

export async function walkInMethods(db: ReadDb, storeId: string): Promise<WalkInMethods> {
  const shipping = await db
    .selectFrom('shipping_methods')
    .select(['id', 'name', 'state', 'delivers'])
    .where('store_id', '=', storeId)
    .execute()
  const payment = await db
    .selectFrom('payment_methods')
    .select(['id', 'name', 'state', 'sends_invoice'])
    .where('store_id', '=', storeId)
    .execute()
  return {
    shipping: new Map(
      shipping.map(({ id, delivers, name, state }) => [
        id,
        { name, isRetired: state === 'retired', delivers: delivers === 1 },
      ]),
    ),
    payment: new Map(
      payment.map(({ id, name, sends_invoice, state }) => [
        id,
        { name, isRetired: state === 'retired', sendsInvoice: sends_invoice === 1 },
      ]),
    ),
  }
}

/**
 * What a body says of walk-ins. A method that is set already stays, whatever has become of it: it counts for nothing then, and
 * nothing else of the store waits for it.
 */
export function readWalkInTerms(
  { payment, shipping }: WalkInMethods,
  {
    beginsWithWalkIn = false,
    countryId = null,
    walkInPaymentMethodId = null,
    walkInShippingMethodId = null,
  }: ManagedStoreBody,
  before: WalkInTerms | undefined,
  faults: FieldFault[],
): WalkInTerms {
  const fault = faultsInto(faults)
  if (walkInShippingMethodId !== null && walkInShippingMethodId !== before?.walkInShippingMethodId) {
    const field = 'walkInShippingMethodId'
    const method = shipping.get(walkInShippingMethodId)
    if (!method) fault(field, 'shipping-method.not-found')
    else if (method.isRetired) fault(field, 'field.retired')
    else if (method.delivers) fault(field, 'shipping-method.delivers')
  }
  if (walkInPaymentMethodId !== null && walkInPaymentMethodId !== before?.walkInPaymentMethodId) {
    const field = 'walkInPaymentMethodId'
    const method = payment.get(walkInPaymentMethodId)
    if (!method) fault(field, 'payment-method.not-found')
    else if (method.isRetired) fault(field, 'field.retired')
    else if (method.sendsInvoice) fault(field, 'payment-method.sends-invoice')
  }
  if (beginsWithWalkIn && countryId === null) fault('beginsWithWalkIn', 'store.walk-in-country')
  return { walkInShippingMethodId, walkInPaymentMethodId, beginsWithWalkIn }
}
