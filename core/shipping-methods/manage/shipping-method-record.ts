import type { Ppm } from '../../kernel/money.ts'
import type { MethodDraft } from '../../methods/method-draft.ts'
import type { StoredRecord } from '../../records/noun.ts'

/** What somebody wants a way to deliver to be; its amounts are prices without tax. */
export interface ShippingMethodDraft extends MethodDraft {
  readonly taxRate: Ppm
  /** Whether the goods are brought to an address; otherwise they are collected. */
  readonly delivers: boolean
  /** The ways to pay that go with it. */
  readonly paymentMethodIds: readonly string[]
  readonly defaultPaymentMethodId: string | null
}

export type ShippingMethodRecord = ShippingMethodDraft & StoredRecord
