import { isIPv4, isIPv6 } from 'node:net'

/** Where receipt printers take what they are to print, byte by byte (raw, or JetDirect). */
export const RAW_PORT = 9100

/** A machine of the network, and a port of it. */
export interface PrinterAddress {
  /** A name or a number; one of IPv6 without its brackets. */
  readonly host: string
  readonly port: number
}

/** Of a name of the network (RFC 1035). */
const NAME_LENGTH = 253
const MOST_PORT = 65_535

/** A part of a name: letters, digits and hyphens within; and underscores, which printers have in the names that they give themselves. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

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
  const isHost = inBrackets === undefined ? isIPv4(host) || isName(host) : isIPv6(host) && !host.includes('%')
  return isHost ? { host, port } : undefined
}

function isName(host: string): boolean {
  const labels = host.split('.')
  // What ends with a number, systems read as one of IPv4, by whatever rules they have for such.
  const isNumber = /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')
  return !isNumber && host.length <= NAME_LENGTH && labels.every((label) => LABEL.test(label))
}

/** An address as it is shown, and read again: without its port where that is the usual one. */
export function printerAddressText({ host, port }: PrinterAddress): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === RAW_PORT ? name : `${name}:${port}`
}
