declare module '../database/schema/tables.ts' {
  interface Tables {
    staff: StaffTable
  }
}

export type Role = 'support' | 'clerk' | 'manager' | 'owner'

/** Somebody who works in a store. */
export interface StaffTable {
  id: string
  store_id: string
  name: string
  role: Role
  state: 'active' | 'retired'
  /** As `pins.ts` makes it; null for whoever cannot take a desk yet. */
  pin_hash: string | null
  version: number
}
