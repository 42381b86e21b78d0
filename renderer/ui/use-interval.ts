import { onScopeDispose } from 'vue'

/**
 * Does something again and again while what has asked for it is there.
 * @param every in milliseconds; the first time after as long
 */
export function useInterval(work: () => unknown, every: number): void {
  const timer = setInterval(() => void work(), every)
  onScopeDispose(() => clearInterval(timer))
}
