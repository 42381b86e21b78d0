import { onScopeDispose, shallowRef, watch } from 'vue'
import { soundFailure } from './failure-sound.ts'

/** What was scanned where no page takes it; `isEarly`: for an order that was on its way then. */
export interface StrayScan {
  readonly code: string
  readonly isEarly: boolean
}

export const strayScans = shallowRef<readonly StrayScan[]>([])

/** Tells of scans that go nowhere until the page is another one. */
export function tellStray(codes: readonly string[]): void {
  strayScans.value = [...strayScans.value, ...codes.map((code) => ({ code, isEarly: false }))]
  soundFailure()
}

/** Takes what is the order's that has come. */
export function takeEarlyScans(): string[] {
  const early = strayScans.value.filter(({ isEarly }) => isEarly)
  strayScans.value = strayScans.value.filter(({ isEarly }) => !isEarly)
  return early.map(({ code }) => code)
}

let coming = 0
/** Whether somebody has asked for an order that is not there yet. */
export const isOrderComing = (): boolean => coming > 0

/** That one is coming for as long as something holds. */
export function useOrderComing(isComing: () => boolean): void {
  let counted = 0
  const count = (is: boolean): void => {
    coming += Number(is) - counted
    counted = Number(is)
  }
  watch(isComing, count, { immediate: true, flush: 'sync' })
  onScopeDispose(() => count(false))
}

/** Opens an order; what is scanned meanwhile is for it. */
export async function whileOrderComes(open: () => Promise<void>): Promise<void> {
  coming += 1
  try {
    await open()
  } finally {
    coming -= 1
  }
}
