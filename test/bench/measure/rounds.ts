import type { Lab } from '../lab.ts'
import type { Options } from '../options.ts'
import type { Measure, Sample, Scenario, Unit } from '../scenario.ts'
import { spread, spreadOfKnown, type Spread } from './statistics.ts'

/** How one contestant did in one scenario; medians over the rounds. */
export interface Result {
  readonly name: string
  /** In the unit of the scenario. */
  readonly value: Spread
  /**
   * The first contestant against this one, of the two measurements of each round: its rate ÷ this one's. Of times and
   * memory it is this one's ÷ the first one's, so that more is always better for the first. Undefined of the first.
   */
  readonly ratio: Spread | undefined
  /** Of single operations, in milliseconds. */
  readonly p50: Spread | undefined
  readonly p99: Spread | undefined
  /** Processor time of the contestant for one operation, in milliseconds. */
  readonly cpuMs: Spread | undefined
  /** Share of one processor that the load took. */
  readonly loadShare: Spread | undefined
  /** In all rounds together. */
  readonly operations: number
}

export interface Comparison {
  readonly name: string
  readonly title: string
  readonly unit: Unit
  readonly results: readonly Result[]
}

/**
 * Measures the contestants in turn, round by round, so that what else the machine does meets all alike.
 * @throws where an answer is wrong, or the signal says to stop
 */
export async function compare(
  scenario: Scenario,
  lab: Lab,
  { rounds, seconds, warmUpSeconds, isQuick }: Options,
  signal: AbortSignal,
): Promise<Comparison> {
  const { name, title, unit } = scenario
  const entries: { name: string; measure: Measure; samples: Sample[] }[] = []
  for (const contestant of await scenario.contestants(lab)) {
    signal.throwIfAborted()
    const measure = await contestant.prepare()
    if (!scenario.isSlow) await measure(scenario.isLarge ? 3 * warmUpSeconds : warmUpSeconds, signal)
    entries.push({ name: contestant.name, measure, samples: [] })
  }
  const most = scenario.isSlow ? (isQuick ? 1 : 3) : Infinity
  for (let round = 0; round < Math.min(rounds, most); round++) {
    for (const { measure, samples } of entries) samples.push(await measure(seconds, signal))
  }
  const [first] = entries
  if (!first) throw new Error(`Nobody does ${name}.`)
  return {
    name,
    title,
    unit,
    results: entries.map((entry) => ({
      name: entry.name,
      ...resultOf(entry.samples),
      ratio: entry === first ? undefined : spread(ratios(first.samples, entry.samples, unit)),
    })),
  }
}

const resultOf = (samples: readonly Sample[]): Omit<Result, 'name' | 'ratio'> => ({
  value: spread(samples.map(({ value }) => value)),
  p50: spreadOfKnown(samples.map(({ p50 }) => p50)),
  p99: spreadOfKnown(samples.map(({ p99 }) => p99)),
  cpuMs: spreadOfKnown(samples.map(({ cpuMs }) => cpuMs)),
  loadShare: spreadOfKnown(samples.map(({ loadShare }) => loadShare)),
  operations: samples.reduce((total, { operations }) => total + operations, 0),
})

const ratios = (first: readonly Sample[], other: readonly Sample[], unit: Unit): number[] =>
  first.map(({ value }, round) => {
    const against = other[round]?.value ?? NaN
    return unit === '/s' ? value / against : against / value
  })
