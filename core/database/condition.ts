export type DatabaseState =
  | 'ok'
  /** In the last minute the disk has not done what it was asked. */
  | 'failing'
  /** Something in the file is broken; it stays so until the program is started anew. */
  | 'damaged'

/** What the core has come to know of its database while it runs. */
export interface DatabaseCondition {
  state(): DatabaseState
  /** Whether the last backup that was due could be made; true before the first. */
  isBackedUp(): boolean
  /** Draws its conclusions from an error, whatever it is. */
  note(error: unknown): void
  noteBackup(isThere: boolean): void
  /** Other data have taken the place of those that it was about. */
  renew(): void
}
