import { holdsScope, type ConsoleScope } from '../../api/scopes.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { SHORTCUTS } from '../shortcuts/shortcut-list.ts'

interface Section {
  /** Of its route. */
  readonly name: string
  readonly icon: string
  readonly label: MessageKey
  readonly shortcut: string
  /** What somebody must be allowed to, to go there. */
  readonly scope: ConsoleScope
  /** Whether it stands at the lower end of the rail. */
  readonly isBelow?: boolean
}

/** The places of the console, as the rail has them; each is a route of its name. */
export const sections: readonly Section[] = [
  {
    name: 'carts',
    icon: 'i-lucide-shopping-cart',
    label: 'shell.carts',
    shortcut: SHORTCUTS.carts,
    scope: 'staff',
  },
  {
    name: 'orders',
    icon: 'i-lucide-receipt-text',
    label: 'shell.orders',
    shortcut: SHORTCUTS.orders,
    scope: 'support',
  },
  {
    name: 'customers',
    icon: 'i-lucide-users',
    label: 'customers.title',
    shortcut: SHORTCUTS.customers,
    scope: 'staff',
  },
  {
    name: 'products',
    icon: 'i-lucide-package',
    label: 'products.title',
    shortcut: SHORTCUTS.products,
    scope: 'staff',
  },
  {
    name: 'prices',
    icon: 'i-lucide-tags',
    label: 'shell.prices',
    shortcut: SHORTCUTS.prices,
    scope: 'staff',
  },
  {
    name: 'today',
    icon: 'i-lucide-chart-column',
    label: 'shell.today',
    shortcut: SHORTCUTS.today,
    scope: 'staff',
  },
  {
    name: 'settings',
    icon: 'i-lucide-settings',
    label: 'settings.title',
    shortcut: SHORTCUTS.settings,
    scope: 'manage',
    isBelow: true,
  },
]

/** Those of whoever is at the desk. */
export const openSections = (): readonly Section[] => sections.filter(({ scope }) => holdsScope(scope))
