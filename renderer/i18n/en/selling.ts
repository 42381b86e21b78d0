/** What the shop sells by: catalogs and tax rates. Price groups are with the prices. */
export const sellingTexts = {
  catalogs: {
    add: 'New catalog',
    back: 'To the catalogs',
    none: 'No catalog yet',
    noneText: 'Products are sorted into catalogs: make the first one.',
    one: 'Catalog',
    position: 'Place',
    positionHelp: 'Lower numbers come first. Left empty, it stands behind the others.',
    title: 'Catalogs',
  },
  taxRates: {
    add: 'New tax rate',
    back: 'To the tax rates',
    default: 'For new products',
    defaultHelp: 'Only one is: another is it no more.',
    none: 'No tax rate yet',
    noneText: 'Products that have a tax rate with a name change with it: make the first one.',
    ofNewProducts: 'For new products',
    one: 'Tax rate',
    rate: 'Rate',
    rateHelp:
      'What has this tax rate changes at once. Orders that are placed keep what they were placed with.',
    takeUsual: 'Take over the usual ones: {rates}',
    title: 'Tax rates',
  },
}
export type SellingTexts = typeof sellingTexts
