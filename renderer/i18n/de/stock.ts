import type { StockTexts } from '../en/stock.ts'

export const stockTexts: StockTexts = {
  stock: {
    adjust: 'Ware zählen oder annehmen',
    all: 'Alle',
    back: 'Zurück zum Bestand',
    barcode: 'Barcode',
    below: 'Es wurde mehr verkauft, als da war',
    belowText: 'Zählen, was da ist: Von da an stimmt es wieder.',
    changeReorderPoint: 'Meldebestand ändern',
    count: 'Zählen',
    countText:
      '{name}: Da sein sollten {quantity}. Wurde seither etwas verkauft, wird das gesagt und nichts überschrieben.',
    counted: 'Wie viele da sind',
    details: 'Einzelheiten',
    gone: 'Davon wird kein Bestand geführt',
    goneText: 'Es wird keiner mehr geführt, oder er gehört zu einem anderen Laden.',
    history: 'Was kam und ging',
    id: 'ID',
    inStock: 'Bestand',
    moved: {
      cancel:
        '{count} Stück aus der stornierten Bestellung zurück | {count} Stück aus der stornierten Bestellung zurück',
      count: 'Gezählt: {count} Stück | Gezählt: {count} Stück',
      receive: '{count} Stück eingegangen | {count} Stück eingegangen',
      return: '{count} Stück zurückgegeben | {count} Stück zurückgegeben',
      sale: '{count} Stück verkauft | {count} Stück verkauft',
      soldLess: '{count} Stück weniger verkauft | {count} Stück weniger verkauft',
      writeOff: '{count} Stück ausgebucht | {count} Stück ausgebucht',
    },
    noPieces: 'Eine ganze Zahl ab {least}',
    noReorderPoint: 'keiner',
    none: 'Noch kein Bestand geführt',
    noneFound: 'Kein Bestand passt',
    noneFoundText:
      'Was niemand gezählt oder angenommen hat, hat keinen Bestand. Ein anderes Wort oder einen anderen Status versuchen.',
    noneText:
      'Der Bestand sagt, wie viele Stück einer Ware da sind. Er beginnt, sobald welche gezählt oder angenommen werden; jede Bestellung nimmt davon, was sie verkauft.',
    pieces: 'Wie viele',
    receive: 'Wareneingang',
    receiveText: '{name}: Was gekommen ist, kommt hinzu. Bestand bisher: {quantity}.',
    reorderHelp: 'Bei so vielen oder weniger gilt der Bestand als niedrig. Bleibt das Feld leer, nie.',
    reorderPoint: 'Meldebestand',
    reorderText: '{name} ist dann nachzubestellen.',
    search: 'Im Bestand suchen',
    searchHint: 'Artikelnummer, Barcode oder Wörter des Namens',
    state: 'Status',
    states: {
      low: 'Niedrig',
      out: 'Nicht vorrätig',
    },
    stop: 'Keinen Bestand mehr führen',
    stopText:
      'Was davon kam und ging, wird vergessen, mit den {quantity}, die da sind. Wird wieder gezählt oder angenommen, beginnt er neu.',
    stopTitle: 'Keinen Bestand von {name} mehr führen?',
    tabs: 'Artikel und ihr Bestand',
    then: 'danach {quantity}',
    title: 'Bestand',
    updated: 'Geändert',
    writeOff: 'Ausbuchen',
    writeOffText: '{name}: Was kaputt, verloren oder gestohlen ist, geht ab. Bestand bisher: {quantity}.',
  },
}
