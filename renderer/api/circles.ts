import type {
  CircleBody,
  ManagedCircle,
  MembersBody,
} from '../../core/customers/manage/managed-customer.schema.ts'
import { post } from './client.ts'
import { recordsAt, type Records } from './records.ts'

export type { CircleBody, ManagedCircle } from '../../core/customers/manage/managed-customer.schema.ts'

/** What customers belong to: as many customer groups as one likes, and one organization. */
export type CircleKind = 'customer-groups' | 'organizations'

export const circles: Readonly<Record<CircleKind, Records<ManagedCircle, ManagedCircle, CircleBody>>> = {
  'customer-groups': recordsAt('/manage/customer-groups', 'customerGroups'),
  organizations: recordsAt('/manage/organizations', 'organizations'),
}

/** Takes customers into a group or an organization, and lets others go. */
export async function changeMembers(kind: CircleKind, id: string, members: MembersBody): Promise<void> {
  await post(`${circles[kind].pathOf(id)}/members`, members)
}
