import type { MessageKey } from '../../i18n/index.ts'
import type { Shortcut } from './use-shortcuts.ts'

/** Every shortcut of the console, for the help page and for the marks beside what they reach. */
export const SHORTCUTS = {
  help: 'F1',
  search: 'Ctrl+K',
  today: 'Ctrl+F2',
  newOrder: 'Shift+F2',
  orders: 'F3',
  carts: 'Shift+F3',
  customers: 'Ctrl+F10',
  stores: 'Ctrl+F6',
  products: 'Ctrl+F1',
  prices: 'Ctrl+F7',
  settings: 'Ctrl+,',
  lock: 'Ctrl+Shift+L',
  scan: 'F2',
  customer: 'F4',
  walkIn: 'Shift+F1',
  billingAddress: 'Shift+F4',
  delivery: 'F6',
  shippingAddress: 'Shift+F6',
  priceGroup: 'F7',
  bestPriceGroup: 'Shift+F7',
  promotionCode: 'Shift+F9',
  payment: 'F8',
  note: 'Shift+F8',
  properties: 'Ctrl+F8',
  placeOrder: 'F9',
  whyPrice: 'Ctrl+F9',
  park: 'Ctrl+F3',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Y',
  keepMine: 'Ctrl+M',
  takeTheirs: 'Ctrl+Shift+M',
  source: 'Ctrl+J',
  save: 'Ctrl+S',
  print: 'Ctrl+P',
  nextOrder: 'J',
  previousOrder: 'K',
} as const satisfies Record<string, Shortcut>

export interface ShortcutGroup {
  title: MessageKey
  entries: readonly { keys: readonly string[]; text: MessageKey }[]
}

export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'keys.everywhere',
    entries: [
      { keys: [SHORTCUTS.search], text: 'keys.search' },
      { keys: [SHORTCUTS.newOrder], text: 'keys.newOrder' },
      { keys: [SHORTCUTS.orders], text: 'keys.orders' },
      { keys: [SHORTCUTS.carts], text: 'keys.carts' },
      { keys: [SHORTCUTS.customers], text: 'keys.customers' },
      { keys: [SHORTCUTS.today], text: 'keys.today' },
      { keys: [SHORTCUTS.stores], text: 'keys.stores' },
      { keys: [SHORTCUTS.products], text: 'keys.products' },
      { keys: [SHORTCUTS.prices], text: 'keys.prices' },
      { keys: [SHORTCUTS.settings], text: 'settings.title' },
      { keys: [SHORTCUTS.save], text: 'keys.save' },
      { keys: [SHORTCUTS.lock], text: 'staff.lockKey' },
      { keys: ['?', SHORTCUTS.help], text: 'keys.help' },
      { keys: ['Esc'], text: 'keys.escape' },
    ],
  },
  {
    title: 'keys.order',
    entries: [
      { keys: [SHORTCUTS.scan], text: 'keys.scan' },
      { keys: [SHORTCUTS.customer], text: 'keys.customer' },
      { keys: [SHORTCUTS.walkIn], text: 'keys.walkIn' },
      { keys: [SHORTCUTS.billingAddress], text: 'keys.billingAddress' },
      { keys: [SHORTCUTS.shippingAddress], text: 'keys.shippingAddress' },
      { keys: [SHORTCUTS.delivery], text: 'keys.delivery' },
      { keys: [SHORTCUTS.priceGroup], text: 'keys.priceGroup' },
      { keys: [SHORTCUTS.bestPriceGroup], text: 'keys.bestPriceGroup' },
      { keys: [SHORTCUTS.whyPrice], text: 'keys.whyPrice' },
      { keys: [SHORTCUTS.payment], text: 'keys.payment' },
      { keys: [SHORTCUTS.promotionCode], text: 'keys.promotionCode' },
      { keys: [SHORTCUTS.note], text: 'keys.note' },
      { keys: [SHORTCUTS.properties], text: 'keys.properties' },
      { keys: [SHORTCUTS.placeOrder], text: 'keys.placeOrder' },
      { keys: [SHORTCUTS.park], text: 'keys.park' },
      { keys: [SHORTCUTS.source], text: 'keys.source' },
      { keys: [SHORTCUTS.keepMine, SHORTCUTS.takeTheirs], text: 'keys.mineOrTheirs' },
    ],
  },
  {
    title: 'keys.afterOrder',
    entries: [
      { keys: [SHORTCUTS.nextOrder, SHORTCUTS.previousOrder], text: 'keys.nextOrder' },
      { keys: [SHORTCUTS.payment], text: 'keys.paymentStep' },
      { keys: [SHORTCUTS.note], text: 'keys.note' },
      { keys: [SHORTCUTS.print], text: 'keys.print' },
      { keys: [SHORTCUTS.source], text: 'keys.source' },
    ],
  },
  {
    title: 'keys.scanField',
    entries: [
      { keys: ['Enter'], text: 'keys.enter' },
      { keys: ['↑', '↓'], text: 'keys.arrows' },
      { keys: ['3*', '3x'], text: 'keys.quantityPrefix' },
      { keys: ['↑'], text: 'keys.lastLine' },
      { keys: ['Ctrl+Del'], text: 'keys.deleteLine' },
      { keys: [SHORTCUTS.undo], text: 'keys.undo' },
      { keys: [SHORTCUTS.redo], text: 'keys.redo' },
    ],
  },
]
