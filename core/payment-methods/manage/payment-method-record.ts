import type { Ppm } from '../../kernel/money.ts'
import type { MethodDraft } from '../../methods/method-draft.ts'
import type { StoredRecord } from '../../records/noun.ts'

/** A word that a checkout is told about a method. */
export interface PaymentMethodProperty {
  readonly id: string
  /** Null where it holds in every culture. */
  readonly cultureCode: string | null
  readonly value: string
}

/** What somebody wants a way to pay to be; its amounts are fixed fees. */
export interface PaymentMethodDraft extends MethodDraft {
  readonly imageId: string | null
  /** The share of what is to be paid that is a fee, beside the fixed one. */
  readonly feeRate: Ppm
  /** To the billing address, which is then to be whole. */
  readonly sendsInvoice: boolean
  /** Whether coins and notes are handed over. */
  readonly takesCash: boolean
  /** Whether it is paid with by gift cards of the store. */
  readonly redeemsGiftCards: boolean
  /** Where the payer is sent from the checkout page; null where staff take the payment. */
  readonly gatewayUrl: string | null
  /** Where the payer may go back to from the checkout page. */
  readonly returnUrl: string | null
  readonly properties: readonly PaymentMethodProperty[]
}

export type PaymentMethodRecord = PaymentMethodDraft & StoredRecord
