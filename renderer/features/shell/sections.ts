import type { MessageKey } from '../../i18n/index.ts'
import { SHORTCUTS } from '../shortcuts/shortcut-list.ts'

/** The places of the console, as the rail has them; each is a route of its name. */
export const sections = [
  { name: 'carts', icon: 'i-lucide-shopping-cart', label: 'shell.carts', shortcut: SHORTCUTS.carts },
  { name: 'orders', icon: 'i-lucide-receipt-text', label: 'shell.orders', shortcut: SHORTCUTS.orders },
  { name: 'prices', icon: 'i-lucide-tags', label: 'shell.prices', shortcut: SHORTCUTS.prices },
  { name: 'today', icon: 'i-lucide-chart-column', label: 'shell.today', shortcut: SHORTCUTS.today },
] as const satisfies readonly { name: string; icon: string; label: MessageKey; shortcut: string }[]
