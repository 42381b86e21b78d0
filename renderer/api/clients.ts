import type {
  Client,
  ClientsAnswer,
  ClientState,
  NewClientAnswer,
  NewClientBody,
} from '../../core/access/client.schema.ts'
import type { RecordEvent, RecordEventsAnswer } from '../../core/history/record-event.schema.ts'
import { allOf } from './all-of.ts'
import { get, ifSeen, post, request, versioned, writeHeaders, type Versioned } from './client.ts'

export type { Client, NewClientAnswer, NewClientBody } from '../../core/access/client.schema.ts'

/** As many as pages of records show. */
const EVENTS = 50

/** Every program of the store that may use the API, oldest first. */
export const listClients = async (signal?: AbortSignal): Promise<Client[]> => listAll('active', signal)

/** Those that may no more. */
export const listRevokedClients = async (signal?: AbortSignal): Promise<Client[]> =>
  listAll('revoked', signal)

const listAll = async (state: ClientState, signal?: AbortSignal): Promise<Client[]> =>
  allOf(
    async (page) => get<ClientsAnswer>('/clients', { state, ...page }, signal),
    ({ clients }) => clients,
  )

/**
 * @param idempotencyKey under which the same try may be repeated
 * @returns it with its secret, which nobody is shown again: not by an answer that is repeated either
 */
export const createClient = async (body: NewClientBody, idempotencyKey: string): Promise<NewClientAnswer> =>
  post('/clients', body, writeHeaders({ idempotencyKey }))

/** A program with its version, as records have it. */
export type VersionedClient = Versioned<Client>

const clientIn = (answer: Awaited<ReturnType<typeof request>>): VersionedClient =>
  versioned<Client>(answer, ({ clientId }) => clientId)

export const getClient = async (clientId: string, signal?: AbortSignal): Promise<VersionedClient> =>
  clientIn(await request('GET', `/clients/${clientId}`, { signal }))

/**
 * Changes what is named of a program; lists are replaced as a whole.
 * @param seen where it has another version by now, nothing is written
 */
export const changeClient = async (
  clientId: string,
  changes: Partial<NewClientBody>,
  seen?: Pick<VersionedClient, 'version'>,
): Promise<VersionedClient> =>
  clientIn(
    await request('PATCH', `/clients/${clientId}`, {
      body: changes,
      headers: seen ? ifSeen(seen) : {},
    }),
  )

/** The old secret is void, with all that was got by it. @returns the client with its new one */
export const rotateSecret = async (clientId: string): Promise<NewClientAnswer> =>
  post(`/clients/${clientId}/secret`, {})

/** What was done to it, newest first. */
export const listClientEvents = async (
  clientId: string,
  signal?: AbortSignal,
): Promise<readonly RecordEvent[]> =>
  (await get<RecordEventsAnswer>(`/clients/${clientId}/events`, { maxItems: EVENTS }, signal)).events

export async function revokeClient(clientId: string): Promise<void> {
  await request('DELETE', `/clients/${clientId}`)
}
