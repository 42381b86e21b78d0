import type { DemoPaymentMethod, DemoPriceGroup, DemoShippingMethod, Trade } from '../demo-shop.ts'

export const priceGroups: readonly DemoPriceGroup[] = [
  {
    key: 'shop-usd',
    name: ['Shop price, USD', '店頭価格(米ドル)'],
    currency: 'USD',
    priority: 1000,
    prices: { factor: 1 },
  },
  {
    key: 'shop-jpy',
    name: ['Shop price, JPY', '店頭価格(円)'],
    currency: 'JPY',
    priority: 900,
    taxPpm: 100_000,
    prices: { factor: 1 },
  },
  {
    key: 'members-usd',
    name: ['Members, USD', '会員価格(米ドル)'],
    currency: 'USD',
    base: 'shop-usd',
    priority: 800,
    prices: { factor: 0.9, departments: ['notebooks', 'writing', 'desk', 'teaware'] },
    criteria: [{ kind: 'customerGroup', customerGroup: ['members', 'students'] }],
  },
  {
    key: 'members-jpy',
    name: ['Members, JPY', '会員価格(円)'],
    currency: 'JPY',
    base: 'shop-jpy',
    priority: 790,
    prices: { factor: 0.9, departments: ['notebooks', 'writing', 'desk', 'teaware'] },
    criteria: [{ kind: 'customerGroup', customerGroup: ['members'] }],
  },
  {
    key: 'resale',
    name: ['Resale, tax exempt', '再販業者価格(免税)'],
    currency: 'USD',
    base: 'shop-usd',
    priority: 700,
    taxPpm: 0,
    prices: { factor: 0.6 },
    criteria: [{ kind: 'organization', organization: ['books', 'museum'] }],
  },
  {
    key: 'office',
    name: ['Office accounts, USD', '法人価格(米ドル)'],
    currency: 'USD',
    base: 'shop-usd',
    priority: 690,
    prices: { factor: 0.85, departments: ['notebooks', 'writing', 'desk'] },
    criteria: [{ kind: 'organization', organization: ['architects', 'school'] }],
  },
  {
    key: 'lunch',
    name: ['Tea at lunch time, USD', 'ランチタイムのお茶(米ドル)'],
    currency: 'USD',
    base: 'shop-usd',
    priority: 400,
    prices: { factor: 0.9, departments: ['tea'] },
    criteria: [{ kind: 'timeWindow', weekday: [1, 2, 3, 4, 5], startTime: '12:00', endTime: '14:00' }],
  },
  {
    key: 'friday-2022',
    name: ['Black Friday 2022', 'ブラックフライデー2022'],
    currency: 'USD',
    base: 'shop-usd',
    priority: 200,
    prices: { factor: 0.7 },
    criteria: [{ kind: 'timeWindow', from: '2022-11-25T05:00:00Z', to: '2022-11-26T05:00:00Z' }],
  },
  {
    key: 'century',
    name: ['New century, USD', '新世紀セール(米ドル)'],
    currency: 'USD',
    base: 'shop-usd',
    priority: 100,
    prices: { factor: 0.5 },
    criteria: [{ kind: 'timeWindow', from: '2101-01-01T05:00:00Z' }],
  },
]

