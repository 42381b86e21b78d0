import type { StaffMember, StaffMemberBody } from '../../core/staff/staff.schema.ts'
import { ifSeen, request } from './client.ts'
import { recordsAt } from './records.ts'

export type { StaffMember, StaffMemberBody } from '../../core/staff/staff.schema.ts'
export type Role = StaffMember['role']
export const ROLES = ['clerk', 'support', 'manager', 'owner'] as const satisfies readonly Role[]

export const staff = recordsAt<StaffMember, StaffMember, StaffMemberBody>('/manage/staff', 'staff')

/** Four to eight digits. */
export const PIN_FORM = /^\d{4,8}$/

export async function setPin(seen: Pick<StaffMember, 'id' | 'version'>, pin: string): Promise<void> {
  await request('PUT', `${staff.pathOf(seen.id)}/pin`, { body: { pin }, headers: ifSeen(seen) })
}
