import type { Minor } from '../kernel/money.ts'
import type { RecordState } from '../records/record.schema.ts'
import type { Texts } from '../records/texts.ts'

/** What ways to deliver and ways to pay have in common, as somebody wants one to be. */
export interface MethodDraft {
  /** What orders call it. */
  readonly name: string
  /** What customers read, by culture. */
  readonly names: Texts
  readonly descriptions: Texts
  readonly imageUrl: string | null
  /** What it costs, by price group; it serves those groups that have an amount, or derive from one that has. */
  readonly amounts: Readonly<Record<string, Minor>>
  /** The countries that it serves, each once, sorted. */
  readonly countryIds: readonly string[]
  /** Among the others, smallest first. */
  readonly position: number
  readonly state: RecordState
}
