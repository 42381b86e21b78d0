import { shallowRef } from 'vue'
import { soundFailure } from './failure-sound.ts'

/** What was scanned, and went nowhere: no order is open. Said until the page is another one. */
export const strayScans = shallowRef<readonly string[]>([])

export function tellStray(codes: readonly string[]): void {
  strayScans.value = [...codes]
  soundFailure()
}
