import { readonly, ref } from 'vue'
import { ApiError } from './api-error.ts'

const PROBE_EVERY_MS = 2000

const unreachable = ref(false)
let waiting: (() => void)[] = []

/** True from the first request without an answer until the core answers again. */
export const isUnreachable = readonly(unreachable)

export function reportReachable(): void {
  unreachable.value = false
  const resume = waiting
  waiting = []
  for (const go of resume) go()
}

/** Notes that no answer came, and asks from now on until one comes. */
export function reportUnreachable(): void {
  if (unreachable.value) return
  unreachable.value = true
  setTimeout(probe, PROBE_EVERY_MS)
}

/** Resolves when the core answers again, at once where it does. */
export function whenReachable(): Promise<void> {
  return unreachable.value ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()
}

/**
 * Asks until the core answers.
 * @param onLoss whenever no answer came: what was asked for may have been done all the same
 */
export async function patiently<T>(ask: () => Promise<T>, onLoss?: () => void): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError && error.isUnreachable)) throw error
    onLoss?.()
    await whenReachable()
    return patiently(ask, onLoss)
  }
}

async function probe(): Promise<void> {
  if (!unreachable.value) return
  try {
    await fetch('/api/v1/health', { cache: 'no-store' })
    reportReachable()
  } catch {
    setTimeout(probe, PROBE_EVERY_MS)
  }
}
