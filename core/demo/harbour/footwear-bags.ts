import type { Department } from '../demo-shop.ts'
import { colours, measures, shoes, sizes } from './options.ts'

export const footwear: Department = {
  code: 'footwear',
  name: ['Footwear', 'Fodtøj', 'Schuhe'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'RB',
      name: ['Rubber boots', 'Gummistøvler', 'Gummistiefel'],
      models: { Hals: 599, Lerwick: 799, Büsum: 549 },
      options: [colours('BOT', 'NAV'), shoes],
    },
    {
      code: 'DS',
      name: ['Deck shoes', 'Sejlersko', 'Bootsschuhe'],
      models: { Rungsted: 899, Cowes: 1099, Laboe: 849 },
      options: [colours('NAV', 'COG'), shoes],
    },
    {
      code: 'CB',
      name: ['Chelsea boots', 'Chelseastøvler', 'Chelsea-Boots'],
      models: { Aarhus: 1299, Leith: 1399 },
      options: [colours('BLK', 'COG'), shoes],
    },
    {
      code: 'CL',
      name: ['Wooden clogs', 'Træsko', 'Holzclogs'],
      models: { Nexø: 499, Greetsiel: 549 },
      options: [colours('BLK', 'RED'), sizes('36', '37', '38', '39', '40', '41')],
    },
    {
      code: 'SL',
      name: ['Felt slippers', 'Filttøfler', 'Filzpantoffeln'],
      models: { Hygge: 299, Koje: 349 },
      options: [colours('GRY', 'MUS'), sizes('36', '38', '40', '42', '44')],
    },
    {
      code: 'SD',
      name: ['Sandals', 'Sandaler', 'Sandalen'],
      models: { Tisvilde: 599, Zingst: 549, Bude: 649 },
      options: [colours('BRN', 'BLK'), shoes],
    },
    {
      code: 'CS',
      name: ['Canvas shoes', 'Lærredssko', 'Leinenschuhe'],
      models: { Ebeltoft: 399, Wyk: 429 },
      options: [colours('WHT', 'NAV'), shoes],
    },
  ],
}

export const bags: Department = {
  code: 'bags',
  name: ['Bags & travel', 'Tasker & rejse', 'Taschen & Reise'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'DB',
      name: ['Dry bag', 'Vandtæt pakpose', 'Wasserdichter Packsack'],
      models: { Kattegat: 199, Limfjord: 229 },
      options: [colours('YEL', 'BLK'), measures('l', { 10: 1, 20: 1.4, 40: 1.9 })],
    },
    {
      code: 'SB',
      name: ['Sea bag', 'Køjesæk', 'Seesack'],
      models: { Nyhavn: 899, Cuxhaven: 849, Mousehole: 999 },
      options: [colours('NAV', 'SND')],
    },
    {
      code: 'BP',
      name: ['Backpack', 'Rygsæk', 'Rucksack'],
      models: { Grenaa: 799, Flensburg: 849, Oban: 999, Helsingør: 699 },
      options: [colours('NAV', 'OLV', 'BLK')],
    },
    {
      code: 'TB',
      name: ['Tote bag', 'Mulepose', 'Stofftasche'],
      models: { Torvet: 99, Fischmarkt: 119, Quay: 129 },
      options: [colours('NAT', 'NAV')],
    },
    {
      code: 'WE',
      name: ['Weekend bag', 'Weekendtaske', 'Reisetasche'],
      models: { Oslobåden: 1299, Puttgarden: 1199 },
      options: [colours('NAV', 'COG')],
    },
    {
      code: 'TO',
      name: ['Wash bag', 'Toilettaske', 'Kulturbeutel'],
      models: { Kahyt: 299, Koje: 249 },
      options: [colours('NAV', 'OLV')],
    },
    {
      code: 'BB',
      name: ['Belt bag', 'Bæltetaske', 'Gürteltasche'],
      models: { Havkat: 299, Krabbe: 249 },
      options: [colours('BLK', 'MUS')],
    },
    {
      code: 'LW',
      name: ['Leather wallet', 'Læderpung', 'Lederportemonnaie'],
      models: { Toldbod: 449, Speicher: 499, Purser: 549 },
      options: [colours('BLK', 'COG')],
    },
    {
      code: 'LB',
      name: ['Leather belt', 'Læderbælte', 'Ledergürtel'],
      models: { Toldbod: 399, Speicher: 429 },
      options: [colours('BLK', 'COG'), measures('cm', { 85: 1, 95: 1, 105: 1 })],
    },
    {
      code: 'KR',
      name: ['Cork key ring', 'Korknøglering', 'Schlüsselanhänger aus Kork'],
      models: { Bøje: 59, Pir: 49 },
      options: [colours('RED', 'YEL')],
    },
    {
      code: 'DF',
      name: ['Drinking bottle', 'Drikkeflaske', 'Trinkflasche'],
      models: { Øresund: 199, Kattegat: 229 },
      options: [colours('BLU', 'WHT', 'BLK'), measures('l', { 0.5: 1, 0.75: 1.2 })],
    },
    {
      code: 'VF',
      name: ['Vacuum flask', 'Termoflaske', 'Isolierflasche'],
      models: { Nordsø: 299, Skagerrak: 349 },
      options: [colours('BOT', 'CHR'), measures('l', { 0.5: 1, 1: 1.3 })],
    },
    {
      code: 'UM',
      name: ['Umbrella', 'Paraply', 'Regenschirm'],
      models: { Blæst: 249, Brise: 199, Gale: 349 },
      options: [colours('BLK', 'NAV', 'YEL')],
    },
  ],
}
