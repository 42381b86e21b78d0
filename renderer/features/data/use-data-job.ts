import { computed, onUnmounted, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { getDataJob, type DataJob } from '../../api/data.ts'
import { keptFields } from '../../ui/kept.ts'

/** How far it has come is looked at so often, in milliseconds. */
const EVERY = 400

/** The window keeps the last one until somebody has seen its end and gone on: its page may be loaded anew, as after a restore. */
const KEPT_AS = 'backcounter.data-job'

const pause = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, EVERY))

export interface RunningJob {
  /** The last one, also when it has ended. */
  readonly job: Readonly<ShallowRef<DataJob | undefined>>
  readonly error: Readonly<ShallowRef<ApiError | undefined>>
  /** What it was that nobody knows the end of: the core was started anew meanwhile. */
  readonly unknown: Readonly<ShallowRef<DataJob['kind'] | undefined>>
  readonly isRunning: ComputedRef<boolean>
  /** Begins a piece of work, unless one runs, and follows it to its end. @returns whether it was done */
  run(begin: () => Promise<DataJob>): Promise<boolean>
  /** The one that this window has begun before, to be followed; undefined where there is none, or nobody knows it any more, which is said then. */
  left(): Promise<DataJob | undefined>
}

/** One piece of long work on the data, and how far it has come; it goes on where the page is left. */
export function useDataJob(): RunningJob {
  const job = shallowRef<DataJob>()
  const error = shallowRef<ApiError>()
  const unknown = shallowRef<DataJob['kind']>()
  const isBeginning = shallowRef(false)
  let isGone = false
  onUnmounted(() => {
    isGone = true
    if (job.value?.state !== 'running') sessionStorage.removeItem(KEPT_AS)
  })
  const isRunning = computed(() => isBeginning.value || (!error.value && job.value?.state === 'running'))

  async function run(begin: () => Promise<DataJob>): Promise<boolean> {
    if (isRunning.value) return false
    error.value = undefined
    unknown.value = undefined
    isBeginning.value = true
    try {
      job.value = await begin()
      sessionStorage.setItem(KEPT_AS, JSON.stringify({ id: job.value.id, kind: job.value.kind }))
    } catch (failure) {
      error.value = toApiError(failure)
      return false
    } finally {
      isBeginning.value = false
    }
    while (job.value.state === 'running' && !isGone) {
      await pause()
      try {
        job.value = await ask(job.value.id)
      } catch (failure) {
        tell(job.value.kind, toApiError(failure))
        return false
      }
    }
    return job.value.state === 'done'
  }

  function tell(kind: DataJob['kind'], failure: ApiError): void {
    job.value = undefined
    if (failure.status === 404) unknown.value = kind
    else error.value = failure
  }

  /** It goes on while no answer comes, or the core has no time to give one: it is asked for until it is told. */
  async function ask(id: string): Promise<DataJob> {
    try {
      return await getDataJob(id)
    } catch (failure) {
      const { isBusy, isUnreachable } = toApiError(failure)
      if (isGone || !(isBusy || isUnreachable)) throw failure
      await pause()
      return ask(id)
    }
  }

  return {
    job,
    error,
    unknown,
    isRunning,
    run,
    async left() {
      const { id, kind }: Partial<Pick<DataJob, 'id' | 'kind'>> = keptFields(sessionStorage.getItem(KEPT_AS))
      if (id === undefined || kind === undefined) return undefined
      try {
        return await ask(id)
      } catch (failure) {
        tell(kind, toApiError(failure))
        return undefined
      }
    },
  }
}
