import { keptList } from '../../ui/kept.ts'
import type { Found } from './found.ts'

type RecentRecord = Pick<Found, 'kind' | 'id' | 'title' | 'text' | 'to' | 'code'>

const KEPT = 8
const keyOf = (storeId: string): string => `backcounter.recent.${storeId}`

/** What was opened last in a store, newest first; of this window, and gone with it: it holds people's names. */
export const recentRecords = (storeId: string): readonly RecentRecord[] =>
  keptList(sessionStorage.getItem(keyOf(storeId))) as readonly RecentRecord[]

/** Somebody who is among them, or in the name of an order or a cart, is to be known no more. */
export const forgetRecords = (storeId: string): void => sessionStorage.removeItem(keyOf(storeId))

export function rememberRecord(storeId: string, { kind, id, title, text, to, code }: Found): void {
  const record = { kind, id, title, ...(text && { text }), ...(to && { to }), ...(code && { code }) }
  const records = [record, ...recentRecords(storeId).filter((other) => other.id !== id)].slice(0, KEPT)
  sessionStorage.setItem(keyOf(storeId), JSON.stringify(records))
}
