import type { CompiledQuery } from 'kysely'
import type { WriteDb } from '../../core/database/engine.ts'

/**
 * Has another write come between what a write reads and what it reads next or writes of it: `other` runs right before the
 * first statement that begins so, on the same handle, which is what a second desk's commit looks like from within.
 * @param begins how the statement begins, such as `update "carts"`
 * @returns what `work` resolves to
 */
export async function interleaved<T>(
  db: WriteDb,
  begins: string,
  other: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const run = db.run.bind(db)
  const send = db.send.bind(db)
  let visits = 0
  const comeBefore = async ({ sql }: { readonly sql: string }): Promise<void> => {
    if (sql.startsWith(begins) && visits++ === 0) await other()
  }
  executor.executeQuery = async <R>(query: CompiledQuery<R>) => {
    await comeBefore(query)
    return execute(query)
  }
  db.run = async (query) => {
    await comeBefore(query)
    return run(query)
  }
  db.send = async (query) => {
    await comeBefore(query)
    return send(query)
  }
  try {
    return await work()
  } finally {
    executor.executeQuery = execute
    db.run = run
    db.send = send
    if (visits === 0) throw new Error(`Nothing began with ${begins}: nobody came in between.`)
  }
}
