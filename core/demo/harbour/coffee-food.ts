import type { Department, Option } from '../demo-shop.ts'
import { coffeeBag, colours, measures, sizes, teaTin } from './options.ts'

const filterSizes: Option[] = [
  { code: '2', name: ['size 2', 'størrelse 2', 'Größe 2'] },
  { code: '4', name: ['size 4', 'størrelse 4', 'Größe 4'], factor: 1.2 },
]

const cups: Option[] = [
  { code: '3C', name: ['3 cups', '3 kopper', '3 Tassen'] },
  { code: '6C', name: ['6 cups', '6 kopper', '6 Tassen'], factor: 1.3 },
]

export const coffee: Department = {
  code: 'coffee',
  name: ['Coffee & tea', 'Kaffe & te', 'Kaffee & Tee'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'CF',
      name: [
        'Coffee beans {}, light roast',
        'Kaffebønner {}, lys ristning',
        'Kaffeebohnen {}, helle Röstung',
      ],
      models: { Yirgacheffe: 89, Huehuetenango: 79, Nyeri: 95, Huila: 79 },
      options: [coffeeBag],
    },
    {
      code: 'CM',
      name: [
        'Coffee beans {}, medium roast',
        'Kaffebønner {}, mellemristning',
        'Kaffeebohnen {}, mittlere Röstung',
      ],
      models: { Tarrazú: 79, Antigua: 79, Cajamarca: 69, Kajkaffe: 65 },
      options: [coffeeBag],
    },
    {
      code: 'CD',
      name: [
        'Coffee beans {}, dark roast',
        'Kaffebønner {}, mørk ristning',
        'Kaffeebohnen {}, dunkle Röstung',
      ],
      models: { Mandheling: 79, Cerrado: 65, Hundevagt: 69 },
      options: [coffeeBag],
    },
    {
      code: 'ES',
      name: ['Espresso beans', 'Espressobønner', 'Espressobohnen'],
      models: { Nordlys: 85, Havn: 79, Brandung: 85, Pier: 89 },
      options: [coffeeBag],
    },
    {
      code: 'FC',
      name: ['Filter coffee {}, ground', 'Filterkaffe {}, malet', 'Filterkaffee {}, gemahlen'],
      models: { Kajkaffe: 59, Morgenvagt: 65, Leuchtturm: 65 },
      options: [coffeeBag],
    },
    {
      code: 'DC',
      name: ['Decaffeinated coffee', 'Koffeinfri kaffe', 'Entkoffeinierter Kaffee'],
      models: { Stille: 79 },
      options: [coffeeBag],
    },
    {
      code: 'BT',
      name: ['Black tea', 'Sort te', 'Schwarzer Tee'],
      models: { Assam: 79, Darjeeling: 99, 'Earl Grey': 85, Uva: 79, Keemun: 95 },
      options: [teaTin],
    },
    {
      code: 'GT',
      name: ['Green tea', 'Grøn te', 'Grüner Tee'],
      models: { Sencha: 95, Longjing: 129, Gunpowder: 75 },
      options: [teaTin],
    },
    { code: 'CHT', name: ['Chamomile tea', 'Kamillete', 'Kamillentee'], price: 65, options: [teaTin] },
    { code: 'PPT', name: ['Peppermint tea', 'Pebermyntete', 'Pfefferminztee'], price: 65, options: [teaTin] },
    { code: 'RBT', name: ['Rooibos tea', 'Rooibos-te', 'Rooibostee'], price: 69, options: [teaTin] },
    {
      code: 'DR',
      name: ['Coffee dripper', 'Kaffetragt', 'Handfilter'],
      models: { Flod: 179, Ebbe: 199 },
      options: [colours('WHT', 'BLU'), cups],
    },
    {
      code: 'FPP',
      name: ['Paper coffee filters', 'Kaffefiltre af papir', 'Papierkaffeefilter'],
      price: 29,
      options: [filterSizes],
    },
    {
      code: 'FP',
      name: ['French press', 'Stempelkande', 'French Press'],
      models: { Messe: 299, Kahyt: 349 },
      options: [measures('l', { 0.35: 1, 1: 1.3 })],
    },
    {
      code: 'MP',
      name: ['Moka pot', 'Mokkakande', 'Espressokocher'],
      models: { Genova: 249 },
      options: [cups],
    },
    {
      code: 'CG',
      name: ['Coffee grinder', 'Kaffekværn', 'Kaffeemühle'],
      models: { Håndsving: 449, Mølle: 599 },
    },
    {
      code: 'TP',
      name: ['Teapot', 'Tekande', 'Teekanne'],
      models: { Klit: 349, Ebbe: 379 },
      options: [colours('SND', 'BLU')],
    },
    {
      code: 'EC',
      name: ['Espresso cup', 'Espressokop', 'Espressotasse'],
      models: { Klit: 99, Ebbe: 109 },
      options: [colours('SND', 'BLU', 'GRY')],
    },
    {
      code: 'TI',
      name: ['Tea strainer', 'Tesi', 'Teesieb'],
      models: { Net: 59 },
      options: [sizes('S', 'M')],
    },
  ],
}

