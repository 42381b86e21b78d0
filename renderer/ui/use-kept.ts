import { ref, watch, type Ref } from 'vue'
import { keptFields } from './kept.ts'

export interface Kept<F> {
  typed: Ref<F>
  /** What was typed is where it belongs, or given up. */
  forget: () => void
}

/**
 * What is typed, field by field; it survives a reload and leaving the page, for as long as the window is open.
 * @param key one of ours, by which the window keeps it
 * @param plain as it is before anybody has typed
 */
export function useKept<F extends object>(key: string, plain: F): Kept<F> {
  const isPlain = (now: F): boolean => JSON.stringify(now) === JSON.stringify(plain)
  const typed = ref({ ...plain, ...keptFields(sessionStorage.getItem(key)) }) as Ref<F>
  const forget = (): void => sessionStorage.removeItem(key)
  function keep(now: F): void {
    if (isPlain(now)) forget()
    else sessionStorage.setItem(key, JSON.stringify(now))
  }
  const stop = watch(typed, keep, { deep: true, flush: 'sync' })
  return {
    typed,
    forget() {
      stop()
      forget()
    },
  }
}

/** Whether something has been typed there before the page was loaded anew. */
export const hasKept = (key: string): boolean => sessionStorage.getItem(key) !== null
