/** Who has changed what is kept beside the data, when, and each field from what to what. */
export interface KeptChange {
  /** That it made. */
  readonly version: number
  readonly date: string
  readonly actor: string
  readonly changes: readonly {
    readonly field: string
    readonly from: string | null
    readonly to: string | null
  }[]
}

/** So many changes of each thing are told. */
const CHANGES = 50

/** One more with each change; 1 as long as there was none. */
export const keptVersion = (changes: readonly KeptChange[]): number => changes[0]?.version ?? 1

/** With one more change, newest first; no more than the last of them. */
export const withChange = (change: KeptChange, before: readonly KeptChange[]): readonly KeptChange[] =>
  [change, ...before].slice(0, CHANGES)

/** Changes as they were kept, newest first; what somebody has left there that tells of nobody counts for nothing. */
export const keptChanges = (kept: unknown): readonly KeptChange[] =>
  Array.isArray(kept) ? kept.filter(isChange) : []

function isChange(kept: unknown): kept is KeptChange {
  const { actor, changes, date, version } = (kept ?? {}) as Partial<Record<string, unknown>>
  return (
    Number.isInteger(version) &&
    typeof actor === 'string' &&
    typeof date === 'string' &&
    Array.isArray(changes) &&
    changes.every((change: unknown) => typeof (change as KeptChange['changes'][0] | null)?.field === 'string')
  )
}
