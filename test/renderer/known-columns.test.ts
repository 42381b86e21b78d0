import { describe, expect, it } from 'vitest'
import { guessColumns, PRODUCTS_CALLED } from '../../renderer/features/imports/known-columns.ts'
import { STOCK_CALLED } from '../../renderer/features/imports/stock-columns.ts'

/** What is proposed for the columns of a file, of which some are known by their names. */
const guess = (names: readonly string[], known: readonly string[], called = PRODUCTS_CALLED) =>
  guessColumns(
    names.map((name) => ({ name, takenFor: known.includes(name) ? name.toLowerCase() : null })),
    called,
  )

describe('what the columns of other shops probably hold', () => {
  it('a plug-in’s export', () => {
    const names = ['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Description', 'Sale price']
    expect(
      guess([...names, 'Regular price', 'Images', 'Parent'], ['SKU', 'Name', 'Description']),
    ).toStrictEqual({
      'GTIN, UPC, EAN, or ISBN': 'barcode',
      'Regular price': 'price',
      Images: 'image',
    })
  })

  it('a list of a spreadsheet, where the surest name counts and not the first column', () => {
    expect(
      guess(['ID', 'Artikel', 'Bezeichnung', 'EAN', 'Preis', 'Verkaufspreis', 'Bestand'], []),
    ).toStrictEqual({
      ID: 'sku',
      Bezeichnung: 'name',
      EAN: 'barcode',
      Verkaufspreis: 'price',
    })
    expect(guess(['Artikel', 'Bezeichnung', 'Preis'], [])).toStrictEqual({
      Artikel: 'sku',
      Bezeichnung: 'name',
      Preis: 'price',
    })
    expect(guess(['Nr', 'MwSt-Satz'], [])).toStrictEqual({ 'MwSt-Satz': 'tax' })
    expect(guess(['ID', 'Artikel-Nr.', 'Artikel'], [])).toStrictEqual({
      'Artikel-Nr.': 'sku',
      Artikel: 'name',
    })
  })

  it.each([
    ['English', ['Item Code', 'Product Name', 'Selling Price', 'EAN Code']],
    ['German', ['Artikel-Nr.', 'Artikelname', 'VK brutto', 'EAN-Code']],
    ['German, as a till has them', ['Produktnummer', 'Artikelbezeichnung', 'Bruttopreis', 'Barcode-Nr.']],
    ['Danish', ['Varekode', 'Varetekst', 'Salgspris', 'EAN-nr.']],
    ['Danish, as a till has them', ['Produktnr.', 'Varebetegnelse', 'Pris inkl. moms', 'Stregkode']],
  ])('a price list in %s', (_, names) => {
    const meant = ['sku', 'name', 'price', 'barcode']
    expect(guess([...names, 'Color'], [])).toStrictEqual(
      Object.fromEntries(names.map((name, place) => [name, meant[place]])),
    )
  })

  it('of our own export nothing a second time: a column that somebody has added says no other name and no other price', () => {
    const own = ['sku', 'name:da-DK', 'description:da-DK', 'price:Normalpriser']
    expect(guess([...own, 'Vare', 'Tekst', 'Pris', 'EAN'], own)).toStrictEqual({ EAN: 'barcode' })
  })

  it('a list of Japan, whichever width its signs have', () => {
    expect(guess(['商品ｺｰﾄﾞ', '商品名', 'ＪＡＮコード', '価格（円）', 'Ｔａｘ　Ｒａｔｅ'], [])).toStrictEqual({
      商品ｺｰﾄﾞ: 'sku',
      商品名: 'name',
      ＪＡＮコード: 'barcode',
      'Ｔａｘ　Ｒａｔｅ': 'tax',
    })
  })

  it('a till’s export', () => {
    const names = [
      'Token',
      'Item Name',
      'Variation Name',
      'SKU',
      'Description',
      'Price',
      'GTIN',
      'Tax - Sales',
    ]
    expect(guess(names, ['SKU', 'Description', 'Price'])).toStrictEqual({
      'Item Name': 'name',
      'Variation Name': 'variantName',
      GTIN: 'barcode',
    })
  })
})

describe('what the columns of a list of stock probably hold', () => {
  it.each([
    [
      'English',
      ['Item code', 'EAN', 'Qty in stock', 'Qty', 'Min. stock'],
      ['sku', 'barcode', undefined, 'quantity', 'reorderPoint'],
    ],
    [
      'German',
      ['Artikelnummer', 'EAN', 'Lagerbestand', 'Meldebestand'],
      ['sku', 'barcode', 'quantity', 'reorderPoint'],
    ],
    [
      'Danish',
      ['Varenr.', 'Stregkode', 'Antal', 'Genbestil'],
      ['sku', 'barcode', 'quantity', 'reorderPoint'],
    ],
    [
      'Japanese',
      ['商品コード', 'ＪＡＮコード', '在庫数', '発注点'],
      ['sku', 'barcode', 'quantity', 'reorderPoint'],
    ],
  ])('in %s', (_, names, meant) => {
    const known = names.flatMap((name, place) => (meant[place] === undefined ? [] : [[name, meant[place]]]))
    expect(guess([...names, 'Regal'], [], STOCK_CALLED)).toStrictEqual(Object.fromEntries(known))
  })
})
