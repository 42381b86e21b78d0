import { having } from '../match.ts'
import { Refused } from '../model.ts'
import { isNameless, keptCustomer, type Call, type State } from '../state.ts'
import type { StoreCode } from '../world.ts'

const STORES = ['harbour', 'uptown'] as const

/** The calls that tell which of several shops is the true one: they read what is not the same in all of them. */
export const readingShops = (states: readonly State[]): Call[] =>
  STORES.flatMap((code) => [
    ...differing(states, ({ world }) =>
      world.stores[code].variants.map(({ productId, version }) => [productId, version]),
    ).map((id) => readingProduct(code, id)),
    ...differing(states, ({ world }) =>
      world.stores[code].campaigns.map(({ from, id, isExclusive, priority, to }) => [
        id,
        [priority, isExclusive, from, to],
      ]),
    ).map((id) => readingCampaign(code, id)),
    ...differing(states, ({ world }) => [...world.stores[code].stock]).map((id) => readingStock(code, id)),
    ...differing(states, (state) =>
      state.customers[code]
        .filter((customer) => !isNameless(customer))
        .map((customer) => [customer.id, [customer, circlesOf(state, code, customer.id)]]),
    ).map((id) => readingCustomer(code, id)),
  ])

/** The ids under which not every state has the same. */
function differing(
  states: readonly State[],
  things: (state: State) => readonly (readonly [id: string, what: unknown])[],
): string[] {
  const told = states.map((state) => new Map(things(state).map(([id, what]) => [id, JSON.stringify(what)])))
  const ids = new Set(told.flatMap((one) => [...one.keys()]))
  return [...ids].filter((id) => new Set(told.map((one) => one.get(id))).size > 1)
}

const reading = (store: StoreCode, path: string, decide: Call['decide']): Call => ({
  store,
  method: 'GET',
  path: `/${path}`,
  scopes: ['staff'],
  decide,
})

const readingProduct = (code: StoreCode, id: string): Call =>
  reading(code, `manage/products/${id}`, (before, { store }) => {
    const version = store.variants.find(({ productId }) => productId === id)?.version
    return { status: 200, body: having({ id, version }), next: () => before }
  })

const readingCampaign = (code: StoreCode, id: string): Call =>
  reading(code, `manage/campaigns/${id}`, (before, { store }) => {
    const campaign = store.campaigns.find((one) => one.id === id)
    if (!campaign) throw new Refused('NotFound')
    const { from: validFrom, isExclusive: exclusive, priority, to: validTo } = campaign
    return {
      status: 200,
      body: having({ id, priority, exclusive, validFrom, validTo }),
      next: () => before,
    }
  })

const readingCustomer = (code: StoreCode, id: string): Call =>
  reading(code, `manage/customers/${id}`, (before) => {
    const customer = keptCustomer(before, code, id)
    if (!customer) throw new Refused('NotFound')
    const { emailAddress: email, firstName, lastName, phoneNumber } = customer
    const [customerGroupIds, organizationId] = circlesOf(before, code, customer.id)
    return {
      status: 200,
      body: having({
        id: customer.id,
        ...{ firstName, lastName, email, phoneNumber },
        ...{ customerGroupIds, organizationId },
      }),
      next: () => before,
    }
  })

export const readingStock = (code: StoreCode, id: string): Call =>
  reading(code, `stock/${id}`, (before, { store }) => {
    const level = store.stock.get(id)
    if (!level) throw new Refused('NotFound')
    return { status: 200, body: having({ id, ...level }), next: () => before }
  })

function circlesOf({ world }: State, code: StoreCode, customerId: string): [string[], string | null] {
  const { groups, organization } = world.stores[code].circles.get(customerId) ?? { groups: [] }
  return [[...groups].sort(), organization ?? null]
}
