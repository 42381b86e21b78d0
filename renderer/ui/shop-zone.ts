import { shallowRef } from 'vue'

/** The time zone of the shop that is open: its clock is the one on the screen. Undefined until the shop is known. */
export const shopZone = shallowRef<string>()
