import type { RecordPagesTexts } from '../en/record-pages.ts'

/** The pages and lists of the shop’s own records. */
export const recordPagesTexts: RecordPagesTexts = {
  dayTime: {
    missing: 'Bitte Tag und Uhrzeit eingeben, etwa {example}.',
    suchAs: 'z. B. {example}',
    timeMissing: 'Bitte eine Uhrzeit eingeben, etwa {example}.',
  },
  recordPage: {
    active: 'Aktiv',
    all: 'Alle',
    chosenOf: '{chosen} von {all} ausgewählt',
    currency: 'Währung',
    description: 'Beschreibung',
    find: 'Teil eines Namens',
    findIn: 'Suchen in {name}',
    gone: 'Nicht mehr vorhanden',
    goneText: 'Es wurde nie benutzt, deshalb ist nichts davon übrig.',
    groupGone: 'Die Preisgruppe wurde gelöscht. Feld leeren, dann speichern.',
    id: 'ID',
    ids: 'Für Programme',
    inheritedFrom: 'wie {name}',
    name: 'Name',
    noAmount: 'muss ein Betrag sein, etwa {example}',
    noPercent: 'muss ein Prozentsatz von 0 bis 100 sein',
    noWhole: 'muss eine ganze Zahl sein',
    noneFound: 'Nichts gefunden',
    noneFoundText: 'Ein anderes Wort versuchen oder alle zeigen.',
    notServed: 'nicht angeboten',
    priceGroup: 'Preisgruppe',
    remove: 'Löschen oder zurückziehen',
    removeText:
      'Wurde es je benutzt, wird es zurückgezogen: Es wird nicht mehr angeboten, alte Bestellungen zeigen es weiter. Sonst wird es gelöscht.',
    removeTitle: '{name} löschen oder zurückziehen?',
    restore: 'Wieder anbieten',
    retired: 'Zurückgezogen',
    retiredText: 'Es wird nicht mehr angeboten. Was damit bestellt wurde, zeigt es weiter.',
    search: 'Suchen',
    state: 'Status',
    unknown: 'Hier ist nichts',
    unknownText: 'Es wurde gelöscht oder gehört zu einem anderen Laden.',
  },
}
