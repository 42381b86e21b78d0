declare module '../database/schema/tables.ts' {
  interface Tables {
    drawer_openings: DrawerOpeningTable
  }
}

/** A drawer that somebody has opened, and nothing was sold. Written before it is opened, so that none is missing. */
export interface DrawerOpeningTable {
  id: string
  store_id: string
  /** Whose drawer it is; null is the store's own, which has no name. */
  till_id: string | null
  /** From 1, by till. Desks have clocks of their own: it is this that says after which count it was. */
  number: number
  date: string
  actor: string
  purpose: 'no-sale' | 'count' | 'test'
  reason: string | null
  /** 0 where its printer was not reached. */
  did_open: number
}
