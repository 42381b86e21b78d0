import { describe, expect, it } from 'vitest'
import type { Method } from '../../support/caller.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { operations } from '../../support/operations.ts'
import { sharedShop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

const shop = sharedShop()
const ID = '0199a0b0-0000-7000-8000-00000000ffff'

/** Every operation that needs a token, at an address where there is nothing. */
const OPERATIONS = Object.entries(operations).flatMap(([name, { scopes }]) => {
  const [method, path] = name.replaceAll(/\{\w+\}/g, ID).split(' ') as [Method, string]
  return scopes ? [[method, path, scopes] as const] : []
})

/** What goes on when it is answered; their own tests wait for it. */
const STARTS_WORK = ['POST /data/backups', 'POST /data/check']

/** No drawer hangs anywhere here, and no mail is sent. */
const NOT_SET_UP = ['POST /drawer/openings', 'DELETE /manage/mail-settings']

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
          const isRefused = isKeptByOthers || NOT_SET_UP.includes(name)
          expect([200, 400, 404, 415, ...(isRefused ? [409] : [])], name).toContain(answer.status)
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
