import { getCurrentScope, nextTick, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../api/api-error.ts'
import { whenReachable } from '../api/connection.ts'

/** Asks for what is to be shown, and keeps nothing itself. Whoever loses interest aborts the signal. */
export type Ask<T> = (signal: AbortSignal) => Promise<T>

export interface Loaded<T> {
  /** What was loaded last; kept while it is loaded again. */
  data: Readonly<ShallowRef<T | undefined>>
  error: Readonly<ShallowRef<ApiError | undefined>>
  isLoading: Readonly<ShallowRef<boolean>>
  /**
   * Loads (again), with `ask` in place of what is asked for usually. True where this one's answer is in place: late
   * answers are dropped, and refusals too, where something newer was asked for or came in meanwhile. Where no answer came, it
   * loads again by itself as soon as the core answers.
   */
  load: (ask?: Ask<T>) => Promise<boolean>
  /**
   * Loads again unasked: nobody is told that it loads, and where it fails, what is there stays. Whatever a person asks
   * for comes first.
   */
  refresh: (ask?: Ask<T>) => Promise<boolean>
  /** Puts in place what another call has answered; a load that is still under way knows less and is dropped. */
  set: (data: T) => void
  /** Resolves when what is there is what `of` wants. */
  settled: () => Promise<void>
}

/**
 * The one loader of everything that is shown: however late the answers come, the newest question decides. It ends with
 * the part of the page that it belongs to.
 * @param of what the data depends on: loaded at once, and again whenever that is something else; else only by `load`
 */
export function useLoaded<T>(usual: Ask<T>, of?: () => unknown): Loaded<T> {
  const data = shallowRef<T>()
  const error = shallowRef<ApiError>()
  const isLoading = shallowRef(false)
  let current: AbortController | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  function drop(): void {
    current?.abort()
    current = undefined
    isLoading.value = false
  }

  async function run(ask: Ask<T>, isQuiet = false): Promise<boolean> {
    drop()
    const mine = new AbortController()
    current = mine
    if (!isQuiet) {
      isLoading.value = true
      error.value = undefined
    }
    try {
      const answer = await ask(mine.signal)
      if (current !== mine) return false
      data.value = answer
      error.value = undefined
      return true
    } catch (failure) {
      if (current !== mine) return false
      if (!isQuiet) error.value = toApiError(failure)
      if (error.value?.isUnreachable) void tryAgain(mine, ask)
      return false
    } finally {
      if (current === mine) isLoading.value = false
    }
  }

  /** Nothing is done twice by it: it only reads. */
  async function tryAgain(failed: AbortController, ask: Ask<T>): Promise<void> {
    await whenReachable()
    if (current === failed) void load(ask)
  }

  function load(ask: Ask<T> = usual): Promise<boolean> {
    const running = run(ask)
    underWay = running
    return running
  }

  async function refresh(ask: Ask<T> = usual): Promise<boolean> {
    if (isLoading.value) return false
    const running = run(ask, true)
    underWay = running
    return running
  }

  if (of) {
    watch(
      () => JSON.stringify(of()),
      () => void load(),
      { immediate: true },
    )
  }
  if (getCurrentScope()) onScopeDispose(drop)

  return {
    data,
    error,
    isLoading,
    load,
    refresh,
    set(value) {
      drop()
      data.value = value
    },
    async settled() {
      await nextTick()
      for (let seen; seen !== underWay;) await (seen = underWay)
    },
  }
}
