import { ApiError } from './api-error.ts'
import { isBegunByAnother, type PersonAtDesk } from './desk.ts'

/** Runs one try of a step. @param ask sends it, with the key that it has until an answer comes */
export type Try = <T>(ask: (idempotencyKey: string) => Promise<T>) => Promise<T>

/** Where something is until an answer comes. */
export interface Place<T> {
  read: () => T | undefined
  /** @param value undefined where an answer has come */
  write: (value: T | undefined) => void
}

/** So long the core knows a try again, in milliseconds. */
export const KNOWN_MS = 24 * 3600 * 1000

function inMemory<T>(): Place<T> {
  let kept: T | undefined
  return { read: () => kept, write: (value) => (kept = value) }
}

/**
 * A step that is not done twice by being tried again: where no answer came it may have been done all the same, and the next
 * try has its key, so that the core gives the first answer. With something else in it, it is refused, because the first
 * one was done; then whoever asked decides anew.
 */
export function createTry(place: Place<string> = inMemory()): Try {
  return async (ask) => {
    const key = place.read() ?? crypto.randomUUID()
    place.write(key)
    try {
      const answer = await ask(key)
      place.write(undefined)
      return answer
    } catch (failure) {
      if (isAnswer(failure)) place.write(undefined)
      throw tellable(failure)
    }
  }
}

/** A record that is to be made, as it was sent first: under its key the core gives the first answer again. */
export interface Begun<Body> {
  readonly key: string
  readonly body: Body
  /** Who was at the desk, where that is noted: in nobody else's name it is sent again unasked. */
  readonly by?: PersonAtDesk | undefined
}

export interface Making<Body, Made> {
  make: (body: Body) => Promise<Made>
  /** It is where it belongs, or given up: what is made next is another one. */
  forget: () => void
}

/**
 * Makes one record, however often it is tried: what has been typed since a try to which no answer came is written into
 * the record that it has made.
 * @param place where what was begun is until it is forgotten, answered or not: what is typed may outlast the page
 */
export function makeOnce<Body, Made>(
  create: (body: Body, idempotencyKey: string) => Promise<Made>,
  replace: (made: Made, body: Body) => Promise<Made>,
  place: Place<Begun<Body>> = inMemory(),
): Making<Body, Made> {
  let made: Made | undefined

  async function begin({ body, key }: Begun<Body>): Promise<Made> {
    place.write({ body, key })
    try {
      made = await create(body, key)
      return made
    } catch (failure) {
      if (isAnswer(failure)) place.write(undefined)
      throw tellable(failure)
    }
  }

  return {
    async make(body) {
      const begun = made === undefined ? place.read() : undefined
      if (begun) {
        const isOther = JSON.stringify(begun.body) !== JSON.stringify(body)
        if (!isOther) return begin(begun)
        await begin(begun).catch((failure: unknown) => {
          // What was refused was not made.
          if (!isAnswer(failure)) throw failure
        })
      }
      return made === undefined ? begin({ body, key: crypto.randomUUID() }) : replace(made, body)
    },
    forget() {
      made = undefined
      place.write(undefined)
    },
  }
}

/** Whether the core has refused it: where it fails within itself, is at it still, or was not asked again, nothing is said of what is done. */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status > 0 &&
  failure.status < 500 &&
  !isBegunByAnother(failure) &&
  !hasCode(failure, 'idempotency.busy')

/** Likewise whether it says what has become of earlier tries: who is not let in any more hears nothing of one whose answer was lost. */
export const isAnswer = (failure: unknown): boolean =>
  isRefusal(failure) && !(failure instanceof ApiError && isTurnedAway(failure))

/** Their session is over, they may no more, or too many ask: what was asked for was not looked at. */
const isTurnedAway = (failure: ApiError): boolean =>
  failure.status === 401 ||
  failure.status === 429 ||
  hasCode(failure, 'access.locked') ||
  hasCode(failure, 'access.scope')

const isReused = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && hasCode(failure, 'idempotency.reused')

const hasCode = ({ faults }: ApiError, wanted: string): boolean => faults.some(({ code }) => code === wanted)

/** What was refused, as it is told: nobody has typed the key. */
export const tellable = (failure: unknown): unknown => (isReused(failure) ? withoutField(failure) : failure)

const withoutField = ({ faults, status }: ApiError): ApiError =>
  new ApiError(
    status,
    faults.map((fault) => ({ ...fault, field: undefined })),
  )
