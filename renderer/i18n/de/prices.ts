import type { PricesTexts } from '../en/prices.ts'

export const pricesTexts: PricesTexts = {
  priceGrid: {
    addGroup: 'Preisgruppe hinzufügen',
    by: 'Ändern um',
    change: 'Einen Preis ändern | {count} Preise ändern',
    group: 'Preisgruppe',
    help: 'Graue Preise kommen von der Gruppe, von der eine Gruppe abgeleitet ist; eine geleerte Zelle kehrt dahin zurück. Pfeile, Enter und Tab bewegen; Zellen einer Tabelle lassen sich einfügen.',
    hide: '{group} ausblenden',
    noPerCent: 'Bitte einen Prozentsatz wie -10 eingeben',
    nothing: 'Kein Preis würde sich ändern.',
    open: 'Preistabelle',
    overtaken:
      'Ein Preis ist inzwischen von jemand anderem und bleibt. | {count} Preise sind inzwischen von anderen und bleiben.',
    pasteOutside:
      'Eine Zelle hat keinen Platz in der Tabelle: erst mehr Zeilen laden oder Gruppen hinzufügen. Nichts wurde geändert. | {count} Zellen haben keinen Platz in der Tabelle: erst mehr Zeilen laden oder Gruppen hinzufügen. Nichts wurde geändert.',
    pasteWrong:
      '{cells} ist kein Preis. Nichts wurde geändert. | {count} Zellen sind keine Preise, etwa {cells}. Nichts wurde geändert.',
    perCent: 'Prozentual',
    perCentShown:
      'Für die gezeigten Artikel: Für die übrigen erst mehr laden. Jeder Preis wird auf die Währung gerundet.',
    perCentText: 'Für alle gezeigten Artikel. Jeder Preis wird auf die Währung gerundet.',
    perCentTitle: 'Preise prozentual ändern',
    preview: 'Vorher und nachher',
    recordChanged:
      'inzwischen von {actor} geändert ({date}). Ihre Änderung ist nicht gespeichert: Bitte sehen Sie nach, und versuchen Sie es noch einmal.',
    recordChangedBySomebody:
      'inzwischen geändert. Ihre Änderung ist nicht gespeichert: Bitte sehen Sie nach, und versuchen Sie es noch einmal.',
    redo: 'Wiederholen',
    rounded: 'Kein Preis ohne Steuer ergibt {typed}: Er ist jetzt {stored}.',
    saved: 'Ein Preis gespeichert | {count} Preise gespeichert',
    saving: 'Wird gespeichert…',
    takesInherited: 'Auch graue Preise: Sie werden zu eigenen der Gruppe',
    title: 'Preise nach Gruppe',
    undo: 'Rückgängig',
    waiting: 'Ein Preis ist noch nicht gespeichert | {count} Preise sind noch nicht gespeichert',
  },
}
