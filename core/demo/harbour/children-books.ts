import type { Department } from '../demo-shop.ts'
import { childrenShoes, childrenSizes, colours } from './options.ts'

export const children: Department = {
  code: 'children',
  name: ['Children', 'Børn', 'Kinder'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'KRS',
      drawing: 'jacket',
      name: ["Children's rain set", 'Regnsæt til børn', 'Regenset für Kinder'],
      models: { Plask: 499, Pyt: 449 },
      options: [colours('YEL', 'NAV'), childrenSizes],
    },
    {
      code: 'KRB',
      drawing: 'rubber-boots',
      name: ["Children's rubber boots", 'Gummistøvler til børn', 'Gummistiefel für Kinder'],
      models: { Plask: 249, Krabbe: 279 },
      options: [colours('RED', 'NAV', 'YEL'), childrenShoes],
    },
    {
      code: 'KSW',
      drawing: 'sweater',
      name: ["Children's sweater", 'Børnesweater', 'Kinderpullover'],
      models: { Lunde: 449, Sælunge: 429 },
      options: [colours('NAV', 'RED'), childrenSizes],
    },
    {
      code: 'KHA',
      drawing: 'beanie',
      name: ["Children's hat", 'Børnehue', 'Kindermütze'],
      models: { Lunde: 149, Terne: 159 },
      options: [colours('NAV', 'MUS', 'RED')],
    },
    {
      code: 'KTS',
      drawing: 't-shirt',
      name: ["Children's T-shirt", 'T-shirt til børn', 'Kinder-T-Shirt'],
      models: { Krabbe: 129, Ankertov: 129 },
      options: [colours('WHT', 'SKY'), childrenSizes],
    },
    {
      code: 'KWB',
      drawing: 'sail-boat',
      name: ['Wooden boat', 'Træbåd', 'Holzboot'],
      models: { Jolle: 199, Kutter: 299, Færge: 349 },
    },
    {
      code: 'KCL',
      drawing: 'rope',
      shade: 'STRAW',
      name: ['Crab line', 'Krabbesnøre', 'Krabbenangel'],
      models: { Mole: 59 },
    },
    {
      code: 'KBU',
      drawing: 'bucket',
      name: ['Beach bucket', 'Strandspand', 'Strandeimer'],
      models: { Sandslot: 69 },
      options: [colours('RED', 'BLU', 'YEL')],
    },
    {
      code: 'KSP',
      drawing: 'spade',
      shade: 'RED',
      name: ["Children's spade", 'Børneskovl', 'Kinderschaufel'],
      models: { Sandslot: 49 },
    },
    {
      code: 'KSE',
      drawing: 'seal',
      shade: 'GRY',
      name: ['Soft toy seal', 'Sælbamse', 'Kuscheltier Robbe'],
      price: 199,
    },
    {
      code: 'KPU',
      drawing: 'puffin',
      shade: 'CHR',
      name: ['Soft toy puffin', 'Lundebamse', 'Kuscheltier Papageitaucher'],
      price: 199,
    },
    {
      code: 'KWH',
      drawing: 'whale',
      shade: 'BLU',
      name: ['Soft toy whale', 'Hvalbamse', 'Kuscheltier Wal'],
      price: 249,
    },
    {
      code: 'KPZ',
      drawing: 'puzzle',
      name: ['Puzzle {}, 500 pieces', 'Puslespil {}, 500 brikker', 'Puzzle {}, 500 Teile'],
      models: { Regatta: 149, Leuchtfeuer: 149, Fiskeby: 149 },
    },
    {
      code: 'KKI',
      drawing: 'kite',
      name: ['Kite', 'Drage', 'Drachen'],
      models: { Blæst: 199, Passat: 249 },
      options: [colours('RED', 'BLU')],
    },
    {
      code: 'KPC',
      drawing: 'cards',
      shade: 'RED',
      name: ['Playing cards', 'Spillekort', 'Spielkarten'],
      models: { Messe: 69 },
    },
  ],
}

