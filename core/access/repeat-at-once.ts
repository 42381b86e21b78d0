import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Overload } from '../http/limits/overload.ts'
import { refusalOfStranger } from '../http/local-access.ts'
import type { Services } from '../http/routes.ts'
import { findCachedAnswer } from '../operations/cached-answers.ts'
import { findToken, type StoredToken } from './access.repository.ts'
import { isGoodFor, type Programs } from './authenticate.ts'

/**
 * Most requests for such a list come from a program that asks again and again, on a connection that has shown its token
 * before: nothing of them is new. They are answered as they are read, without all that others need.
 * @returns answers such a request; false where there is anything about it that somebody has to look at
 */
export const repeatAtOnce =
  (services: Services, { again }: Programs, { sendAtOnce }: Overload) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request
    if (method !== 'GET' || isUnusual(request)) return false
    const program = again(request)
    if (program === undefined || refusalOfStranger(request)) return false
    const cameAt = performance.now()
    const now = services.clock()
    const token = services.database.keptBy(findToken)?.get(program) as StoredToken | undefined
    const kept = token && findCachedAnswer(services, token, url)
    if (!kept || !isGoodFor(token, kept.scopes, now)) return false
    const { bytes, headers, path } = kept
    const isSent = sendAtOnce(response, program, bytes, () => response.writeHead(200, headers).end(bytes))
    if (!isSent) return false
    const { clientId } = token
    const at = now.getTime()
    const duration = performance.now() - cameAt
    services.requests.noteUse(clientId, at)
    services.requests.note({ at, duration, method, path, status: 200, clientId, givenTo: undefined })
    return true
  }

/** Whether it comes from a page of another origin, has a body, or brings an approval. */
const isUnusual = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  headers.expect !== undefined ||
  headers['approval'] !== undefined
