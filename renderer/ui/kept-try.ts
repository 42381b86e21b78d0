import type { PersonAtDesk } from '../api/desk.ts'
import { KNOWN_MS, type Begun, type Place } from '../api/tries.ts'
import { keptFields } from './kept.ts'

/**
 * Where a window keeps what it has begun to make, beside what is typed of it: the page that is loaded anew makes the same.
 * @param keptAs by which it keeps what is typed
 */
export function keptTry<Body extends object>(keptAs: string): Place<Begun<Body>> {
  const name = `${keptAs}.try`
  return {
    read() {
      const { at, body, by, key } = keptFields(sessionStorage.getItem(name))
      if (typeof at !== 'number' || typeof key !== 'string' || typeof body !== 'object' || body === null)
        return undefined
      // What the core does not know again is another one.
      if (Date.now() - at >= KNOWN_MS) return undefined
      return { key, body: body as Body, by: by as PersonAtDesk | undefined }
    },
    write(begun) {
      if (begun === undefined) sessionStorage.removeItem(name)
      else if (keptFields(sessionStorage.getItem(name))['key'] !== begun.key)
        sessionStorage.setItem(name, JSON.stringify({ ...begun, at: Date.now() }))
    },
  }
}

/** The same for what has nothing but its key. @param keptAs by which what is typed is kept */
export function keptKey(keptAs: string): Place<string> {
  const begun = keptTry(keptAs)
  return {
    read: () => begun.read()?.key,
    write: (key) => begun.write(key === undefined ? undefined : { key, body: {} }),
  }
}
