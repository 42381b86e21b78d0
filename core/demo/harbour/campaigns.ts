import type { DemoCampaign } from '../demo-shop.ts'

/** One of each kind: automatic and by code, off lines, delivery and order, alone or with others, past and current. */
export const campaigns: readonly DemoCampaign[] = [
  {
    name: ['Harbour Club', 'Havneklubben', 'Hafenclub'],
    priority: 500,
    minimum: { EUR: 75, DKK: 549 },
    priceGroups: ['club-eur', 'club-dkk'],
    items: [
      {
        target: 'shipping',
        name: ['Free delivery', 'Fri levering', 'Gratis Lieferung'],
        description: [
          'For members, from 75 euro or 549 kroner of goods on.',
          'For medlemmer ved køb for mindst 75 euro eller 549 kroner.',
          'Für Mitglieder ab einem Warenwert von 75 Euro oder 549 Kronen.',
        ],
        percent: 100,
      },
    ],
  },
  {
    name: ['Welcome aboard', 'Velkommen om bord', 'Willkommen an Bord'],
    priority: 400,
    codes: ['WELCOME10'],
    minimum: { EUR: 0, DKK: 0 },
    items: [
      {
        target: 'lines',
        name: ['10% off everything', '10 % på alt', '10 % auf alles'],
        description: [
          'Our thanks for a first order.',
          'Vores tak for den første ordre.',
          'Unser Dank für die erste Bestellung.',
        ],
        percent: 10,
      },
    ],
  },
  {
    name: ['Apology', 'Undskyldning', 'Entschuldigung'],
    priority: 300,
    codes: ['SORRY50'],
    minimum: { EUR: 40, DKK: 300 },
    items: [
      {
        target: 'order',
        name: ['50 kroner off', '50 kroner i rabat', '50 Kronen Rabatt'],
        description: [
          'Or 7 euro, for when something went wrong.',
          'Eller 7 euro, når noget er gået galt.',
          'Oder 7 Euro, wenn etwas schiefgegangen ist.',
        ],
        amount: { EUR: 7, DKK: 50 },
      },
    ],
  },
  {
    name: ['Crew sale', 'Mandskabsudsalg', 'Crewverkauf'],
    priority: 200,
    isExclusive: true,
    codes: ['CREW30'],
    minimum: { EUR: 0, DKK: 0 },
    items: [
      {
        target: 'lines',
        name: ['30% off clothes', '30 % på tøj', '30 % auf Kleidung'],
        description: [
          'Not together with any other discount.',
          'Kan ikke bruges sammen med andre rabatter.',
          'Nicht mit anderen Rabatten kombinierbar.',
        ],
        percent: 30,
        departments: ['outerwear', 'knitwear', 'shirts', 'footwear'],
      },
    ],
  },
  {
    name: ['Midsummer 2024', 'Sankthans 2024', 'Mittsommer 2024'],
    priority: 100,
    codes: ['SANKTHANS'],
    from: '2024-06-20T22:00:00.000Z',
    to: '2024-06-24T22:00:00.000Z',
    minimum: { EUR: 0, DKK: 0 },
    items: [
      {
        target: 'order',
        name: ['15% off the order', '15 % på ordren', '15 % auf die Bestellung'],
        description: [
          'Four days around Midsummer.',
          'Fire dage omkring sankthans.',
          'Vier Tage um Mittsommer.',
        ],
        percent: 15,
      },
    ],
  },
]
