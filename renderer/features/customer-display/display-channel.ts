import type { Shown } from './shown.ts'

/**
 * How the windows of this browser and its customer displays talk: nothing of it goes through the core, so it is as quick as
 * the screen, and shows when the core is away, too.
 */
export type DisplayMessage =
  /** A display is here, and wants to know what there is to see. */
  | { readonly ask: true }
  /** Of a window, by an id of its own. */
  | { readonly from: string; readonly shown: Shown }

const NAME = 'backcounter.customer-display'

/** Hears the others, those messages that were sent from now on. */
export function openDisplayChannel(hear: (message: DisplayMessage) => void): {
  send: (message: DisplayMessage) => void
  close: () => void
} {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<DisplayMessage>) => hear(data))
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** Where a display is, behind the address of the console. */
export const DISPLAY_HASH = '#/customer-display'

/** Opens the display in a window of its own; one that is open comes to the front. To be called for a press or a key. */
export function openCustomerDisplay(): void {
  window.open(`/${DISPLAY_HASH}`, NAME, 'popup,width=960,height=720')?.focus()
}
