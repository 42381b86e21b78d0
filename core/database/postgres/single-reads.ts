import type { CompiledQuery, QueryResult } from 'kysely'
import type { Connection } from '../handle.ts'
import { spoilsSession } from './errors.ts'
import type { SessionPool } from './pool.ts'
import { noStreams } from './session.ts'

/** Single statements that read, each on whatever session is free. */
export class SingleReads implements Connection {
  readonly hasChangedReferences = false
  readonly streamQuery = noStreams
  readonly #pool: SessionPool

  constructor(pool: SessionPool) {
    this.#pool = pool
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let isSecond = false; ; isSecond = true) {
      const { session, give } = await this.#pool.take()
      try {
        const answer = await session.run<R>(query)
        give()
        return answer
      } catch (error) {
        give(error)
        // It had ended before anybody asked it; another has not.
        if (isSecond || !spoilsSession(error)) throw error
      }
    }
  }
}
