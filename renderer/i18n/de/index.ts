import type { Messages } from '../en/index.ts'
import { cartTexts } from './cart.ts'
import { customersTexts } from './customers.ts'
import { ordersTexts } from './orders.ts'
import { pricesTexts } from './prices.ts'
import { productsTexts } from './products.ts'
import { recordsTexts } from './records.ts'
import { settingsTexts } from './settings.ts'
import { shellTexts } from './shell.ts'

export const de: Messages = {
  ...cartTexts,
  ...customersTexts,
  ...ordersTexts,
  ...pricesTexts,
  ...productsTexts,
  ...recordsTexts,
  ...settingsTexts,
  ...shellTexts,
}
