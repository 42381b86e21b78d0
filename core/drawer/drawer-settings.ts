import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../database/private-file.ts'
import { parsePrinterAddress, printerAddressText } from './printer-address.ts'
import type { DrawerPrinter } from './send-pulse.ts'

/** The printer of a desk's drawer, and who has set it when. */
export interface DrawerSettings {
  readonly printer: DrawerPrinter
  readonly setBy: string
  readonly setAt: string
}

const fileOf = (dataDir: string): string => join(dataDir, 'backcounter.drawer.json')

/** Where the drawer of a data folder's desk hangs; undefined where nobody has said so, or what is there is no such thing. */
export function readDrawerSettings(dataDir: string): DrawerSettings | undefined {
  try {
    const { pin, printer, setAt, setBy } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<
      string,
      unknown
    >
    const address = typeof printer === 'string' ? parsePrinterAddress(printer) : undefined
    if (!address || (pin !== 2 && pin !== 5) || typeof setBy !== 'string' || typeof setAt !== 'string')
      return undefined
    return { printer: { ...address, pin }, setBy, setAt }
  } catch {
    return undefined
  }
}

/** Whole or not at all; none are kept where there is no drawer any more. */
export function keepDrawerSettings(dataDir: string, settings: DrawerSettings | undefined): void {
  const file = fileOf(dataDir)
  if (!settings) {
    rmSync(file, { force: true })
    return
  }
  const { printer, ...set } = settings
  const kept = { printer: printerAddressText(printer), pin: printer.pin, ...set }
  const half = `${file}.new`
  makePrivate(half)
  writeFileSync(half, `${JSON.stringify(kept, undefined, 2)}\n`, { flush: true })
  renameSync(half, file)
}
