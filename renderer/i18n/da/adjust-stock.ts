import type { AdjustStockTexts } from '../en/adjust-stock.ts'

export const adjustStockTexts: AdjustStockTexts = {
  adjustStock: {
    after: 'Derefter',
    done: {
      count: 'Gemt: {count} vare talt op, {pieces} i alt | Gemt: {count} varer talt op, {pieces} i alt',
      receive: 'Gemt: {count} vare modtaget, {pieces} i alt | Gemt: {count} varer modtaget, {pieces} i alt',
      writeOff:
        'Gemt: {count} vare afskrevet, {pieces} i alt | Gemt: {count} varer afskrevet, {pieces} i alt',
    },
    emptyText:
      'Hver scanning er ét stk. mere. 3* foran en kode er tre; ethvert antal kan skrives på sin linje.',
    full: 'Flere end {most} forskellige varer gemmes ikke på én gang. Gem disse, og gå videre med de næste.',
    inStock: 'På lager',
    kind: 'Hvad der sker',
    kinds: { count: 'Tæl op', receive: 'Varemodtagelse', writeOff: 'Afskriv' },
    notAdded: '{name} blev ikke tilføjet: gem først det, der står her.',
    quantities: { count: 'Talt op', receive: 'Modtaget', writeOff: 'Mistet' },
    reason: 'Note: følgeseddel eller årsag',
    refused:
      'Intet blev gemt: {count} linje skal ses efter. | Intet blev gemt: {count} linjer skal ses efter.',
    removed: '{count} linje fjernet | {count} linjer fjernet',
    title: 'Tæl op, modtag eller afskriv',
  },
}
