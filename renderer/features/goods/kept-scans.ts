import { shallowRef, type ShallowRef } from 'vue'
import type { AddLineBody, ChangeOptions } from '../../api/carts.ts'
import type { Product } from '../../api/catalog.ts'
import type { PersonAtDesk } from '../../api/desk.ts'
import { keptList } from '../../ui/kept.ts'

/** Goods that have been found, and how many of them. */
export interface FoundProduct {
  product: Product
  quantity: number
}

/** A scan that is not in the cart yet. */
export interface WaitingScan {
  /** The same in each tab that has it: whoever duplicates one has what waits there twice. */
  id?: string
  text: string
  /** Whether a scanner has read it, not a hand typed it. */
  isScanned: boolean
  /** Who was at the desk: nobody else adds it unasked. */
  by?: PersonAtDesk | undefined
  /** What it means, once that is known. */
  found?: FoundProduct
  /** How it was sent, while no answer has come. */
  sent?: { line: AddLineBody; options: ChangeOptions }
}

export interface KeptScans {
  /** In the order in which they go into the cart. */
  waiting: Readonly<ShallowRef<readonly WaitingScan[]>>
  add: (scan: WaitingScan) => void
  /** Notes what has become of a scan that goes on waiting. */
  note: (scan: WaitingScan, news: Pick<WaitingScan, 'found' | 'sent'>) => void
  remove: (scan: WaitingScan) => void
  /** Tells every tab that it is in the cart. */
  noteAdded: (scan: WaitingScan) => void
  wasAdded: (scan: WaitingScan) => boolean
  /** Those that waited when the page was left or loaded anew; they are told once. */
  takeLeft: () => WaitingScan[]
}

/** The scans that were added last, in any tab of this browser. */
const ADDED = 'backcounter.added-scans'
/** More than these nobody has waiting in two tabs. */
const MOST_ADDED = 500
const added = (): unknown[] => keptList(localStorage.getItem(ADDED))

const keyOf = (cartId: string) => `backcounter.scans.${cartId}`

/** By the cart: who leaves its page and comes back finds what is still on its way. */
const known = new Map<string, KeptScans>()

/** The scans that wait for a cart; they survive a reload, for as long as the window is open. */
export function keptScans(cartId: string): KeptScans {
  const kept = known.get(cartId) ?? createKeptScans(keyOf(cartId))
  known.set(cartId, kept)
  return kept
}

/** @param key under which they stand in the storage of the window */
export function createKeptScans(key: string): KeptScans {
  const left = keptList(sessionStorage.getItem(key)) as WaitingScan[]
  const waiting = shallowRef<readonly WaitingScan[]>([...left])

  function set(scans: readonly WaitingScan[]): void {
    waiting.value = scans
    if (scans.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(scans))
  }

  return {
    waiting,
    add(scan) {
      scan.id ??= crypto.randomUUID()
      set([...waiting.value, scan])
    },
    note(scan, news) {
      Object.assign(scan, news)
      set([...waiting.value])
    },
    noteAdded: ({ id }) => localStorage.setItem(ADDED, JSON.stringify([...added(), id].slice(-MOST_ADDED))),
    wasAdded: ({ id }) => id !== undefined && added().includes(id),
    remove: (scan) => set(waiting.value.filter((other) => other !== scan)),
    takeLeft: () => left.splice(0),
  }
}
