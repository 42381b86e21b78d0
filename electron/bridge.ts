import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { BrowserWindow, dialog, ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { channels } from './channels.ts'
import { isConsolePage } from './console-address.ts'
import type { DesktopApi, DesktopCommand } from './desktop-api.ts'

export type { DesktopApi, DesktopCommand } from './desktop-api.ts'

type Options<K extends 'print' | 'saveText'> = Parameters<DesktopApi[K]>[0]

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
  handle(channels.saveText, async (window, options) => saveText(window, asSaveOptions(options)))
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

async function print(contents: WebContents, { silent }: Options<'print'>): Promise<boolean> {
  return new Promise((resolve) => contents.print({ silent, printBackground: false }, resolve))
}

async function saveText(
  window: Electron.BrowserWindow,
  { suggestedName, text }: Options<'saveText'>,
): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: basename(suggestedName) })
  if (canceled) return false
  await writeFile(filePath, text, 'utf8')
  return true
}

function asPrintOptions(value: unknown): Options<'print'> {
  const { silent } = asRecord(value)
  if (typeof silent !== 'boolean') throw new TypeError('silent must be true or false')
  return { silent }
}

function asSaveOptions(value: unknown): Options<'saveText'> {
  const { suggestedName, text } = asRecord(value)
  if (typeof suggestedName !== 'string' || typeof text !== 'string') {
    throw new TypeError('suggestedName and text must be text')
  }
  return { suggestedName, text }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
