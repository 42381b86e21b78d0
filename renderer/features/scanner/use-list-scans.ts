import { useRoute, useRouter } from 'vue-router'
import { giftCardPageOf } from '../gift-cards/gift-card-page-of.ts'
import { useScans } from './use-scans.ts'

/** What is scanned on a list is looked for in it, wherever the focus is; a gift card leads to its page. */
export function useListScans(find: (code: string) => unknown): void {
  const route = useRoute()
  const router = useRouter()
  /** What was scanned last counts alone. */
  let scans = 0
  useScans(async (code) => {
    const scan = (scans += 1)
    const from = route.path
    // Where nobody answers, the list says so.
    const page = await giftCardPageOf(code).catch(() => undefined)
    if (scan !== scans || route.path !== from) return
    if (page) await router.push(page)
    else find(code)
  })
}
