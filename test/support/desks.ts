import { randomBytes, scryptSync } from 'node:crypto'
import { TokenResponse } from '../../core/access/token.schema.ts'
import { StaffMember } from '../../core/staff/staff.schema.ts'
import type { Role } from '../../core/access/staff.table.ts'
import type { Clerk } from './clerk.ts'
import { inDatabase } from './data.ts'
import type { Shop } from './shop.ts'
import type { StoreCode } from './demo-template.ts'

/** A console that has come in by a launch link, with nobody at it. */
export const openDesk = async (shop: Shop, store: StoreCode = 'harbour'): Promise<Clerk> =>
  shop.withToken(await tokenOfDesk(shop, store), store)

/** The token of such a console. */
export async function tokenOfDesk(shop: Shop, store: StoreCode = 'harbour'): Promise<string> {
  const path = await shop.core.consolePath(store)
  const code = new URLSearchParams(path.slice(path.indexOf('?'))).get('launch')
  const grant = { grant_type: 'authorization_code', client_id: 'console', code }
  const { access_token } = (await shop.anyone.post('/oauth/token', grant)).ok(TokenResponse)
  return access_token
}

/** Somebody of the staff, as they take a desk. */
export interface Member {
  readonly staffId: string
  readonly pin: string
}

/** Hires somebody. @param by a program or console that may */
export async function hire(by: Clerk, name: string, role: Role, pin: string): Promise<Member> {
  const { id } = (await by.post('/manage/staff', { name, role })).ok(StaffMember)
  ;(await by.request('PUT', `/manage/staff/${id}/pin`, { body: { pin } })).ok(StaffMember)
  return { staffId: id, pin }
}

/**
 * Hires somebody whose PIN costs little: what is kept of one says its cost, and that of others is a tenth of a second of
 * the processor's time, to give it and at each try.
 */
export async function hireAt(
  { dataDir }: Shop,
  by: Clerk,
  name: string,
  role: Role,
  pin: string,
): Promise<Member> {
  const { id } = (await by.post('/manage/staff', { name, role })).ok(StaffMember)
  const [cost, block, salt] = [16, 8, randomBytes(16)]
  const hash = scryptSync(pin, salt, 32, { N: cost, r: block, p: 1 })
  const kept = ['scrypt', cost, block, salt.toString('base64url'), hash.toString('base64url')].join('$')
  await inDatabase(dataDir, async (db) =>
    db.updateTable('staff').set({ pin_hash: kept }).where('id', '=', id).execute(),
  )
  return { staffId: id, pin }
}

export const take = async (desk: Clerk, member: Member) =>
  desk.request('PUT', '/desk/session', { body: member })

export const lock = async (desk: Clerk) => desk.request('DELETE', '/desk/session')
