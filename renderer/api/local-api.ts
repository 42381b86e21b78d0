import type { LocalApi, RequestsAnswer } from '../../core/access/local-api.schema.ts'
import { get } from './client.ts'

export type { LocalApi, RequestRecord, RequestsAnswer } from '../../core/access/local-api.schema.ts'

/** Where programs of this computer reach the core. */
export const getLocalApi = async (signal?: AbortSignal): Promise<LocalApi> => get('/local-api', {}, signal)

export interface RequestFilter {
  readonly client?: string | undefined
  /** A status, or a class of them: `4xx`. */
  readonly status?: string | undefined
  /** A part of method and path. */
  readonly path?: string | undefined
}

/** @param after the number of a request: only later ones are wanted */
export const listRequests = async (
  { client, path, status }: RequestFilter,
  after: number | undefined,
  signal?: AbortSignal,
): Promise<RequestsAnswer> => get('/requests', { client, path, status, after }, signal)
