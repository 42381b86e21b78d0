import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { Cart } from '../../../api/carts.ts'
import type { Product } from '../../../api/catalog.ts'
import { keptList } from '../../../ui/kept.ts'
import type { ScanOutcome } from './use-scan.ts'

export interface ShortGoods {
  /** Goods that were added here of which the cart has more than there were in stock when they were found, oldest first. */
  short: ComputedRef<readonly Product[]>
  /** Until they are added again. */
  dismiss: (product: Product) => void
}

type Goods = Pick<Product, 'sku' | 'variantSku'>
const isSame = (one: Goods, other: Goods): boolean =>
  one.sku === other.sku && one.variantSku === other.variantSku

type Pieces = Goods & { readonly quantity: number }
const piecesOf = (product: Goods, lines: readonly Pieces[]): number =>
  lines.filter((line) => isSame(line, product)).reduce((sum, { quantity }) => sum + quantity, 0)

const keptAs = (orderId: string): string => `backcounter.taken-goods.${orderId}`

/** Kept by this window for an order that is opened again: what it has taken off the stock stays its own meanwhile. */
export const noteTaken = (orderId: string, lines: readonly Pieces[]): void =>
  sessionStorage.setItem(
    keptAs(orderId),
    JSON.stringify(lines.map(({ quantity, sku, variantSku }) => ({ quantity, sku, variantSku }))),
  )

/**
 * What the cart has more of than was counted: it can be sold all the same, as it is in somebody's hands. How many there are
 * came with the goods when they were looked up; nothing more is asked for it. What the order has taken before is its own.
 * @param last what became of the last scan
 */
export function useShortGoods(
  cartId: string,
  last: Readonly<ShallowRef<ScanOutcome | undefined>>,
  cart: Readonly<ShallowRef<Cart | undefined>>,
): ShortGoods {
  const taken = keptList(sessionStorage.getItem(keptAs(cartId))) as Pieces[]
  const counted = shallowRef<readonly Product[]>([])
  const without = (product: Product) => counted.value.filter((other) => !isSame(other, product))

  watch(
    last,
    (outcome) => {
      if (outcome?.kind !== 'added') return
      const { product } = outcome
      counted.value = product.inStock === null ? without(product) : [...without(product), product]
    },
    // Of scans that follow each other at once, none is left out.
    { flush: 'sync' },
  )

  function isShort(product: Product): boolean {
    const more = piecesOf(product, cart.value?.orderLines ?? []) - piecesOf(product, taken)
    return product.inStock !== null && more > 0 && more > product.inStock
  }

  return {
    short: computed(() => counted.value.filter(isShort)),
    dismiss: (product) => (counted.value = without(product)),
  }
}
