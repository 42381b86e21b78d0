import type { Department, Option } from '../demo-shop.ts'
import { colours, formats, measures } from './options.ts'

const bells = measures('cm', { 10: 1, 15: 1.5, 20: 2.1 })

const packs: Option[] = [
  { code: '4', name: ['4 pieces', '4 stk.', '4 Stück'] },
  { code: '12', name: ['12 pieces', '12 stk.', '12 Stück'], factor: 2.6 },
]

export const cabin: Department = {
  code: 'cabin',
  name: ['Cabin & home', 'Kahyt & hjem', 'Kajüte & Zuhause'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'BL',
      name: ['Wool blanket', 'Uldplaid', 'Wolldecke'],
      models: { Fanø: 699, Skye: 899, Föhr: 749, Anholt: 649 },
      options: [colours('GRY', 'NAV', 'MUS')],
    },
    {
      code: 'CC',
      name: ['Cushion cover', 'Pudebetræk', 'Kissenbezug'],
      models: { Dønning: 249, Strand: 229, Marsk: 269 },
      options: [colours('BLU', 'SND'), formats({ '40 × 60': 1, '50 × 50': 1 })],
    },
    {
      code: 'LA',
      name: ['Lambskin', 'Lammeskind', 'Lammfell'],
      models: { Mandø: 599, Texel: 649 },
      options: [colours('WHT', 'GRY')],
    },
    {
      code: 'SL2',
      name: ['Storm lantern', 'Flagermuslygte', 'Sturmlaterne'],
      models: { Skipper: 299, Vagt: 349 },
      options: [colours('BLK', 'RED', 'OLV')],
    },
    {
      code: 'PC',
      name: ['Pillar candle', 'Bloklys', 'Stumpenkerze'],
      models: { Fyr: 59, Båke: 69 },
      options: [colours('WHT', 'NAV', 'RST'), measures('cm', { 10: 1, 15: 1.4 })],
    },
    {
      code: 'TC',
      name: ['Taper candles', 'Kronelys', 'Stabkerzen'],
      models: { Fyr: 39 },
      options: [colours('WHT', 'NAV', 'BOT'), packs],
    },
    {
      code: 'CH2',
      name: ['Candle holder', 'Lysestage', 'Kerzenhalter'],
      models: { Pullert: 199, Bøje: 249, Kaj: 179 },
      options: [colours('BLK', 'BOT')],
    },
    {
      code: 'HT',
      name: ['Hand towel', 'Håndklæde', 'Handtuch'],
      models: { Badebro: 99, Brise: 119 },
      options: [colours('WHT', 'BLU', 'SND'), formats({ '50 × 100': 1 })],
    },
    {
      code: 'BA',
      name: ['Bath towel', 'Badehåndklæde', 'Badetuch'],
      models: { Badebro: 199, Brise: 229 },
      options: [colours('WHT', 'BLU', 'SND'), formats({ '70 × 140': 1, '90 × 180': 1.5 })],
    },
    {
      code: 'BR',
      name: ['Bathrobe', 'Badekåbe', 'Bademantel'],
      models: { Badebro: 599, Brise: 699 },
      options: [colours('WHT', 'NAV')],
    },
    {
      code: 'BE',
      name: ['Bed linen', 'Sengetøj', 'Bettwäsche'],
      models: { Køje: 599, Nattevagt: 699, Windstille: 649 },
      options: [colours('WHT', 'SKY'), formats({ '140 × 200': 1, '200 × 220': 1.6 })],
    },
    {
      code: 'DM',
      name: ['Door mat', 'Dørmåtte', 'Fußmatte'],
      models: { Tov: 249, Kokos: 199 },
      options: [formats({ '40 × 60': 1, '50 × 80': 1.5 })],
    },
    {
      code: 'WI',
      name: ['Willow basket', 'Pilekurv', 'Weidenkorb'],
      models: { Fisker: 299, Torvet: 349 },
      options: [measures('cm', { 30: 1, 45: 1.5 })],
    },
    { code: 'BM', name: ['Barometer', 'Barometer', 'Barometer'], models: { Højtryk: 899, Kaptajn: 1499 } },
    { code: 'HY', name: ['Hygrometer', 'Hygrometer', 'Hygrometer'], models: { Højtryk: 899, Kaptajn: 1399 } },
    { code: 'SK', name: ["Ship's clock", 'Skibsur', 'Schiffsuhr'], models: { Glas: 1299, Kaptajn: 1799 } },
    {
      code: 'SBL',
      name: ["Ship's bell", 'Skibsklokke', 'Schiffsglocke'],
      models: { Messing: 499 },
      options: [bells],
    },
    {
      code: 'GV',
      name: ['Glass vase', 'Glasvase', 'Glasvase'],
      models: { Havglas: 249, Dråbe: 199, Flaskepost: 299 },
      options: [colours('GRN', 'BLU')],
    },
    { code: 'HM', name: ['Hammock', 'Hængekøje', 'Hängematte'], models: { Sejl: 599, Passat: 699 } },
    {
      code: 'DK',
      name: ['Deck chair', 'Liggestol', 'Liegestuhl'],
      models: { Promenade: 799, Strandbad: 749 },
      options: [colours('NAV', 'YEL')],
    },
    {
      code: 'PR',
      name: ['Picnic rug', 'Picnictæppe', 'Picknickdecke'],
      models: { Dige: 399, Strandeng: 449 },
      options: [colours('BLU', 'RED')],
    },
    { code: 'WT', name: ['Wall thermometer', 'Vægtermometer', 'Wandthermometer'], models: { Isvinter: 199 } },
    {
      code: 'HK',
      name: ['Brass hook', 'Messingkrog', 'Messinghaken'],
      models: { Anker: 79, Klampe: 99 },
    },
    {
      code: 'MF',
      name: ['Mirror with rope', 'Spejl med tov', 'Spiegel mit Tau'],
      models: { Koøje: 499 },
      options: [measures('cm', { 30: 1, 45: 1.4 })],
    },
  ],
}
