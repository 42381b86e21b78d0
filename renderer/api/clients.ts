import type { Client, ClientsAnswer } from '../../core/access/client.schema.ts'
import { get } from './client.ts'

export type { Client } from '../../core/access/client.schema.ts'

/** Every program of the store that may use the API, oldest first. */
export async function listClients(signal?: AbortSignal): Promise<Client[]> {
  const found: Client[] = []
  let nextPagingToken: string | undefined
  do {
    const page = await get<ClientsAnswer>('/clients', { maxItems: 100, nextPagingToken }, signal)
    found.push(...page.clients)
    nextPagingToken = page.nextPagingToken ?? undefined
  } while (nextPagingToken !== undefined)
  return found
}
