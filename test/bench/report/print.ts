import type { Comparison, Result } from '../measure/rounds.ts'
import type { Spread } from '../measure/statistics.ts'
import type { GoalResult } from './goals.ts'
import type { Report } from './report.ts'
import { figure, table } from './table.ts'

/** The report for a person. */
export function printed({ machine, rounds, seconds, commitsPerSecond, scenarios, goals }: Report): string {
  const { cores, cpu, memoryGiB, system, node, sqlite, backcounter, commit } = machine
  return `
Backcounter ${backcounter} (${commit ?? 'no commit'}) against a bare server and the raw database
${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, SQLite ${sqlite}
${rounds} rounds of ${seconds} s, in turn; median (least–most). The load comes from the same machine.
Durable commits of one row on this disk: ${withRange(commitsPerSecond)} a second

${table(
  ['', '', 'median (least–most)', 'first ÷ this', '', 'p50 ms', 'p99 ms', 'CPU ms', 'load'],
  scenarios.flatMap(rowsOf),
)}

first ÷ this: the rate of the first line of a scenario (the core) through this one's; of times and memory this one's
through the first one's. So more is always better for the core.
An assisted order is eight requests. p50, p99: of one operation, as its client sees it.
CPU: what the server computes for one operation; the disk is not in it. load: share of one processor that the load
took. A row marked FULL is of the load, which had no more to give, and not of the server: its rate is a lower bound, and a
ratio with it says nothing.
${goals.length === 0 ? '' : `\n${goalsTable(goals)}\n`}`
}

const rowsOf = ({ title, unit, results }: Comparison): string[][] =>
  results.map((result, index) => [
    index === 0 ? title : '',
    result.name,
    `${withRange(result.value)} ${unit}`,
    ...ratioCells(result),
    figure(result.p50?.median),
    figure(result.p99?.median),
    figure(result.cpuMs?.median),
    loadCell(result),
  ])

/** Of one processor: the load is one thread. */
const FULL = 0.9

const isLoadFull = ({ loadShare }: Result): boolean => loadShare !== undefined && loadShare.median >= FULL

const loadCell = (result: Result): string =>
  result.loadShare ? `${Math.round(result.loadShare.median * 100)}%${isLoadFull(result) ? ' FULL' : ''}` : '–'

const ratioCells = ({ ratio }: Result): string[] =>
  ratio ? [figure(ratio.median), `(${figure(ratio.min)}–${figure(ratio.max)})`] : ['', '']

const goalsTable = (goals: readonly GoalResult[]): string =>
  table(
    ['Goals', 'found', 'goal', ''],
    goals.map(({ title, atLeast, atMost, found, isReached }) => [
      title,
      figure(found),
      atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
      isReached ? '✓ reached' : '✗ missed',
    ]),
  )

const withRange = ({ median, min, max }: Spread): string =>
  `${figure(median)} (${figure(min)}–${figure(max)})`
