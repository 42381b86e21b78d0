import { cartTexts } from './cart.ts'
import { customersTexts } from './customers.ts'
import { ordersTexts } from './orders.ts'
import { pricesTexts } from './prices.ts'
import { productsTexts } from './products.ts'
import { recordsTexts } from './records.ts'
import { settingsTexts } from './settings.ts'
import { shellTexts } from './shell.ts'

/** The console's texts, an area a file. English is the source: the other languages have the type of this object. */
export const en = {
  ...cartTexts,
  ...customersTexts,
  ...ordersTexts,
  ...pricesTexts,
  ...productsTexts,
  ...recordsTexts,
  ...settingsTexts,
  ...shellTexts,
}

export type Messages = typeof en
