import type { Ppm } from '../../kernel/money.ts'
import type { MethodDraft } from '../../methods/method-draft.ts'

/** What somebody wants a way to deliver to be; its amounts are prices without tax. */
export interface ShippingMethodDraft extends MethodDraft {
  readonly taxRate: Ppm
  /** Whether the goods are brought to an address; otherwise they are collected. */
  readonly delivers: boolean
  /** The ways to pay that go with it. */
  readonly paymentMethodIds: readonly string[]
  readonly defaultPaymentMethodId: string | null
}

export interface ShippingMethodRecord extends ShippingMethodDraft {
  readonly id: string
  readonly version: number
}
