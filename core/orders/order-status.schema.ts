import { Type, type Static } from 'typebox'
import { Id } from '../http/schema.ts'

/** The state of an order (section 2.10). */
export const OrderStatus = Type.Object({ id: Id, name: Type.String() })
export type OrderStatus = Static<typeof OrderStatus>
