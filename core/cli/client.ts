import {
  createClient,
  DEFAULT_TOKEN_SECONDS,
  listClients,
  revokeClient,
  rotateSecret,
} from '../access/clients.ts'
import { withShop } from '../engines.ts'
import { systemClock } from '../kernel/clock.ts'
import { badRequest } from '../kernel/errors.ts'
import { parseId } from '../kernel/ids.ts'
import { AUTHOR } from './author.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'
import { storeCalled } from './store-of.ts'

interface CreateOptions {
  readonly store: string
  readonly name: string
  readonly scope: string
  readonly tokenSeconds?: number
  readonly redirectUri?: readonly string[]
  readonly allowOrigin?: readonly string[]
}

export async function createClientCommand(
  { location }: Place,
  options: CreateOptions,
  to: Output,
): Promise<number> {
  const { name, scope, tokenSeconds, redirectUri: redirectUris, allowOrigin: allowedOrigins } = options
  const created = await withShop(location, async (database) =>
    database.transact(async (db) => {
      const store = await storeCalled(db, options.store)
      const client = { name, scope, tokenSeconds, redirectUris, allowedOrigins }
      const author = { ...byHand(), storeId: store.id }
      return { ...(await createClient(db, author, client)), store: store.code, scope }
    }),
  )
  const seconds = tokenSeconds ?? DEFAULT_TOKEN_SECONDS
  to.result(
    created,
    `Client id      ${created.clientId}\nClient secret  ${created.clientSecret}\n` +
      `The secret is shown this once. Tokens live ${seconds} seconds.`,
  )
  return 0
}

export async function listClientsCommand({ location }: Place, _options: object, to: Output): Promise<number> {
  const clients = await withShop(location, async (database) => database.read(listClients))
  const lines = clients.map(
    ({ clientId, store, scope, name, revokedDate }) =>
      `${clientId}  ${store}  ${name}  (${scope})${revokedDate === null ? '' : '  revoked'}`,
  )
  to.result({ clients }, lines.join('\n') || 'There are no clients.')
  return 0
}

const byHand = () => ({ name: AUTHOR, now: systemClock() })

/** @throws CommerceError BadRequest */
function clientIdOf(id: string): string {
  const clientId = parseId(id)
  if (clientId === undefined) throw badRequest('client.id', 'must be a client id', 'id')
  return clientId
}

export async function rotateClientCommand({ location }: Place, id: string, to: Output): Promise<number> {
  const clientId = clientIdOf(id)
  const { clientSecret } = await withShop(location, async (database) =>
    database.transact(async (db) => rotateSecret(db, byHand(), clientId)),
  )
  to.result(
    { clientId, clientSecret },
    `Client id      ${clientId}\nClient secret  ${clientSecret}\n` +
      'The secret is shown this once. The old one is void, with all that was got by it.',
  )
  return 0
}

export async function revokeClientCommand({ location }: Place, id: string, to: Output): Promise<number> {
  const clientId = clientIdOf(id)
  await withShop(location, async (database) =>
    database.transact(async (db) => revokeClient(db, byHand(), clientId)),
  )
  to.result({ clientId }, `${clientId} can no longer use the API.`)
  return 0
}
