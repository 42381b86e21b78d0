import type { FileFaultsTexts } from '../en/file-faults.ts'

export const fileFaultsTexts: FileFaultsTexts = {
  fileFault: {
    cellAnother: 'er noget andet end i linje {line}, hvor varen begynder',
    cellApart: '“{cell}” begyndte allerede i linje {line}: dens rækker skal stå sammen',
    cellCatalog: 'der er intet katalog “{cell}”, eller der er flere',
    cellCountry: 'landet “{cell}” findes ikke',
    cellCountryMissing: 'mangler ved adressen',
    cellCustomerGroup: 'der er ingen kundegruppe “{cell}”, eller der er flere: opret den først',
    cellCustomerState: '“{cell}” er hverken active eller retired',
    cellCustomerTwice: 'er den samme kunde som i linje {line}',
    cellDecimals: '“{cell}” har flere end de {digits} decimaler, {currency} har',
    cellEmail: '“{cell}” er ikke en e-mailadresse',
    cellFamily: '“{cell}” findes i varianter: nævn en af dem',
    cellFlag: '“{cell}” er hverken ja eller nej',
    cellGoods: 'der er ingen vare med koden “{cell}”',
    cellHostedState: '“{cell}” er hverken active, draft eller archived',
    cellId: '“{cell}” er ikke et id',
    cellLocations: '“{cell}” står allerede i linje {line}, et andet sted: der føres lager af ét sted',
    cellManyRows:
      '“{cell}” har mere, end der kan læses af én vare eller kunde: {rows} rækker, {characters} tegn',
    cellMissing: 'mangler',
    cellNotKept: 'mangler: der føres endnu ikke lager af det',
    cellNothingToSell: 'mangler: der er intet at sælge af varen',
    cellOptionName: 'mangler ved sin værdi',
    cellOptionValue: 'mangler ved sit navn',
    cellOrganization: 'der er ingen organisation “{cell}”, eller der er flere: opret den først',
    cellPrice: '“{cell}” er ikke en pris i {currency} som {example}',
    cellPriceHigh: '“{cell}” er mere, end nogen pris kan være',
    cellPriceSign: '“{cell}” kan være {whole} eller en brøkdel: skriv den som {example}',
    cellProduct: 'varen “{cell}” findes ikke',
    cellProductState: '“{cell}” er hverken active, draft eller retired',
    cellShortened:
      '“{cell}” er forkortet af et regneark, og de sidste cifre er gået tabt: brug filen, som den kom, eller formatér kolonnen som tekst',
    cellTax: '“{cell}” er ikke en sats som 25\u00a0%, og der er ingen momssats med det navn',
    cellTaxRetired: 'momssatsen “{cell}” er taget ud',
    cellTwice: '“{cell}” står allerede i linje {line}',
    cellVariant: '“{cell}” har ingen variant “{variant}”',
    cellVariantMissing: 'mangler: varen har mere end én række',
    cellWholeNumber: '“{cell}” er ikke et helt tal fra {least} til {most}',
    columnCulture: '“{culture}” er ikke et af butikkens sprog: {cultures}',
    columnMeantTwice: 'Kolonnerne {column} og {other} tages begge som {meant}.',
    columnMissing: 'filen har ikke denne kolonne',
    columnPriceGroup: 'der er ingen prisgruppe “{group}”, eller der er flere',
    columnTwice: 'To kolonner hedder {column}.',
    columnUnknown: 'tages for “{meant}”, som ikke kan importeres',
    fileArchive:
      'Dette er et regneark eller et ZIP-arkiv og ikke en CSV-fil: åbn det dér, hvor det kommer fra, og gem det som CSV.',
    fileBytes: 'Her er der bytes, som ingen tekst har: filen er beskadiget eller ikke CSV.',
    fileCompressed:
      'Dette er en komprimeret fil og ikke en CSV-fil: åbn den dér, hvor den kommer fra, og gem den som CSV.',
    fileEmpty: 'Filen er tom.',
    fileManyColumns: 'Filen har {columns} kolonner; der kan højst læses {limit}.',
    fileNoCustomers:
      'Der er hverken en kolonne “First Name”, som webshops eksporterer den, eller en kolonne “id”, “email” eller “lastName”, som i vores egen eksport.',
    fileNoProducts:
      'Der er hverken en kolonne “Handle”, som webshops eksporterer den, eller en kolonne “sku”, som i vores egen eksport.',
    fileNoRows: 'Der er kun navnene på kolonnerne i filen.',
    fileNoStock:
      'Der er hverken en kolonne “On hand” eller “Stock”, som andre shops eksporterer den, eller kolonnerne “sku” og “quantity”, som i vores egen eksport.',
    fileOldSpreadsheet:
      'Dette er et gammelt regneark og ikke en CSV-fil: åbn det dér, hvor det kommer fra, og gem det som CSV.',
    filePdf: 'Dette er en PDF og ikke en CSV-fil: åbn den dér, hvor den kommer fra, og gem den som CSV.',
    filePicture:
      'Dette er et billede og ikke en CSV-fil: åbn det dér, hvor det kommer fra, og gem det som CSV.',
    fileWebPage:
      'Dette er en webside eller XML og ikke en CSV-fil, hvad den end hedder: åbn den i et regneark, og gem den som CSV.',
    rowCells:
      'Rækken har {cells} celler, og den første har {columns}: filen er afkortet, eller der mangler et anførselstegn eller et skilletegn.',
    rowLong:
      'Rækken er længere, end nogen række kan være: et anførselstegn lukkes aldrig, eller filen er ikke CSV.',
    rowOpenQuote:
      'Her åbnes et anførselstegn, som aldrig lukkes: filen er afkortet, eller der er et anførselstegn for meget.',
    rowQuote:
      'Her er der et anførselstegn midt i en celle: celler med anførselstegn skal stå i anførselstegn, og dem i cellen skal fordobles.',
  },
}
