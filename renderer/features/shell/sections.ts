import type { MessageKey } from '../../i18n/index.ts'
import { SHORTCUTS } from '../shortcuts/shortcut-list.ts'

interface Section {
  /** Of its route. */
  readonly name: string
  readonly icon: string
  readonly label: MessageKey
  readonly shortcut: string
  /** Whether it stands at the lower end of the rail. */
  readonly isBelow?: boolean
}

/** The places of the console, as the rail has them; each is a route of its name. */
export const sections: readonly Section[] = [
  { name: 'carts', icon: 'i-lucide-shopping-cart', label: 'shell.carts', shortcut: SHORTCUTS.carts },
  { name: 'orders', icon: 'i-lucide-receipt-text', label: 'shell.orders', shortcut: SHORTCUTS.orders },
  { name: 'customers', icon: 'i-lucide-users', label: 'customers.title', shortcut: SHORTCUTS.customers },
  { name: 'products', icon: 'i-lucide-package', label: 'products.title', shortcut: SHORTCUTS.products },
  { name: 'prices', icon: 'i-lucide-tags', label: 'shell.prices', shortcut: SHORTCUTS.prices },
  { name: 'today', icon: 'i-lucide-chart-column', label: 'shell.today', shortcut: SHORTCUTS.today },
  {
    name: 'settings',
    icon: 'i-lucide-settings',
    label: 'settings.title',
    shortcut: SHORTCUTS.settings,
    isBelow: true,
  },
]
