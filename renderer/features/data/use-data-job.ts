import { computed, onUnmounted, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { getDataJob, type DataJob } from '../../api/data.ts'

/** How far it has come is looked at so often, in milliseconds. */
const EVERY = 400

/** The window keeps the last one until somebody has seen its end and gone on: its page may be loaded anew, as after a restore. */
const KEPT_AS = 'backcounter.data-job'

export interface RunningJob {
  /** The last one, also when it has ended. */
  readonly job: Readonly<ShallowRef<DataJob | undefined>>
  readonly error: Readonly<ShallowRef<ApiError | undefined>>
  readonly isRunning: ComputedRef<boolean>
  /** Begins a piece of work, unless one runs, and follows it to its end. @returns whether it was done */
  run(begin: () => Promise<DataJob>): Promise<boolean>
  /** The one that this window has begun before, to be followed; undefined where there is none, or nobody knows it any more. */
  left(): Promise<DataJob | undefined>
}

/** One piece of long work on the data, and how far it has come; it goes on where the page is left. */
export function useDataJob(): RunningJob {
  const job = shallowRef<DataJob>()
  const error = shallowRef<ApiError>()
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
    isBeginning.value = true
    try {
      job.value = await begin()
      sessionStorage.setItem(KEPT_AS, job.value.id)
    } catch (failure) {
      error.value = toApiError(failure)
      return false
    } finally {
      isBeginning.value = false
    }
    while (job.value.state === 'running' && !isGone) {
      await new Promise((resolve) => setTimeout(resolve, EVERY))
      try {
        job.value = await getDataJob(job.value.id)
      } catch (failure) {
        const refusal = toApiError(failure)
        if (refusal.isUnreachable) continue
        error.value = refusal
        return false
      }
    }
    return job.value.state === 'done'
  }

  return {
    job,
    error,
    isRunning,
    run,
    async left() {
      const id = sessionStorage.getItem(KEPT_AS)
      return id === null ? undefined : getDataJob(id).catch(() => undefined)
    },
  }
}
