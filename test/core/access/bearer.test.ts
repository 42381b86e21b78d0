import { describe, expect, it } from 'vitest'
import type { Method } from '../../support/caller.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import type { TemplateScope } from '../../support/demo-template.ts'
import { sharedShop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

const shop = sharedShop()
const ID = '0199a0b0-0000-7000-8000-00000000ffff'

type Route = readonly [Method, string, readonly (TemplateScope | 'manage' | 'desk')[]]

/** The seven operations of a noun of the shop's own records: staff reads, who manages the shop writes. */
const manageRoutes = (noun: string): readonly Route[] => [
  ['GET', `/manage/${noun}`, []],
  ['POST', `/manage/${noun}`, ['manage']],
  ['GET', `/manage/${noun}/${ID}`, []],
  ['PUT', `/manage/${noun}/${ID}`, ['manage']],
  ['PATCH', `/manage/${noun}/${ID}`, ['manage']],
  ['DELETE', `/manage/${noun}/${ID}`, ['manage']],
  ['GET', `/manage/${noun}/${ID}/events`, []],
]

/** Every operation, and the least scopes that may use it; none is `staff`. No program has `desk`: only consoles. */
const OPERATIONS: readonly Route[] = [
  ['GET', '/store', ['storefront', 'support']],
  ['GET', '/countries', ['storefront']],
  ['POST', '/countries', ['storefront']],
  ['GET', '/price-groups', ['storefront']],
  ['GET', '/catalogs', ['storefront']],
  ['GET', '/products', ['storefront']],
  ['GET', '/products/prices', ['storefront']],
  ['GET', '/shipping-methods', ['storefront']],
  ['GET', '/payment-methods', ['storefront']],
  ['POST', '/payment-methods', ['storefront']],
  ['POST', '/carts', ['storefront']],
  ['GET', `/carts/${ID}`, ['storefront']],
  ['PATCH', `/carts/${ID}`, ['storefront']],
  ['POST', `/carts/${ID}/lines`, ['storefront']],
  ['PATCH', `/carts/${ID}/lines/${ID}`, ['storefront']],
  ['DELETE', `/carts/${ID}/lines/${ID}`, ['storefront']],
  ['DELETE', `/carts/${ID}/lines`, ['storefront']],
  ['POST', `/carts/${ID}/billing-address`, ['storefront']],
  ['DELETE', `/carts/${ID}/billing-address`, []],
  ['POST', `/carts/${ID}/shipping`, ['storefront']],
  ['DELETE', `/carts/${ID}/shipping`, []],
  ['GET', `/carts/${ID}/lines/${ID}/price`, []],
  ['GET', '/price-groups/evaluations', ['storefront']],
  ['GET', `/carts/${ID}/properties`, ['storefront']],
  ['POST', `/carts/${ID}/properties`, ['storefront']],
  ['PATCH', `/carts/${ID}/properties/${ID}`, ['storefront']],
  ['DELETE', `/carts/${ID}/properties/${ID}`, ['storefront']],
  ['POST', `/carts/${ID}/${ID}/properties`, ['storefront']],
  ['GET', `/carts/${ID}/lines/${ID}/properties`, ['storefront']],
  ['POST', `/carts/${ID}/lines/${ID}/properties`, ['storefront']],
  ['PATCH', `/carts/${ID}/lines/${ID}/properties/${ID}`, ['storefront']],
  ['DELETE', `/carts/${ID}/lines/${ID}/properties/${ID}`, ['storefront']],
  ['GET', `/carts/${ID}/promotion-codes`, ['storefront']],
  ['POST', `/carts/${ID}/promotion-codes/${ID}`, ['storefront']],
  ['DELETE', `/carts/${ID}/promotion-codes/${ID}`, ['storefront']],
  ['GET', `/price-groups/${ID}/evaluation`, ['storefront']],
  ['POST', '/payments', ['storefront']],
  ['GET', `/orders/${ID}`, ['storefront', 'support']],
  ['GET', `/orders/payments/${ID}`, ['storefront', 'support']],
  ['GET', `/payments/${ID}/order`, ['storefront', 'support']],
  ['GET', '/orders', ['support']],
  ['GET', '/orders/count', ['support']],
  ['GET', `/orders/${ID}/events`, ['support']],
  ['GET', `/carts/${ID}/events`, ['support']],
  ['GET', `/carts/${ID}/price-groups`, []],
  ['GET', '/carts', []],
  ['GET', '/carts/count', []],
  ['GET', '/events', []],
  ['DELETE', `/carts/${ID}`, []],
  ['GET', '/customers', []],
  ['POST', '/customers', []],
  ['GET', `/customers/${ID}`, []],
  ['GET', '/customer-groups', []],
  ['GET', '/figures/day', []],
  ['GET', '/figures/takings', []],
  ['GET', '/organizations', []],
  ['POST', `/orders/${ID}/complete`, []],
  ['POST', `/orders/${ID}/cancel`, []],
  ['POST', `/orders/${ID}/reopen`, []],
  ['POST', `/orders/${ID}/note`, []],
  ['POST', `/orders/${ID}/track-and-trace`, []],
  ['POST', `/orders/${ID}/cart`, []],
  ['POST', `/payments/${ID}/capture`, []],
  ['POST', `/payments/${ID}/void`, []],
  ['POST', `/payments/${ID}/refund`, []],
  ...manageRoutes('products'),
  ['GET', '/manage/prices', []],
  ['PATCH', '/manage/prices', ['manage']],
  ...manageRoutes('shipping-methods'),
  ...manageRoutes('payment-methods'),
  // There are those that there are.
  ...manageRoutes('countries').filter(([method]) => method !== 'POST'),
  ...manageRoutes('campaigns'),
  ['POST', '/manage/campaigns/preview', ['manage']],
  ...manageRoutes('catalogs'),
  ...manageRoutes('tax-rates'),
  ...manageRoutes('price-groups'),
  ['GET', '/manage/price-groups/criteria-kinds', []],
  // Whoever is at the counter makes and edits customers.
  ...manageRoutes('customers').map(([method, path, scopes]): Route => [
    method,
    path,
    method === 'DELETE' ? scopes : [],
  ]),
  ['GET', `/manage/customers/${ID}/turnover`, []],
  ['POST', `/manage/customers/${ID}/merge`, ['manage']],
  ['GET', `/manage/customers/${ID}/data`, ['manage']],
  ['POST', `/manage/customers/${ID}/erase`, ['manage']],
  ...manageRoutes('customer-groups'),
  ['POST', `/manage/customer-groups/${ID}/members`, ['manage']],
  ...manageRoutes('organizations'),
  ['POST', `/manage/organizations/${ID}/members`, ['manage']],
  ['POST', '/manage/imports', ['manage']],
  ['GET', `/manage/imports/${ID}`, ['manage']],
  ['DELETE', `/manage/imports/${ID}`, ['manage']],
  ['POST', '/manage/exports', ['manage']],
  ['GET', `/manage/exports/${ID}`, ['manage']],
  ['GET', `/manage/exports/${ID}/file`, ['manage']],
  ['DELETE', `/manage/exports/${ID}`, ['manage']],
  ['GET', '/data', ['admin']],
  ['GET', '/data/plan', ['admin']],
  ['PATCH', '/data/plan', ['admin']],
  ['GET', '/data/plan/events', ['admin']],
  ['GET', '/data/backups', ['admin']],
  ['GET', `/data/backups/${ID}`, ['admin']],
  ['POST', '/data/backups', ['admin']],
  ['POST', '/data/check', ['admin']],
  ['POST', '/data/restore', ['admin']],
  ['GET', `/data/jobs/${ID}`, ['admin']],
  ['GET', '/manage/stores', []],
  ['POST', '/manage/stores', ['admin']],
  ['GET', `/manage/stores/${ID}`, []],
  ['PUT', `/manage/stores/${ID}`, ['manage']],
  ['PATCH', `/manage/stores/${ID}`, ['manage']],
  ['GET', `/manage/stores/${ID}/events`, []],
  ['GET', '/manage/staff', []],
  ['POST', '/manage/staff', ['admin']],
  ['GET', `/manage/staff/${ID}`, []],
  ['PUT', `/manage/staff/${ID}`, ['admin']],
  ['PATCH', `/manage/staff/${ID}`, ['admin']],
  ['DELETE', `/manage/staff/${ID}`, ['admin']],
  ['GET', `/manage/staff/${ID}/events`, []],
  ['PUT', `/manage/staff/${ID}/pin`, ['admin']],
  ['GET', '/desk', ['desk']],
  ['PUT', '/desk/session', ['desk']],
  ['PUT', '/desk/pin', ['desk']],
  ['DELETE', '/desk/session', ['desk']],
  ['GET', '/stores', ['admin']],
  ['POST', '/console-links', ['admin']],
  ['GET', '/clients', ['admin']],
  ['POST', '/clients', ['admin']],
  ['GET', `/clients/${ID}`, ['admin']],
  ['PATCH', `/clients/${ID}`, ['admin']],
  ['POST', `/clients/${ID}/secret`, ['admin']],
  ['DELETE', `/clients/${ID}`, ['admin']],
  ['GET', `/clients/${ID}/events`, ['admin']],
  ['GET', '/local-api', ['admin']],
  ['GET', '/requests', ['admin']],
]

/** What goes on when it is answered; their own tests wait for it. */
const STARTS_WORK = ['POST /data/backups', 'POST /data/check']

describe('the table of operations above', () => {
  it('names every operation that needs a token', async () => {
    const { paths } = (await shop().anyone.get('/openapi.json')).body as {
      paths: Record<string, Record<string, { security?: unknown[] }>>
    }
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.length !== 0)
        .map(
          ([method]) => `${method.toUpperCase()} ${path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, ID)}`,
        ),
    )
    const known = OPERATIONS.map(([method, path]) => `${method} ${path}`)
    expect(documented.filter((name) => !name.includes('/oauth/')).sort()).toStrictEqual(known.toSorted())
  })
})

