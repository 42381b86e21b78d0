import type { MenuItemConstructorOptions } from 'electron'
import { app, openUrl, secondInstance } from './app.ts'
import { invoke } from './ipc.ts'
import { answerRequest, registeredSchemes } from './protocol.ts'
import { asks, type ResourceType } from './session.ts'
import { applicationMenu, dialogs } from './ui.ts'
import { closeByHand, openFrom, records, type WindowRecord } from './window.ts'
import { traces } from './world.ts'

export interface PlainRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** What asks, a script's fetch where nothing is said. */
  readonly type?: ResourceType
}

export interface PlainResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** The page of the only window that the app has made itself. */
const page = (): WindowRecord => {
  const record = records.findLast(({ opener }) => opener === undefined)
  if (!record || record.isDestroyed) throw new Error('There is no window')
  return record
}

/** What a test can do to the app and see of it: called by name over the channel between the processes. */
export const controls = {
  request: async ({
    url,
    method = 'GET',
    headers = {},
    body,
    type,
  }: PlainRequest): Promise<PlainResponse> => {
    const response = await answerRequest(
      new Request(url, body === undefined ? { method, headers } : { method, headers, body }),
      type,
    )
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    }
  },
  windows: () =>
    records.map(
      ({ options, contents, window: _window, close: _close, endSession: _end, opener, ...state }) => ({
        ...state,
        isOpened: opener !== undefined,
        options: JSON.parse(JSON.stringify(options)) as typeof options,
        url: contents.frames.main.url,
        status: contents.status,
      }),
    ),
  arrange: (state: Partial<Pick<WindowRecord, 'bounds' | 'isMaximized' | 'isMinimized' | 'isFocused'>>) => {
    Object.assign(page(), state)
  },
  navigate: (
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    url: string,
    isMainFrame = true,
  ) => (page().contents.navigate(event, url, isMainFrame) ? 'held back' : 'gone'),
  /** Puts another page into the window behind the app's back, as a hole in the guards would. */
  hijack: (url: string) => page().contents.arrive(url, 200),
  openWindow: (url: string) => page().contents.open(url, (options) => openFrom(page(), url, options)),
  attachWebview: () => (page().contents.attachWebview() ? 'held back' : 'attached'),
  permission: (permission: string) => asks.permission(page().contents.api, permission),
  permissionCheck: (permission: string, origin: string) => asks.check(permission, origin),
  device: () => asks.device(),
  download: (url: string) => asks.download(url),
  webRequest: (url: string) => asks.request(url),
  schemes: () => registeredSchemes(),
  invoke: (channel: string, args: unknown[], frame: 'main' | 'inner' | 'none' = 'main') =>
    invoke(page().contents, frame, channel, args),
  crash: (reason: string) => page().contents.crash(reason),
  dialog: () => dialogs[0]?.options,
  answerDialog: (result: unknown) => {
    const dialog = dialogs.shift()
    if (!dialog) throw new Error('No dialog is open')
    dialog.answer(result)
  },
  menu: () => labelsOf(applicationMenu),
  clickMenu: (...path: string[]) => clickItem(applicationMenu, path),
  secondInstance: (...args: string[]) => secondInstance(args),
  openUrl: (url: string) => openUrl(url),
  closeWindow: () => closeByHand(),
  /** Windows ends the person's session: nothing is asked, nothing else of the end is sent. */
  endSession: () => page().endSession(),
  /** Something in the main process goes wrong outside of everything that catches. */
  fail: (...kinds: ('rejection' | 'throw')[]) => {
    for (const [index, kind] of kinds.entries()) {
      const error = new Error(`a bug, number ${index + 1}`)
      if (kind === 'rejection') void Promise.reject(error)
      else
        setImmediate(() => {
          throw error
        })
    }
  },
  quit: () => app.quit(),
  traces: () => traces,
  /** The addons that this process has loaded, by their files. */
  addons: () => {
    const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
    return sharedObjects.filter((path) => path.endsWith('.node'))
  },
}

export type Controls = typeof controls

const plain = (label: string | undefined): string | undefined => label?.replace('&', '')

function labelsOf(items: MenuItemConstructorOptions[]): string[] {
  return items.flatMap(({ label, role, submenu }) => [
    ...((plain(label) ?? role) ? [String(plain(label) ?? role)] : []),
    ...(Array.isArray(submenu) ? labelsOf(submenu) : []),
  ])
}

function clickItem(items: MenuItemConstructorOptions[], [first, ...rest]: string[]): void {
  const item = items.find(({ label, role }) => (plain(label) ?? role) === first)
  if (!item) throw new Error(`The menu has no ${String(first)}`)
  if (rest.length > 0) {
    clickItem(Array.isArray(item.submenu) ? item.submenu : [], rest)
    return
  }
  const click = item.click as ((item: object, window: object, event: object) => void) | undefined
  if (!click) throw new Error(`${String(first)} does nothing by itself`)
  click({}, {}, {})
}
