import type { Server } from './servers/server.ts'

/** What one measurement of one server found. */
export interface Sample {
  readonly operations: number
  /** From the start of the first operation to the end of the last. */
  readonly seconds: number
  /** How long each operation took, in milliseconds. */
  readonly latencies: readonly number[]
  /** Processor time of the server for one operation, in milliseconds; undefined where the system does not tell. */
  readonly cpuMs?: number | undefined
}

/** Measures for about so many seconds. @throws where an answer is wrong, or the signal says to stop */
export type Measure = (seconds: number, signal: AbortSignal) => Promise<Sample>

/** One thing that both servers do, measured the same way. A new one is a file in `scenarios/` and a line in its list. */
export interface Scenario {
  /** For `--only`. */
  readonly name: string
  readonly title: string
  /** Makes what the scenario needs on a server, and checks there that its answers are right. */
  prepare(server: Server): Promise<Measure>
}