describe('every operation (section 5)', () => {
  it.each([
    ['is missing', undefined, 'BadRequest', 'Bearer realm="Backcounter"'],
    ['is of another scheme', 'Basic YTpi', 'BadRequest', 'invalid_request'],
    ['is none', 'Bearer', 'BadRequest', 'invalid_request'],
    ['holds what no token holds', 'Bearer a b', 'BadRequest', 'invalid_request'],
    ['is unknown', `Bearer ${'a'.repeat(43)}`, 'BadRequest', 'invalid_token'],
  ] as const)('is refused where the token %s', async (_what, authorization, kind, challenge) => {
    const before = await contentNow(shop().dataDir)
    for (const [method, path] of OPERATIONS) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const answer = await shop().anyone.request(method, path, {
        headers,
        body: method === 'GET' ? undefined : {},
      })
      expect(answer.refused(kind), `${method} ${path}`).toHaveLength(1)
      expect(answer.headers['www-authenticate']).toContain(challenge)
    }
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it('is refused before its body is read', async () => {
    for (const [method, path] of OPERATIONS.filter(([name]) => name !== 'GET')) {
      const answer = await shop().anyone.request(method, path, {
        body: '{"half": ',
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.refused('BadRequest')).toStrictEqual(['The access token is missing.'])
    }
  })

  it.each(['storefront', 'support', 'price', 'staff', 'manage', 'admin'] as const)(
    'lets the scope %s through where it may, and nowhere else',
    async (scope) => {
      const caller = shop().withToken(
        await shop().tokenOf(
          scope === 'manage' ? await shop().register({ scope }) : shop().credentials(scope),
        ),
      )
      const before = await contentNow(shop().dataDir)
      for (const [method, path, scopes] of OPERATIONS) {
        const name = `${method} ${path}`
        const mayUse =
          scopes.includes(scope) ||
          (scope === 'admin' && !scopes.includes('desk')) ||
          (scope === 'manage' && !scopes.includes('admin') && !scopes.includes('desk')) ||
          (scope === 'staff' && !scopes.some((least) => ['admin', 'manage', 'desk'].includes(least)))
        // A stream has no end to wait for; its own tests read it.
        if (mayUse && (path === '/events' || STARTS_WORK.includes(name))) continue
        const answer = await caller.request(method, path, { body: method === 'GET' ? undefined : {} })
        if (mayUse) {
          // A file is taken in as such, not as JSON; backups of a server are no business of ours.
          const isKeptByOthers = isOnPostgres && /^\/data\/(?:backups\/|plan)/.test(path)
          expect([200, 400, 404, 415, ...(isKeptByOthers ? [409] : [])], name).toContain(answer.status)
        } else {
          expect(answer.refused('Forbidden')[0], name).toContain('scope')
          expect(answer.headers['www-authenticate'], name).toMatch(
            /error="insufficient_scope".*scope="[a-z ]+"/,
          )
        }
      }
      expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
    },
  )

  it('takes the scheme in any case', async () => {
    const token = await shop().tokenOf(shop().credentials('staff'))
    for (const authorization of [`bearer ${token}`, `BEARER ${token}`, `Bearer   ${token} `]) {
      expect((await shop().anyone.get('/store', {}, { authorization })).status).toBe(200)
    }
  })

  it('never takes a token from the query', async () => {
    const access_token = await shop().tokenOf(shop().credentials('staff'))
    expect((await shop().anyone.get('/store', { access_token })).refused('BadRequest')[0]).toContain(
      'missing',
    )
  })
})
