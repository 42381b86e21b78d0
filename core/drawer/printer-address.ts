import { isIPv6 } from 'node:net'
import { isNameOrIPv4, isPlainIPv6 } from '../kernel/host-name.ts'

/** Where receipt printers take what they are to print, byte by byte (raw, or JetDirect). */
export const RAW_PORT = 9100

/** A machine of the network, and a port of it. */
export interface PrinterAddress {
  /** A name or a number; one of IPv6 without its brackets. */
  readonly host: string
  readonly port: number
}

const MOST_PORT = 65_535

/**
 * Reads where a printer is: `192.168.1.50`, `printer.lan:9101`, `[fd00::5]:9100`; without a port it is 9100.
 * @returns undefined for whatever is no such address: with a scheme, a path, a user or a zone, or a number that none has
 */
export function parsePrinterAddress(text: string): PrinterAddress | undefined {
  const [, inBrackets, plain, portText] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const port = portText === undefined ? RAW_PORT : Number(portText)
  if (port < 1 || port > MOST_PORT) return undefined
  const host = (inBrackets ?? plain ?? '').toLowerCase()
  const isHost = inBrackets === undefined ? isNameOrIPv4(host) : isPlainIPv6(host)
  return isHost ? { host, port } : undefined
}

/** An address as it is shown, and read again: without its port where that is the usual one. */
export function printerAddressText({ host, port }: PrinterAddress): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === RAW_PORT ? name : `${name}:${port}`
}
