declare module '../database/schema/tables.ts' {
  interface Tables {
    cart_properties: CartPropertyTable
    cart_line_properties: CartLinePropertyTable
  }
}

export interface PropertyColumns {
  id: string
  key: string
  value: string
}

export interface CartPropertyTable extends PropertyColumns {
  cart_id: string
}

export interface CartLinePropertyTable extends PropertyColumns {
  cart_id: string
  line_id: string
}
