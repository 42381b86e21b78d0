/** The scheme of the desktop window's own addresses: `app://console/…`. */
export const CONSOLE_SCHEME = 'app'
export const CONSOLE_HOST = 'console'

/** An address of the console in the window, from the path the core gives (`/?launch=CODE`). */
export const consoleAddress = (path: string): string => `${CONSOLE_SCHEME}://${CONSOLE_HOST}${path}`

/** Whether an address is the console's; `URL.origin` cannot say, it is "null" for schemes that are not the web's. */
export function isConsoleAddress(address: string): boolean {
  const url = URL.parse(address)
  return (
    url?.protocol === `${CONSOLE_SCHEME}:` &&
    url.host === CONSOLE_HOST &&
    url.username === '' &&
    url.password === ''
  )
}

/**
 * Whether an address is a page of the console. It has one, and its router works behind `#`: whatever else answers there,
 * the API in any spelling above all, is no page of the window.
 */
export const isConsolePage = (address: string): boolean =>
  isConsoleAddress(address) && new URL(address).pathname === '/'
