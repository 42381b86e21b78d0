import { onScopeDispose } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'

export interface GoOn {
  push: (to: RouteLocationRaw) => Promise<void>
  replace: (to: RouteLocationRaw) => Promise<void>
}

/**
 * Leads on to what was asked for here when its answer has come; whoever has gone elsewhere meanwhile stays there, for the
 * last step is the one that is meant.
 */
export function useGoOn(): GoOn {
  const router = useRouter()
  let isLeft = false
  onScopeDispose(() => (isLeft = true))
  return {
    async push(to) {
      if (!isLeft) await router.push(to)
    },
    async replace(to) {
      if (!isLeft) await router.replace(to)
    },
  }
}
