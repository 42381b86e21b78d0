import { app, session, shell, type Session, type WebContents } from 'electron'
import type { Attempt } from './attempt.ts'
import { isConsoleAddress, isConsolePage } from './console-address.ts'
import { displayWindow, isCustomerDisplay } from './customer-display.ts'
import { isAllowedOutside } from './external-links.ts'

export interface GuardOptions {
  /** Where the local API answers, if it does. */
  readonly apiOrigin: string | undefined
  /** Where Vite serves the console while it is being written. */
  readonly devServer: string | undefined
  /** Opens what leads outside, which may fail. */
  readonly attempt: Attempt
}

/** What the console's own page may do beyond the ordinary; everything else is refused to everybody. */
const ALLOWED_PERMISSIONS = new Set(['clipboard-sanitized-write', 'fullscreen'])

/** Keeps every page to the console's own address, whatever gets to run in it. */
export function guardNavigation(options: GuardOptions): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, options))
  guardSession(session.defaultSession, options)
}

function guardContents(contents: WebContents, options: GuardOptions): void {
  const stayInside = (event: { url: string; preventDefault: () => void }): void => {
    if (isConsolePage(event.url)) return
    event.preventDefault()
    openOutside(event.url, options)
  }
  contents.on('will-navigate', stayInside)
  contents.on('will-redirect', stayInside)
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (isCustomerDisplay(url) && isConsolePage(contents.getURL())) return displayWindow(contents)
    openOutside(url, options)
    return { action: 'deny' }
  })
}

function guardSession(own: Session, { devServer }: GuardOptions): void {
  own.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isConsolePage(contents.getURL()) && ALLOWED_PERMISSIONS.has(permission)),
  )
  own.setPermissionCheckHandler(
    (_contents, permission, origin) => isConsoleAddress(origin) && ALLOWED_PERMISSIONS.has(permission),
  )
  own.setDevicePermissionHandler(() => false)
  // An export, which the page holds already: the system asks where it is to be saved.
  own.on('will-download', (event, item) => {
    if (!isOwnFile(item.getURL())) event.preventDefault()
  })
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnRequest(url, devServer) }))
}

/** Whether an address is a file that the console has made itself. */
const isOwnFile = (address: string): boolean =>
  address.startsWith('blob:') && isConsoleAddress(address.slice('blob:'.length))

/** The console needs nothing from any network; developer tools have a scheme of their own. */
function isOwnRequest(address: string, devServer: string | undefined): boolean {
  if (isConsoleAddress(address)) return true
  const url = URL.parse(address)
  if (!url) return false
  if (['blob:', 'data:', 'devtools:'].includes(url.protocol)) return true
  return devServer !== undefined && url.host === new URL(devServer).host
}

function openOutside(url: string, { apiOrigin, attempt }: GuardOptions): void {
  if (!isAllowedOutside(url, apiOrigin)) return
  attempt('No program of this computer opens this link.', async () => shell.openExternal(url))
}
