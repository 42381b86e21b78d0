import { StrictEmitter } from './emitter.ts'
import { preventable, strict, type Modelled } from './strict.ts'
import { traces } from './world.ts'

type Opened = Electron.WindowOpenHandlerResponse
type OpenHandler = (details: { url: string }) => Opened

/** A page in a window: what it shows, and what it tries to do. */
export class WebContentsDouble {
  readonly #events = new StrictEmitter('webContents', [
    'will-navigate',
    'will-redirect',
    'will-frame-navigate',
    'will-attach-webview',
    'preload-error',
    'render-process-gone',
  ])
  readonly frames = { main: { url: '' }, inner: { url: 'app://console/inner-frame' } }
  status = 0
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  readonly api = strict('webContents', {
    mainFrame: this.frames.main as unknown as Electron.WebFrameMain,
    getURL: () => this.frames.main.url,
    on: this.#events.on,
    once: this.#events.once,
    setWindowOpenHandler: (handler: OpenHandler) => void (this.#openHandler = handler),
    send: (channel: string, ...args: unknown[]) => {
      const message = { channel, args: structuredClone(args) }
      traces.sent.push(message)
      process.send?.({ event: 'sent', message })
    },
    getPrintersAsync: async () =>
      Promise.resolve([
        { name: 'roll-80', displayName: 'Receipts', description: '', options: {} },
        { name: 'office', displayName: '', description: '', options: {} },
      ]),
    print: (options?: object, answer?: (success: boolean, reason: string) => void) => {
      traces.printed.push(structuredClone(options))
      answer?.(true, '')
    },
  } satisfies Modelled<Electron.WebContents>)

  arrive(url: string, status: number): void {
    this.frames.main.url = url
    this.status = status
  }

  /** The page tries to go elsewhere. @returns whether it was held back */
  navigate(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    url: string,
    isMainFrame: boolean,
  ): boolean {
    const details = preventable({ url, isMainFrame })
    this.#events.emit(event, details)
    return details.defaultPrevented
  }

  attachWebview(): boolean {
    const event = preventable({})
    this.#events.emit('will-attach-webview', event, {}, {})
    return event.defaultPrevented
  }

  /** @param open what makes the window, where it is allowed */
  open(url: string, open: (options: Electron.BrowserWindowConstructorOptions) => void): 'allow' | 'deny' {
    const { action, ...rest } = this.#openHandler({ url })
    if (action === 'allow' && 'overrideBrowserWindowOptions' in rest)
      open(rest.overrideBrowserWindowOptions ?? {})
    return action
  }

  failPreload(): void {
    this.#events.emit('preload-error', {}, '/preload.cjs', new Error('a preload that fails'))
  }

  crash(reason: string): void {
    this.#events.emit('render-process-gone', {}, { reason, exitCode: 1 })
  }
}
