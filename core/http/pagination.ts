import type { FastifyRequest } from 'fastify'
import type { Page, Slice } from '../database/queries/keyset.ts'
import { openCursor, sealCursor } from '../kernel/cursor.ts'
import { badRequest } from '../kernel/errors.ts'
import type { PageQuery } from './schema.ts'

const DEFAULT_ITEMS = 250
const MAX_ITEMS = 1000

/**
 * Section 4.12 for one request: reads the page asked for and writes the token of the next.
 * The token belongs to the path, every other query parameter and the store; method and `maxItems` may differ.
 */
export class Paging {
  readonly page: Page
  readonly #key: Buffer
  readonly #scope: string

  /** @throws CommerceError BadRequest for a token that is not one of this query */
  constructor(key: Buffer, request: FastifyRequest, storeId: string) {
    const { maxItems, nextPagingToken, ...query } = request.query as PageQuery & Record<string, unknown>
    this.#key = key
    this.#scope = JSON.stringify([
      storeId,
      request.routeOptions.url,
      request.params,
      Object.entries(query).sort(byName),
    ])
    this.page = {
      limit: maxItems === undefined ? DEFAULT_ITEMS : Math.min(Number(maxItems), MAX_ITEMS),
      // Clients send it empty for the first page.
      after: nextPagingToken ? this.#open(nextPagingToken) : undefined,
    }
  }

  /** The token for the rows behind a slice; null on the last page. */
  next(slice: Slice<unknown>): string | null {
    return slice.next ? sealCursor(this.#key, this.#scope, slice.next) : null
  }

  #open(token: string) {
    const cursor = openCursor(this.#key, this.#scope, token)
    if (!cursor) throw badRequest('page.token', 'does not match this query', 'nextPagingToken')
    return cursor
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : Number(a > b))
