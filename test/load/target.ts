import { join } from 'node:path'
import type { PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
import type { Store } from '../../core/stores/store.schema.ts'
import { run, serve, type Child } from '../bench/servers/child.ts'
import type { Target } from './attack.ts'

/**
 * What the core holds is to be seen, and not what it has not collected yet: left to itself, Node lets garbage of more
 * than 200 MB gather in a flood. Whoever could make it hold more than this would end it.
 */
const LITTLE_MEMORY = ['--max-semi-space-size=16', '--max-old-space-size=192']
const CLI = join(import.meta.dirname, '../../core/cli/main.ts')
/** Longer than any run. */
const TOKEN_SECONDS = '86400'

export interface Stage {
  readonly child: Child
  readonly target: Target
  /** The token of another client than the attacker's. */
  readonly witnessToken: string
}

/** A demo shop that a core can be started on, with a client to attack and one to look on. */
export interface Shop {
  readonly data: string
  readonly attacker: Credentials
  readonly witness: Credentials
}

export async function makeShop(data: string): Promise<Shop> {
  await run([CLI, 'demo', '--data', data, '--orders', '200', '--json'])
  return {
    data,
    attacker: await createClient(data, 'Attacker'),
    witness: await createClient(data, 'Witness'),
  }
}

/** The real core in a process of its own, just started. */
export async function openStage({ data, attacker, witness }: Shop): Promise<Stage> {
  const child = await serve([...LITTLE_MEMORY, CLI, 'serve', '--data', data, '--json', '--port', '0'])
  const token = await tokenOf(child, attacker)
  const get = async <T>(path: string): Promise<T> =>
    ask(child, path, { headers: { authorization: `Bearer ${token}` } })
  const { defaultCultureCode: cultureCode, currencies } = await get<Store>('/store')
  const { priceGroups } = await get<PriceGroupsAnswer>(`/price-groups?cultureCode=${cultureCode}`)
  const { hostname, port } = new URL(child.origin)
  const target = {
    host: hostname,
    port: Number(port),
    token,
    cultureCode,
    currency: currencies[0]?.isoCode ?? '',
    priceGroupId: priceGroups[0]?.id ?? '',
  }
  return { child, target, witnessToken: await tokenOf(child, witness) }
}

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

async function createClient(data: string, name: string): Promise<Credentials> {
  return (await run([
    ...[CLI, 'client', 'create', '--data', data, '--json', '--store', 'harbour', '--name', name],
    ...['--scope', 'storefront staff', '--token-seconds', TOKEN_SECONDS],
  ])) as Credentials
}

async function tokenOf(child: Child, { clientId, clientSecret }: Credentials): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { access_token } = await ask<{ access_token: string }>(child, '/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return access_token
}

async function ask<T>({ origin }: Child, path: string, options: RequestInit): Promise<T> {
  const answer = await fetch(`${origin}/api/v1${path}`, options)
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
