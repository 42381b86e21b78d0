import type { DatabaseCondition } from '../condition.ts'
import { isCommitUnknown, isDiskFailing, isReadOnly, isRefused, isUnreachable } from '../error-codes.ts'

/** How long a failure of the server is held against it, in milliseconds. */
const MEMORY = 60_000

const failures = [isUnreachable, isCommitUnknown, isDiskFailing, isReadOnly, isRefused]

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
      if (failures.some((is) => is(error))) failedAt = now()
    },
  }
}
