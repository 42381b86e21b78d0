/** Why a drawer did not open, as far as this end of the line can tell. */
export type DrawerFault = 'refused' | 'silent' | 'unknown' | 'unreachable' | 'closed'

/** That a printer did not take the pulse. */
export class DrawerError extends Error {
  override readonly name = 'DrawerError'
  readonly fault: DrawerFault
  /** Whether it may have taken it all the same: it was there, and closed before that was certain. */
  readonly mayHaveOpened: boolean

  constructor(fault: DrawerFault, mayHaveOpened: boolean, cause?: unknown) {
    super(`the drawer did not open: ${fault}`, { cause })
    this.fault = fault
    this.mayHaveOpened = mayHaveOpened
  }
}
