import type { Department } from '../demo-shop.ts'
import { colours, gloves, measures } from './options.ts'

export const tools: Department = {
  code: 'tools',
  name: ['Boat & tools', 'Båd & værktøj', 'Boot & Werkzeug'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'ML',
      name: ['Mooring line', 'Fortøjningsline', 'Festmacherleine'],
      models: { Marina: 199, Havn: 229 },
      options: [colours('WHT', 'NAV'), measures('m', { 6: 1, 10: 1.5, 14: 2 })],
    },
    {
      code: 'FE',
      name: ['Fender', 'Fender', 'Fender'],
      models: { Marina: 149, Kaj: 179 },
      options: [colours('WHT', 'NAV')],
    },
    {
      code: 'PN',
      name: ['Pocket knife', 'Lommekniv', 'Taschenmesser'],
      models: { Styrmand: 249, Bådsmand: 349, Solingen: 449 },
    },
    { code: 'TL', name: ['Torch', 'Lommelygte', 'Taschenlampe'], models: { Vagt: 199, Mastelys: 299 } },
    { code: 'HL', name: ['Headlamp', 'Pandelampe', 'Stirnlampe'], models: { Vagt: 249, Hundevagt: 349 } },
    { code: 'CO', name: ['Compass', 'Kompas', 'Kompass'], models: { Nord: 299, Kaptajn: 599 } },
    { code: 'BI', name: ['Binoculars', 'Kikkert', 'Fernglas'], models: { Horisont: 999, Kimming: 1499 } },
    {
      code: 'LV',
      name: ['Life jacket', 'Redningsvest', 'Rettungsweste'],
      models: { Sund: 599, Bælt: 799 },
      options: [colours('RED', 'NAV'), gloves],
    },
    {
      code: 'SG',
      name: ['Sailing gloves', 'Sejlerhandsker', 'Segelhandschuhe'],
      models: { Skøde: 199, Fald: 249 },
      options: [gloves],
    },
    { code: 'FR', name: ['Fishing rod', 'Fiskestang', 'Angelrute'], models: { Mole: 499, Bovbjerg: 799 } },
    { code: 'SHK', name: ['Snap shackle', 'Snapsjækkel', 'Schnappschäkel'], models: { Fald: 149 } },
    { code: 'BU', name: ['Canvas bucket', 'Lærredspøs', 'Segeltuchpütz'], models: { Dæk: 249 } },
    { code: 'FA', name: ['First-aid kit', 'Førstehjælpskasse', 'Erste-Hilfe-Set'], models: { Bord: 299 } },
    { code: 'MU', name: ['Multi-tool', 'Multiværktøj', 'Multiwerkzeug'], models: { Maskinmester: 599 } },
    { code: 'BN', name: ["Bosun's whistle", 'Bådsmandspibe', 'Bootsmannspfeife'], models: { Messing: 149 } },
  ],
}

export const care: Department = {
  code: 'care',
  name: ['Care', 'Pleje', 'Pflege'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'CWX',
      name: ['Wax for cotton jackets', 'Voks til bomuldsjakker', 'Wachs für Baumwolljacken'],
      price: 99,
    },
    { code: 'CLB', name: ['Leather balm', 'Læderbalsam', 'Lederbalsam'], price: 89 },
    { code: 'CWW', name: ['Wool detergent', 'Uldvaskemiddel', 'Wollwaschmittel'], price: 79 },
    { code: 'CWC', name: ['Wool comb', 'Uldkam', 'Wollkamm'], price: 99 },
    { code: 'CSB', name: ['Shoe brush', 'Skobørste', 'Schuhbürste'], price: 79 },
    { code: 'CDB', name: ['Dish brush', 'Opvaskebørste', 'Spülbürste'], price: 49 },
    { code: 'CBP', name: ['Brass polish', 'Messingpolish', 'Messingpolitur'], price: 69 },
    { code: 'CTO', name: ['Teak oil', 'Teakolie', 'Teaköl'], price: 129 },
    {
      code: 'HS',
      name: ['Hand soap', 'Håndsæbe', 'Handseife'],
      models: { Havtorn: 79, Salt: 79, Klit: 85 },
      options: [measures('ml', { 250: 1, 500: 1.6 })],
    },
    { code: 'HC', name: ['Hand cream', 'Håndcreme', 'Handcreme'], models: { Havtorn: 89, Salt: 89 } },
    { code: 'LBM', name: ['Lip balm', 'Læbepomade', 'Lippenbalsam'], models: { Havtorn: 39, Salt: 39 } },
    { code: 'SHS', name: ['Solid shampoo', 'Shampoobar', 'Festes Shampoo'], models: { Tang: 79, Hyld: 79 } },
    { code: 'SC2', name: ['Sun cream', 'Solcreme', 'Sonnencreme'], models: { Sydvest: 129 } },
    { code: 'SPG', name: ['Natural sponge', 'Natursvamp', 'Naturschwamm'], price: 99 },
    { code: 'NBR', name: ['Nail brush', 'Neglebørste', 'Nagelbürste'], price: 59 },
  ],
}
