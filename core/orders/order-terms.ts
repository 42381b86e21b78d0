import { codeTerm, phoneTerm, searchTerms } from '../kernel/search-terms.ts'

/** What an order is found by, besides its id and the ids of its payments. */
export interface OrderTermSource {
  readonly orderNumber: string
  /** Names of the customer, of addresses and of companies. */
  readonly names: readonly (string | null)[]
  readonly emails: readonly (string | null)[]
  readonly phones: readonly (string | null)[]
  readonly skus: readonly (string | null)[]
}

/** The terms of an order, each once. */
export function orderTerms({ orderNumber, names, emails, phones, skus }: OrderTermSource): string[] {
  const codes = [orderNumber, ...emails, ...skus].filter((code) => code !== null).map(codeTerm)
  const numbers = phones.filter((phone) => phone !== null).map(phoneTerm)
  return [...new Set([...searchTerms(...names), ...codes, ...numbers].filter(Boolean))]
}
