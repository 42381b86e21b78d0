import type { CircleKind } from '../../api/circles.ts'
import type { CustomerSearch } from '../../api/managed-customers.ts'
import type { MessageKey } from '../../i18n/index.ts'

/** What customer groups and organizations have not in common. */
export const CIRCLES = {
  'customer-groups': {
    icon: 'i-lucide-users-round',
    title: 'circles.groups',
    one: 'circles.group',
    add: 'circles.addGroup',
    back: 'circles.backToGroups',
    none: 'circles.noGroups',
    noneText: 'circles.noGroupsText',
    members: 'customerGroupId',
    filter: 'group',
  },
  organizations: {
    icon: 'i-lucide-building-2',
    title: 'circles.organizations',
    one: 'circles.organization',
    add: 'circles.addOrganization',
    back: 'circles.backToOrganizations',
    none: 'circles.noOrganizations',
    noneText: 'circles.noOrganizationsText',
    members: 'organizationId',
    filter: 'organization',
  },
} as const satisfies Record<
  CircleKind,
  Record<'icon' | 'filter', string> &
    Record<'title' | 'one' | 'add' | 'back' | 'none' | 'noneText', MessageKey> & {
      /** By which the API finds those who belong to one. */
      members: keyof CustomerSearch
    }
>
