/** How often each command was answered with each status, and how often other things happened. */
export class Tally {
  readonly answers = new Map<string, Map<number, number>>()
  readonly happened = new Map<string, number>()

  count(name: string, status: number): void {
    const statuses = this.answers.get(name) ?? new Map<number, number>()
    this.answers.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1))
  }

  happen(name: string): void {
    this.happened.set(name, (this.happened.get(name) ?? 0) + 1)
  }
}

/** A table of commands by status, and what else happened. */
export function printedTally({ answers, happened }: Tally): string {
  const statuses = [...new Set([...answers.values()].flatMap((counts) => [...counts.keys()]))].sort()
  const width = Math.max(...[...answers.keys()].map((name) => name.length))
  const row = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join('')
  return [
    row('answered', statuses),
    ...[...answers]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, counts]) =>
        row(
          name,
          statuses.map((status) => counts.get(status) ?? ''),
        ),
      ),
    '',
    ...[...happened].sort().map(([name, count]) => row(name, [count])),
    '',
  ].join('\n')
}
