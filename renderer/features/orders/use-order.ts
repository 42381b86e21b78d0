import { computed, type ComputedRef } from 'vue'
import {
  getOrder,
  listOrderEvents,
  listRefunds,
  type OrderEvent,
  type OrderTransaction,
  type Payment,
  type ShownOrder,
} from '../../api/orders.ts'
import { useTexts } from '../../i18n/index.ts'
import { useLive } from '../../ui/use-live.ts'
import { holdsScope } from '../../api/scopes.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { minorDigits } from '../../ui/format.ts'
import { balanceOf, stepsOf, type OrderSteps, type PaymentState } from './order-status.ts'

export interface OpenedOrder {
  loaded: Loaded<{ order: ShownOrder; events: OrderEvent[]; refunds: OrderTransaction[] }>
  order: ComputedRef<ShownOrder | undefined>
  events: ComputedRef<readonly OrderEvent[]>
  /** Oldest first, with the goods that came back. */
  refunds: ComputedRef<readonly OrderTransaction[]>
  steps: ComputedRef<OrderSteps>
  /** What is still to be received: all of it, or the rest. */
  due: ComputedRef<Payment | undefined>
  /** Of what is still to be received, or the payment that was chosen last. */
  paymentState: ComputedRef<PaymentState>
  /** What the shop holds of the order's money, in major units. */
  held: ComputedRef<number>
  /** Runs a step, then reads the order and its history again. */
  perform: (step: () => Promise<unknown>) => Promise<void>
}

export function useOrder(orderId: string): OpenedOrder {
  const { locale } = useTexts()
  const loaded = useLoaded(
    async () => {
      const [order, events] = await Promise.all([getOrder(orderId), listOrderEvents(orderId, locale.value)])
      return { order, events, refunds: await listRefunds(order) }
    },
    () => `${orderId} ${locale.value}`,
  )
  // Whoever else does something to it, to how it is paid, or to a gift card that it was paid by: the page follows.
  const isPaidBy = (id: string) => order.value?.payments.some(({ giftCard }) => giftCard?.id === id) ?? false
  useLive(
    ({ id, noun }) => id === orderId || noun === 'payment-method' || isPaidBy(id),
    () => loaded.refresh(),
  )
  const order = computed(() => loaded.data.value?.order)
  const events = computed(() => loaded.data.value?.events ?? [])
  const refunds = computed(() => loaded.data.value?.refunds ?? [])
  const due = computed(() => order.value?.payments.find(({ state }) => state === 'Pending'))

  return {
    loaded,
    order,
    events,
    refunds,
    steps: computed(() =>
      stepsOf((holdsScope('staff') && order.value) || { orderStatus: { id: '', name: '' }, payments: [] }),
    ),
    due,
    paymentState: computed(() => (due.value ?? order.value?.payments.at(-1))?.state ?? 'Pending'),
    held: computed(() => {
      const { payments = [], billingCurrency } = order.value ?? {}
      const decimals = minorDigits(billingCurrency?.isoCode ?? 'EUR')
      const sum = payments.reduce((total, payment) => total + balanceOf(payment, decimals), 0)
      return Number(sum.toFixed(decimals))
    }),
    async perform(step) {
      try {
        await step()
      } finally {
        // Refused too: that usually means that somebody else was first. Show where the order stands now.
        await loaded.load()
      }
    },
  }
}
