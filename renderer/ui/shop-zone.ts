import { shallowRef } from 'vue'
import { dateFormat } from './intl.ts'
import { now } from './now.ts'

/** The time zone of the shop that is open: its clock is the one on the screen. Undefined until the shop is known. */
export const shopZone = shallowRef<string>()

/** The day that the shop's clock shows: `2026-11-20`. Swedish writes dates as ISO 8601 does. */
export const shopDay = (moment: number = now.value): string =>
  dateFormat('sv-SE', { timeZone: shopZone.value }).format(moment)
