import type { AdjustStockTexts } from '../en/adjust-stock.ts'

export const adjustStockTexts: AdjustStockTexts = {
  adjustStock: {
    after: 'Danach',
    done: {
      count:
        'Gespeichert: {count} Artikel gezählt, {pieces} insgesamt | Gespeichert: {count} Artikel gezählt, {pieces} insgesamt',
      receive:
        'Gespeichert: {count} Artikel eingegangen, {pieces} insgesamt | Gespeichert: {count} Artikel eingegangen, {pieces} insgesamt',
      writeOff:
        'Gespeichert: {count} Artikel ausgebucht, {pieces} insgesamt | Gespeichert: {count} Artikel ausgebucht, {pieces} insgesamt',
    },
    emptyText:
      'Jeder Scan ist ein Stück mehr. 3* vor einem Code sind drei; jede Menge lässt sich an ihrer Zeile eingeben.',
    full: 'Mehr als {most} verschiedene Artikel werden nicht auf einmal gespeichert. Speichern Sie diese, dann geht es mit den nächsten weiter.',
    inStock: 'Bestand',
    kind: 'Was geschieht',
    kinds: { count: 'Zählen', receive: 'Wareneingang', writeOff: 'Ausbuchen' },
    notAdded: '{name} wurde nicht hinzugefügt: Speichern Sie zuerst, was hier steht.',
    quantities: { count: 'Gezählt', receive: 'Eingegangen', writeOff: 'Verloren' },
    reason: 'Notiz: Lieferschein oder Grund',
    refused:
      'Nichts wurde gespeichert: {count} Zeile ist noch anzusehen. | Nichts wurde gespeichert: {count} Zeilen sind noch anzusehen.',
    removed: '{count} Zeile entfernt | {count} Zeilen entfernt',
    title: 'Zählen, Wareneingang, Ausbuchen',
  },
}
