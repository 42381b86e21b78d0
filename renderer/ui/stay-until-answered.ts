import { watch, type Ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router'

/**
 * Whoever goes to another page while an answer is on its way goes once it has come, and stays where it holds something that
 * nobody has seen, and that is nowhere else. Until then what asks stays mounted, however it is left.
 * @param isBusy whether the answer is on its way
 * @param holdsUnseen once it has come
 */
export function useStayUntilAnswered(isBusy: Readonly<Ref<boolean>>, holdsUnseen: () => boolean): void {
  async function leave(to: RouteLocationNormalized, from: RouteLocationNormalized): Promise<boolean> {
    if (!isBusy.value || to.path === from.path) return true
    await new Promise((answered) => {
      watch(isBusy, answered, { once: true })
    })
    return !holdsUnseen()
  }
  onBeforeRouteLeave(leave)
  onBeforeRouteUpdate(leave)
}
