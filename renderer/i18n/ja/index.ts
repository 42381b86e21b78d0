import type { Messages } from '../en/index.ts'
import { adjustStockTexts } from './adjust-stock.ts'
import { campaignsTexts } from './campaigns.ts'
import { cartTexts } from './cart.ts'
import { customersTexts } from './customers.ts'
import { fileFaultsTexts } from './file-faults.ts'
import { giftCardsTexts } from './gift-cards.ts'
import { mailTexts } from './mail.ts'
import { methodsTexts } from './methods.ts'
import { ordersTexts } from './orders.ts'
import { pricesTexts } from './prices.ts'
import { productsTexts } from './products.ts'
import { recordPagesTexts } from './record-pages.ts'
import { recordsTexts } from './records.ts'
import { refusalTexts } from './refusals.ts'
import { sellingTexts } from './selling.ts'
import { settingsTexts } from './settings.ts'
import { shellTexts } from './shell.ts'
import { shopTexts } from './shop.ts'
import { staffTexts } from './staff.ts'
import { stockTexts } from './stock.ts'
import { tillTexts } from './till.ts'

export const ja: Messages = {
  ...adjustStockTexts,
  ...campaignsTexts,
  ...cartTexts,
  ...customersTexts,
  ...fileFaultsTexts,
  ...giftCardsTexts,
  ...mailTexts,
  ...methodsTexts,
  ...ordersTexts,
  ...pricesTexts,
  ...productsTexts,
  ...recordPagesTexts,
  ...recordsTexts,
  ...refusalTexts,
  ...sellingTexts,
  ...settingsTexts,
  ...shellTexts,
  ...shopTexts,
  ...staffTexts,
  ...stockTexts,
  ...tillTexts,
}
