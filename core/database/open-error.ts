/** Why a database could not be opened; the shell turns it into a dialog, the command line into a line of text. */
export type DatabaseOpenCode =
  /** Another Backcounter holds this data folder. */
  | 'busy'
  /** The file is not a database, or its pages are broken. */
  | 'damaged'
  /** A newer Backcounter has migrated it. */
  | 'newer'
  /** The folder or the file cannot be written. */
  | 'unwritable'

export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
  readonly code: DatabaseOpenCode
  readonly file: string

  constructor(code: DatabaseOpenCode, file: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.file = file
  }
}
