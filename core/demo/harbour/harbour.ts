import type { DemoShop } from '../demo-shop.ts'
import { care, tools } from './boat-care.ts'
import { cabin } from './cabin.ts'
import { campaigns } from './campaigns.ts'
import { books, children, paper, vouchers } from './children-books.ts'
import { knitwear, outerwear, shirts } from './clothing.ts'
import { coffee, pantry } from './coffee-food.ts'
import { bags, footwear } from './footwear-bags.ts'
import { galley } from './galley.ts'
import { paymentMethods, shippingMethods } from './methods.ts'
import { customerGroups, organizations, people } from './people.ts'
import { priceGroups } from './price-groups.ts'
import { trade } from './trade.ts'

/** Labels in kroner end in 9 or 5, from 300 kroner on in 49 or 99; labels in euro end in .45 or .95. */
function label(amount: number, currency: string): number {
  if (currency === 'DKK') {
    if (amount < 30) return Math.round(amount)
    return amount < 300
      ? Math.round(amount / 5) * 5 - (amount >= 100 ? 1 : 0)
      : Math.round(amount / 50) * 50 - 1
  }
  if (amount < 5) return Math.round(amount * 20) / 20
  return amount < 20 ? Math.round(amount * 2) / 2 - 0.05 : Math.round(amount) - 0.05
}

/** An outfitter by the water in the north of Denmark. */
export const harbour: DemoShop = {
  code: 'harbour',
  name: 'Harbour Outfitters',
  description: 'Clothes, galley and coffee for people by the sea.',
  line1: 'Havnegade 12',
  postalCode: '9990',
  city: 'Skagen',
  phoneNumber: '+45 98 44 12 12',
  emailAddress: 'shop@harbour-outfitters.example',
  taxNumber: 'DK12345674',
  receiptFoot: [
    'Goods may be exchanged within 30 days against this receipt.',
    'Varer kan byttes inden for 30 dage mod denne kvittering.',
    'Umtausch innerhalb von 30 Tagen gegen diesen Beleg.',
  ],
  timeZone: 'Europe/Copenhagen',
  cultures: ['en-GB', 'da-DK', 'de-DE'],
  currencies: ['EUR', 'DKK'],
  country: 'DK',
  orderNumberPrefix: 'H-',
  barcodePrefix: '210',
  seed: 20_190_401,
  pricing: { includesTax: true, rates: { DKK: 1, EUR: 1 / 7.46 }, label },
  departments: [
    ...[outerwear, knitwear, shirts, footwear, bags, galley, coffee, pantry],
    ...[cabin, tools, care, children, books, paper, vouchers],
  ],
  separators: [', ', ', ', ', '],
  priceGroups,
  paymentMethods,
  shippingMethods,
  campaigns,
  giftCards: [
    { code: 'HARBOUR-CARD-0050', currency: 'EUR', amount: 50 },
    { code: 'HARBOUR-CARD-0200', currency: 'DKK', amount: 200 },
  ],
  stock: [
    { sku: 'SPG', quantities: [40] },
    { sku: 'TL-MAS', quantities: [1], reorderPoint: 4 },
    { sku: 'TL-VAG', quantities: [12] },
    { sku: 'WCA-BOL', quantities: [8], reorderPoint: 20 },
    { sku: 'WCA-MAG', quantities: [45] },
    { sku: 'WCA-SEJ', quantities: [60] },
    { sku: 'WCL-TID', quantities: [31] },
    { sku: 'WI-TOR', quantities: [6, 2] },
    { sku: 'WLG-KAP', quantities: [9] },
    { sku: 'WNB-KUR', quantities: [22, 18, 4], reorderPoint: 6 },
    { sku: 'WPO-FYR', quantities: [0] },
    { sku: 'WPO-REG', quantities: [3], reorderPoint: 5 },
    { sku: 'WPO-SIL', quantities: [14] },
  ],
  customerGroups,
  organizations,
  people,
  trade,
}
