import type { Option, Texts } from '../demo-shop.ts'
import type { Shade } from '../pictures/shades.ts'

const colourNames = {
  BLK: ['black', 'ブラック'],
  WHT: ['white', 'ホワイト'],
  GRY: ['grey', 'グレー'],
  NVY: ['navy', 'ネイビー'],
  BLU: ['blue', 'ブルー'],
  GRN: ['green', 'グリーン'],
  RED: ['red', 'レッド'],
  YEL: ['yellow', 'イエロー'],
  PNK: ['pink', 'ピンク'],
  BRN: ['brown', 'ブラウン'],
  IVY: ['ivory', 'アイボリー'],
  NAT: ['natural', 'ナチュラル'],
} satisfies Record<string, Texts>

export const colours = (...codes: (keyof typeof colourNames)[]): Option[] =>
  codes.map((code) => ({ code, name: colourNames[code], shade: code }))

const inkNames = {
  BLK: ['black', 'ブラック'],
  BBK: ['blue-black', 'ブルーブラック'],
  IND: ['indigo', '藍色'],
  MOS: ['moss green', '苔色'],
  CHR: ['cherry blossom', '桜色'],
  PER: ['persimmon', '柿色'],
  WIS: ['wisteria', '藤色'],
} satisfies Record<string, Texts>

/** CHR is a charcoal elsewhere. */
const inkShades = {
  BLK: 'BLK',
  BBK: 'BBK',
  IND: 'IND',
  MOS: 'OLV',
  CHR: 'PNK',
  PER: 'ORA',
  WIS: 'WIS',
} satisfies Record<keyof typeof inkNames, Shade>

export const inks = (...codes: (keyof typeof inkNames)[]): Option[] =>
  codes.map((code) => ({ code, name: inkNames[code], shade: inkShades[code] }))

export const rulings: Option[] = [
  { code: 'R', name: ['ruled', '横罫'] },
  { code: 'G', name: ['grid', '方眼'] },
  { code: 'P', name: ['plain', '無地'] },
]

export const papers: Option[] = [
  { code: 'A6', name: ['A6', 'A6判'] },
  { code: 'A5', name: ['A5', 'A5判'], factor: 1.3 },
]

export const nibs: Option[] = [
  { code: 'F', name: ['fine', '細字'] },
  { code: 'M', name: ['medium', '中字'] },
  { code: 'B', name: ['broad', '太字'] },
]

export const leads: Option[] = [
  { code: '03', name: ['0.3 mm', '0.3 mm'] },
  { code: '05', name: ['0.5 mm', '0.5 mm'] },
]

export const tins: Option[] = [
  { code: '50', name: ['50 g', '50 g'] },
  { code: '100', name: ['100 g', '100 g'], factor: 1.8 },
]

export const clothes: Option[] = ['S', 'M', 'L', 'XL'].map((size) => ({
  code: size,
  name: [size, `${size}サイズ`],
}))
