import type { Store } from '../../core/stores/store.schema.ts'
import type { StoresAnswer, StoreSummary } from '../../core/access/console-link.schema.ts'
import { allOf } from './all-of.ts'
import { ApiError, toApiError } from './api-error.ts'
import { get, post } from './client.ts'
import { patiently } from './connection.ts'
import { send } from './transport.ts'

export type { StoreSummary } from '../../core/access/console-link.schema.ts'
export type { Printed, Store } from '../../core/stores/store.schema.ts'

/** What a new, empty shop needs to know about itself. */
export interface NewStore {
  name: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  /** ISO 4217. */
  currency: string
  cultureCode: string
  /** IANA name. */
  timeZone: string
  /** This and the next are printed on receipts; empty where they are not known yet. */
  line1: string
  postalCode: string
  city: string
  /** The state or prefecture; empty where addresses of the country name none. */
  region: string
  taxNumber: string
  /** Whether most customers take the goods along. */
  walkIns: boolean
  /** Named in the language of the shop; the first, a fraction as all, is that of most goods. */
  taxRates: readonly { readonly name: string; readonly rate: number }[]
}
export type SetupChoice = { shop: 'demo' } | { shop: 'empty'; store: NewStore }

export function getStore(): Promise<Store> {
  return get('/store')
}

/** The stores of this database, by code. */
export const listStores = async (signal?: AbortSignal): Promise<StoreSummary[]> =>
  allOf(
    async (page) => get<StoresAnswer>('/stores', page, signal),
    ({ stores }) => stores,
  )

/** A one-time code that opens the console of a store. */
export async function createConsoleLink(storeId: string): Promise<string> {
  const { launch } = await post<{ launch: string }>('/console-links', { storeId })
  return launch
}

/**
 * Fills an empty database, once; answers the code that starts this window's session. Waits while the core is away.
 * @param key of this one wish: with it the core that has made the shop gives another code, where the first was lost
 * @throws ApiError what the core refused
 */
export async function setUp(setupCode: string, choice: SetupChoice, key: string): Promise<string> {
  const headers = { 'idempotency-key': key }
  const body = { code: setupCode, ...choice }
  const answer = await patiently(async () => send('POST', '/setup', { body, headers })).catch(
    (failure: unknown) => {
      throw ofNoField(toApiError(failure), 'code')
    },
  )
  return (answer.body as { launch: string }).launch
}

/** A refusal of what is in no field that anybody sees. */
const ofNoField = ({ faults, status }: ApiError, name: string): ApiError =>
  new ApiError(
    status,
    faults.map((fault) => (fault.field === name ? { ...fault, field: undefined } : fault)),
  )
