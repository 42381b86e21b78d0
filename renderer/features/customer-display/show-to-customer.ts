import { computed, onUnmounted, shallowRef, watch, type ShallowRef } from 'vue'
import { isLocked } from '../../api/desk.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { openDisplayChannel, type DisplayMessage } from './display-channel.ts'
import type { Shown, ShownCart, ShownFor, ShownOrder, ShownReturn } from './shown.ts'

/** Tells this window from others of the browser. */
const own = crypto.randomUUID()

/** What the page in this window and the dialogs on it have for a customer, those that were opened last behind. */
const layers = shallowRef<readonly Readonly<ShallowRef<Shown | undefined>>[]>([])
/** Whether the window shows no page any more. */
const isGone = shallowRef(false)
/** What is on top of it; undefined for nothing. */
const current = computed(() =>
  isGone.value ? undefined : layers.value.findLast(({ value }) => value !== undefined)?.value,
)
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
  isGone.value = false
  const stop = watch(current, sayCurrent)
  window.addEventListener('focus', sayCurrent)
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', comeBack)
  onUnmounted(() => {
    stop()
    window.removeEventListener('focus', sayCurrent)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', comeBack)
    leave()
    channel?.close()
    channel = undefined
  })
}

function leave(): void {
  isGone.value = true
  sayCurrent()
}

function comeBack(): void {
  isGone.value = false
}

/**
 * What the customer sees while the component is on the page, as long as somebody is at the desk: of a dialog, in place of what the
 * page has for them.
 * @param shown undefined where there is nothing for them
 */
export function useShownToCustomer(
  shown: () => (Omit<ShownFor, 'shop'> & (ShownCart | ShownOrder | ShownReturn)) | undefined,
): void {
  const storeInfo = useStoreInfo()
  const mine = computed<Shown | undefined>(() => {
    const is = isLocked.value ? undefined : shown()
    return is && { ...is, shop: storeInfo.store?.name ?? '' }
  })
  layers.value = [...layers.value, mine]
  onUnmounted(() => (layers.value = layers.value.filter((layer) => layer !== mine)))
}
