import type { PricesTexts } from '../en/prices.ts'

export const pricesTexts: PricesTexts = {
  priceGrid: {
    addGroup: 'Tilføj prisgruppe',
    by: 'Ændr med',
    change: 'Ændr en pris | Ændr {count} priser',
    group: 'Prisgruppe',
    help: 'Grå priser kommer fra den gruppe, som gruppen bygger på; en tømt celle går tilbage til den. Pile, Enter og Tab flytter; celler fra et regneark kan sættes ind.',
    hide: 'Skjul {group}',
    noPerCent: 'Skriv en procent som -10',
    nothing: 'Ingen pris ville ændre sig.',
    open: 'Prisskema',
    overtaken:
      'En pris er i mellemtiden sat af en anden og bliver stående. | {count} priser er i mellemtiden sat af andre og bliver stående.',
    pasteOutside:
      'En celle har ingen plads i skemaet: hent flere rækker eller tilføj grupper først. Intet er ændret. | {count} celler har ingen plads i skemaet: hent flere rækker eller tilføj grupper først. Intet er ændret.',
    pasteWrong:
      '{cells} er ingen pris. Intet er ændret. | {count} celler er ingen priser, for eksempel {cells}. Intet er ændret.',
    perCent: 'Med procent',
    perCentShown: 'For de viste varer: hent flere for de andre. Hver pris afrundes til valutaen.',
    perCentText: 'For alle viste varer. Hver pris afrundes til valutaen.',
    perCentTitle: 'Ændr priser med procent',
    preview: 'Før og efter',
    recordChanged:
      'ændret i mellemtiden af {actor} ({date}). Din ændring er ikke gemt: se efter, og prøv igen.',
    recordChangedBySomebody: 'ændret i mellemtiden. Din ændring er ikke gemt: se efter, og prøv igen.',
    redo: 'Gentag',
    rounded: 'Ingen pris uden moms giver {typed}: den er nu {stored}.',
    saved: 'En pris gemt | {count} priser gemt',
    saving: 'Gemmer…',
    takesInherited: 'Også grå priser: de bliver gruppens egne',
    title: 'Priser efter gruppe',
    undo: 'Fortryd',
    waiting: 'En pris er ikke gemt endnu | {count} priser er ikke gemt endnu',
  },
}
