import type { ReadDb } from '../database/engine.ts'
import type { NotedRequest, RequestLog } from '../http/request-log.ts'
import type { Context } from '../operations/context.ts'
import { findNames, isConsoleClient } from './client.repository.ts'
import type { RequestRecord, RequestsAnswer, RequestsQuery } from './local-api.schema.ts'

/**
 * What programs of the caller's store have asked this process lately. What came without a good token only the console sees:
 * with whom it has given a token to, and where it has given none, whatever store it was meant for.
 */
export async function listRequests(
  db: ReadDb,
  { clientId, storeId }: Pick<Context, 'clientId' | 'storeId'>,
  log: Pick<RequestLog, 'after' | 'count'>,
  query: RequestsQuery,
): Promise<RequestsAnswer> {
  const after = Number(query.after ?? 0)
  // Who asks for what is behind the last has seen another process, or begins.
  const last = log.count
  const found = log.after(after > last ? 0 : after).filter((noted) => fits(noted, query))
  const clients = await findNames(db, [...new Set(found.flatMap((noted) => whose(noted) ?? []))])
  const isConsole = await isConsoleClient(db, clientId)
  const requests = found.flatMap((noted): RequestRecord[] => {
    const owner = whose(noted)
    const client = owner === undefined ? undefined : clients.get(owner)
    if (client && client.storeId !== storeId) return []
    if (noted.clientId === undefined && !isConsole) return []
    const { at, duration, method, number, path, status } = noted
    return [
      {
        number,
        date: new Date(at).toISOString(),
        method,
        path,
        status,
        duration: Math.round(duration * 10) / 10,
        clientId: owner ?? null,
        clientName: client?.name ?? null,
      },
    ]
  })
  return { requests, last }
}

function fits(noted: NotedRequest, { client, path, status }: RequestsQuery): boolean {
  if (client !== undefined && whose(noted) !== client) return false
  if (status !== undefined && !String(noted.status).startsWith(status.replace('xx', ''))) return false
  return (
    path === undefined || `${noted.method} ${noted.path}`.toLowerCase().includes(path.trim().toLowerCase())
  )
}

const whose = ({ clientId, givenTo }: NotedRequest): string | undefined => clientId ?? givenTo
