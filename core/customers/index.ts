import type { Room } from '../http/room.ts'
import * as address from './address.schema.ts'
import { customerRoutes } from './customer.routes.ts'
import * as schema from './customer.schema.ts'
import type {} from './customer.table.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { customerGroupNoun, organizationNoun } from './manage/circle.noun.ts'
import { memberRoutes } from './manage/member.routes.ts'
import { customerNoun } from './manage/customer.noun.ts'
import * as managed from './manage/managed-customer.schema.ts'

/** Customers, their groups, organizations and addresses. */
export const customers = {
  routes: [
    customerRoutes,
    recordRoutes(customerNoun),
    recordRoutes(customerGroupNoun),
    recordRoutes(organizationNoun),
    memberRoutes,
  ],
  tables: [
    'customers',
    'customer_groups',
    'customer_group_members',
    'organizations',
    'customer_addresses',
    'customer_terms',
    'walk_in_customers',
    'customer_doubles',
  ],
  cached: ['customer_groups', 'organizations'],
  schemas: [schema, address, managed],
} as const satisfies Room
