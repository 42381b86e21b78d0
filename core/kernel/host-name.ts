import { isIPv4, isIPv6 } from 'node:net'

/** Of a name of the network (RFC 1035). */
const NAME_LENGTH = 253

/** A part of a name: letters, digits and hyphens within; and underscores, which printers have in the names that they give themselves. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Whether a text, in small letters, is a name of the network, or a number of IPv4. */
export const isNameOrIPv4 = (host: string): boolean => isIPv4(host) || isName(host)

/** Whether it is a number of IPv6, without brackets; one with a zone means another machine at each. */
export const isPlainIPv6 = (host: string): boolean => isIPv6(host) && !host.includes('%')

function isName(host: string): boolean {
  const labels = host.split('.')
  // What ends with a number, systems read as one of IPv4, by whatever rules they have for such.
  const isNumber = /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')
  return !isNumber && host.length <= NAME_LENGTH && labels.every((label) => LABEL.test(label))
}
