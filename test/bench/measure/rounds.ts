import type { Options } from '../options.ts'
import type { Sample, Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'
import { quantile, spread, type Spread } from './statistics.ts'

/** How one server did in one scenario; medians over the rounds. */
export interface Result {
  /** Time of one operation as its client sees it, the mean of a round, in milliseconds. */
  readonly milliseconds: Spread
  readonly perSecond: Spread
  readonly p50: Spread
  readonly p99: Spread
  /** Processor time of the server for one operation, in milliseconds. */
  readonly cpuMs: Spread | undefined
  /** In all rounds together. */
  readonly operations: number
}

export interface Comparison {
  readonly name: string
  readonly title: string
  readonly core: Result
  readonly bare: Result
  /** Core ÷ bare, of the two measurements of each round: 2 means that the core takes twice as long. */
  readonly ratio: Spread
  readonly cpuRatio: Spread | undefined
}

/**
 * Measures the two servers in turn, round by round, so that what else the machine does meets both alike.
 * @throws where an answer is wrong, or the signal says to stop
 */
export async function compare(
  scenario: Scenario,
  servers: { readonly core: Server; readonly bare: Server },
  { rounds, seconds, warmUpSeconds }: Options,
  signal: AbortSignal,
): Promise<Comparison> {
  const measure = { core: await scenario.prepare(servers.core), bare: await scenario.prepare(servers.bare) }
  await measure.core(warmUpSeconds, signal)
  await measure.bare(warmUpSeconds, signal)
  const samples: { core: Sample; bare: Sample }[] = []
  for (let round = 0; round < rounds; round++) {
    samples.push({ core: await measure.core(seconds, signal), bare: await measure.bare(seconds, signal) })
  }
  return {
    name: scenario.name,
    title: scenario.title,
    core: resultOf(samples.map(({ core }) => core)),
    bare: resultOf(samples.map(({ bare }) => bare)),
    ratio: spread(samples.map(({ core, bare }) => perOperation(core) / perOperation(bare))),
    cpuRatio: spreadOfKnown(
      samples.map(({ core, bare }) => core.cpuMs && bare.cpuMs && core.cpuMs / bare.cpuMs),
    ),
  }
}

const resultOf = (samples: readonly Sample[]): Result => ({
  milliseconds: spread(samples.map(({ latencies }) => mean(latencies))),
  perSecond: spread(samples.map((sample) => 1 / perOperation(sample))),
  p50: spread(samples.map(({ latencies }) => quantile(latencies, 0.5))),
  p99: spread(samples.map(({ latencies }) => quantile(latencies, 0.99))),
  cpuMs: spreadOfKnown(samples.map(({ cpuMs }) => cpuMs)),
  operations: samples.reduce((total, { operations }) => total + operations, 0),
})

/** Seconds of the clock for one operation, of all clients together. */
const perOperation = ({ seconds, operations }: Sample): number => seconds / operations

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length

/** Undefined where any of the values is not known. */
function spreadOfKnown(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? spread(known) : undefined
}
