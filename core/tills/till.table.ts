declare module '../database/schema/tables.ts' {
  interface Tables {
    tills: TillTable
  }
}

/** A drawer that a store keeps cash in. */
export interface TillTable {
  id: string
  store_id: string
  version: number
  name: string
  state: 'active' | 'retired'
}
