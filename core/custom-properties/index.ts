import type { Room } from '../http/room.ts'
import * as schema from './custom-property.schema.ts'
import type {} from './custom-property.table.ts'

/** What programs note on carts and their lines. */
export const customProperties = {
  tables: ['cart_properties', 'cart_line_properties'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
