import { computed, onUnmounted, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { getDataJob, type DataJob } from '../../api/data.ts'

/** How far it has come is looked at so often, in milliseconds. */
const EVERY = 400

export interface RunningJob {
  /** The last one, also when it has ended. */
  readonly job: Readonly<ShallowRef<DataJob | undefined>>
  readonly error: Readonly<ShallowRef<ApiError | undefined>>
  readonly isRunning: ComputedRef<boolean>
  /** Begins a piece of work, unless one runs, and follows it to its end. @returns whether it was done */
  run(begin: () => Promise<DataJob>): Promise<boolean>
}

/** One piece of long work on the data, and how far it has come; it goes on where the page is left. */
export function useDataJob(): RunningJob {
  const job = shallowRef<DataJob>()
  const error = shallowRef<ApiError>()
  const isBeginning = shallowRef(false)
  let isGone = false
  onUnmounted(() => (isGone = true))
  const isRunning = computed(() => isBeginning.value || (!error.value && job.value?.state === 'running'))

  async function run(begin: () => Promise<DataJob>): Promise<boolean> {
    if (isRunning.value) return false
    error.value = undefined
    isBeginning.value = true
    try {
      job.value = await begin()
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
  }
}
