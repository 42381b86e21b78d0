import { readonly, ref } from 'vue'
import { ApiError } from './api-error.ts'

const PROBE_EVERY_MS = 2000
/** Nobody waits so long for an answer without being told why; what takes its time is done beside the core's other answers. */
const SLOW_MS = 4000
/** Before it is asked again where another program writes; the core itself has waited for that already. */
const BUSY_PAUSE_MS = 250
/** Longer than any import is stored: who writes for longer than this will not end soon. */
const BUSY_AT_MOST_MS = 60_000

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

/** Waits for an answer; while none comes, asks whether the core answers at all: one that hangs takes requests as ever. */
export async function awaited<T>(answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => void askWhetherThere(), SLOW_MS)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}

/** Notes it where the core does not answer. */
export async function askWhetherThere(): Promise<void> {
  if (unreachable.value) return
  try {
    await askHealth(AbortSignal.timeout(SLOW_MS))
  } catch {
    reportUnreachable()
  }
}

const askHealth = async (signal?: AbortSignal): Promise<unknown> =>
  fetch('/api/v1/health', { cache: 'no-store', signal: signal ?? null })

/** Resolves when the core answers again, at once where it does. */
export function whenReachable(): Promise<void> {
  return unreachable.value ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()
}

/**
 * Asks until the core answers, and for a minute where it is kept from writing, as another program does: an import that is being
 * stored, say. Of what is refused so nothing has been done.
 * @param onLoss whenever no answer came: what was asked for may have been done all the same
 */
export async function patiently<T>(
  ask: () => Promise<T>,
  onLoss?: () => void,
  busyUntil = performance.now() + BUSY_AT_MOST_MS,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The session is over, and this page with it: what waits stays where it is kept for whoever signs in again.
    if (error.status === 401) return new Promise(() => undefined)
    if (error.isUnreachable) {
      onLoss?.()
      await whenReachable()
      return patiently(ask, onLoss)
    }
    if (!isBusy(error) || performance.now() > busyUntil) throw error
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
    return patiently(ask, onLoss, busyUntil)
  }
}

/** Another program writes, or all connections with the database server are in use: it passes by itself. */
export const isBusyCode = (code: string | undefined): boolean =>
  code === 'database.busy' || code === 'database.sessions'

const isBusy = ({ faults }: ApiError): boolean => faults.some(({ code }) => isBusyCode(code))

async function probe(): Promise<void> {
  if (!unreachable.value) return
  try {
    await askHealth()
    reportReachable()
  } catch {
    setTimeout(probe, PROBE_EVERY_MS)
  }
}