const jar = (small: string, large: string): Option[] => [
  { code: small, name: [`${small} g`, `${small} g`, `${small} g`] },
  { code: large, name: [`${large} g`, `${large} g`, `${large} g`], factor: 1.8 },
]

export const pantry: Department = {
  code: 'pantry',
  name: ['Pantry', 'Proviant', 'Proviant'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'PSA',
      name: ['Sea salt flakes', 'Flagesalt', 'Meersalzflocken'],
      price: 49,
      options: [jar('125', '250')],
    },
    { code: 'PSM', name: ['Smoked sea salt', 'Røget havsalt', 'Geräuchertes Meersalz'], price: 59 },
    {
      code: 'PSR',
      name: ['Sardines in olive oil', 'Sardiner i olivenolie', 'Sardinen in Olivenöl'],
      price: 39,
    },
    { code: 'PMK', name: ['Mackerel in tomato', 'Makrel i tomat', 'Makrele in Tomatensauce'], price: 29 },
    { code: 'PMU', name: ['Mussels in brine', 'Muslinger i lage', 'Muscheln in Lake'], price: 45 },
    {
      code: 'PLI',
      name: ['Sweet liquorice', 'Sød lakrids', 'Süßes Lakritz'],
      price: 39,
      options: [jar('150', '300')],
    },
    {
      code: 'PLS',
      name: ['Salty liquorice', 'Salt lakrids', 'Salziges Lakritz'],
      price: 39,
      options: [jar('150', '300')],
    },
    {
      code: 'PHE',
      name: ['Heather honey', 'Lynghonning', 'Heidehonig'],
      price: 79,
      options: [jar('250', '500')],
    },
    { code: 'PSE', name: ['Sea buckthorn jam', 'Havtornmarmelade', 'Sanddornmarmelade'], price: 55 },
    { code: 'PRA', name: ['Raspberry jam', 'Hindbærmarmelade', 'Himbeermarmelade'], price: 49 },
    { code: 'PKN', name: ['Rye crispbread', 'Rugknækbrød', 'Roggenknäckebrot'], price: 35 },
    { code: 'PBU', name: ['Butter biscuits', 'Smørkager', 'Butterkekse'], price: 45 },
    { code: 'PCA', name: ['Sea salt caramels', 'Karameller med havsalt', 'Meersalzkaramellen'], price: 49 },
    { code: 'PMD', name: ['Coarse mustard', 'Grov sennep', 'Grober Senf'], price: 39 },
    {
      code: 'PRO',
      name: ['Cold-pressed rapeseed oil', 'Koldpresset rapsolie', 'Kaltgepresstes Rapsöl'],
      price: 69,
    },
    { code: 'PEL', name: ['Elderflower cordial', 'Hyldeblomstsaft', 'Holunderblütensirup'], price: 55 },
    { code: 'PDC', name: ['Dark chocolate', 'Mørk chokolade', 'Zartbitterschokolade'], price: 45 },
    { code: 'PMC', name: ['Milk chocolate', 'Mælkechokolade', 'Milchschokolade'], price: 45 },
    { code: 'PDU', name: ['Dried seaweed', 'Tørret tang', 'Getrocknete Algen'], price: 59 },
  ],
}
