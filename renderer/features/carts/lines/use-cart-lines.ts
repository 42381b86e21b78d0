import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import { addLine, removeLine, updateLine, type CartLine } from '../../../api/carts.ts'
import type { CartSession } from '../session/cart-session.ts'
import type { LargeQuantities } from './use-large-quantities.ts'

export interface CartLines {
  /** Quantities on their way to the core, shown meanwhile in place of the cart's, by line. */
  wanted: Readonly<Ref<Readonly<Record<string, number>>>>
  /** The line removed last, while it can be brought back. */
  removed: ComputedRef<CartLine | undefined>
  /** Whether a quantity is still to be mended or to be answered: the cart is not what the clerk means yet. */
  isUndecided: ComputedRef<boolean>
  /** Notes whether what stands in the line's field is no quantity. */
  setFaulty: (lineId: string, isFaulty: boolean) => void
  /** False where it is so much that the clerk was asked and did not mean it. */
  setQuantity: (line: CartLine, quantity: number) => Promise<boolean>
  remove: (line: CartLine) => Promise<void>
  /** Brings the line removed last back to its place, as it was; then the one removed before it. */
  undo: () => Promise<void>
  dismiss: () => void
}

/** A line that was removed, and its place among the lines, from 1. */
interface Removal {
  line: CartLine
  position: number
}

/** The price and the tax rate that somebody had set for a line, where those of the list are others. */
function differingTerms(restored: CartLine, { price, taxRate }: CartLine) {
  const terms = {
    ...(restored.price !== price && { price }),
    ...(restored.taxRate !== taxRate && { taxRate }),
  }
  return Object.keys(terms).length > 0 ? terms : undefined
}

export function useCartLines(cartId: string, session: CartSession, quantities: LargeQuantities): CartLines {
  const wanted = ref<Record<string, number>>({})
  const removals = shallowRef<readonly Removal[]>([])
  const faulty = ref(new Set<string>())

  async function setQuantity(line: CartLine, quantity: number): Promise<boolean> {
    if (!(await quantities.allow(line.productName, quantity, line.quantity))) return false
    wanted.value[line.id] = quantity
    try {
      await session.change((options) => updateLine(cartId, line.id, { quantity }, options), {
        key: `quantity ${line.id}`,
      })
      return true
    } finally {
      if (wanted.value[line.id] === quantity) Reflect.deleteProperty(wanted.value, line.id)
    }
  }

  async function remove(line: CartLine): Promise<void> {
    const lines = session.cart.value?.orderLines ?? []
    const position = lines.findIndex(({ id }) => id === line.id) + 1
    await session.change((options) => removeLine(cartId, line.id, options))
    removals.value = [...removals.value, { line, position }]
  }

  async function undo(): Promise<void> {
    const removal = removals.value.at(-1)
    if (!removal) return
    removals.value = removals.value.slice(0, -1)
    const { line, position } = removal
    const { sku, variantSku, quantity, priceGroupId, productCatalogId: catalogId } = line
    const body = {
      ...{ sku, variantSku, quantity, priceGroupId, catalogId, position },
      cultureCode: session.cart.value?.cultureCode ?? '',
      customProperties: line.customProperties.map(({ key, value }) => ({ key, value })),
      // Its own line again, even where the same goods have been scanned meanwhile.
      addToExistingOrderline: false,
    }
    const { lineId, cart } = await session.change((options) => addLine(cartId, body, options), {
      isRepeatable: true,
    })
    const restored = cart.orderLines.find(({ id }) => id === lineId)
    const terms = restored && differingTerms(restored, line)
    if (terms) await session.change((options) => updateLine(cartId, lineId, terms, options))
  }

  return {
    wanted,
    removed: computed(() => removals.value.at(-1)?.line),
    isUndecided: computed(() => faulty.value.size > 0 || quantities.asked.value !== undefined),
    setFaulty: (lineId, isFaulty) => (isFaulty ? faulty.value.add(lineId) : faulty.value.delete(lineId)),
    setQuantity,
    remove,
    undo,
    dismiss: () => (removals.value = []),
  }
}
