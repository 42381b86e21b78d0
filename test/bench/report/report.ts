import type { Machine } from '../measure/machine.ts'
import type { Comparison } from '../measure/rounds.ts'
import type { Spread } from '../measure/statistics.ts'

/** Resident memory of the two processes, in MiB; undefined where the system does not tell. */
export interface Memory {
  readonly core: number | undefined
  readonly bare: number | undefined
}

/** What a run found, as it is written to the file. */
export interface Report {
  readonly date: string
  readonly machine: Machine
  readonly rounds: number
  readonly seconds: number
  readonly commitsPerSecond: Spread
  readonly memoryMiB: { readonly idle: Memory; readonly loaded: Memory }
  readonly scenarios: readonly Comparison[]
}
