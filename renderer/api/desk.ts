import { computed, shallowRef, watch } from 'vue'
import type { Desk, PersonAtDesk } from '../../core/staff/desk.schema.ts'
import { ApiError } from './api-error.ts'
import { whenReachable } from './connection.ts'
import { noteScopes } from './scopes.ts'
import { getAccessToken } from './session.ts'
import { send, type Method } from './transport.ts'

export type { Desk, PersonAtDesk, PersonToChoose } from '../../core/staff/desk.schema.ts'

/**
 * Who is at this desk. All windows and tabs of a browser are one desk: what one of them hears of it, it tells the others,
 * and while it is locked none of them asks for anything.
 */
const known = shallowRef<Desk>()
export const desk = computed(() => known.value)
export const isLocked = computed(() => known.value?.isLocked === true)

/** Who is at the desk, or was last where it is locked. */
let last: PersonAtDesk | undefined

const waiting = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** Hears from now on what other tabs have heard. */
function hearOthers(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel('backcounter.desk')
    channel.addEventListener('message', ({ data }: MessageEvent<Desk>) => take(data))
  }
  return channel
}

function take(next: Desk): void {
  known.value = next
  // Behind the lock everything stays as it was.
  if (next.isLocked) return
  last = next.person ?? undefined
  noteScopes(next.scopes)
  for (const go of waiting) go()
  waiting.clear()
}

/** The desk is the same for all tabs. */
function share(next: Desk): Desk {
  take(next)
  hearOthers().postMessage(next)
  return next
}

/** Asks the core who is at the desk. @throws ApiError */
export async function loadDesk(): Promise<Desk> {
  hearOthers()
  for (;;) {
    await leave()
    const before = known.value
    const next = (await ask('GET', '/desk')) as Desk
    // What was heard meanwhile is newer than the answer: a desk that was just locked would be open again for a moment.
    if (known.value !== before) continue
    if (JSON.stringify(next) !== JSON.stringify(before)) share(next)
    return next
  }
}

/** Noted while a lock has not reached the core: a page that is closed at that very moment is locked when it is opened. */
const LOCKING = 'backcounter.locking'
/** The browser's other processes read what was noted as long after a lock among tabs was let go. */
const SETTLING_MS = 100

let loading: Promise<Desk> | undefined
/** Resolves when somebody is at the desk, or nobody has to be. @throws ApiError where that cannot be found out */
async function whenUnlocked(): Promise<void> {
  if (!known.value) await (loading ??= loadDesk().finally(() => (loading = undefined)))
  while (isLocked.value) await new Promise<void>((go) => waiting.add(go))
}

/** Resolves when it is known who is at the desk, or that it is locked. */
export async function whenDeskIsKnown(): Promise<void> {
  if (!known.value) await new Promise((go) => watch(known, go, { once: true }))
}

const underWay = new Set<Promise<unknown>>()

/**
 * Whose it is what begins now: behind the lock that of whoever was there before it, for nobody else reaches anything there.
 * Undefined where nobody has to be at the desk.
 */
export const whoBegins = (): PersonAtDesk | undefined => last

/**
 * Resolves when what somebody has begun may go on: at once while they are at the desk, and where it is locked when they
 * come back.
 * @param by undefined for what is done in the name of whoever is there
 * @throws ApiError where somebody else has come: it is not done in their name unasked
 */
export async function goOnFor(by: PersonAtDesk | undefined): Promise<void> {
  await whenUnlocked()
  if (by !== undefined && by.id !== last?.id) throw begunBy(by)
}

/** That something was not done, because somebody else is at the desk than has begun it. */
export function begunBy({ name }: PersonAtDesk): ApiError {
  const text = `${name} had begun it, and is not at the desk any more.`
  const fault = { error: 'Forbidden', text, field: undefined, code: BEGUN_BY_ANOTHER, values: { name } }
  return new ApiError(403, [fault])
}

const BEGUN_BY_ANOTHER = 'desk.another'

/** Whether it was not sent because somebody else is at the desk than has begun it. */
export const isBegunByAnother = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.faults.some(({ code }) => code === BEGUN_BY_ANOTHER)

/** Does something in the name of whoever is at the desk, and waits for them where it is locked. @param by see {@link goOnFor} */
export async function atTheDesk<T>(work: () => Promise<T>, by?: PersonAtDesk): Promise<T> {
  await goOnFor(by)
  const working = work()
  underWay.add(working)
  return working.finally(() => underWay.delete(working))
}

/** Locks the desk: this tab and the others at once, the core as soon as it answers. */
export function lockDesk(): void {
  const { value } = known
  if (!value?.isStaffed || value.isLocked) return
  localStorage.setItem(LOCKING, 'yes')
  share({ ...value, isLocked: true, person: null, scopes: ['desk'] })
  void leave()
}

/** What was begun before is to be done by whom it was begun by; but nothing keeps a desk open for longer than this. */
const PATIENCE_MS = 2000

/**
 * Resolves when no lock is on its way to the core any more, which would say otherwise until then, and would lock out whoever
 * has come. Of all tabs the one that locks brings it there, and another where that one is closed meanwhile.
 */
async function leave(): Promise<void> {
  await navigator.locks.request(LOCKING, async () => {
    if (localStorage.getItem(LOCKING) === null) return
    await Promise.race([Promise.allSettled(underWay), delay(PATIENCE_MS)])
    await endSession()
    await delay(SETTLING_MS)
  })
}

const delay = async (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

async function endSession(): Promise<void> {
  for (;;) {
    try {
      // It says who can take it now: somebody may have come or gone meanwhile.
      share((await ask('DELETE', '/desk/session')) as Desk)
      localStorage.removeItem(LOCKING)
      return
    } catch (error) {
      // Whatever else it is, the session is over, and the next request says so.
      if (!(error instanceof ApiError && error.isUnreachable)) return
      await whenReachable()
    }
  }
}

/** Takes the desk with a PIN. @throws ApiError, for a wrong PIN with the field `pin` */
export async function takeDesk(staffId: string, pin: string): Promise<Desk> {
  await leave()
  return share((await ask('PUT', '/desk/session', { staffId, pin })) as Desk)
}

/** Changes the PIN of whoever is at the desk. @throws ApiError, for a wrong old one with the field `pin` */
export const changeOwnPin = async (pin: string, newPin: string): Promise<Desk> =>
  share((await ask('PUT', '/desk/pin', { pin, newPin })) as Desk)

/** In the name of the desk, locked or not. */
async function ask(method: Method, path: string, body?: object): Promise<unknown> {
  const askWith = async (token: string): Promise<unknown> =>
    (await send(method, path, { body, headers: { authorization: `Bearer ${token}` } })).body
  const token = await getAccessToken()
  try {
    return await askWith(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return askWith(await getAccessToken(token))
  }
}
