import type { Room } from '../http/room.ts'
import * as address from './address.schema.ts'
import { customerRoutes } from './customer.routes.ts'
import * as schema from './customer.schema.ts'
import type {} from './customer.table.ts'

/** Customers, their groups, organizations and addresses. */
export const customers = {
  routes: [customerRoutes],
  tables: [
    'customers',
    'customer_groups',
    'customer_group_members',
    'organizations',
    'customer_addresses',
    'customer_terms',
    'walk_in_customers',
  ],
  cached: ['customer_groups', 'organizations'],
  schemas: [schema, address],
} as const satisfies Room
