/** What a file is refused for, beside its line and column; a key for each code of `core/transfer/file-faults.ts`. */
export const fileFaultsTexts = {
  fileFault: {
    cellAnother: 'is another than in line {line}, where the product begins',
    cellApart: '“{cell}” began in line {line} already: its rows must stand together',
    cellCatalog: 'there is no catalog “{cell}”, or more than one',
    cellCountry: 'there is no country “{cell}”',
    cellCountryMissing: 'is missing beside its address',
    cellCustomerGroup: 'there is no customer group “{cell}”, or more than one: add it first',
    cellCustomerState: '“{cell}” is none of active and retired',
    cellCustomerTwice: 'is the same customer as in line {line}',
    cellDecimals: '“{cell}” has more than the {digits} decimals of {currency}',
    cellEmail: '“{cell}” is no e-mail address',
    cellFamily: '“{cell}” comes in variants: name one of them',
    cellFlag: '“{cell}” is neither yes nor no',
    cellGoods: 'there are no goods with the code “{cell}”',
    cellHostedState: '“{cell}” is none of active, draft and archived',
    cellId: '“{cell}” is no id',
    cellLocations: '“{cell}” stands in line {line} already, at another location: stock is kept of one place',
    cellManyRows:
      '“{cell}” has more than can be read of one product or customer: {rows} rows, {characters} characters',
    cellMissing: 'is missing',
    cellNotKept: 'is missing: no stock is kept of it yet',
    cellNothingToSell: 'is missing: there is nothing of it to sell',
    cellOptionName: 'is missing beside its value',
    cellOptionValue: 'is missing beside its name',
    cellOrganization: 'there is no organization “{cell}”, or more than one: add it first',
    cellPrice: '“{cell}” is no price in {currency} such as {example}',
    cellPriceHigh: '“{cell}” is more than any price can be',
    cellPriceSign: '“{cell}” may be {whole} or a fraction: write it such as {example}',
    cellProduct: 'there is no product “{cell}”',
    cellProductState: '“{cell}” is none of active, draft and retired',
    cellShortened:
      '“{cell}” was shortened by a spreadsheet, and its last digits are lost: take the file as it came, or format the column as text',
    cellTax: '“{cell}” is no rate such as 25%, and there is no tax rate of that name',
    cellTaxRetired: 'the tax rate “{cell}” is retired',
    cellTwice: '“{cell}” stands in line {line} already',
    cellVariant: '“{cell}” has no variant “{variant}”',
    cellVariantMissing: 'is missing: the product has more than one row',
    cellWholeNumber: '“{cell}” is no whole number from {least} to {most}',
    columnCulture: '“{culture}” is no culture of the store: {cultures}',
    columnMeantTwice: 'The columns {column} and {other} are both taken for {meant}.',
    columnMissing: 'the file has no such column',
    columnPriceGroup: 'there is no price group “{group}”, or more than one',
    columnTwice: 'There are two columns called {column}.',
    columnUnknown: 'is taken for “{meant}”, which is nothing that can be imported',
    fileArchive:
      'This is a spreadsheet or a ZIP archive and no CSV file: open it where it comes from, and save it as CSV.',
    fileBytes: 'There are bytes here that no text has: the file is damaged, or no CSV.',
    fileCompressed:
      'This is a compressed file and no CSV file: open it where it comes from, and save it as CSV.',
    fileEmpty: 'The file is empty.',
    fileManyColumns: 'The file has {columns} columns; at most {limit} can be read.',
    fileNoCustomers:
      'There is neither a column “First Name”, as hosted shops export it, nor a column “id”, “email” or “lastName”, as in our own export.',
    fileNoProducts:
      'There is neither a column “Handle”, as hosted shops export it, nor a column “sku”, as in our own export.',
    fileNoRows: 'There is nothing in the file but the names of its columns.',
    fileNoStock:
      'There is neither a column “On hand” or “Stock”, as other shops export it, nor the columns “sku” and “quantity”, as in our own export.',
    fileOldSpreadsheet:
      'This is an old spreadsheet and no CSV file: open it where it comes from, and save it as CSV.',
    filePdf: 'This is a PDF and no CSV file: open it where it comes from, and save it as CSV.',
    filePicture: 'This is a picture and no CSV file: open it where it comes from, and save it as CSV.',
    fileWebPage:
      'This is a web page or XML and no CSV file, whatever its name says: open it in a spreadsheet, and save it as CSV.',
    rowCells:
      'This row has {cells} cells and the first has {columns}: the file is cut off, or a quote or separator is missing.',
    rowLong: 'This row is longer than any row can be: a quote is never closed, or the file is no CSV.',
    rowOpenQuote: 'A quote is opened here and never closed: the file is cut off, or a quote is one too many.',
    rowQuote:
      'There is a quote in the middle of a cell here: cells with quotes stand in quotes, and quotes in them are doubled.',
  },
}
export type FileFaultsTexts = typeof fileFaultsTexts
