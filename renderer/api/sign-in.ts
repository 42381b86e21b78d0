/**
 * The sign-in that all windows and tabs of a browser share, and how they keep out of each other's way. It is in
 * localStorage, which browsers write to the disk; the desktop's window, which is alone and signs in anew by itself,
 * keeps it in memory. Access tokens never get there: tabs tell each other of them.
 */
export interface SignIn {
  /** Whose console it opens; a page that shows another store's is loaded afresh. Empty where that could not be asked. */
  storeId: string
  /** The code of the launch link that it came of, used up. The same link, opened again, leads back in here. */
  launchCode: string
  /** Good for one renewal. */
  refreshToken: string
  /** Goes with that renewal as its `Idempotency-Key`, whichever tab asks: an answer that was lost is given again. */
  renewalKey: string
  /** When the refresh token came, in milliseconds since 1970. */
  renewedAt: number
}

/** An access token as tabs tell each other of it. */
export interface SharedToken {
  value: string
  /** When it should be renewed, in milliseconds since 1970. */
  renewAt: number
  /** Of which sign-in, and which renewal of it. */
  storeId: string
  renewedAt: number
}

const KEY = 'backcounter.sign-in'
/** The browser's other processes hear of what was stored a moment later than of a lock that was let go. */
const SETTLING_MS = 100

/** Whether other windows may be signed in with it. */
export const isShared = (): boolean => window.desktop === undefined
/** The desktop's. */
let ofWindow: SignIn | undefined

export function readSignIn(): SignIn | undefined {
  if (!isShared()) return ofWindow
  const text = localStorage.getItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as SignIn)
}

/** @param signIn undefined where it is over */
export function writeSignIn(signIn: SignIn | undefined): void {
  if (!isShared()) ofWindow = signIn
  else if (signIn) localStorage.setItem(KEY, JSON.stringify(signIn))
  else localStorage.removeItem(KEY)
}

/** Calls back whenever another tab has written the sign-in. */
export function whenWrittenElsewhere(listener: () => void): void {
  if (!isShared()) return
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener()
  })
}

/** Does one thing with the sign-in while no other tab does anything with it. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!isShared()) return work()
  return new Promise((resolve, reject) => {
    void navigator.locks.request(KEY, async () => {
      await work().then(resolve, reject)
      await new Promise((go) => setTimeout(go, SETTLING_MS))
    })
  })
}

let channel: BroadcastChannel | undefined
const waiting = new Set<() => void>()

/** Hears of access tokens that other tabs have got, from now on. */
export function hearOthers(take: (token: SharedToken) => void): void {
  if (!isShared() || channel) return
  channel = new BroadcastChannel(KEY)
  channel.addEventListener('message', ({ data }: MessageEvent<SharedToken>) => {
    take(data)
    for (const go of waiting) go()
  })
}

export const tellOthers = (token: SharedToken): void => channel?.postMessage(token)

/** Resolves when another tab tells of a token, or after a while without. */
export async function whenTold(patienceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.add(resolve)
    setTimeout(resolve, patienceMs)
  })
  waiting.clear()
}
