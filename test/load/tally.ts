/** How often something came out in which way: a status of HTTP, or a word. */
export class Tally {
  readonly counts: Record<string, number> = {}

  add(outcome: string | number): void {
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1
  }
}
