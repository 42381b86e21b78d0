import type { Department } from '../demo-shop.ts'
import { clothes, colours, fewClothes, gloves, sizes, socks } from './options.ts'

export const outerwear: Department = {
  code: 'outerwear',
  name: ['Jackets & rainwear', 'Jakker & regntøj', 'Jacken & Regenkleidung'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'RJ',
      name: ['Rain jacket', 'Regnjakke', 'Regenjacke'],
      models: { Skagen: 1199, Anholt: 899, Lundy: 1499, Amrum: 799 },
      options: [colours('NAV', 'OLV', 'YEL'), clothes],
    },
    {
      code: 'RT',
      name: ['Rain trousers', 'Regnbukser', 'Regenhose'],
      models: { Skagen: 699, Anholt: 549, Amrum: 449 },
      options: [colours('NAV', 'OLV'), fewClothes],
    },
    {
      code: 'SW',
      name: ["Sou'wester", 'Sydvest', 'Südwester'],
      models: { Hirtshals: 199, Lerwick: 249 },
      options: [colours('YEL', 'NAV'), gloves],
    },
    {
      code: 'PK',
      name: ['Parka', 'Parka', 'Parka'],
      models: { Thyborøn: 1999, Harris: 2499 },
      options: [colours('OLV', 'CHR'), clothes],
    },
    {
      code: 'DJ',
      name: ['Down jacket', 'Dunjakke', 'Daunenjacke'],
      models: { Iona: 1799, Orkney: 2199, Hiddensee: 1499 },
      options: [colours('BLK', 'RST'), fewClothes],
    },
    {
      code: 'WC',
      name: ['Wool coat', 'Uldfrakke', 'Wollmantel'],
      models: { Bornholm: 2499, Lewis: 2799 },
      options: [colours('NAV', 'CHR'), fewClothes],
    },
    {
      code: 'QV',
      name: ['Quilted vest', 'Quiltet vest', 'Steppweste'],
      models: { Møn: 899, Juist: 799, Mull: 999 },
      options: [colours('NAV', 'BOT'), fewClothes],
    },
    {
      code: 'WB',
      name: ['Windbreaker', 'Vindjakke', 'Windjacke'],
      models: { Rømø: 699, Sylt: 749, Whitby: 849 },
      options: [colours('SKY', 'RED'), fewClothes],
    },
    {
      code: 'SJ',
      name: ['Softshell jacket', 'Softshelljakke', 'Softshelljacke'],
      models: { Fanø: 1099, Jura: 1299 },
      options: [colours('BLK', 'NAV'), fewClothes],
    },
  ],
}

export const knitwear: Department = {
  code: 'knitwear',
  name: ['Knitwear', 'Strik', 'Strickwaren'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'FS',
      name: ["Fisherman's sweater", 'Fiskersweater', 'Fischerpullover'],
      models: { Læsø: 999, Skye: 1199, Borkum: 949, Islay: 1299 },
      options: [colours('NAV', 'OFF', 'CHR'), fewClothes],
    },
    {
      code: 'RN',
      name: ['Roll-neck sweater', 'Rullekravesweater', 'Rollkragenpullover'],
      models: { Samsø: 899, Föhr: 849, Arran: 1099 },
      options: [colours('NAV', 'RST'), fewClothes],
    },
    {
      code: 'ZN',
      name: ['Zip-neck sweater', 'Troyer', 'Troyer'],
      models: { Ærø: 949, Fehmarn: 899, Padstow: 1049 },
      options: [colours('NAV', 'GRY'), fewClothes],
    },
    {
      code: 'CA',
      name: ['Cardigan', 'Cardigan', 'Strickjacke'],
      models: { Tunø: 999, Norderney: 949, Iona: 1149 },
      options: [colours('GRY', 'BOT'), fewClothes],
    },
    {
      code: 'WH',
      name: ['Wool hat', 'Uldhue', 'Wollmütze'],
      models: { Gilleleje: 249, Lerwick: 299, Pellworm: 229, Thurø: 199 },
      options: [colours('NAV', 'MUS', 'GRY', 'RED')],
    },
    {
      code: 'SC',
      name: ['Wool scarf', 'Uldhalstørklæde', 'Wollschal'],
      models: { Femø: 349, Harris: 449, Langeoog: 329 },
      options: [colours('NAV', 'RST', 'OFF')],
    },
    {
      code: 'MI',
      name: ['Mittens', 'Luffer', 'Fäustlinge'],
      models: { Strynø: 249, Orkney: 279 },
      options: [colours('GRY', 'NAV'), gloves],
    },
    {
      code: 'KG',
      name: ['Knitted gloves', 'Strikhandsker', 'Strickhandschuhe'],
      models: { Drejø: 229, Wangerooge: 249 },
      options: [colours('CHR', 'BOT'), gloves],
    },
    {
      code: 'WS',
      name: ['Wool socks', 'Uldsokker', 'Wollsocken'],
      models: { Mandø: 119, Lewis: 139, Baltrum: 129, Lyø: 99 },
      options: [colours('GRY', 'NAV'), socks],
    },
  ],
}

