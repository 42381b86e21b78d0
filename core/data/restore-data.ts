import { access } from '../access/index.ts'
import type { BackupFile, Safekeeping } from '../database/safekeeping.ts'
import type { Services } from '../http/routes.ts'
import { CommerceError } from '../kernel/errors.ts'
import { carryAnswer } from '../operations/idempotency.ts'
import { CARRIED } from './carried.ts'
import type { JobResult } from './data-jobs.ts'
import type { DataWork, JobWatch } from './data-work.ts'

/** How much of a restore is done when its copy is ready; what is left takes no time. */
const COPIED = 95

/**
 * Puts a backup in the place of the data, while the core goes on. Who may do what stays as it is now: a program that was
 * revoked does not come back, a secret that was replaced does not work again, and whoever asks for this stays signed in.
 * Numbers of orders, refunds and counts of tills that were given out since are not given out again; and whoever asks for this restore again by its key does not
 * have it done again, which would take away what was ordered behind it.
 * @param job its id, and whether whoever has begun it still may when its turn has come
 * @throws CommerceError Forbidden where they may not: everything is as it was
 */
export async function restoreData(
  { clock }: Pick<Services, 'clock'>,
  safekeeping: Safekeeping,
  work: DataWork,
  backup: BackupFile,
  { id, mayGoOn }: { readonly id: string; readonly mayGoOn: () => Promise<boolean> },
  { onProgress, signal }: JobWatch,
): Promise<JobResult> {
  return work.alone(async () => {
    if (!(await mayGoOn())) {
      throw new CommerceError('Forbidden', 'data.beginner', [
        { text: 'Whoever has begun it may not do so any more.' },
      ])
    }
    await work.prepareRestore(backup.file, {
      signal,
      onProgress: (percent) => onProgress(Math.floor((percent * COPIED) / 100)),
    })
    const file = await safekeeping.replace(clock(), access.tables, [
      ...CARRIED,
      async (from, to) => carryAnswer(id, from, to),
    ])
    return { file }
  }, signal)
}
