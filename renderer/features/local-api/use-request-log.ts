import { ref, type Ref } from 'vue'
import { listRequests, type RequestFilter, type RequestsAnswer } from '../../api/local-api.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'

/** What the screen holds: as many as the core does. */
const MOST = 500
/** Whatever programs ask is on the screen so soon, in milliseconds. */
const EVERY = 1000

export interface RequestLog {
  readonly loaded: Loaded<RequestsAnswer>
  /** Nothing moves while somebody reads. */
  readonly isPaused: Ref<boolean>
}

/** The requests that fit a filter, newest first, and those that come while the page is looked at. */
export function useRequestLog(filter: () => RequestFilter): RequestLog {
  const isPaused = ref(false)
  const loaded: RequestLog['loaded'] = useLoaded(
    async (signal) => listRequests(filter(), undefined, signal),
    filter,
  )

  async function follow(): Promise<void> {
    const known = loaded.data.value
    if (isPaused.value || document.hidden || !known) return
    await loaded.refresh(async (signal) => {
      const { last, requests } = await listRequests(filter(), known.last, signal)
      // Another process, or the same begun anew: it has told all that it knows.
      if (last < known.last) return { last, requests }
      // Where nothing has come, nothing is drawn again.
      if (requests.length === 0) return { last, requests: known.requests }
      return { last, requests: [...requests, ...known.requests].slice(0, MOST) }
    })
  }
  useInterval(follow, EVERY)
  return { loaded, isPaused }
}