export const shirts: Department = {
  code: 'shirts',
  name: ['Shirts & trousers', 'Skjorter & bukser', 'Hemden & Hosen'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'ST',
      name: ['Striped shirt', 'Stribet bluse', 'Ringelshirt'],
      models: { Marstal: 349, Whitby: 399, Amrum: 329 },
      options: [colours('NAV', 'RED'), fewClothes],
    },
    {
      code: 'TS',
      name: ['T-shirt', 'T-shirt', 'T-Shirt'],
      models: { Mole: 199, Pier: 229, Kompas: 249 },
      options: [colours('WHT', 'NAV', 'MUS'), fewClothes],
    },
    {
      code: 'FL',
      name: ['Flannel shirt', 'Flannelskjorte', 'Flanellhemd'],
      models: { Agersø: 549, Mull: 599 },
      options: [colours('RST', 'BOT'), fewClothes],
    },
    {
      code: 'LS',
      name: ['Linen shirt', 'Hørskjorte', 'Leinenhemd'],
      models: { Sejerø: 599, Hiddensee: 649, Tresco: 699 },
      options: [colours('WHT', 'SKY'), fewClothes],
    },
    {
      code: 'OX',
      name: ['Oxford shirt', 'Oxfordskjorte', 'Oxfordhemd'],
      models: { Dragør: 599, Kiel: 579 },
      options: [colours('WHT', 'SKY'), fewClothes],
    },
    {
      code: 'SS',
      name: ['Sweatshirt', 'Sweatshirt', 'Sweatshirt'],
      models: { Kaj: 449, Dock: 499 },
      options: [colours('GRY', 'NAV'), fewClothes],
    },
    {
      code: 'HD',
      name: ['Hoodie', 'Hættetrøje', 'Kapuzenpullover'],
      models: { Kaj: 549, Fyr: 599 },
      options: [colours('CHR', 'OLV'), fewClothes],
    },
    {
      code: 'CT',
      name: ['Canvas trousers', 'Canvasbukser', 'Canvashose'],
      models: { Svendborg: 799, Dunmore: 899, Husum: 749 },
      options: [colours('SND', 'NAV'), sizes('30', '32', '34', '36')],
    },
    {
      code: 'CH',
      name: ['Chinos', 'Chinos', 'Chinohose'],
      models: { Faaborg: 699, Stralsund: 679 },
      options: [colours('SND', 'OLV'), sizes('30', '32', '34', '36')],
    },
    {
      code: 'SH',
      name: ['Shorts', 'Shorts', 'Shorts'],
      models: { Rungsted: 449, Timmendorf: 429, Salcombe: 499 },
      options: [colours('NAV', 'SND'), sizes('30', '32', '34', '36')],
    },
    {
      code: 'DU',
      name: ['Dungarees', 'Smækbukser', 'Latzhose'],
      models: { Esbjerg: 999, Grimsby: 1049 },
      options: [colours('NAV', 'BRN'), fewClothes],
    },
  ],
}
