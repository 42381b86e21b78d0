/**
 * What was read has been changed by another since, and a statement that was guarded by it has written nothing: the work is
 * to be run again, and then sees the other's change.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
  readonly code = 'OVERTAKEN'

  constructor() {
    super('What was read has been changed by another since.')
  }
}
