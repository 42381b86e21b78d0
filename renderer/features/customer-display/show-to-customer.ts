import { onUnmounted, shallowRef, watch } from 'vue'
import { isLocked } from '../../api/desk.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { openDisplayChannel, type DisplayMessage } from './display-channel.ts'
import type { Shown, ShownCart, ShownFor, ShownOrder } from './shown.ts'

/** Tells this window from others of the browser. */
const own = crypto.randomUUID()

/** What the page in this window has for a customer; undefined for nothing. */
const current = shallowRef<Shown>()
/** Whether the displays show what this window has said last. */
let isOnDisplay = false

let channel: ReturnType<typeof openDisplayChannel> | undefined
let welcome: () => Shown | undefined = () => undefined

/** What this window has said last, and says again to who asks. */
let said: Shown | undefined

function say(shown: Shown): void {
  said = shown
  channel?.send({ from: own, shown })
}

function hear(message: DisplayMessage): void {
  if ('from' in message) {
    // The clerk has gone on in another window.
    if (message.shown.kind !== 'welcome') isOnDisplay = false
    return
  }
  const shown = isOnDisplay ? said : welcome()
  if (shown) say(shown)
}

function sayCurrent(): void {
  const shown = current.value
  // What changes out of the clerk's sight is not what their customer is told.
  if (shown && document.visibilityState === 'visible') {
    isOnDisplay = true
    say(shown)
  } else if (!shown && isOnDisplay) {
    isOnDisplay = false
    const greeting = welcome()
    if (greeting) say(greeting)
  }
}

/**
 * Shows the customer displays of this browser what the page in front of the clerk has for its customer, from now on. Which window
 * that is, is the one that has last been looked at, or changed in sight.
 */
export function feedCustomerDisplay(): void {
  const storeInfo = useStoreInfo()
  welcome = () => {
    const { name = '', defaultCultureCode: culture = 'en' } = storeInfo.store ?? {}
    return { kind: 'welcome', shop: name, culture }
  }
  channel = openDisplayChannel(hear)
  const stop = watch(current, sayCurrent)
  window.addEventListener('focus', sayCurrent)
  window.addEventListener('pagehide', leave)
  onUnmounted(() => {
    stop()
    window.removeEventListener('focus', sayCurrent)
    window.removeEventListener('pagehide', leave)
    leave()
    channel?.close()
    channel = undefined
  })
}

function leave(): void {
  current.value = undefined
  sayCurrent()
}

/**
 * What the customer sees while the component is on the page, as long as somebody is at the desk.
 * @param shown undefined where there is nothing for them
 */
export function useShownToCustomer(
  shown: () => (Omit<ShownFor, 'shop'> & (ShownCart | ShownOrder)) | undefined,
): void {
  const storeInfo = useStoreInfo()
  let mine: Shown | undefined
  watch(
    () => {
      const is = isLocked.value ? undefined : shown()
      return is && { ...is, shop: storeInfo.store?.name ?? '' }
    },
    (is) => (current.value = mine = is),
    { immediate: true },
  )
  onUnmounted(() => {
    // The page that comes next may be there already.
    if (current.value === mine) current.value = undefined
  })
}
