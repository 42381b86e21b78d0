import type { Cart } from '../../api/carts.ts'
import type { ManagedCustomer } from '../../api/managed-customers.ts'
import type { MessageKey, Texts } from '../../i18n/index.ts'
import { fullName } from '../../ui/format.ts'

/** A customer, as carts and searches have them. */
interface Known extends Pick<ManagedCustomer, 'firstName' | 'lastName' | 'phoneNumber'> {
  readonly emailAddress: string | null
  readonly addresses?: readonly { readonly companyName: string | null }[]
}

/** How people know a customer: the name, else the company, the e-mail or the phone number. */
export const knownName = (customer: Known): string => nameIn(customer) ?? '—'

function nameIn({ addresses = [], emailAddress, phoneNumber, ...person }: Known): string | undefined {
  const company = addresses.find(({ companyName }) => companyName)?.companyName
  return [fullName(person), company, emailAddress, phoneNumber].find(Boolean) ?? undefined
}

type Buyer = Pick<Cart, 'customer' | 'billingAddress'>

/** Who the customer of a cart is. The bill may still be somebody else's: it is asked where nothing else is known, as of a company alone. Empty without a customer. */
export const customerOfCart = ({ billingAddress, customer }: Buyer): string =>
  customer ? (nameIn(customer) ?? billingAddress?.companyName ?? '—') : ''

/** What a cart goes by, as its order will: the customer, who has the name on the bill where none is known. Undefined where nothing says who it is. */
export function nameOfCart({ billingAddress, customer }: Buyer): string | undefined {
  const person = customer ?? billingAddress
  return person ? nameIn({ ...person, addresses: billingAddress ? [billingAddress] : [] }) : undefined
}

/** The same of one of the shop's records. */
export const customerName = (
  customer: Pick<ManagedCustomer, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'state'> & {
    addresses: readonly { companyName: string | null }[]
  },
  t: Texts['t'],
): string =>
  customer.state === 'erased'
    ? t('customer.erased')
    : knownName({ ...customer, emailAddress: customer.email })

const LABELS: Readonly<Record<string, MessageKey>> = {
  firstName: 'address.firstName',
  lastName: 'address.lastName',
  email: 'address.email',
  phoneNumber: 'address.phoneNumber',
  organization: 'customer.organization',
  organizationId: 'customer.organization',
  customerGroups: 'customer.groups',
  customerGroupIds: 'customer.groups',
  note: 'customer.note',
  acceptsMarketing: 'customer.acceptsMarketing',
  state: 'customer.state',
  addresses: 'customer.address',
  double: 'customer.double',
  mergedInto: 'customer.mergedInto',
  doubleId: 'customer.double',
}

/** A field of a customer in words, counted from one: `addresses.1` is “Address 1”. */
export function fieldLabel(field: string, t: Texts['t']): string {
  const [name = '', index, part] = field.split('.')
  const label = LABELS[name]
  const parts = [
    label ? t(label) : name,
    index,
    part !== undefined && part in LABELS ? t(LABELS[part] ?? 'address.email') : part,
  ]
  return parts.filter((each) => each !== undefined).join(' ')
}
