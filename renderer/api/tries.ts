import { ApiError } from './api-error.ts'

/** Runs one try of a step. @param ask sends it, with the key that it has until an answer comes */
export type Try = <T>(ask: (idempotencyKey: string) => Promise<T>) => Promise<T>

/**
 * A step that is not done twice by being tried again: where no answer came it may have been done all the same, and the next
 * try has its key, so that the core gives the first answer. With something else in it, it is refused, because the first
 * one was done; then whoever asked decides anew.
 */
export function createTry(): Try {
  let key: string | undefined
  return async (ask) => {
    key ??= crypto.randomUUID()
    try {
      const answer = await ask(key)
      key = undefined
      return answer
    } catch (failure) {
      if (isAnswer(failure)) key = undefined
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

/** Whether the core has refused it: where it fails within itself, or is at it still, nothing is said of what is done. */
const isAnswer = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status > 0 &&
  failure.status < 500 &&
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
