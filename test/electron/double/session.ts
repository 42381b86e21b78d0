import type { OnBeforeRequestListenerDetails, PermissionRequest } from 'electron'
import { StrictEmitter } from './emitter.ts'
import { afterReady, preventable, strict, type Modelled } from './strict.ts'

type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: PermissionRequest,
) => void
type CheckHandler = (contents: unknown, permission: string, origin: string) => boolean
export type ResourceType = OnBeforeRequestListenerDetails['resourceType']
type BeforeRequest = (
  details: Pick<OnBeforeRequestListenerDetails, 'resourceType' | 'url'>,
  answer: (response: { cancel?: boolean }) => void,
) => void

const events = new StrictEmitter('session', ['will-download'])
let requestHandler: RequestHandler = (_contents, _permission, answer) => answer(true)
let checkHandler: CheckHandler = () => true
let deviceHandler: () => boolean = () => true
let beforeRequest: BeforeRequest = (_details, answer) => answer({})

const defaultSession = strict('session.defaultSession', {
  setPermissionRequestHandler: (handler: RequestHandler) => void (requestHandler = handler),
  setPermissionCheckHandler: (handler: CheckHandler) => void (checkHandler = handler),
  setDevicePermissionHandler: (handler: () => boolean) => void (deviceHandler = handler),
  on: events.on,
  webRequest: strict('session.webRequest', {
    onBeforeRequest: (listener: BeforeRequest) => {
      if (typeof listener !== 'function')
        throw new Error('The double of electron models no filter by pattern')
      beforeRequest = listener
    },
  } satisfies Modelled<Electron.WebRequest>) as unknown as Electron.WebRequest,
} satisfies Modelled<Electron.Session>)

export const session = strict('session', {
  get defaultSession() {
    afterReady('session.defaultSession')
    return defaultSession as unknown as Electron.Session
  },
} satisfies Modelled<typeof Electron.session>)

/** What pages ask the session for, with the answers they get. */
export const asks = {
  permission: (contents: unknown, permission: string) =>
    new Promise<boolean>((resolve) => requestHandler(contents, permission, resolve, {} as PermissionRequest)),
  check: (permission: string, origin: string) => checkHandler(null, permission, origin),
  device: () => deviceHandler(),
  download: (url: string) => {
    const event = preventable({})
    const item = strict('item', { getURL: () => url } satisfies Modelled<Electron.DownloadItem>)
    events.emit('will-download', event, item, {})
    return event.defaultPrevented ? 'refused' : 'allowed'
  },
  request: (url: string, resourceType: ResourceType = 'other') =>
    new Promise<'cancelled' | 'sent'>((resolve) =>
      beforeRequest(strict('details', { url, resourceType }), ({ cancel }) =>
        resolve(cancel ? 'cancelled' : 'sent'),
      ),
    ),
}
