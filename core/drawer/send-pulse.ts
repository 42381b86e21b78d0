import { connect } from 'node:net'
import { DrawerError, type DrawerFault } from './drawer-fault.ts'
import type { PrinterAddress } from './printer-address.ts'

/** The pin of the printer's socket at which the drawer hangs. */
export type DrawerPin = 2 | 5

/** A receipt printer of the network, and the drawer that hangs at it. */
export interface DrawerPrinter extends PrinterAddress {
  readonly pin: DrawerPin
}

/** So long a printer has to answer, its name to be found included, in milliseconds. */
const PATIENCE_MS = 2000
/** A printer that closes as soon as it is reached does so within this. */
const SETTLING_MS = 200

/** ESC p m t1 t2 of ESC/POS: m is 0 for pin 2 and 1 for pin 5; on for 25 × 2 ms, off for 250 × 2 ms. */
const pulseFor = (pin: DrawerPin): Uint8Array => Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, 0x19, 0xfa)

/**
 * Sends a printer the pulse that opens its drawer, and nothing else; what the printer says is not read. Raw printing has no answer:
 * the pulse counts as sent when the printer's machine was reached and has not closed at once.
 * @throws DrawerError
 */
export async function sendPulse(printer: DrawerPrinter): Promise<void> {
  const { host, pin, port } = printer
  const { promise, reject, resolve } = Promise.withResolvers<undefined>()
  let isReached = false
  let isSent = false
  const socket = connect({ host, port })
  const fail = (fault: DrawerFault, cause?: unknown): void => {
    reject(new DrawerError(fault, printer, isReached, cause))
    socket.destroy()
  }
  // Whoever keeps the line open is let go, too.
  const patience = setTimeout(() => fail('silent'), PATIENCE_MS).unref()
  let settling: NodeJS.Timeout | undefined
  socket
    .once('connect', () => {
      isReached = true
      socket.end(pulseFor(pin))
    })
    .once('finish', () => {
      isSent = true
      settling = setTimeout(resolve, SETTLING_MS, undefined).unref()
    })
    .once('error', (error: NodeJS.ErrnoException) => fail(faultOf(error), error))
    .once('close', () => {
      clearTimeout(patience)
      clearTimeout(settling)
      if (isSent) resolve(undefined)
      else fail('closed')
    })
    // What is not taken off the line would end it before its time.
    .resume()
    // A process that ends waits for no printer.
    .unref()
  await promise
}

const FAULTS: Readonly<Record<string, DrawerFault>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'silent',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
}

const faultOf = ({ code = '' }: NodeJS.ErrnoException): DrawerFault => FAULTS[code] ?? 'unreachable'
