import { vi } from 'vitest'
import type { Shop } from '../support/shop.ts'

/** What passed between the console's client and the core. */
export interface Exchange {
  method: string
  path: string
}

export interface ConsoleWindow {
  exchanges: Exchange[]
  /** The next answers on this path are lost on the way: the core has done the work, the console hears nothing. */
  loseAnswers: (path: RegExp, count: number) => void
  /** Whether of every write from now on the first answer is lost, and the one to its repetition arrives. */
  loseFirstAnswers: (isLost: boolean) => void
}

/** Gives the console's client what it finds in a browser: storage, and a network that leads to the real core. */
export function openConsoleWindow(shop: () => Shop): ConsoleWindow {
  const exchanges: Exchange[] = []
  let lost: { path: RegExp; count: number } | undefined
  /** Writes whose first answer was lost; undefined where none is. */
  let repeated: Set<string> | undefined

  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('sessionStorage', aStorage())
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = (init.method ?? 'GET') as 'GET' | 'POST' | 'PATCH' | 'DELETE'
    exchanges.push({ method, path })
    const answer = await shop().core.app.inject({
      method,
      url: path,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    if (lost && lost.count > 0 && lost.path.test(path)) {
      lost.count -= 1
      throw new TypeError('Failed to fetch')
    }
    const write = JSON.stringify([method, path, init.headers])
    if (repeated && method !== 'GET' && !repeated.has(write)) {
      repeated.add(write)
      throw new TypeError('Failed to fetch')
    }
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      ),
    })
  })

  return {
    exchanges,
    loseAnswers: (path, count) => (lost = { path, count }),
    loseFirstAnswers: (isLost) => (repeated = isLost ? new Set() : undefined),
  }
}

function aStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
