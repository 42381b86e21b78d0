import { withoutInvisible } from './invisible.ts'

/** Fewer digits are no barcode of trade (GTIN), and their zeros are their own. */
const MIN_DIGITS = 8
/** Of UPC-A, EAN-13 and of packages; whoever reads one as another writes zeros in front. */
const LENGTHS = [12, 13, 14]

/**
 * How the barcode of a text may be kept: without the gaps that are printed under it, and with or without the zeros in
 * front, which scanners add and drop and spreadsheets drop.
 * @returns none where the text is no barcode of trade
 */
export function barcodeSpellings(text: string): string[] {
  const digits = withoutInvisible(text.normalize('NFKC')).replace(/[\s-]/g, '')
  if (!/^\d{8,14}$/.test(digits)) return []
  const bare = digits.replace(/^0+/, '')
  const others =
    bare.length < MIN_DIGITS ? [] : [bare, ...LENGTHS.map((length) => bare.padStart(length, '0'))]
  return [...new Set([digits, ...others])]
}
