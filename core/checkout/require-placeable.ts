import type { CartRecord } from '../carts/cart.repository.ts'
import { needsPostalCode } from '../countries/country.repository.ts'
import type { AddressColumns } from '../customers/customer.table.ts'
import type { ReadDb } from '../database/engine.ts'
import { CommerceError, fault, said, type Fault } from '../kernel/errors.ts'
import { findDelivery } from '../shipping-methods/shipping-method.repository.ts'

type Address = Pick<
  AddressColumns,
  'first_name' | 'last_name' | 'company_name' | 'line1' | 'city' | 'postal_code'
>

/** What an address is needed for. */
interface Need {
  readonly hasName: boolean
  readonly hasPlace: boolean
  readonly hasPostalCode: boolean
}

/**
 * A cart is a draft; here it must be whole (decisions, payment and order): goods, a name on the bill, and an address
 * wherever something is sent to.
 * @throws CommerceError BadRequest, naming everything that is missing
 */
export async function requirePlaceable(
  db: ReadDb,
  { cart, lines, billingAddress, shippingAddress, shipment }: CartRecord,
  { sendsInvoice }: { readonly sendsInvoice: boolean },
): Promise<void> {
  const delivery = shipment && (await findDelivery(db, shipment.shippingMethodId))
  const delivers = delivery?.delivers === true
  const faults: Fault[] = []
  // What was agreed on when the order was placed stays, however it is paid then.
  if (shipment && delivery?.isOffered !== true && cart.state !== 'ordered') {
    const text = said`${{ name: delivery?.name ?? shipment.shipmentName }} is offered no more: choose another shipping method`
    faults.push(fault('shipping-method.retired', text, 'shippingMethodId'))
  }
  if (lines.length === 0) faults.push(fault('cart.no-lines', 'The cart has no lines.'))
  if (billingAddress) {
    const need = {
      hasName: cart.walk_in === 0 || delivers || sendsInvoice,
      hasPlace: sendsInvoice || (delivers && !shippingAddress),
      hasPostalCode: await needsPostalCode(db, billingAddress.country_id),
    }
    faults.push(...missing('billingAddress', billingAddress, need))
  } else {
    faults.push(fault('cart.no-billing', 'The cart has no billing address.'))
  }
  if (delivers && shippingAddress) faults.push(...(await missingForDelivery(db, shippingAddress)))
  if (faults.length > 0) throw new CommerceError('BadRequest', 'cart.incomplete', faults)
}

/** What is missing in an address that goods are sent to. */
export async function missingForDelivery(db: ReadDb, address: AddressColumns): Promise<Fault[]> {
  const hasPostalCode = await needsPostalCode(db, address.country_id)
  return missing('shippingAddress', address, { hasName: true, hasPlace: true, hasPostalCode })
}

/** A company is a name, too. */
function missing(what: string, address: Address, { hasName, hasPlace, hasPostalCode }: Need): Fault[] {
  const fields: readonly (readonly [string, string | null, boolean])[] = [
    ['firstName', address.first_name, hasName && isBlank(address.company_name)],
    ['lastName', address.last_name, hasName && isBlank(address.company_name)],
    ['line1', address.line1, hasPlace],
    ['city', address.city, hasPlace],
    ['postalCode', address.postal_code, hasPlace && hasPostalCode],
  ]
  return fields
    .filter(([, value, isNeeded]) => isNeeded && isBlank(value))
    .map(([field]) => fault('field.required', 'is missing', `${what}.${field}`))
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === ''
