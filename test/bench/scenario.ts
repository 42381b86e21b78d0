import type { Lab } from './lab.ts'

/** What one measurement of one contestant found. */
export interface Sample {
  /** In the unit of the scenario. */
  readonly value: number
  readonly operations: number
  /** Of single operations, in milliseconds. */
  readonly p50?: number
  readonly p99?: number
  /** Processor time of the contestant for one operation, in milliseconds; undefined where the system does not tell. */
  readonly cpuMs?: number | undefined
  /** Share of one processor that the load itself took: near 1, the load is what was measured. */
  readonly loadShare?: number
}

/** Measures for about so many seconds. @throws where an answer is wrong, or the signal says to stop */
export type Measure = (seconds: number, signal: AbortSignal) => Promise<Sample>

/** One of those that a scenario compares. */
export interface Contestant {
  /** Such as `core` or `bare, NORMAL`; the first one is compared with each of the others. */
  readonly name: string
  /** Makes what the scenario needs, and checks there that the answers are right. */
  prepare(): Promise<Measure>
}

/** Of `/s`, more is better; of the others, less. */
export type Unit = '/s' | 'ms' | 'MB'

/** One thing, measured the same way on all who do it. A new one is a file in `scenarios/` and a line in its list. */
export interface Scenario {
  /** For `--only`. */
  readonly name: string
  readonly title: string
  readonly unit: Unit
  /** Takes long by itself: three rounds at most, one in a quick run, and nothing has to settle first. */
  readonly isSlow?: boolean
  /** So much goes on in it that V8 compiles for ten seconds and more: it is warmed up for three times as long. */
  readonly isLarge?: boolean
  /** Whether it measures the console too. */
  readonly needsConsole?: boolean
  contestants(lab: Lab): Promise<readonly Contestant[]>
}
