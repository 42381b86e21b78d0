import { shallowRef } from 'vue'

/** What was scanned while the desk was locked: it goes nowhere by itself, and is not lost. The oldest first. */
export const lockedScans = shallowRef<readonly string[]>([])

/** More than these nobody goes through again. */
const MOST = 50

export function keepLockedScan(code: string): void {
  lockedScans.value = [...lockedScans.value, code].slice(-MOST)
}

/** @returns what was kept, which is kept no more */
export function takeLockedScans(): readonly string[] {
  const codes = lockedScans.value
  lockedScans.value = []
  return codes
}
