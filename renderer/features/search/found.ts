import type { RouteLocationRaw } from 'vue-router'

/** What the shop sells by. */
export type ShopKind = 'campaign' | 'price-group' | 'shipping-method' | 'payment-method'
export type Kind = 'place' | 'command' | 'order' | 'cart' | 'customer' | 'product' | 'gift-card' | ShopKind

/** Something that can be gone to or done. */
export interface Found {
  readonly kind: Kind
  readonly id: string
  readonly title: string
  /** What tells it from others of its name. */
  readonly text?: string
  readonly shortcut?: string
  /** Where it leads; goods that are sold go into an open cart instead. */
  readonly to?: RouteLocationRaw
  /** What it does, instead of leading anywhere. */
  readonly run?: () => unknown
  /** What a scanner would read of it. */
  readonly code?: string
}
