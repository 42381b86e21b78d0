import { chunksOf } from '../../kernel/chunks.ts'

/** Both engines bound the parameters of a statement, SQLite to 32 766; a list may stand in it more than once. */
const AT_ONCE = 10_000

/**
 * Runs a statement for any of a list of values, however long that is.
 * @param run the statement for some of them, none of which comes twice
 * @returns what it has answered, together
 */
export async function inParts<T, Row>(
  values: readonly T[],
  run: (some: readonly T[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const some of chunksOf([...new Set(values)], AT_ONCE)) rows.push(...(await run(some)))
  return rows
}
