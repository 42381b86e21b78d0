import { describe, expect, it } from 'vitest'
import { expandScopes, ROLES } from '../../../core/access/scopes.ts'
import type { Role } from '../../../core/access/staff.table.ts'
import type { Method } from '../../support/caller.ts'
import { servedDocument } from '../../conformance/support/served-document.ts'
import { hireAt, lock, openDesk, take } from '../../support/desks.ts'
import { openShop } from '../../support/shop.ts'

const ID = '0199a0b0-0000-7000-8000-00000000ffff'
/** A stream has no end to wait for; whoever leaves the desk is not there for the rest. */
const OF_THEIR_OWN = ['GET /events', 'DELETE /desk/session']

interface Operation {
  readonly name: string
  readonly method: Method
  readonly path: string
  /** One of these is enough. */
  readonly scopes: readonly string[]
}

/** Every operation that asks for a token, as the document tells it. */
const operations = (await servedDocument()).operations.flatMap(({ method, operation, path }): Operation[] => {
  const scopes = (operation.security ?? []).flatMap(({ token = [] }) => token)
  if (scopes.length === 0) return []
  const at = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, ID)
  return [{ name: `${method} ${at}`, method: method as Method, path: at, scopes }]
})

describe('every operation, tried by every role', () => {
  it.each(['support', 'clerk', 'manager', 'owner'] as const satisfies readonly Role[])(
    'is done for a %s where the document says so, and else refused',
    async (role) => {
      const shop = await openShop()
      const admin = await shop.as('admin')
      await hireAt(shop, admin, 'Olga', 'owner', '2580')
      const member = await hireAt(shop, admin, 'Somebody', role, '1111')
      const desk = await openDesk(shop)
      await take(desk, member)
      const held: ReadonlySet<string> = new Set([...expandScopes(ROLES[role]), 'desk'])
      expect(operations.length).toBeGreaterThan(80)
      for (const { method, name, path, scopes } of operations) {
        const mayUse = scopes.some((scope) => held.has(scope))
        if (mayUse && OF_THEIR_OWN.includes(name)) continue
        const answer = await desk.request(method, path, { body: method === 'GET' ? undefined : {} })
        if (mayUse) {
          expect(answer.status, name).not.toBe(403)
          expect(answer.status, name).toBeLessThan(500)
        } else {
          expect(answer.refused('Forbidden')[0], name).toContain('lacks the scope')
        }
      }
      // It was the same person to the end.
      expect((await desk.get('/desk')).body).toMatchObject({ person: { name: 'Somebody', role } })
    },
  )

  it('is refused where the desk is locked, but for what unlocks it', async () => {
    const shop = await openShop()
    await hireAt(shop, await shop.as('admin'), 'Olga', 'owner', '2580')
    const desk = await openDesk(shop)
    await lock(desk)
    for (const { method, name, path, scopes } of operations) {
      const answer = await desk.request(method, path, { body: method === 'GET' ? undefined : {} })
      // Which store it is, is no secret of its people; which others there are, is.
      if (scopes.includes('desk') && !path.startsWith('/stores'))
        expect([200, 400], name).toContain(answer.status)
      else expect(answer.refused('Forbidden')[0], name).toContain('locked')
    }
  })
})
