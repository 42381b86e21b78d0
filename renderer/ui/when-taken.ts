import { watch } from 'vue'
import type { Faults } from './use-faults.ts'

/**
 * A step that is under way, or that no answer came to, is taken where all is seen to be as it makes it: nobody else has
 * done it, and there is nothing to try again.
 * @param finish as where the answer comes
 */
export function whenTaken({ error, isBusy }: Faults, isSo: () => boolean, finish: () => unknown): void {
  watch(
    () => isSo() && (isBusy.value || error.value?.isUnreachable === true),
    (isTaken) => isTaken && finish(),
    // What asks is gone with the page of a record that is no more.
    { flush: 'sync' },
  )
}
