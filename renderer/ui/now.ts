import { customRef, type Ref } from 'vue'

const MINUTE_MS = 60_000

/** The moment that it is. What is shown by it is shown anew with each minute that begins, where nobody does anything, too. */
export const now: Readonly<Ref<number>> = customRef((track, trigger) => {
  let isWaiting = false
  function waitForMinute(): void {
    if (isWaiting) return
    isWaiting = true
    setTimeout(
      () => {
        isWaiting = false
        trigger()
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    )
  }
  return {
    get() {
      track()
      waitForMinute()
      return Date.now()
    },
    set: () => undefined,
  }
})
