/** What belongs to this database itself, not to a store: the key that signs paging tokens. */
export interface SettingTable {
  key: string
  value: string
}

/** Every table. Each room adds its own, beside their columns: `declare module` in its `*.table.ts`. */
export interface Tables {
  settings: SettingTable
}

export type TableName = keyof Tables
