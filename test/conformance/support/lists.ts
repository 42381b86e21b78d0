import type { Method, Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'

/** A row of the table in section 4.9. */
export interface List {
  readonly operation: string
  readonly path: string
  readonly methods: readonly Method[]
  /** Of the answer. */
  readonly field: string
  /** Of an element. */
  readonly fields: readonly string[]
  readonly required: readonly string[]
  readonly query: (clerk: Clerk) => Promise<Query>
}

const cultureCode = 'en-GB'
const inCountry = async (clerk: Clerk) => ({ cultureCode, countryId: await clerk.country() })
const inGroup = async (clerk: Clerk) => ({ cultureCode, priceGroupId: await clerk.priceGroup() })

export const lists: readonly List[] = [
  {
    operation: 'Get price groups',
    path: '/price-groups',
    methods: ['GET'],
    field: 'priceGroups',
    fields: ['id', 'name'],
    required: ['cultureCode'],
    query: () => Promise.resolve({ cultureCode }),
  },
  {
    operation: 'Get shipping methods',
    path: '/shipping-methods',
    methods: ['GET'],
    field: 'shippingMethods',
    // `delivers` and `priceWithTax` are ours (decisions, carts).
    fields: ['id', 'name', 'displayName', 'description', 'imageUrl', 'price', 'priceWithTax', 'delivers'],
    required: ['cultureCode', 'countryId', 'priceGroupId'],
    query: async (clerk) => ({ ...(await inCountry(clerk)), ...(await inGroup(clerk)) }),
  },
  {
    operation: 'Get payment methods',
    path: '/payment-methods',
    methods: ['POST', 'GET'],
    field: 'paymentMethods',
    fields: ['id', 'name', 'displayName', 'description', 'feePercent', 'fees', 'imageId', 'imageUrl'],
    required: ['countryId', 'cultureCode'],
    query: inCountry,
  },
  {
    operation: 'Get countries',
    path: '/countries',
    methods: ['POST', 'GET'],
    field: 'countries',
    fields: ['cultureCode', 'id', 'name'],
    required: [],
    query: () => Promise.resolve({}),
  },
  {
    operation: 'Get catalogs',
    path: '/catalogs',
    methods: ['GET'],
    field: 'catalogs',
    fields: ['id', 'name'],
    required: ['cultureCode', 'priceGroupId'],
    query: inGroup,
  },
]
