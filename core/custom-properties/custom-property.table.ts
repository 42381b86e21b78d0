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
