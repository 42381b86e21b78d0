import { computed, type ComputedRef } from 'vue'
import { getOrder, listOrderEvents, type Order, type OrderEvent } from '../../api/orders.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { paymentStateOf, stepsOf, type OrderSteps, type PaymentState } from './order-status.ts'

export interface OpenedOrder {
  loaded: Loaded<{ order: Order; events: OrderEvent[] }>
  order: ComputedRef<Order | undefined>
  events: ComputedRef<readonly OrderEvent[]>
  steps: ComputedRef<OrderSteps>
  paymentState: ComputedRef<PaymentState>
  /** Runs a step, then reads the order and its history again. */
  perform: (step: () => Promise<unknown>) => Promise<void>
}

export function useOrder(orderId: string): OpenedOrder {
  const loaded = useLoaded(async () => {
    const [order, { events }] = await Promise.all([getOrder(orderId), listOrderEvents(orderId)])
    return { order, events }
  })
  const order = computed(() => loaded.data.value?.order)
  const events = computed(() => loaded.data.value?.events ?? [])

  return {
    loaded,
    order,
    events,
    steps: computed(() => (order.value ? stepsOf(order.value) : { canCancel: false, canComplete: false })),
    paymentState: computed(() => (order.value ? paymentStateOf(order.value, events.value) : 'pending')),
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
