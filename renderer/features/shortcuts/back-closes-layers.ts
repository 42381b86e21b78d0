import type { Router } from 'vue-router'
import { isLayerOpen } from './use-shortcuts.ts'

/** Back leads out of an open dialog or list first, as Escape does: the page stays, with what is typed in it. */
export function closeLayersFirst(router: Router): void {
  let isBack = false
  router.options.history.listen((_to, _from, { delta }) => (isBack = delta < 0))
  router.beforeEach(() => {
    const mayStay = isBack && isLayerOpen()
    isBack = false
    if (!mayStay) return true
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(escape)
    return false
  })
}
