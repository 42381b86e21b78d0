import JsBarcode from 'jsbarcode'
import { ROLL_MM } from './print-choices.ts'

export interface Bars {
  /** How many of the narrowest bars it is wide. */
  readonly modules: number
  readonly widthMm: number
  /** What is black, as a path of an SVG that is so many modules wide and one high. */
  readonly path: string
}

/** The narrowest bar, as it is usual, and as printers of receipts and scanners can just tell it apart, in millimetres. */
const MODULE_MM = { usual: 0.33, least: 0.25 }
/** Of a roll, without its margins and the quiet that a scanner needs on both sides. */
const MOST_MM = ROLL_MM - 8 - 4
/** What the keyboard of a scanner can type. */
const TYPED = /^[\x20-\x7e]+$/

/**
 * A number as a Code 128 (ISO/IEC 15417).
 * @returns undefined for one that a scanner could not type, or that is longer than a roll is wide
 */
export function barsOf(number: string): Bars | undefined {
  const code = codeOf(number, 'CODE128')
  return code === undefined ? undefined : drawnBars(code, MOST_MM)
}

/**
 * Bars and gaps of a number, each as wide as it is written.
 * @returns such as `1011`; undefined for what the format cannot say, or a scanner could not type
 */
export function codeOf(number: string, format: 'CODE128' | 'EAN13' | 'EAN8' | 'UPC'): string | undefined {
  if (!TYPED.test(number)) return undefined
  const drawn: { encodings?: readonly { readonly data: string }[] } = {}
  // What is none of the format is not drawn.
  JsBarcode(drawn, number, { format, flat: true, valid: () => undefined })
  return drawn.encodings?.map(({ data }) => data).join('')
}

/** @param mostMm how wide they may be. @returns undefined where a scanner could not tell them apart then */
export function drawnBars(code: string, mostMm: number): Bars | undefined {
  const modules = code.length
  const moduleMm = Math.min(MODULE_MM.usual, mostMm / modules)
  if (moduleMm < MODULE_MM.least) return undefined
  const path = [...code.matchAll(/1+/g)]
    .map(({ 0: { length }, index }) => `M${index} 0h${length}v1h-${length}z`)
    .join('')
  return { modules, widthMm: modules * moduleMm, path }
}
