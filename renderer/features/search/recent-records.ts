import { shallowRef } from 'vue'
import { keptList } from '../../ui/kept.ts'
import type { Found } from './found.ts'

type RecentRecord = Pick<Found, 'kind' | 'id' | 'title' | 'text' | 'to' | 'code'>

const KEPT = 8
const STORAGE_KEY = 'backcounter.recent'

/** What was opened last, newest first; of this window, and gone with it: it holds people's names. */
const records = shallowRef(keptList(sessionStorage.getItem(STORAGE_KEY)) as readonly RecentRecord[])

export const recentRecords = (): readonly RecentRecord[] => records.value

export function rememberRecord({ kind, id, title, text, to, code }: Found): void {
  const record = { kind, id, title, ...(text && { text }), ...(to && { to }), ...(code && { code }) }
  records.value = [record, ...records.value.filter((other) => other.id !== id)].slice(0, KEPT)
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(records.value))
}
