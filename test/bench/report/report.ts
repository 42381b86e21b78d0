import type { Machine } from '../measure/machine.ts'
import type { Comparison } from '../measure/rounds.ts'
import type { Spread } from '../measure/statistics.ts'
import type { GoalResult } from './goals.ts'

/** What a run found, as it is written to the file. */
export interface Report {
  readonly date: string
  readonly machine: Machine
  readonly rounds: number
  readonly seconds: number
  readonly commitsPerSecond: Spread
  readonly scenarios: readonly Comparison[]
  /** Titles of those that could not be measured. */
  readonly failed: readonly string[]
  /** Of the scenarios that were run. */
  readonly goals: readonly GoalResult[]
}
