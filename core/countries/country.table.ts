declare module '../database/schema/tables.ts' {
  interface Tables {
    countries: CountryTable
    country_names: CountryNameTable
  }
}

export interface CountryTable {
  id: string
  /** ISO 3166-1 alpha-2. */
  iso_code: string
  culture_code: string
  version: number
}

export interface CountryNameTable {
  country_id: string
  culture_code: string
  name: string
}
