import { computed, type ComputedRef } from 'vue'
import { getReceiptEmails, type ReceiptEmail } from '../../api/mail.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

/** Where the receipt of an order was sent by e-mail. */
export interface ReceiptEmails {
  /** Whether the store sends mail; undefined as long as that is not known. */
  readonly isSetUp: ComputedRef<boolean | undefined>
  /** Newest first. */
  readonly list: ComputedRef<readonly ReceiptEmail[]>
  readonly load: () => Promise<unknown>
}

/** Follows them: a mail is sent behind what is done here, by whoever. What cannot be asked for is not offered. */
export function useReceiptEmails(orderId: string): ReceiptEmails {
  const loaded = useLoaded(
    async (signal) => getReceiptEmails(orderId, signal),
    () => orderId,
  )
  useLive(
    ({ id, noun }) => id === orderId || noun === 'mail-server',
    () => loaded.refresh(),
  )
  return {
    isSetUp: computed(() => loaded.data.value?.isSetUp),
    list: computed(() => loaded.data.value?.receiptEmails ?? []),
    load: () => loaded.load(),
  }
}
