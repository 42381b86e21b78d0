import type { DemoShop } from '../demo-shop.ts'
import { campaigns } from './campaigns.ts'
import { customerGroups, organizations, people } from './people.ts'
import { desk, notebooks, writing } from './stationery.ts'
import { carry, clothing, modelNames, tea, teaware } from './tea-home.ts'
import { paymentMethods, priceGroups, shippingMethods, trade } from './terms.ts'

/** Labels in yen are round tens, from 2000 yen on round hundreds; in dollars they end in .00 or .50. */
function label(amount: number, currency: string): number {
  if (currency === 'JPY') return amount < 2000 ? Math.round(amount / 10) * 10 : Math.round(amount / 100) * 100
  return amount < 50 ? Math.round(amount * 2) / 2 : Math.round(amount)
}

/** Stationery and tea on the Upper West Side, with a good many customers in Japan. */
export const uptown: DemoShop = {
  code: 'uptown',
  name: 'Uptown Paper & Tea',
  description: 'Stationery, tea and the things around them.',
  line1: '412 Columbus Avenue',
  postalCode: '10024',
  city: 'New York',
  region: 'NY',
  phoneNumber: '+1 212 555 0142',
  emailAddress: 'hello@uptown-paper.example',
  taxNumber: '12-3456789',
  receiptFoot: [
    'Unused goods can be returned within 30 days with this receipt.',
    '未使用の商品は、このレシートのご提示により30日以内に返品できます。',
  ],
  timeZone: 'America/New_York',
  cultures: ['en-US', 'ja-JP'],
  currencies: ['USD', 'JPY'],
  country: 'US',
  orderNumberPrefix: 'U-',
  barcodePrefix: '220',
  seed: 20_190_402,
  pricing: { includesTax: false, rates: { USD: 1, JPY: 152 }, label },
  departments: [notebooks, writing, desk, tea, teaware, carry, clothing],
  modelNames,
  separators: [', ', '・'],
  priceGroups,
  paymentMethods,
  shippingMethods,
  campaigns,
  giftCards: [{ code: 'UPTOWN-CARD-0050', currency: 'USD', amount: 50 }],
  stock: [],
  customerGroups,
  organizations,
  people,
  trade,
}
