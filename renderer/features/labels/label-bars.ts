import { codeOf, drawnBars, type Bars } from '../print/bars.ts'

/** As articles of trade are read (ISO/IEC 15420): whose last digit is the check digit of those before it. */
const TRADE = { 8: 'EAN8', 12: 'UPC', 13: 'EAN13' } as const

/** Quiet that a scanner needs on both sides, in bars. */
const QUIET = 22

/**
 * A code of goods as bars: one of trade as such, any other as a Code 128.
 * @param widthMm of the label, its margins taken off
 * @returns undefined for one that a scanner could not type, or that finds no room
 */
export function labelBarsOf(code: string, widthMm: number): Bars | undefined {
  const trade = /^\d+$/.test(code) ? TRADE[code.length as keyof typeof TRADE] : undefined
  const drawn = (trade && codeOf(code, trade)) ?? codeOf(code, 'CODE128')
  return drawn === undefined ? undefined : drawnBars(drawn, (widthMm * drawn.length) / (drawn.length + QUIET))
}
