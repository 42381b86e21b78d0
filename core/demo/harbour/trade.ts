import type { Trade } from '../demo-shop.ts'

export const trade: Trade = {
  hours: [
    [9, 17.5],
    [9, 17.5],
    [9, 17.5],
    [9, 19],
    [9, 19],
    [9.5, 16],
    [11, 15],
  ],
  weekdays: [0.8, 0.8, 0.9, 1, 1.3, 1.7, 1],
  months: [0.7, 0.7, 0.8, 0.9, 1, 1.1, 1.4, 1.2, 0.9, 0.9, 1.3, 1.9],
  share: 0.7,
  habits: {
    DK: { culture: 'da-DK', currency: 'DKK' },
    DE: { culture: 'de-DE', currency: 'EUR' },
    SE: { culture: 'en-GB', currency: 'DKK' },
    NO: { culture: 'da-DK', currency: 'DKK' },
    '*': { culture: 'en-GB', currency: 'EUR' },
  },
  properties: ({ country, isTrade }) => ({
    country,
    ...(isTrade && country !== 'DK' && { 'vat-number': 'checked' }),
    ...(['GB', 'NO', 'US'].includes(country) && { export: 'yes' }),
  }),
  notes: {
    'en-GB': [
      'Please wrap as a gift.',
      'Leave with the neighbour if nobody is in.',
      'Calls before collecting.',
    ],
    'da-DK': ['Pakkes ind som gave.', 'Stilles i carporten.', 'Ringer før afhentning.', 'Byttemærke ønskes.'],
    'de-DE': ['Bitte als Geschenk verpacken.', 'Beim Nachbarn abgeben.', 'Ruft vor der Abholung an.'],
  },
  regrets: ['Customer changed their mind', 'Out of stock', 'Placed twice by mistake'],
  returns: ['A present, no receipt', 'Receipt lost, never used', 'Bought twice, receipt lost'],
}
