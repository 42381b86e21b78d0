import type { Failure, RoundResult, TortureResult } from './torture.ts'

/** Rounds to a line. */
const ROUNDS_A_LINE = 10

const count = new Intl.NumberFormat('en')
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Prints a line for every few rounds. */
export function printRounds(): (result: RoundResult) => void {
  let names: string[] = []
  let milliseconds = 0
  return (round) => {
    names.push(round.name)
    milliseconds += round.milliseconds
    if (names.length < ROUNDS_A_LINE) return
    const { answered, orders, compared } = round.tally
    const kinds = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) =>
      length === 1 ? name : `${length} × ${name}`,
    )
    console.log(
      `${String(round.number).padStart(4)} rounds  ${count.format(answered)} writes, ${count.format(orders)} orders, ` +
        `${count.format(compared)} comparisons  ${seconds(milliseconds / names.length)} a round  (${kinds.join(', ')})`,
    )
    names = []
    milliseconds = 0
  }
}

export function printFailure(seed: number, { round, name, error, dataDir }: Failure): void {
  console.error(`\nLOST in round ${round} (${name}), seed ${seed}, or in the one before on the same folder:`)
  console.error(
    error instanceof Error ? (error.name === 'Lost' ? error.message : error.stack) : String(error),
  )
  if (dataDir !== undefined) console.error(`The data folder is kept: ${dataDir}`)
}

export function printSummary(
  seed: number,
  { rounds, tally, faults, failure }: TortureResult,
  time: number,
): void {
  const total = [...rounds.values()].reduce((sum, each) => sum + each, 0)
  console.log(`\n${count.format(total)} rounds in ${seconds(time)}, seed ${seed}`)
  for (const [name, each] of rounds) console.log(`  ${String(each).padStart(4)} × ${name}`)
  console.log(
    [
      `${count.format(tally.answered)} writes answered, ${count.format(tally.orders)} of them orders`,
      `${count.format(tally.unanswered)} cut off, ${count.format(tally.refused)} refused while the storage failed, ` +
        `${count.format(tally.failedLate)} failed half-way`,
      `${count.format(tally.replayed)} asked again with the same key`,
      `${count.format(tally.compared)} comparisons of carts and orders, ${count.format(faults)} spoilt operations on the disk`,
      failure ? 'LOST: see above.' : 'Lost: 0. Half: 0. Double: 0. Money and files: sound.',
    ].join('\n'),
  )
}

/** Says loudly what was not proved on this machine. */
export function printSkipped(skipped: ReadonlyMap<string, string>): void {
  if (skipped.size === 0) return
  const lines = [...skipped].map(([name, reason]) => `  ${name}: ${reason}`)
  console.error(`\n${'!'.repeat(72)}\nNOT PROVED on this machine:\n${lines.join('\n')}\n${'!'.repeat(72)}`)
}
