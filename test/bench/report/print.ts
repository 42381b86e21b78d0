import type { Comparison } from '../measure/rounds.ts'
import type { Spread } from '../measure/statistics.ts'
import type { Report } from './report.ts'
import { figure, table } from './table.ts'

/** The report for a person. */
export function printed({
  machine,
  rounds,
  seconds,
  commitsPerSecond,
  memoryMiB,
  scenarios,
}: Report): string {
  const { cores, cpu, memoryGiB, system, node, sqlite, backcounter } = machine
  return `
Backcounter ${backcounter} against a bare server
${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, SQLite ${sqlite}
${rounds} rounds of ${seconds} s, the servers in turn; median (least–most). The load comes from the same machine.
Durable commits of one row on this disk: ${withRange(commitsPerSecond)} a second

${table(
  ['', 'core ms', 'bare ms', 'core ÷ bare', 'p99 core', 'bare', 'CPU core', 'bare', 'core ÷ bare'],
  scenarios.map(row),
)}

${table(
  ['Resident memory, MiB', 'core', 'bare'],
  [
    ['before the load', figure(memoryMiB.idle.core), figure(memoryMiB.idle.bare)],
    ['after the load', figure(memoryMiB.loaded.core), figure(memoryMiB.loaded.bare)],
  ],
)}

ms: one operation as its client sees it, its own work included; an assisted order is eight requests.
CPU: milliseconds that the server computes for one operation; the disk and the client are not in it.
`
}

const row = ({ title, core, bare, ratio, cpuRatio }: Comparison): string[] => [
  title,
  withRange(core.milliseconds),
  withRange(bare.milliseconds),
  withRange(ratio),
  figure(core.p99.median),
  figure(bare.p99.median),
  figure(core.cpuMs?.median),
  figure(bare.cpuMs?.median),
  figure(cpuRatio?.median),
]

const withRange = ({ median, min, max }: Spread): string =>
  `${figure(median)} (${figure(min)}–${figure(max)})`