/** Nothing is charged on books and newspapers here, nor on a voucher before it is used. */
export const books: Department = {
  code: 'books',
  name: ['Books & charts', 'Bøger & søkort', 'Bücher & Seekarten'],
  taxPpm: 0,
  kinds: [
    {
      code: 'BSK',
      drawing: 'chart',
      shade: 'SKY',
      name: ['Sea chart, Kattegat', 'Søkort, Kattegat', 'Seekarte, Kattegat'],
      price: 349,
    },
    {
      code: 'BSO',
      drawing: 'chart',
      shade: 'SKY',
      name: ['Sea chart, the Sound', 'Søkort, Øresund', 'Seekarte, Öresund'],
      price: 349,
    },
    {
      code: 'BSB',
      drawing: 'chart',
      shade: 'SKY',
      name: ['Sea chart, western Baltic', 'Søkort, vestlige Østersø', 'Seekarte, westliche Ostsee'],
      price: 349,
    },
    {
      code: 'BSW',
      drawing: 'chart',
      shade: 'SKY',
      name: ['Sea chart, Wadden Sea', 'Søkort, Vadehavet', 'Seekarte, Wattenmeer'],
      price: 349,
    },
    {
      code: 'BSF',
      drawing: 'chart',
      shade: 'SKY',
      name: ['Sea chart, South Funen', 'Søkort, Det Sydfynske Øhav', 'Seekarte, Dänische Südsee'],
      price: 329,
    },
    {
      code: 'BTT',
      drawing: 'book',
      name: ['Tide tables', 'Tidevandstabeller', 'Gezeitentafeln'],
      price: 129,
    },
    {
      code: 'BKN',
      drawing: 'book',
      name: ['The Little Book of Knots', 'Den lille bog om knob', 'Das kleine Buch der Knoten'],
      price: 149,
    },
    { code: 'BCO', drawing: 'book', name: ['Cooking on Board', 'Mad om bord', 'Kochen an Bord'], price: 249 },
    {
      code: 'BBI',
      drawing: 'book',
      name: ['Birds of the Shore', 'Strandens fugle', 'Vögel der Küste'],
      price: 229,
    },
    {
      code: 'BLH',
      drawing: 'book',
      name: ['Lighthouses of the North', 'Nordens fyrtårne', 'Leuchttürme des Nordens'],
      price: 349,
    },
    {
      code: 'BKT',
      drawing: 'book',
      name: ['Knitting by the Sea', 'Strik ved havet', 'Stricken am Meer'],
      price: 279,
    },
    {
      code: 'BWE',
      drawing: 'book',
      name: ['Reading the Weather', 'Forstå vejret', 'Das Wetter verstehen'],
      price: 199,
    },
  ],
}

export const paper: Department = {
  code: 'paper',
  name: ['Paper & prints', 'Papir & plakater', 'Papier & Poster'],
  taxPpm: 250_000,
  kinds: [
    {
      code: 'WLG',
      drawing: 'notebook',
      name: ["Ship's log", 'Skibsjournal', 'Logbuch'],
      models: { Kaptajn: 199, Fritid: 149 },
    },
    {
      code: 'WNB',
      drawing: 'notebook',
      name: ['Notebook', 'Notesbog', 'Notizbuch'],
      models: { Kurs: 79, Bestik: 89 },
      options: [colours('NAV', 'RED', 'OLV')],
    },
    {
      code: 'WPO',
      drawing: 'poster',
      name: ['Poster', 'Plakat', 'Poster'],
      models: { Fyrtårn: 199, Regatta: 199, Sildeby: 249 },
    },
    {
      code: 'WCA',
      drawing: 'card',
      name: ['Greeting card', 'Lykønskningskort', 'Grußkarte'],
      models: { Måge: 25, Bølge: 25, Sejl: 25 },
    },
    {
      code: 'WPC',
      drawing: 'card',
      name: ['Set of ten postcards', 'Ti postkort', 'Zehn Postkarten'],
      models: { Havn: 79 },
    },
    {
      code: 'WCL',
      drawing: 'calendar',
      name: ['Wall calendar', 'Vægkalender', 'Wandkalender'],
      models: { Tidevand: 149 },
    },
  ],
}

export const vouchers: Department = {
  code: 'vouchers',
  name: ['Gift cards', 'Gavekort', 'Geschenkgutscheine'],
  taxPpm: 0,
  kinds: [
    {
      code: 'GC1',
      isGiftCard: true,
      drawing: 'gift-card',
      shade: 'SKY',
      name: ['Gift card, 250 DKK', 'Gavekort, 250 kr.', 'Geschenkgutschein, 250 DKK'],
      price: 250,
    },
    {
      code: 'GC2',
      isGiftCard: true,
      drawing: 'gift-card',
      shade: 'BLU',
      name: ['Gift card, 500 DKK', 'Gavekort, 500 kr.', 'Geschenkgutschein, 500 DKK'],
      price: 500,
    },
    {
      code: 'GC3',
      isGiftCard: true,
      drawing: 'gift-card',
      shade: 'NAV',
      name: ['Gift card, 1000 DKK', 'Gavekort, 1000 kr.', 'Geschenkgutschein, 1000 DKK'],
      price: 1000,
    },
  ],
}
