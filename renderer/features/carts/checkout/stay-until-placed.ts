import { watch, type ShallowRef } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router'

/**
 * Whoever leaves a cart while its order is being placed leaves when the answer has come: what is refused is seen where it
 * can be mended, and an order that is placed needs nobody there any more.
 * @param isOrdered whether it is placed by now
 * @returns whether somebody waits to leave
 */
export function useStayUntilPlaced(
  cartId: string,
  isPlacing: Readonly<ShallowRef<boolean>>,
  isOrdered: () => boolean,
): () => boolean {
  let waiting = 0

  async function leave(to: RouteLocationNormalized): Promise<boolean> {
    if (!isPlacing.value || isOrdered() || to.params['cartId'] === cartId) return true
    waiting += 1
    await new Promise((resolve) => {
      watch(isPlacing, resolve, { once: true })
    })
    waiting -= 1
    return isOrdered()
  }
  onBeforeRouteLeave(leave)
  onBeforeRouteUpdate(leave)
  return () => waiting > 0
}
