import type { CompiledQuery, QueryResult } from 'kysely'
import type { Connection } from '../handle.ts'
import type { SessionPool } from './pool.ts'
import { noStreams } from './session.ts'

/** Single statements, each on whatever session is free. */
export class SingleReads implements Connection {
  readonly hasChangedReferences = false
  readonly streamQuery = noStreams
  readonly #pool: SessionPool

  constructor(pool: SessionPool) {
    this.#pool = pool
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { session, give } = await this.#pool.take()
    try {
      const answer = await session.run<R>(query)
      give()
      return answer
    } catch (error) {
      give(error)
      throw error
    }
  }
}
