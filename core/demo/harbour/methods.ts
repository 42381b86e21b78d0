import type { DemoPaymentMethod, DemoShippingMethod } from '../demo-shop.ts'

const nordic = ['DK', 'SE', 'NO', 'FI', 'IS', 'FO', 'GL']
const union = [
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HU', 'IE', 'IT', 'LT'],
  ...['LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]
const europe = [
  ...new Set([...nordic, ...union, 'GB', 'CH', 'LI', 'AD', 'MC', 'SM', 'VA', 'JE', 'GG', 'IM', 'AX']),
]
const overseas = [
  'US',
  'CA',
  'AU',
  'NZ',
  'JP',
  'KR',
  'SG',
  'HK',
  'AE',
  'ZA',
  'BR',
  'IL',
  'IN',
  'CN',
  'TW',
  'TR',
]
const served = [...europe, ...overseas]

/** The groups that stand on their own; those derived from them are served along with them. */
const all = (eur: number, dkk: number) => ({ 'shop-eur': eur, 'shop-dkk': dkk, 'coffee-de': eur })

export const paymentMethods: readonly DemoPaymentMethod[] = [
  {
    key: 'card',
    demand: 46,
    name: 'Card terminal',
    texts: [
      ['Card terminal', 'Chip, PIN or contactless on the terminal.'],
      ['Kort ved disken', 'Chip, pinkode eller kontaktløst på terminalen.'],
      ['Karte an der Kasse', 'Mit Chip, PIN oder kontaktlos am Terminal.'],
    ],
    countries: served,
    feePpm: 0,
    days: 0,
    reference: 'T1-######',
    fees: all(0, 0),
  },
  {
    key: 'cash',
    demand: 8,
    name: 'Cash',
    takesCash: true,
    texts: [
      ['Cash', 'Notes and coins in euro or kroner.'],
      ['Kontant', 'Sedler og mønter i kroner eller euro.'],
      ['Bar', 'Scheine und Münzen in Kronen oder Euro.'],
    ],
    countries: served,
    feePpm: 0,
    days: 0,
    fees: all(0, 0),
  },
  {
    key: 'wallet',
    demand: 24,
    name: 'Mobile wallet',
    texts: [
      ['Mobile wallet', 'Paid with the phone; the customer confirms the amount.'],
      ['Mobilbetaling', 'Betales med telefonen; kunden bekræfter beløbet.'],
      ['Mobil bezahlen', 'Mit dem Telefon; der Kunde bestätigt den Betrag.'],
    ],
    countries: ['DK', 'GL', 'FO', 'SE', 'NO', 'FI'],
    feePpm: 0,
    days: 0,
    reference: 'MW%#######',
    fees: all(0, 0),
    properties: [
      { culture: null, value: 'phone-number' },
      { culture: 'en-GB', value: 'Needs a mobile number' },
      { culture: 'da-DK', value: 'Kræver et mobilnummer' },
      { culture: 'de-DE', value: 'Mobilnummer erforderlich' },
    ],
  },
  {
    key: 'invoice',
    demand: 10,
    name: 'Invoice',
    sendsInvoice: true,
    texts: [
      ['Invoice', 'Sent by e-mail; payable within 14 days.'],
      ['Faktura, 14 dage', 'Sendes på e-mail; betales inden 14 dage.'],
      ['Rechnung, 14 Tage', 'Kommt per E-Mail; zahlbar innerhalb von 14 Tagen.'],
    ],
    countries: ['DK', 'DE', 'SE', 'NO', 'NL', 'AT'],
    feePpm: 0,
    days: 14,
    fees: { 'shop-eur': 3.95, 'shop-dkk': 29, 'trade-eur': 0, 'trade-dkk': 0, 'coffee-de': 0 },
    properties: [
      { culture: 'en-GB', value: 'Payment term: 14 days net' },
      { culture: 'da-DK', value: 'Betalingsfrist: netto 14 dage' },
      { culture: 'de-DE', value: 'Zahlungsziel: 14 Tage netto' },
    ],
  },
  {
    key: 'foreign-card',
    demand: 6,
    name: 'Card from overseas',
    texts: [
      ['Card from overseas', 'Cards issued outside Europe; a fee of 1.75 % is added.'],
      ['Udenlandsk kort', 'Kort udstedt uden for Europa; gebyr på 1,75 %.'],
      ['Karte aus Übersee', 'Karten von außerhalb Europas; zuzüglich 1,75 % Gebühr.'],
    ],
    countries: overseas,
    feePpm: 17_500,
    days: 0,
    reference: 'T1-######',
    fees: all(0, 0),
  },
  {
    key: 'voucher',
    demand: 3,
    name: 'Gift card',
    redeemsGiftCards: true,
    texts: [
      ['Gift card', 'Scan the gift card, or type its code.'],
      ['Gavekort', 'Scan gavekortet, eller skriv dets kode.'],
      ['Geschenkkarte', 'Geschenkkarte scannen oder den Code eingeben.'],
    ],
    countries: europe,
    feePpm: 0,
    days: 0,
    reference: 'G-%###-####',
    fees: { 'shop-eur': 0, 'shop-dkk': 0 },
  },
  {
    key: 'transfer',
    demand: 5,
    name: 'Bank transfer',
    texts: [
      ['Bank transfer', 'The goods are sent when the money is there.'],
      ['Bankoverførsel', 'Varerne sendes, når pengene er modtaget.'],
      ['Überweisung', 'Die Ware geht nach Zahlungseingang auf den Weg.'],
    ],
    countries: europe,
    feePpm: 0,
    days: 4,
    reference: 'BT %####',
    fees: all(0, 0),
  },
]

const counter = ['card', 'cash', 'wallet', 'voucher', 'foreign-card']
const remote = ['invoice', 'transfer', 'wallet', 'card', 'voucher', 'foreign-card']

export const shippingMethods: readonly DemoShippingMethod[] = [
  {
    key: 'collect',
    isCollected: true,
    demand: 50,
    name: 'Collection in the shop',
    texts: [
      ['Collection in the shop', 'Ready at the counter, usually at once.'],
      ['Afhentning i butikken', 'Klar ved disken, som regel med det samme.'],
      ['Abholung im Laden', 'Liegt an der Kasse bereit, meist sofort.'],
    ],
    countries: served,
    taxPpm: 250_000,
    prices: all(0, 0),
    paymentMethods: counter,
  },
  {
    key: 'locker',
    demand: 20,
    name: 'Parcel locker',
    texts: [
      ['Parcel locker', 'One to two working days; the code comes by text message.'],
      ['Pakkeboks', 'En til to hverdage; koden kommer på sms.'],
      ['Paketstation', 'Ein bis zwei Werktage; der Code kommt per SMS.'],
    ],
    countries: ['DK', 'SE', 'DE', 'FI', 'NO'],
    taxPpm: 250_000,
    prices: all(5.95, 39),
    paymentMethods: remote,
  },
  {
    key: 'home',
    demand: 14,
    name: 'Home delivery',
    texts: [
      ['Home delivery', 'Two to three working days, to the door.'],
      ['Levering til døren', 'To til tre hverdage, lige til døren.'],
      ['Lieferung nach Hause', 'Zwei bis drei Werktage, bis an die Tür.'],
    ],
    countries: ['DK', 'SE', 'DE', 'NO', 'NL'],
    taxPpm: 250_000,
    prices: { ...all(7.95, 59), 'trade-eur': 0, 'trade-dkk': 0 },
    paymentMethods: remote,
  },
  {
    key: 'express',
    demand: 5,
    name: 'Express courier',
    texts: [
      ['Express courier', 'Ordered before 2 p.m., delivered tomorrow.'],
      ['Ekspres, næste hverdag', 'Bestilt før kl. 14, leveret i morgen.'],
      ['Express, nächster Werktag', 'Bis 14 Uhr bestellt, morgen geliefert.'],
    ],
    countries: ['DK', 'DE'],
    taxPpm: 250_000,
    prices: all(16.95, 129),
    paymentMethods: remote,
  },
  {
    key: 'europe',
    demand: 8,
    name: 'Parcel to Europe',
    texts: [
      ['Parcel to Europe', 'Three to six working days, with tracking.'],
      ['Pakke til Europa', 'Tre til seks hverdage, med sporing.'],
      ['Paket nach Europa', 'Drei bis sechs Werktage, mit Sendungsverfolgung.'],
    ],
    countries: europe.filter((country) => country !== 'DK'),
    taxPpm: 250_000,
    prices: all(14.95, 109),
    paymentMethods: remote,
  },
  {
    key: 'freight',
    demand: 12,
    name: 'Freight overseas',
    texts: [
      ['Freight overseas', 'One to two weeks by air; duty is paid by the recipient.'],
      ['Fragt til udlandet', 'En til to uger med fly; told betales af modtageren.'],
      ['Fracht nach Übersee', 'Ein bis zwei Wochen per Luftfracht; Zoll zahlt der Empfänger.'],
    ],
    countries: overseas,
    taxPpm: 250_000,
    prices: all(39.95, 299),
    paymentMethods: ['foreign-card', 'card'],
  },
]
