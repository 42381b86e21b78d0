import type { LineAmounts } from '../pricing/totals.ts'
import type { LineColumns } from './order.table.ts'

export const lineAmounts = (row: LineColumns): LineAmounts => ({
  quantity: row.quantity,
  price: row.price,
  unitDiscount: row.unit_discount,
  tax: row.tax,
})
