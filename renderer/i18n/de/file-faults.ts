import type { FileFaultsTexts } from '../en/file-faults.ts'

export const fileFaultsTexts: FileFaultsTexts = {
  fileFault: {
    cellAnother: 'ist etwas anderes als in Zeile {line}, wo der Artikel beginnt',
    cellApart: '„{cell}“ begann schon in Zeile {line}: Die Zeilen müssen beieinander stehen',
    cellCatalog: 'den Katalog „{cell}“ gibt es nicht oder mehrfach',
    cellCountry: 'das Land „{cell}“ gibt es nicht',
    cellCountryMissing: 'fehlt bei der Adresse',
    cellCustomerGroup: 'die Kundengruppe „{cell}“ gibt es nicht oder mehrfach: Legen Sie sie zuerst an',
    cellCustomerState: '„{cell}“ ist weder active noch retired',
    cellCustomerTwice: 'ist derselbe Kunde wie in Zeile {line}',
    cellDecimals: '„{cell}“ hat mehr als die {digits} Nachkommastellen von {currency}',
    cellEmail: '„{cell}“ ist keine E-Mail-Adresse',
    cellFamily: '„{cell}“ gibt es in Varianten: Nennen Sie eine davon',
    cellFlag: '„{cell}“ ist weder ja noch nein',
    cellGoods: 'eine Ware mit dem Code „{cell}“ gibt es nicht',
    cellHostedState: '„{cell}“ ist weder active noch draft noch archived',
    cellId: '„{cell}“ ist keine ID',
    cellLocations:
      '„{cell}“ steht schon in Zeile {line}, an einem anderen Standort: Bestand wird nur für einen Ort geführt',
    cellManyRows:
      '„{cell}“ hat mehr, als von einem Artikel oder einem Kunden gelesen werden kann: {rows} Zeilen, {characters} Zeichen',
    cellMissing: 'fehlt',
    cellNotKept: 'fehlt: Davon wird noch kein Bestand geführt',
    cellNothingToSell: 'fehlt: Davon gibt es nichts zu verkaufen',
    cellOptionName: 'fehlt bei seinem Wert',
    cellOptionValue: 'fehlt bei seinem Namen',
    cellOrganization: 'die Organisation „{cell}“ gibt es nicht oder mehrfach: Legen Sie sie zuerst an',
    cellPrice: '„{cell}“ ist kein Preis in {currency} wie {example}',
    cellPriceHigh: '„{cell}“ ist mehr, als ein Preis sein kann',
    cellPriceSign: '„{cell}“ kann {whole} oder ein Bruchteil sein: Schreiben Sie es wie {example}',
    cellProduct: 'den Artikel „{cell}“ gibt es nicht',
    cellProductState: '„{cell}“ ist weder active noch draft noch retired',
    cellShortened:
      '„{cell}“ hat eine Tabellenkalkulation gekürzt, die letzten Ziffern sind verloren: Nehmen Sie die Datei, wie sie kam, oder formatieren Sie die Spalte als Text',
    cellTax: '„{cell}“ ist kein Satz wie 25\u00a0%, und einen Steuersatz dieses Namens gibt es nicht',
    cellTaxRetired: 'der Steuersatz „{cell}“ ist zurückgezogen',
    cellTwice: '„{cell}“ steht schon in Zeile {line}',
    cellVariant: '„{cell}“ hat keine Variante „{variant}“',
    cellVariantMissing: 'fehlt: Der Artikel hat mehr als eine Zeile',
    cellWholeNumber: '„{cell}“ ist keine ganze Zahl von {least} bis {most}',
    columnCulture: '„{culture}“ ist keine Sprache des Ladens: {cultures}',
    columnMeantTwice: 'Die Spalten {column} und {other} gelten beide als {meant}.',
    columnMissing: 'diese Spalte hat die Datei nicht',
    columnPriceGroup: 'die Preisgruppe „{group}“ gibt es nicht oder mehrfach',
    columnTwice: 'Zwei Spalten heißen {column}.',
    columnUnknown: 'gilt als „{meant}“, und das lässt sich nicht importieren',
    fileArchive:
      'Das ist eine Tabelle oder ein ZIP-Archiv und keine CSV-Datei: Öffnen Sie es dort, woher es kommt, und speichern Sie es als CSV.',
    fileBytes: 'Hier stehen Bytes, die kein Text hat: Die Datei ist beschädigt oder kein CSV.',
    fileCompressed:
      'Das ist eine komprimierte Datei und keine CSV-Datei: Öffnen Sie sie dort, woher sie kommt, und speichern Sie sie als CSV.',
    fileEmpty: 'Die Datei ist leer.',
    fileManyColumns: 'Die Datei hat {columns} Spalten; höchstens {limit} lassen sich lesen.',
    fileNoCustomers:
      'Es gibt weder eine Spalte „First Name“, wie Onlineshops sie exportieren, noch eine Spalte „id“, „email“ oder „lastName“ wie in unserem eigenen Export.',
    fileNoProducts:
      'Es gibt weder eine Spalte „Handle“, wie Onlineshops sie exportieren, noch eine Spalte „sku“ wie in unserem eigenen Export.',
    fileNoRows: 'In der Datei stehen nur die Namen der Spalten.',
    fileNoStock:
      'Es gibt weder eine Spalte „On hand“ oder „Stock“, wie andere Shops sie exportieren, noch die Spalten „sku“ und „quantity“ wie in unserem eigenen Export.',
    fileOldSpreadsheet:
      'Das ist eine alte Tabelle und keine CSV-Datei: Öffnen Sie sie dort, woher sie kommt, und speichern Sie sie als CSV.',
    filePdf:
      'Das ist ein PDF und keine CSV-Datei: Öffnen Sie es dort, woher es kommt, und speichern Sie es als CSV.',
    filePicture:
      'Das ist ein Bild und keine CSV-Datei: Öffnen Sie es dort, woher es kommt, und speichern Sie es als CSV.',
    fileWebPage:
      'Das ist eine Webseite oder XML und keine CSV-Datei, wie auch immer sie heißt: Öffnen Sie sie in einer Tabellenkalkulation, und speichern Sie sie als CSV.',
    rowCells:
      'Diese Zeile hat {cells} Zellen und die erste {columns}: Die Datei ist abgeschnitten, oder ein Anführungs- oder Trennzeichen fehlt.',
    rowLong:
      'Diese Zeile ist länger, als eine Zeile sein kann: Ein Anführungszeichen wird nie geschlossen, oder die Datei ist kein CSV.',
    rowOpenQuote:
      'Hier wird ein Anführungszeichen geöffnet und nie geschlossen: Die Datei ist abgeschnitten, oder es ist eines zu viel.',
    rowQuote:
      'Hier steht ein Anführungszeichen mitten in einer Zelle: Zellen mit Anführungszeichen stehen in Anführungszeichen, und die in der Zelle werden verdoppelt.',
  },
}
