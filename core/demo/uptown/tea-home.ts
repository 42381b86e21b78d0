import type { Department } from '../demo-shop.ts'
import { clothes, colours, tins } from './options.ts'

const salesTax = 88_750

/** Groceries are free of sales tax. */
export const tea: Department = {
  code: 'tea',
  name: ['Tea & sweets', 'お茶・お菓子'],
  taxPpm: 0,
  kinds: [
    { code: 'TSE', name: ['Sencha', '煎茶'], models: { Uji: 18, Shizuoka: 16, Yame: 21 }, options: [tins] },
    { code: 'TGY', name: ['Gyokuro', '玉露'], models: { Uji: 34, Yame: 36 }, options: [tins] },
    { code: 'TMA', name: ['Matcha', '抹茶'], models: { Uji: 32, Nishio: 28 }, options: [tins] },
    { code: 'THO', name: ['Roasted green tea', 'ほうじ茶'], models: { Uji: 13 }, options: [tins] },
    { code: 'TGE', name: ['Green tea with brown rice', '玄米茶'], models: { Shizuoka: 12 }, options: [tins] },
    {
      code: 'TEB',
      name: ['English breakfast tea', 'イングリッシュブレックファストティー'],
      price: 14,
      options: [tins],
    },
    { code: 'TEG', name: ['Earl Grey tea', 'アールグレイティー'], price: 14, options: [tins] },
    { code: 'TJA', name: ['Jasmine tea', 'ジャスミンティー'], price: 15, options: [tins] },
    { code: 'TLE', name: ['Lemon verbena tea', 'レモンバーベナティー'], price: 13, options: [tins] },
    { code: 'TCO', name: ['Maple cookies', 'メープルクッキー'], price: 11 },
    { code: 'TCA', name: ['Sesame candy', '胡麻飴'], price: 7.5 },
    { code: 'TCH', name: ['Dark chocolate bar', 'ダークチョコレート'], price: 8.5 },
    { code: 'TYO', name: ['Sweet bean jelly', '羊羹'], price: 12 },
    { code: 'THN', name: ['Buckwheat honey', 'そば蜂蜜'], price: 16 },
  ],
}

export const teaware: Department = {
  code: 'teaware',
  name: ['Teaware & ceramics', '茶器・陶磁器'],
  taxPpm: salesTax,
  kinds: [
    {
      code: 'CTP',
      name: ['Teapot', '急須'],
      models: { Tokoname: 78, Arita: 96 },
      options: [colours('BLK', 'WHT')],
    },
    {
      code: 'CTC',
      name: ['Tea cup', '湯呑み'],
      models: { Arita: 24, Mashiko: 22 },
      options: [colours('WHT', 'BLU', 'GRN')],
    },
    { code: 'CMB', name: ['Matcha bowl', '抹茶茶碗'], models: { Mashiko: 64, Raku: 120 } },
    { code: 'CWH', name: ['Bamboo whisk', '茶筅'], price: 26 },
    { code: 'CSC', name: ['Tea scoop', '茶さじ'], price: 14 },
    {
      code: 'CMU',
      name: ['Mug', 'マグカップ'],
      models: { Skyline: 18, Bridge: 18, Mashiko: 28 },
      options: [colours('WHT', 'BLK', 'BLU')],
    },
    { code: 'CPL', name: ['Small plate', '小皿'], models: { Arita: 16, Mashiko: 18 } },
    { code: 'CCR', name: ['Chopstick rest', '箸置き'], models: { Arita: 7, Maple: 8 } },
    { code: 'CVA', name: ['Bud vase', '一輪挿し'], models: { Tokoname: 32, Arita: 36 } },
    { code: 'CTI', name: ['Tea canister', '茶筒'], models: { Kyoto: 42 }, options: [colours('BRN', 'NAT')] },
  ],
}

export const carry: Department = {
  code: 'carry',
  name: ['Bags & cloth', 'バッグ・布製品'],
  taxPpm: salesTax,
  kinds: [
    {
      code: 'BTO',
      name: ['Tote bag', 'トートバッグ'],
      models: { Bleecker: 28, Skyline: 24 },
      options: [colours('NAT', 'NVY', 'BLK')],
    },
    {
      code: 'BFU',
      name: ['Wrapping cloth', '風呂敷'],
      models: { Kyoto: 22, Sakura: 22 },
      options: [colours('NVY', 'RED')],
    },
    { code: 'BTN', name: ['Hand towel', '手ぬぐい'], models: { Fuji: 14, Maple: 14 } },
    {
      code: 'BLC',
      name: ['Leather notebook cover', '革製ノートカバー'],
      models: { Madison: 89 },
      options: [colours('BRN', 'BLK')],
    },
    {
      code: 'BKH',
      name: ['Leather key holder', '革製キーホルダー'],
      models: { Mercer: 24 },
      options: [colours('BRN', 'BLK')],
    },
    {
      code: 'BUM',
      name: ['Folding umbrella', '折りたたみ傘'],
      models: { Hudson: 38 },
      options: [colours('BLK', 'NVY')],
    },
  ],
}

/** Clothing under 110 dollars is free of sales tax in New York. */
export const clothing: Department = {
  code: 'clothing',
  name: ['Clothing', '衣類'],
  taxPpm: 0,
  kinds: [
    {
      code: 'WTS',
      name: ['T-shirt', 'Tシャツ'],
      models: { Skyline: 32, Bridge: 32 },
      options: [colours('WHT', 'BLK'), clothes],
    },
    {
      code: 'WSW',
      name: ['Sweatshirt', 'スウェット'],
      models: { Uptown: 64 },
      options: [colours('GRY', 'NVY'), clothes],
    },
    {
      code: 'WAP',
      name: ['Studio apron', 'エプロン'],
      models: { Gowanus: 48 },
      options: [colours('NVY', 'NAT')],
    },
    {
      code: 'WSO',
      name: ['Socks', '靴下'],
      models: { Canal: 12, Nolita: 14 },
      options: [colours('GRY', 'NVY', 'RED')],
    },
  ],
}

export const modelNames = {
  Arita: ['Arita', '有田'],
  Astor: ['Astor', 'アスター'],
  Bleecker: ['Bleecker', 'ブリーカー'],
  Bridge: ['Bridge', 'ブリッジ'],
  Canal: ['Canal', 'カナル'],
  Chelsea: ['Chelsea', 'チェルシー'],
  Fuji: ['Fuji', '富士'],
  Ginza: ['Ginza', '銀座'],
  Gowanus: ['Gowanus', 'ゴワナス'],
  Hudson: ['Hudson', 'ハドソン'],
  Kyoto: ['Kyoto', '京都'],
  Madison: ['Madison', 'マディソン'],
  Maple: ['Maple', 'もみじ'],
  Mashiko: ['Mashiko', '益子'],
  Mercer: ['Mercer', 'マーサー'],
  Nishio: ['Nishio', '西尾'],
  Nolita: ['Nolita', 'ノリータ'],
  Raku: ['Raku', '楽'],
  Sakura: ['Sakura', '桜'],
  Shizuoka: ['Shizuoka', '静岡'],
  Skyline: ['Skyline', 'スカイライン'],
  Tokoname: ['Tokoname', '常滑'],
  Uji: ['Uji', '宇治'],
  Uptown: ['Uptown', 'アップタウン'],
  Willow: ['Willow', '柳'],
  Yame: ['Yame', '八女'],
}
