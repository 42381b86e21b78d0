import type { Engine, ReadDb } from '../engine.ts'

/** Rows that were read together, and what was found in them. */
interface Chunk<Row, Found> {
  readonly rows: readonly Row[]
  readonly found: readonly Found[]
}

/**
 * Looks through rows in the order of their ids, some at a time: each chunk is one consistent state, and nobody waits for all of
 * them.
 * @param list those behind an id, as many as may be in memory; none ends it
 * @param look is called where there are some
 */
export async function* inChunks<Row extends { readonly id: string }, Found>(
  database: Pick<Engine, 'read'>,
  list: (db: ReadDb, after: string) => Promise<readonly Row[]>,
  look: (db: ReadDb, rows: readonly Row[]) => Promise<readonly Found[]>,
): AsyncGenerator<Chunk<Row, Found>> {
  let end: Row | undefined
  do {
    const after = end?.id ?? ''
    const chunk = await database.read(async (db) => {
      const rows = await list(db, after)
      return { rows, found: rows.length === 0 ? [] : await look(db, rows) }
    })
    yield chunk
    end = chunk.rows.at(-1)
  } while (end)
}
