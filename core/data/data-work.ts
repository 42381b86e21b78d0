import type { MoneyFault } from './check-money.ts'
import type { BackupComparison } from '../database/safekeeping.ts'

/** What reads or copies all of the data, done where it keeps nobody waiting. */
export interface DataWork {
  /**
   * Runs what must not meet a backup that is being made, by itself too, or other work that has the data open.
   * @param signal ends the wait for that, and nothing that has begun
   */
  alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  addBackup(now: Date, watch: JobWatch): Promise<{ readonly file: string }>
  compareBackup(file: string): Promise<BackupComparison>
  /** Makes the copy that is to take the place of the data. */
  prepareRestore(file: string, watch: JobWatch): Promise<void>
  checkAll(watch: JobWatch): Promise<CheckResult>
}

/** What whoever waits for work has to do with it. */
export interface JobWatch {
  /** Ends the work. */
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

export interface CheckResult {
  /** What is wrong with the file itself. */
  readonly pages: readonly string[]
  readonly orders: number
  readonly faults: readonly MoneyFault[]
}
