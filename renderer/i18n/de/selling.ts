import type { SellingTexts } from '../en/selling.ts'

export const sellingTexts: SellingTexts = {
  catalogs: {
    add: 'Neuer Katalog',
    back: 'Zu den Katalogen',
    none: 'Noch kein Katalog',
    noneText: 'Artikel sind in Katalogen geordnet: Legen Sie den ersten an.',
    one: 'Katalog',
    position: 'Platz',
    positionHelp: 'Kleinere Zahlen stehen vorn. Bleibt das Feld leer, steht er hinter den anderen.',
    title: 'Kataloge',
  },
  taxRates: {
    add: 'Neuer Steuersatz',
    back: 'Zu den Steuersätzen',
    default: 'Für neue Artikel',
    defaultHelp: 'Das ist nur einer: Ein anderer ist es dann nicht mehr.',
    none: 'Noch kein Steuersatz',
    noneText: 'Artikel mit einem benannten Steuersatz ändern sich mit ihm: Legen Sie den ersten an.',
    ofNewProducts: 'Für neue Artikel',
    one: 'Steuersatz',
    rate: 'Satz',
    rateHelp: 'Alles mit diesem Steuersatz ändert sich sofort. Aufgegebene Bestellungen behalten ihren.',
    takeUsual: 'Die üblichen übernehmen: {rates}',
    title: 'Steuersätze',
  },
}
