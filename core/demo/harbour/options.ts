import type { Option, Texts } from '../demo-shop.ts'

/** Colours stand uninflected behind a comma ("Rain jacket Skagen, navy, M"): right in all three languages. */
const colourNames = {
  BLK: ['black', 'sort', 'schwarz'],
  WHT: ['white', 'hvid', 'weiß'],
  OFF: ['off-white', 'råhvid', 'naturweiß'],
  GRY: ['grey', 'grå', 'grau'],
  CHR: ['charcoal', 'koksgrå', 'anthrazit'],
  NAV: ['navy', 'marineblå', 'marineblau'],
  BLU: ['blue', 'blå', 'blau'],
  SKY: ['light blue', 'lyseblå', 'hellblau'],
  GRN: ['green', 'grøn', 'grün'],
  OLV: ['olive', 'olivengrøn', 'olivgrün'],
  BOT: ['bottle green', 'flaskegrøn', 'flaschengrün'],
  YEL: ['yellow', 'gul', 'gelb'],
  MUS: ['mustard', 'sennepsgul', 'senfgelb'],
  RED: ['red', 'rød', 'rot'],
  RST: ['rust', 'rustrød', 'rostrot'],
  ORA: ['orange', 'orange', 'orange'],
  SND: ['sand', 'sandfarvet', 'sandfarben'],
  BRN: ['brown', 'brun', 'braun'],
  COG: ['cognac', 'cognacfarvet', 'cognacfarben'],
  NAT: ['natural', 'naturfarvet', 'naturfarben'],
} satisfies Record<string, Texts>

export const colours = (...codes: (keyof typeof colourNames)[]): Option[] =>
  codes.map((code) => ({ code, name: colourNames[code], shade: code }))

const same = (text: string): Texts => [text, text, text]

/** Numbers with a unit: English has the point, Danish and German have the comma. */
const measure = (number: string, unit: string): Texts => [
  `${number} ${unit}`,
  `${number.replace('.', ',')} ${unit}`,
  `${number.replace('.', ',')} ${unit}`,
]

export const sizes = (...names: string[]): Option[] =>
  names.map((name) => ({ code: name.replace(/\W/g, ''), name: same(name) }))

export const clothes = sizes('XS', 'S', 'M', 'L', 'XL', 'XXL')
export const fewClothes = sizes('S', 'M', 'L', 'XL')
export const shoes = sizes('36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46')
export const socks = sizes('36–39', '40–43', '44–47')
export const gloves = sizes('S/M', 'L/XL')
export const childrenSizes = sizes('92', '104', '116', '128', '140')
export const childrenShoes = sizes('24', '26', '28', '30', '32')

/** Sizes of which a bigger one costs more: number, unit, what it makes of the price. */
export const measures = (unit: string, factors: Record<string, number>): Option[] =>
  Object.entries(factors).map(([number, factor]) => ({
    code: `${number.replace(/\W/g, '')}${unit.toUpperCase()}`,
    name: measure(number, unit),
    factor,
  }))

/** Lengths by widths in centimetres: "50 × 100". */
export const formats = (factors: Record<string, number>): Option[] =>
  Object.entries(factors).map(([format, factor]) => ({
    code: format.replace(/\D+/g, 'X'),
    name: same(`${format} cm`),
    factor,
  }))

export const coffeeBag = [
  { code: '250', name: same('250 g') },
  { code: '1000', name: same('1 kg'), factor: 3.6 },
] satisfies Option[]

export const teaTin = [
  { code: '100', name: same('100 g') },
  { code: '250', name: same('250 g'), factor: 2.2 },
] satisfies Option[]
