import { conflict, type CommerceError } from '../kernel/errors.ts'
import type { PrinterAddress } from './printer-address.ts'

/** Why a drawer did not open, as far as this end of the line can tell. */
export type DrawerFault = 'refused' | 'silent' | 'unknown' | 'unreachable' | 'closed'

/** That a printer did not take the pulse. */
export class DrawerError extends Error {
  override readonly name = 'DrawerError'
  readonly fault: DrawerFault
  /** The printer that was asked: another one may be set by now. */
  readonly printer: PrinterAddress
  /** Whether it may have taken it all the same: it was there, and closed before that was certain. */
  readonly mayHaveOpened: boolean

  constructor(fault: DrawerFault, printer: PrinterAddress, mayHaveOpened: boolean, cause?: unknown) {
    super(`the drawer did not open: ${fault}`, { cause })
    this.fault = fault
    this.printer = printer
    this.mayHaveOpened = mayHaveOpened
  }
}

/** That there is no drawer, or none any more. */
export const noDrawer = (): CommerceError => conflict('drawer.not-set', 'No drawer is set at this desk.')
