import type { TransferKind } from '../../api/transfer.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { CUSTOMERS_CALLED } from './customer-columns.ts'
import { PRICES_CALLED, PRODUCTS_CALLED } from './known-columns.ts'
import { STOCK_CALLED } from './stock-columns.ts'

/** What a file is about. */
export type Subject = 'products' | 'customers' | 'stock'

interface FileKind {
  readonly value: TransferKind
  readonly label: MessageKey
  /** What columns are called in files of unknown programs. */
  readonly called: Readonly<Record<string, readonly string[]>>
}

interface SubjectTexts {
  /** What of it may be in a file, the usual first. */
  readonly kinds: readonly FileKind[]
  /** The route of their list. */
  readonly list: Subject
  readonly icon: string
  readonly title: MessageKey
  readonly back: MessageKey
  readonly toList: MessageKey
  /** By their number. */
  readonly store: MessageKey
  readonly dropText: MessageKey
  /** Without one of these columns nothing can be read. */
  readonly knownBy: readonly string[]
}

export const SUBJECTS: Readonly<Record<Subject, SubjectTexts>> = {
  products: {
    kinds: [
      { value: 'products', label: 'imports.products', called: PRODUCTS_CALLED },
      { value: 'prices', label: 'imports.prices', called: PRICES_CALLED },
    ],
    list: 'products',
    icon: 'i-lucide-package',
    title: 'imports.title',
    back: 'product.back',
    toList: 'imports.toProducts',
    store: 'imports.store',
    dropText: 'imports.dropText',
    knownBy: ['sku'],
  },
  customers: {
    kinds: [{ value: 'customers', label: 'customers.title', called: CUSTOMERS_CALLED }],
    list: 'customers',
    icon: 'i-lucide-users',
    title: 'imports.titleCustomers',
    back: 'customer.back',
    toList: 'imports.toCustomers',
    store: 'imports.storeCustomers',
    dropText: 'imports.dropCustomersText',
    knownBy: ['id', 'email', 'lastName'],
  },
  stock: {
    kinds: [{ value: 'stock', label: 'stock.title', called: STOCK_CALLED }],
    list: 'stock',
    icon: 'i-lucide-boxes',
    title: 'imports.titleStock',
    back: 'stock.back',
    toList: 'imports.toStock',
    store: 'imports.storeStock',
    dropText: 'imports.dropStockText',
    knownBy: ['sku', 'barcode'],
  },
}