const countries = ['US', 'CA', 'MX', 'JP', 'GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'AU', 'KR', 'TW', 'SG', 'HK']

const all = (usd: number, jpy: number) => ({ 'shop-usd': usd, 'shop-jpy': jpy })

export const paymentMethods: readonly DemoPaymentMethod[] = [
  {
    key: 'card',
    demand: 70,
    name: 'Card terminal',
    texts: [
      ['Credit or debit card', 'Chip or contactless at the counter.'],
      ['クレジットカード・デビットカード', 'レジでのICチップまたはタッチ決済。'],
    ],
    countries,
    feePpm: 0,
    fees: all(0, 0),
  },
  {
    key: 'cash',
    demand: 14,
    name: 'Cash',
    texts: [
      ['Cash', 'US dollars only at the counter.'],
      ['現金', 'レジでのお支払い。'],
    ],
    countries: ['US', 'JP'],
    feePpm: 0,
    fees: all(0, 0),
  },
  {
    key: 'invoice',
    demand: 8,
    name: 'Invoice',
    texts: [
      ['Invoice, net 30', 'For office accounts; payable within 30 days.'],
      ['請求書払い(30日)', '法人のお客様向け。30日以内にお支払いください。'],
    ],
    countries: ['US', 'JP'],
    feePpm: 0,
    fees: all(4.5, 500),
    properties: [
      { culture: 'en-US', value: 'Net 30 days' },
      { culture: 'ja-JP', value: '支払期限:30日' },
    ],
  },
  {
    key: 'delivery-cash',
    demand: 8,
    name: 'Cash on delivery',
    texts: [
      ['Cash on delivery', 'Paid to the courier; Japan only.'],
      ['代金引換', '配達時にお支払いください。'],
    ],
    countries: ['JP'],
    feePpm: 0,
    fees: { 'shop-jpy': 330 },
  },
  {
    key: 'gift-card',
    demand: 5,
    name: 'Gift card',
    texts: [
      ['Gift card', 'Scan the card and note its number.'],
      ['ギフトカード', 'カードを読み取り、番号を控えてください。'],
    ],
    countries: ['US'],
    feePpm: 0,
    fees: { 'shop-usd': 0 },
  },
]

export const shippingMethods: readonly DemoShippingMethod[] = [
  {
    key: 'pickup',
    demand: 45,
    name: 'Pickup in store',
    texts: [
      ['Pickup in store', 'Ready at the counter within the hour.'],
      ['店頭受け取り', '1時間以内にご用意します。'],
    ],
    countries,
    taxPpm: 0,
    prices: all(0, 0),
    paymentMethods: ['card', 'cash', 'gift-card'],
  },
  {
    key: 'ground',
    demand: 30,
    name: 'Ground parcel',
    texts: [
      ['Ground, 3 to 5 days', 'With tracking, anywhere in the country.'],
      ['通常便(3~5日)', '追跡番号付き。'],
    ],
    countries: ['US'],
    taxPpm: 88_750,
    prices: all(7.5, 1100),
    paymentMethods: ['card', 'invoice', 'gift-card'],
  },
  {
    key: 'courier',
    demand: 8,
    name: 'City courier',
    texts: [
      ['City courier, same day', 'Within the five boroughs, by bicycle.'],
      ['市内当日便', 'ニューヨーク市内のみ、自転車でお届け。'],
    ],
    countries: ['US'],
    taxPpm: 88_750,
    prices: { 'shop-usd': 18 },
    paymentMethods: ['card', 'invoice'],
  },
  {
    key: 'japan',
    demand: 40,
    name: 'Japan parcel',
    texts: [
      ['Parcel to Japan', 'From our partner in Tokyo, two to three days.'],
      ['国内宅配便', '東京の提携先から2~3日でお届けします。'],
    ],
    countries: ['JP'],
    taxPpm: 0,
    prices: all(6.5, 800),
    paymentMethods: ['card', 'delivery-cash', 'invoice'],
  },
  {
    key: 'world',
    demand: 20,
    name: 'International mail',
    texts: [
      ['International mail', 'One to two weeks, duty paid by the recipient.'],
      ['国際郵便', '1~2週間。関税は受取人負担となります。'],
    ],
    countries: countries.filter((country) => country !== 'US' && country !== 'JP'),
    taxPpm: 0,
    prices: all(24, 3600),
    paymentMethods: ['card'],
  },
]

export const trade: Trade = {
  hours: [
    [10, 19],
    [10, 19],
    [10, 19],
    [10, 20],
    [10, 20],
    [10, 19],
    [11, 18],
  ],
  weekdays: [0.8, 0.9, 1, 1, 1.1, 1.5, 1.2],
  months: [0.8, 0.8, 0.9, 0.9, 1, 0.9, 0.8, 1.3, 1.2, 1, 1.3, 1.9],
  share: 0.3,
  habits: {
    JP: { culture: 'ja-JP', currency: 'JPY' },
    '*': { culture: 'en-US', currency: 'USD' },
  },
  properties: () => ({}),
  notes: {
    'en-US': ['Gift wrap, please.', 'Engraving: initials only.', 'Hold at the counter until Saturday.'],
    'ja-JP': ['ギフト包装をお願いします。', '領収書が必要です。', '午前中の配達を希望します。'],
  },
}
