import {
  BrowserWindow,
  nativeTheme,
  screen,
  type WebContents,
  type WindowOpenHandlerResponse,
} from 'electron'
import { isConsolePage } from './console-address.ts'
import { GROUND } from './ground.ts'
import { placeDisplay } from './window-state.ts'

/** As the console asks for it (`renderer/features/customer-display/display-channel.ts`). */
const DISPLAY_HASH = '#/customer-display'

/** Whether an address is what stands before the customer, in a window beside the console's. */
export const isCustomerDisplay = (address: string): boolean =>
  isConsolePage(address) && new URL(address).hash === DISPLAY_HASH

/**
 * The window of a customer display that the console opens: all of another screen where there is one. It is closed with the console,
 * by whose preferences it is locked down.
 */
export function displayWindow(opener: WebContents): WindowOpenHandlerResponse {
  const beside = BrowserWindow.fromWebContents(opener)?.getNormalBounds()
  const { bounds, isFull } = placeDisplay(
    beside,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  return {
    action: 'allow',
    overrideBrowserWindowOptions: {
      ...bounds,
      fullscreen: isFull,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    },
  }
}
