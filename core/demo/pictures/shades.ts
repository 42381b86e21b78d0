/** The colours that goods have in their pictures, by the codes of options where they are one, as red, green and blue. */
const SHADES = {
  BLK: '#2b2c30',
  CHR: '#474b52',
  GRY: '#8d939b',
  STEEL: '#9aa4ad',
  IRON: '#3a3d42',
  GLASS: '#a9cdd0',
  WHT: '#fbfaf6',
  IVY: '#f3e8cd',
  OFF: '#f2e9d6',
  NAT: '#e0cfa9',
  SND: '#d4b98c',
  STRAW: '#cfa55f',
  NAV: '#1f3a5f',
  NVY: '#1f3a5f',
  BBK: '#22324d',
  IND: '#33437f',
  BLU: '#2f6aa8',
  SKY: '#7fb3d5',
  WIS: '#8e7cc3',
  PNK: '#e79bb0',
  GRN: '#3f7f55',
  OLV: '#6b7440',
  BOT: '#1f4d3c',
  YEL: '#f0c02e',
  MUS: '#c9992e',
  HONEY: '#dd9a26',
  BRASS: '#c6a04a',
  RED: '#bf3527',
  BERRY: '#8f2440',
  RST: '#a9502b',
  ORA: '#e07b2c',
  COG: '#a8683a',
  CORK: '#c08d5b',
  WOOD: '#a8744a',
  BRN: '#6e4a33',
  COFFEE: '#4a3328',
} satisfies Record<string, string>

export type Shade = keyof typeof SHADES

/** What goods have whose colour nobody chooses, model by model. */
export const MODEL_SHADES: readonly Shade[] = ['NAV', 'RST', 'BOT', 'MUS', 'BLU', 'RED', 'OLV', 'WIS']

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** The goods themselves, their darker and their lighter parts, and what is behind them. */
export interface Scheme {
  readonly body: Colour
  readonly dark: Colour
  readonly light: Colour
  readonly ground: Colour
}

const INK: Colour = [22, 28, 38]
const PAPER: Colour = [255, 255, 255]
const GROUND: Colour = [236, 232, 223]

/** Of goods that are nearly black the dark parts are lighter, and of those that are nearly white the light ones darker: parts stay apart. */
export function schemeOf(shade: Shade): Scheme {
  const body = colourOf(SHADES[shade])
  const brightness = luminance(body)
  return {
    body,
    dark: brightness < 0.2 ? mix(body, PAPER, 0.3) : mix(body, INK, 0.38),
    light: brightness > 0.75 ? mix(body, INK, 0.16) : mix(body, PAPER, 0.62),
    ground: GROUND,
  }
}

function colourOf(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** From 0 to 1, as the eye weighs the three. */
const luminance = ([red, green, blue]: Colour): number =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255

const mix = (one: Colour, other: Colour, part: number): Colour => [
  one[0] + (other[0] - one[0]) * part,
  one[1] + (other[1] - one[1]) * part,
  one[2] + (other[2] - one[2]) * part,
]
