import { ApiError } from './api-error.ts'
import { isBegunByAnother } from './desk.ts'

/** Runs one try of a step. @param ask sends it, with the key that it has until an answer comes */
export type Try = <T>(ask: (idempotencyKey: string) => Promise<T>) => Promise<T>

/** Where the key of a try is until an answer comes. */
export interface KeyPlace {
  read: () => string | undefined
  /** @param key undefined where an answer has come */
  write: (key: string | undefined) => void
}

function inMemory(): KeyPlace {
  let kept: string | undefined
  return { read: () => kept, write: (key) => (kept = key) }
}

/**
 * A step that is not done twice by being tried again: where no answer came it may have been done all the same, and the next
 * try has its key, so that the core gives the first answer. With something else in it, it is refused, because the first
 * one was done; then whoever asked decides anew.
 */
export function createTry(place: KeyPlace = inMemory()): Try {
  return async (ask) => {
    const key = place.read() ?? crypto.randomUUID()
    place.write(key)
    try {
      const answer = await ask(key)
      place.write(undefined)
      return answer
    } catch (failure) {
      if (isAnswer(failure)) place.write(undefined)
      throw isReused(failure) ? withoutField(failure) : failure
    }
  }
}

/**
 * Makes one record, however often it is tried: what has been typed since a try to which no answer came is written into
 * the record that it has made.
 */
export function makeOnce<Body, Made>(
  create: (body: Body, idempotencyKey: string) => Promise<Made>,
  replace: (made: Made, body: Body) => Promise<Made>,
): (body: Body) => Promise<Made> {
  const trying = createTry()
  let unanswered: Body | undefined
  let made: Made | undefined

  async function tryIt(body: Body): Promise<Made> {
    unanswered = body
    try {
      made = await trying((key) => create(body, key))
      return made
    } catch (failure) {
      if (isAnswer(failure)) unanswered = undefined
      throw failure
    }
  }

  return async (body) => {
    const before = unanswered
    const isOther = before !== undefined && JSON.stringify(before) !== JSON.stringify(body)
    if (isOther && made === undefined) {
      await tryIt(before).catch((failure: unknown) => {
        // What was refused was not made.
        if (!isAnswer(failure)) throw failure
      })
    }
    return made === undefined ? tryIt(body) : replace(made, body)
  }
}

/** Whether the core has refused it: where it fails within itself, is at it still, or was not asked again, nothing is said of what is done. */
const isAnswer = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status > 0 &&
  failure.status < 500 &&
  !isBegunByAnother(failure) &&
  !hasCode(failure, 'idempotency.busy')

const isReused = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && hasCode(failure, 'idempotency.reused')

const hasCode = ({ faults }: ApiError, wanted: string): boolean => faults.some(({ code }) => code === wanted)

/** Nobody has typed the key. */
const withoutField = ({ faults, status }: ApiError): ApiError =>
  new ApiError(
    status,
    faults.map((fault) => ({ ...fault, field: undefined })),
  )
