import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptChanges, type KeptChange } from '../database/kept-changes.ts'
import { makePrivate } from '../database/private-file.ts'
import { parsePrinterAddress, printerAddressText } from './printer-address.ts'
import type { DrawerPrinter } from './send-pulse.ts'

/** The printer of a desk's drawer, and who has set it when. */
export interface DrawerSettings {
  readonly printer: DrawerPrinter
  readonly setBy: string
  readonly setAt: string
}

/** What is kept of a desk's drawer. */
export interface KeptDrawer {
  /** Undefined where nobody has said where it hangs, or there is none any more. */
  readonly settings: DrawerSettings | undefined
  /** Who has said so and how, newest first. */
  readonly changes: readonly KeptChange[]
}

const fileOf = (dataDir: string): string => join(dataDir, 'backcounter.drawer.json')

/** Where the drawer of a data folder's desk hangs; what somebody has left there that is no such thing counts for nothing. */
export function readDrawer(dataDir: string): KeptDrawer {
  try {
    const kept = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<string, unknown>
    return { settings: settingsIn(kept), changes: keptChanges(kept['changes']) }
  } catch {
    return { settings: undefined, changes: [] }
  }
}

function settingsIn({ pin, printer, setAt, setBy }: Record<string, unknown>): DrawerSettings | undefined {
  const address = typeof printer === 'string' ? parsePrinterAddress(printer) : undefined
  if (!address || (pin !== 2 && pin !== 5) || typeof setBy !== 'string' || typeof setAt !== 'string')
    return undefined
  return { printer: { ...address, pin }, setBy, setAt }
}

/** Whole or not at all, together with who has changed it. */
export function keepDrawer(dataDir: string, { changes, settings }: KeptDrawer): void {
  const file = fileOf(dataDir)
  const half = `${file}.new`
  const { printer, ...set } = settings ?? {}
  const kept = { printer: printer ? printerAddressText(printer) : null, pin: printer?.pin, ...set, changes }
  makePrivate(half)
  writeFileSync(half, `${JSON.stringify(kept, undefined, 2)}\n`, { flush: true })
  renameSync(half, file)
}
