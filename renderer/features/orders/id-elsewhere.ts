import type { RouteLocationRaw } from 'vue-router'
import { computed, type ComputedRef } from 'vue'
import { findCartSummary } from '../../api/carts.ts'
import { listManagedCustomers } from '../../api/managed-customers.ts'
import { holdsScope } from '../../api/scopes.ts'
import { useTexts, type Texts } from '../../i18n/index.ts'
import { isGuid } from '../../ui/guid.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { customerName } from '../customers/customer-name.ts'

/** What is said where no order was found. */
export interface NoneFound {
  readonly text: string
  /** Where what was meant is. */
  readonly way?: { readonly label: string; readonly to: RouteLocationRaw }
}

/**
 * What an id is of that no order is found by: a cart, or a customer who has none yet. Whoever looks orders up may see
 * neither.
 * @param search what was searched for where that alone has found nothing
 */
export function useIdElsewhere(search: () => string | undefined): ComputedRef<NoneFound> {
  const { t } = useTexts()
  const id = computed(() => (isGuid(search() ?? '') ? search() : undefined))
  const loaded = useLoaded(
    async (signal) => {
      const asked = id.value
      if (asked === undefined || !holdsScope('staff')) return undefined
      return { asked, found: (await findCart(asked, t)) ?? (await findCustomer(asked, t, signal)) }
    },
    () => id.value,
  )
  return computed(() => {
    if (id.value === undefined) return { text: t('orders.noneFoundText') }
    const { asked, found } = loaded.data.value ?? {}
    return (asked === id.value && found) || { text: t('orders.noneFoundId') }
  })
}

async function findCart(id: string, t: Texts['t']): Promise<NoneFound | undefined> {
  const cart = await findCartSummary(id)
  return (
    cart && {
      text: t('orders.noneFoundCart', { name: cart.name ?? cart.customerName ?? t('carts.noCustomer') }),
      way: { label: t('order.toCart'), to: { name: 'cart', params: { cartId: cart.id } } },
    }
  )
}

async function findCustomer(id: string, t: Texts['t'], signal: AbortSignal): Promise<NoneFound | undefined> {
  const { customers } = await listManagedCustomers({ search: id, maxItems: 1 }, signal)
  const [customer] = customers
  return (
    customer && {
      text: t('orders.noneFoundCustomer', { name: customerName(customer, t) }),
      way: { label: t('orders.toCustomer'), to: { name: 'customer', params: { customerId: customer.id } } },
    }
  )
}
