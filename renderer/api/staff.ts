import type { StaffMember, StaffMemberBody } from '../../core/staff/staff.schema.ts'
import { get, post, request } from './client.ts'

export type { StaffMember } from '../../core/staff/staff.schema.ts'
export type Role = StaffMember['role']
export const ROLES = ['clerk', 'support', 'manager', 'owner'] as const satisfies readonly Role[]

interface StaffAnswer {
  staff: StaffMember[]
  nextPagingToken: string | null
}

/** Everybody who works in the store, and who has; by name. */
export async function listStaff(signal?: AbortSignal): Promise<StaffMember[]> {
  const found: StaffMember[] = []
  let nextPagingToken: string | undefined
  do {
    const page: StaffAnswer = await get('/manage/staff', { maxItems: 250, nextPagingToken }, signal)
    found.push(...page.staff)
    nextPagingToken = page.nextPagingToken ?? undefined
  } while (nextPagingToken !== undefined)
  return found
}

export const addStaffMember = (body: StaffMemberBody): Promise<StaffMember> => post('/manage/staff', body)

/** The version that a change of somebody is based on. */
const seen = ({ version }: Pick<StaffMember, 'version'>) => ({ 'if-match': `"${version}"` })

/** @throws ApiError 409 where somebody else has changed them meanwhile, saying who and what */
export async function changeStaffMember(
  member: Pick<StaffMember, 'id' | 'version'>,
  body: Partial<StaffMemberBody>,
): Promise<StaffMember> {
  const answer = await request('PATCH', `/manage/staff/${member.id}`, { body, headers: seen(member) })
  return answer.body as StaffMember
}

/** Four to eight digits. */
export const PIN_FORM = /^\d{4,8}$/

export async function setPin(member: Pick<StaffMember, 'id' | 'version'>, pin: string): Promise<StaffMember> {
  const answer = await request('PUT', `/manage/staff/${member.id}/pin`, {
    body: { pin },
    headers: seen(member),
  })
  return answer.body as StaffMember
}
