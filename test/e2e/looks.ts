import { isSweepWhole } from '../support/rounds.ts'

/** Pixels; what is wider may cut what it has no room for, where the pointer shows it whole. */
export const NARROW = 680

/** The sizes of the screenshots, the narrowest window, and the wider one of the screenshots at 200 %. */
const SIZES = [
  { width: 1360, height: 860 },
  { width: 1024, height: 700 },
  { width: 640, height: 700 },
  { width: 680, height: 430 },
] as const
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'da', 'de', 'ja'] as const

/** What a screen is looked at in. */
export interface Look {
  readonly size: (typeof SIZES)[number]
  readonly theme: (typeof THEMES)[number]
  readonly language: (typeof LANGUAGES)[number]
}

/** Every look that there is. */
export const ALL_LOOKS: readonly Look[] = SIZES.flatMap((size) =>
  LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ size, theme, language }))),
)

/**
 * The looks that a screen is looked at in: every one where sweeps are whole, else two.
 * @param nth the number of the screen
 */
export const looksOf = (nth: number): readonly Look[] => (isSweepWhole ? ALL_LOOKS : twoLooks(nth))

/**
 * Two looks that have nothing in common: another size, theme and language; one of them is narrow. Those of sixteen screens
 * in a row, the first ones alone and the second ones alone, have every pair of size, theme and language among them.
 */
function twoLooks(nth: number): readonly Look[] {
  const [size, language] = [nth % 4, Math.floor(nth / 4) % 4]
  return [lookAt(size, language), lookAt(size + 2, language + 1)]
}

const lookAt = (size: number, language: number): Look => ({
  size: at(SIZES, size),
  language: at(LANGUAGES, language),
  theme: at(THEMES, size + language),
})

/** The element at an index that goes round. */
function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('There is none.')
  return found
}
