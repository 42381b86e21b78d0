import type { DatabaseCondition } from '../condition.ts'
import { isDiskFailing } from '../error-codes.ts'
import { CommitUnknown, isCutOff } from './errors.ts'

/** How long a failure of the server is held against it, in milliseconds. */
const MEMORY = 60_000

/**
 * What a desk knows of its server. How sound the data is, and whether it is backed up, is the server's business.
 * @param now milliseconds of a clock that only goes forward
 */
export function watchServer(now: () => number = () => performance.now()): DatabaseCondition {
  let failedAt = -Infinity
  return {
    state: () => (now() - failedAt < MEMORY ? 'failing' : 'ok'),
    isBackedUp: () => true,
    noteBackup: () => undefined,
    renew: () => undefined,
    note: (error) => {
      if (isCutOff(error) || isDiskFailing(error) || error instanceof CommitUnknown) failedAt = now()
    },
  }
}
