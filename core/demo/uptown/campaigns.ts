import type { DemoCampaign } from '../demo-shop.ts'

export const campaigns: readonly DemoCampaign[] = [
  {
    name: ['Membership', '会員特典'],
    priority: 500,
    minimum: { USD: 75, JPY: 9000 },
    priceGroups: ['members-usd', 'members-jpy'],
    items: [
      {
        target: 'shipping',
        name: ['Free delivery', '送料無料'],
        description: ['For members, on orders of $75 and more.', '会員様が9,000円以上お買い上げの場合。'],
        percent: 100,
      },
    ],
  },
  {
    name: ['Welcome uptown', 'はじめてのお客様'],
    priority: 400,
    codes: ['WELCOME10'],
    minimum: { USD: 0, JPY: 0 },
    items: [
      {
        target: 'lines',
        name: ['10% off everything', '全品10%オフ'],
        description: ['Our thanks for a first order.', '初めてのご注文への感謝をこめて。'],
        percent: 10,
      },
    ],
  },
  {
    name: ['Tea time', 'ティータイム'],
    priority: 300,
    codes: ['TEATIME', 'AFTERNOON'],
    minimum: { USD: 20, JPY: 3000 },
    items: [
      {
        target: 'lines',
        name: ['$2 off every tea', 'お茶1点につき300円引き'],
        description: ['Tea and sweets, each pack.', 'お茶・お菓子、1点ごと。'],
        amount: { USD: 2, JPY: 300 },
        departments: ['tea'],
      },
    ],
  },
]
