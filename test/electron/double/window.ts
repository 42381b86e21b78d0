import { existsSync } from 'node:fs'
import type { BrowserWindowConstructorOptions } from 'electron'
import type { Bounds } from '../../../electron/window-state.ts'
import { channels } from '../../../electron/channels.ts'
import { invoke } from './ipc.ts'
import { WebContentsDouble } from './web-contents.ts'
import { StrictEmitter } from './emitter.ts'
import { answerRequest } from './protocol.ts'
import { afterReady, preventable, strict, type OnlyNamesOf } from './strict.ts'
import { world } from './world.ts'

/** What a test may see and do from the outside, beside Electron's own interface. */
export interface WindowRecord {
  readonly options: BrowserWindowConstructorOptions
  readonly contents: WebContentsDouble
  window: BrowserWindowDouble
  bounds: Bounds
  isVisible: boolean
  isFocused: boolean
  isMaximized: boolean
  isMinimized: boolean
  isDestroyed: boolean
  close: (mode: 'ask' | 'force') => boolean
  endSession: () => void
  /** Whose page has opened it; it is closed with that. */
  opener?: WindowRecord
}

/** What the app object hears of its windows. */
export const windowEvents = new StrictEmitter('windows', ['contents-created', 'all-closed'])

export const records: WindowRecord[] = []
const open = (): WindowRecord[] => records.filter((record) => !record.isDestroyed)

class BrowserWindowDouble {
  readonly #events = new StrictEmitter('BrowserWindow', ['ready-to-show', 'close', 'session-end'])
  readonly #record: WindowRecord

  constructor(options: BrowserWindowConstructorOptions) {
    afterReady('BrowserWindow')
    const preload = options.webPreferences?.preload
    if (preload !== undefined && !existsSync(preload)) throw new Error(`There is no preload at ${preload}`)
    const { x = 0, y = 0, width = 800, height = 600, show = true } = options
    const double = strict('BrowserWindow', this)
    this.#record = {
      options,
      contents: new WebContentsDouble(),
      window: double,
      bounds: { x, y, width, height },
      isVisible: show,
      isFocused: false,
      isMaximized: false,
      isMinimized: false,
      isDestroyed: false,
      close: (mode) => this.#close(mode),
      endSession: () => this.#events.emit('session-end', { reasons: ['shutdown'] }),
    }
    records.push(this.#record)
    windowEvents.emit('contents-created', this.#record.contents.api)
    return double
  }

  static getAllWindows(): BrowserWindowDouble[] {
    return open().map((record) => record.window)
  }

  static fromWebContents(contents: unknown): BrowserWindowDouble | null {
    return open().find((record) => record.contents.api === contents)?.window ?? null
  }

  get webContents(): unknown {
    return this.#record.contents.api
  }

  async loadURL(url: string): Promise<void> {
    this.#live()
    const { contents } = this.#record
    if (world.page === 'unreachable') throw loadError('ERR_FAILED (-2)', url)
    const status = await statusOf(url)
    if (this.#record.isDestroyed) throw loadError('ERR_ABORTED (-3)', url)
    contents.arrive(url, status)
    this.#events.emit('ready-to-show')
    if (world.page === 'dies') contents.crash('crashed')
    if (world.page === 'without-preload') contents.failPreload()
    // As the console does once it stands; a refusal would be the page's own affair.
    if (world.page === 'draws') void invoke(contents, 'main', channels.drawn, []).catch(() => undefined)
  }

  on(event: string, listener: (...args: unknown[]) => void): void {
    this.#events.on(event, listener)
  }

  once(event: string, listener: (...args: unknown[]) => void): void {
    this.#events.once(event, listener)
  }

  show(): void {
    Object.assign(this.#live(), { isVisible: true })
  }

  focus(): void {
    Object.assign(this.#live(), { isFocused: true })
  }

  maximize(): void {
    Object.assign(this.#live(), { isMaximized: true })
  }

  restore(): void {
    Object.assign(this.#live(), { isMinimized: false })
  }

  isVisible(): boolean {
    return this.#live().isVisible
  }

  isMinimized(): boolean {
    return this.#live().isMinimized
  }

  isMaximized(): boolean {
    return this.#live().isMaximized
  }

  isDestroyed(): boolean {
    return this.#record.isDestroyed
  }

  getNormalBounds(): Bounds {
    return this.#live().bounds
  }

  #live(): WindowRecord {
    if (this.#record.isDestroyed) throw new TypeError('Object has been destroyed')
    return this.#record
  }

  #close(mode: 'ask' | 'force'): boolean {
    if (mode === 'ask') {
      const event = preventable({})
      this.#events.emit('close', event)
      if (event.defaultPrevented) return false
    }
    this.#record.isDestroyed = true
    for (const child of open()) if (child.opener === this.#record) child.close('force')
    return true
  }
}

async function statusOf(url: string): Promise<number> {
  try {
    const page = new Request(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
    return (await answerRequest(page, 'mainFrame')).status
  } catch (error) {
    throw loadError((error as Error).message, url)
  }
}

/** As Electron's: the text names the address, with all that is in it. */
const loadError = (reason: string, url: string): Error =>
  Object.assign(new Error(`${reason} loading '${url}'`), { code: reason.split(' ')[0], url })

export const namesAreReal: OnlyNamesOf<Electron.BrowserWindow, BrowserWindowDouble> = true

/** A window that a page has opened: it has the rights of the page's own, and what the app says of it. */
export function openFrom(opener: WindowRecord, url: string, options: BrowserWindowConstructorOptions): void {
  const { webPreferences } = opener.options
  new BrowserWindowDouble({ ...(webPreferences && { webPreferences }), ...options })
  const record = records.at(-1)
  record?.contents.arrive(url, 200)
  Object.assign(record ?? {}, { opener })
}

/** @returns false where a window refused to close */
export function closeAllWindows(mode: 'ask' | 'force'): boolean {
  return open().every((record) => record.close(mode))
}

/** As a click on the window's close button. */
export function closeByHand(): void {
  if (closeAllWindows('ask')) windowEvents.emit('all-closed')
}

const BrowserWindow = strict('BrowserWindow', BrowserWindowDouble)
export { BrowserWindow }
