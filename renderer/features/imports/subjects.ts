import type { TransferKind } from '../../api/transfer.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { CUSTOMERS_CALLED } from './customer-columns.ts'
import { PRODUCTS_CALLED } from './known-columns.ts'

/** What a file is about. */
export type Subject = 'products' | 'customers'

interface SubjectTexts {
  /** What of it may be in a file, the usual first. */
  readonly kinds: readonly { readonly value: TransferKind; readonly label: MessageKey }[]
  /** The route of their list. */
  readonly list: Subject
  readonly icon: string
  readonly title: MessageKey
  readonly back: MessageKey
  readonly toList: MessageKey
  /** By their number. */
  readonly store: MessageKey
  readonly dropText: MessageKey
  /** What columns are called in files of unknown programs. */
  readonly called: Readonly<Record<string, readonly string[]>>
  /** Without one of these columns nothing can be read. */
  readonly knownBy: readonly string[]
}

export const SUBJECTS: Readonly<Record<Subject, SubjectTexts>> = {
  products: {
    kinds: [
      { value: 'products', label: 'imports.products' },
      { value: 'prices', label: 'imports.prices' },
    ],
    list: 'products',
    icon: 'i-lucide-package',
    title: 'imports.title',
    back: 'product.back',
    toList: 'imports.toProducts',
    store: 'imports.store',
    dropText: 'imports.dropText',
    called: PRODUCTS_CALLED,
    knownBy: ['sku'],
  },
  customers: {
    kinds: [{ value: 'customers', label: 'customers.title' }],
    list: 'customers',
    icon: 'i-lucide-users',
    title: 'imports.titleCustomers',
    back: 'customer.back',
    toList: 'imports.toCustomers',
    store: 'imports.storeCustomers',
    dropText: 'imports.dropCustomersText',
    called: CUSTOMERS_CALLED,
    knownBy: ['id', 'email', 'lastName'],
  },
}
