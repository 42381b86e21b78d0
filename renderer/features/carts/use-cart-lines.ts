import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { addLine, removeLine, updateLine, type CartLine } from '../../api/carts.ts'
import type { CartSession } from './cart-session.ts'

export interface CartLines {
  /** Quantities on their way to the core, shown meanwhile in place of the cart's, by line. */
  wanted: Readonly<Ref<Readonly<Record<string, number>>>>
  /** The line removed last, while it can be brought back. */
  removed: Readonly<ShallowRef<CartLine | undefined>>
  setQuantity: (line: CartLine, quantity: number) => Promise<void>
  remove: (line: CartLine) => Promise<void>
  /** Brings the line removed last back, as the cart's last one. */
  undo: () => Promise<void>
  dismiss: () => void
}

export function useCartLines(cartId: string, session: CartSession): CartLines {
  const wanted = ref<Record<string, number>>({})
  const removed = shallowRef<CartLine>()

  async function setQuantity(line: CartLine, quantity: number): Promise<void> {
    wanted.value[line.id] = quantity
    try {
      await session.change((options) => updateLine(cartId, line.id, { quantity }, options), {
        key: `quantity ${line.id}`,
      })
    } finally {
      if (wanted.value[line.id] === quantity) Reflect.deleteProperty(wanted.value, line.id)
    }
  }

  async function remove(line: CartLine): Promise<void> {
    await session.change((options) => removeLine(cartId, line.id, options))
    removed.value = line
  }

  async function undo(): Promise<void> {
    const line = removed.value
    if (!line) return
    removed.value = undefined
    const { sku, variantSku, quantity, priceGroupId, productCatalogId: catalogId } = line
    const cultureCode = session.cart.value?.cultureCode ?? ''
    const customProperties = line.customProperties.map(({ key, value }) => ({ key, value }))
    await session.change(
      (options) =>
        addLine(
          cartId,
          { sku, variantSku, quantity, priceGroupId, catalogId, cultureCode, customProperties },
          options,
        ),
      { isRepeatable: true },
    )
  }

  return { wanted, removed, setQuantity, remove, undo, dismiss: () => (removed.value = undefined) }
}
