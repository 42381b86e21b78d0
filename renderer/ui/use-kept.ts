import { ref, watch, type Ref } from 'vue'
import { whoBegins } from '../api/desk.ts'
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
  /** What nobody has typed is not kept: where it is another by the next time, it is that. */
  const typedOf = (now: F): object =>
    Object.fromEntries(
      Object.entries(now).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(plain, name)),
      ),
    )
  const typed = ref({ ...plain, ...keptFields(sessionStorage.getItem(key)) }) as Ref<F>
  const forget = (): void => sessionStorage.removeItem(key)
  function keep(now: F): void {
    const fields = typedOf(now)
    if (Object.keys(fields).length === 0) forget()
    else sessionStorage.setItem(key, JSON.stringify(fields))
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

/**
 * The same of what is its writer's alone, such as why they do something: whoever else opens it begins with `plain`, and whoever has
 * typed it finds it again. What stands open when the desk is handed over stays there as it is, like everything on the screen.
 */
export const useOwnKept = <F extends object>(key: string, plain: F): Kept<F> =>
  useKept(`${key}.${whoBegins()?.id ?? 'anybody'}`, plain)

/** Whether something has been typed there before the page was loaded anew. */
export const hasKept = (key: string): boolean => sessionStorage.getItem(key) !== null
