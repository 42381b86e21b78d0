import type { Department } from '../demo-shop.ts'
import { colours, formats, measures } from './options.ts'

export const galley: Department = {
  code: 'galley',
  name: ['Galley', 'Kabys', 'Kombüse'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'EM',
      name: ['Enamel mug', 'Emaljekrus', 'Emaillebecher'],
      models: { Kabys: 89, Anker: 99, Fyrtårn: 109 },
      options: [colours('WHT', 'NAV', 'RED', 'BOT')],
    },
    {
      code: 'EP',
      name: ['Enamel plate', 'Emaljetallerken', 'Emailleteller'],
      models: { Kabys: 99, Anker: 109 },
      options: [colours('WHT', 'NAV')],
    },
    {
      code: 'EB',
      name: ['Enamel bowl', 'Emaljeskål', 'Emailleschüssel'],
      models: { Kabys: 129, Anker: 139 },
      options: [colours('WHT', 'NAV'), measures('cm', { 16: 1, 22: 1.4 })],
    },
    {
      code: 'CP',
      name: ['Cast-iron pan', 'Støbejernspande', 'Gusseisenpfanne'],
      models: { Grenen: 399, Rügen: 449 },
      options: [measures('cm', { 20: 1, 24: 1.3, 28: 1.6 })],
    },
    {
      code: 'CK',
      name: ['Cast-iron casserole', 'Støbejernsgryde', 'Gusseisentopf'],
      models: { Grenen: 999, Rügen: 1099 },
      options: [colours('BLK', 'NAV'), measures('l', { 3: 1, 5: 1.4 })],
    },
    {
      code: 'SA',
      name: ['Saucepan', 'Kasserolle', 'Stielkasserolle'],
      models: { Marina: 349, Mastnes: 399 },
      options: [measures('l', { 1: 1, 1.5: 1.15, 2.5: 1.4 })],
    },
    {
      code: 'KE',
      name: ['Water kettle', 'Vandkedel', 'Wasserkessel'],
      models: { Fløjt: 399, Boje: 449 },
      options: [colours('WHT', 'NAV', 'RED')],
    },
    {
      code: 'OK',
      name: ['Oyster knife', 'Østerskniv', 'Austernmesser'],
      models: { Limfjord: 149, Sylt: 179 },
    },
    {
      code: 'FK',
      name: ['Filleting knife', 'Fileteringskniv', 'Filetiermesser'],
      models: { Hanstholm: 299, Bremerhaven: 349 },
      options: [measures('cm', { 15: 1, 18: 1.15 })],
    },
    {
      code: 'KN',
      name: ["Chef's knife", 'Kokkekniv', 'Kochmesser'],
      models: { Frederikshavn: 499, Solingen: 599 },
      options: [measures('cm', { 16: 1, 20: 1.2 })],
    },
    {
      code: 'BK',
      name: ['Bread knife', 'Brødkniv', 'Brotmesser'],
      models: { Frederikshavn: 449, Solingen: 549 },
    },
    {
      code: 'CU',
      name: ['Chopping board', 'Skærebræt', 'Schneidebrett'],
      models: { Planke: 199, Dæk: 249 },
      options: [formats({ '20 × 30': 1, '30 × 45': 1.6 })],
    },
    {
      code: 'AP',
      name: ['Apron', 'Forklæde', 'Schürze'],
      models: { Kok: 249, Fischmarkt: 279 },
      options: [colours('NAV', 'OLV', 'NAT')],
    },
    {
      code: 'TT',
      name: ['Tea towel', 'Viskestykke', 'Geschirrtuch'],
      models: { Kryds: 69, Bølge: 79, Anker: 79 },
      options: [colours('NAV', 'RED', 'GRY')],
    },
    {
      code: 'OG',
      name: ['Oven glove', 'Grillhandske', 'Ofenhandschuh'],
      models: { Kabys: 129 },
      options: [colours('NAV', 'GRY')],
    },
    {
      code: 'SJR',
      name: ['Storage jar', 'Opbevaringsglas', 'Vorratsglas'],
      models: { Proviant: 89, Spisekammer: 99 },
      options: [measures('l', { 0.5: 1, 1: 1.3, 2: 1.8 })],
    },
    {
      code: 'SM',
      name: ['Stoneware mug', 'Stentøjskrus', 'Steinzeugbecher'],
      models: { Klit: 149, Ebbe: 159, Flod: 159 },
      options: [colours('SND', 'BLU', 'GRY')],
    },
    {
      code: 'SP',
      name: ['Stoneware plate', 'Stentøjstallerken', 'Steinzeugteller'],
      models: { Klit: 179, Ebbe: 189 },
      options: [colours('SND', 'BLU'), measures('cm', { 20: 1, 27: 1.3 })],
    },
    {
      code: 'SO',
      name: ['Soup bowl', 'Suppeskål', 'Suppenschale'],
      models: { Klit: 159, Ebbe: 169 },
      options: [colours('SND', 'BLU')],
    },
    {
      code: 'JU',
      name: ['Stoneware jug', 'Stentøjskande', 'Steinzeugkrug'],
      models: { Klit: 299, Flod: 329 },
      options: [colours('SND', 'BLU')],
    },
    {
      code: 'CW',
      name: ['Corkscrew', 'Proptrækker', 'Korkenzieher'],
      models: { Styrmand: 149, Kaptajn: 249 },
    },
    { code: 'BO', name: ['Bottle opener', 'Oplukker', 'Flaschenöffner'], models: { Sjækkel: 89, Fisk: 99 } },
    {
      code: 'PM',
      name: ['Pepper mill', 'Peberkværn', 'Pfeffermühle'],
      models: { Pullert: 299, Fyr: 349 },
      options: [measures('cm', { 18: 1, 24: 1.2 })],
    },
    {
      code: 'WG',
      name: ['Drinking glass', 'Drikkeglas', 'Trinkglas'],
      models: { Vindue: 49, Havglas: 69 },
      options: [measures('cl', { 20: 1, 30: 1.2 })],
    },
    {
      code: 'GP',
      name: ['Grill pan', 'Grillpande', 'Grillpfanne'],
      models: { Grenen: 449 },
    },
    {
      code: 'CB2',
      name: ['Cutlery set for four', 'Bestiksæt til fire', 'Besteckset für vier'],
      models: { Messe: 599, Kahyt: 799 },
    },
    {
      code: 'CTN',
      name: ['Cool bag', 'Køletaske', 'Kühltasche'],
      models: { Strand: 299, Sandbank: 349 },
      options: [colours('NAV', 'YEL')],
    },
  ],
}
