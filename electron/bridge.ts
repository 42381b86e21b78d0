import { BrowserWindow, ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { channels } from './channels.ts'
import { isConsolePage } from './console-address.ts'
import type { DesktopCommand, PaperSize, Printer, PrintOptions } from './desktop-api.ts'

export interface BridgeActions {
  /** Starts the console anew in the window, on the page where it is, with a fresh sign-in. */
  readonly reopen: (window: Electron.BrowserWindow) => Promise<void>
  /** Hears that the console has drawn itself. */
  readonly drawn: () => void
}

/**
 * Answers the preload's messages. Each is taken only from the console's own page, and its content is checked:
 * the page may be anything by then.
 */
export function answerBridge({ reopen, drawn }: BridgeActions): void {
  handle(channels.print, async (window, options) => print(window.webContents, asPrintOptions(options)))
  handle(channels.printers, async (window) => printersOf(window.webContents))
  handle(channels.reopen, reopen)
  handle(channels.drawn, async () => {
    drawn()
    return Promise.resolve()
  })
}

/** Hands a menu command to the console. */
export function sendCommand(window: Electron.BrowserWindow, command: DesktopCommand): void {
  window.webContents.send(channels.command, command)
}

function handle(
  channel: string,
  answer: (window: Electron.BrowserWindow, argument: unknown) => Promise<unknown>,
): void {
  ipcMain.handle(channel, async (event, argument: unknown) => answer(senderOf(event), argument))
}

/** The window whose own page, not a frame in it, sent the message. */
function senderOf({ sender, senderFrame }: IpcMainInvokeEvent): Electron.BrowserWindow {
  const window = BrowserWindow.fromWebContents(sender)
  if (!window || !senderFrame || senderFrame !== sender.mainFrame || !isConsolePage(senderFrame.url)) {
    throw new Error('Only the console may ask for this.')
  }
  return window
}

async function print(contents: WebContents, { silent, printer, size }: PrintOptions): Promise<boolean> {
  const options = {
    silent,
    printBackground: false,
    ...(printer !== undefined && { deviceName: printer }),
    ...(size !== undefined && { pageSize: pageSizeOf(size) }),
  }
  return new Promise((resolve) => contents.print(options, resolve))
}

const MICRONS_PER_MM = 1000

const pageSizeOf = (size: PaperSize) =>
  typeof size === 'string'
    ? size
    : { width: size.widthMm * MICRONS_PER_MM, height: size.heightMm * MICRONS_PER_MM }

async function printersOf(contents: WebContents): Promise<Printer[]> {
  const printers = await contents.getPrintersAsync()
  return printers.map(({ name, displayName }) => ({ name, label: displayName || name }))
}

function asPrintOptions(value: unknown): PrintOptions {
  const { silent, printer, size } = asRecord(value)
  if (typeof silent !== 'boolean') throw new TypeError('silent must be true or false')
  if (printer !== undefined && typeof printer !== 'string') throw new TypeError('printer must be a name')
  return { silent, printer, size: size === undefined ? undefined : asPaperSize(size) }
}

/** No printer takes more than a roll of two metres. */
const LONGEST_MM = 2000

function asPaperSize(value: unknown): PaperSize {
  if (value === 'A4' || value === 'Letter') return value
  const { widthMm, heightMm } = asRecord(value)
  if (isLength(widthMm) && isLength(heightMm)) return { widthMm, heightMm }
  throw new TypeError('size must be A4, Letter, or widths of up to two metres')
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= LONGEST_MM

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
