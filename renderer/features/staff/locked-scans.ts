import { shallowRef } from 'vue'
import { keptList } from '../../ui/kept.ts'

/** Of the window: they survive that its page is loaded anew. */
const KEPT_AS = 'backcounter.locked-scans'
/** More than these nobody goes through again. */
const MOST = 50

/** What was scanned while the desk was locked, or nobody was signed in: it goes nowhere by itself, and is not lost. The oldest first. */
export const lockedScans = shallowRef(keptList(sessionStorage.getItem(KEPT_AS)).map(String))

function set(codes: string[]): void {
  lockedScans.value = codes
  if (codes.length === 0) sessionStorage.removeItem(KEPT_AS)
  else sessionStorage.setItem(KEPT_AS, JSON.stringify(codes))
}

export const keepLockedScan = (code: string): void => set([...lockedScans.value, code].slice(-MOST))

/** @returns what was kept, which is kept no more */
export function takeLockedScans(): readonly string[] {
  const codes = lockedScans.value
  set([])
  return codes
}
