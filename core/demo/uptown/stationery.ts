import type { Department } from '../demo-shop.ts'
import { colours, inks, leads, nibs, papers, rulings } from './options.ts'

const salesTax = 88_750

export const notebooks: Department = {
  code: 'notebooks',
  name: ['Notebooks & paper', 'ノート・紙製品'],
  taxPpm: salesTax,
  kinds: [
    {
      code: 'NB',
      name: ['Notebook', 'ノート'],
      models: { Hudson: 14, Bleecker: 16.5, Madison: 22, Nolita: 12 },
      options: [papers, rulings],
    },
    {
      code: 'SB',
      name: ['Spiral notebook', 'リングノート'],
      models: { Canal: 9.5, Mercer: 11 },
      options: [colours('NVY', 'GRN', 'RED'), rulings],
    },
    {
      code: 'PL',
      name: ['Weekly planner', 'ウィークリー手帳'],
      models: { Madison: 28, Astor: 32 },
      options: [colours('BLK', 'NVY', 'RED')],
    },
    {
      code: 'SK',
      name: ['Sketchbook', 'スケッチブック'],
      models: { Chelsea: 18, Gowanus: 21 },
      options: [papers],
    },
    { code: 'LP', name: ['Letter pad', '便箋'], models: { Willow: 9, Sakura: 11, Fuji: 11 } },
    { code: 'EN', name: ['Envelopes', '封筒'], models: { Willow: 7.5, Sakura: 8.5, Fuji: 8.5 } },
    {
      code: 'GC',
      name: ['Greeting card', 'グリーティングカード'],
      models: { Maple: 5.5, Skyline: 5.5, Sakura: 6 },
    },
    { code: 'PC', name: ['Postcard set', 'ポストカードセット'], models: { Skyline: 12, Bridge: 12 } },
    { code: 'OR', name: ['Origami paper', '折り紙'], models: { Kyoto: 8, Fuji: 8 } },
    { code: 'WR', name: ['Wrapping paper', '包装紙'], models: { Maple: 6.5, Skyline: 6.5, Kyoto: 7.5 } },
    {
      code: 'ST',
      name: ['Sticky notes', '付箋'],
      models: { Canal: 4.5, Mercer: 5 },
      options: [colours('YEL', 'PNK', 'BLU')],
    },
    { code: 'IX', name: ['Index cards', '情報カード'], models: { Astor: 6 }, options: [rulings] },
    {
      code: 'AL',
      name: ['Photo album', 'フォトアルバム'],
      models: { Willow: 34, Astor: 42 },
      options: [colours('BLK', 'NAT')],
    },
    { code: 'CL', name: ['Wall calendar', '壁掛けカレンダー'], models: { Skyline: 24 } },
  ],
}

export const writing: Department = {
  code: 'writing',
  name: ['Pens & ink', '筆記具・インク'],
  taxPpm: salesTax,
  kinds: [
    {
      code: 'FP',
      name: ['Fountain pen', '万年筆'],
      models: { Hudson: 48, Astor: 95, Madison: 165 },
      options: [colours('BLK', 'NVY', 'GRN'), nibs],
    },
    {
      code: 'RB',
      name: ['Rollerball pen', '水性ボールペン'],
      models: { Hudson: 36, Mercer: 28 },
      options: [colours('BLK', 'NVY')],
    },
    {
      code: 'BP',
      name: ['Ballpoint pen', 'ボールペン'],
      models: { Canal: 12, Mercer: 18, Nolita: 9.5 },
      options: [colours('BLK', 'RED', 'BLU')],
    },
    {
      code: 'GP',
      name: ['Gel pen', 'ゲルインクボールペン'],
      models: { Canal: 3.5, Ginza: 4.5 },
      options: [inks('BLK', 'BBK', 'IND', 'PER')],
    },
    {
      code: 'MP',
      name: ['Mechanical pencil', 'シャープペンシル'],
      models: { Canal: 14, Ginza: 26 },
      options: [colours('BLK', 'WHT'), leads],
    },
    { code: 'PE', name: ['Pencil set', '鉛筆セット'], models: { Chelsea: 11, Gowanus: 14 } },
    { code: 'CP', name: ['Colored pencil set', '色鉛筆セット'], models: { Chelsea: 24, Kyoto: 36 } },
    {
      code: 'BR',
      name: ['Brush pen', '筆ペン'],
      models: { Kyoto: 8.5, Ginza: 12 },
      options: [inks('BLK', 'IND')],
    },
    {
      code: 'HL',
      name: ['Highlighter', '蛍光ペン'],
      models: { Canal: 3 },
      options: [colours('YEL', 'PNK', 'GRN')],
    },
    {
      code: 'IK',
      name: ['Bottled ink', 'ボトルインク'],
      models: { Hudson: 16, Kyoto: 24 },
      options: [inks('BLK', 'BBK', 'IND', 'MOS', 'CHR', 'PER', 'WIS')],
    },
    {
      code: 'IC',
      name: ['Ink cartridges', 'カートリッジインク'],
      models: { Hudson: 6.5 },
      options: [inks('BLK', 'BBK', 'IND')],
    },
    { code: 'CV', name: ['Ink converter', 'コンバーター'], models: { Hudson: 7.5 } },
    { code: 'ER', name: ['Eraser', '消しゴム'], models: { Ginza: 2.5, Nolita: 2 } },
    { code: 'SH', name: ['Brass pencil sharpener', '真鍮製鉛筆削り'], models: { Mercer: 15 } },
    { code: 'RU', name: ['Brass ruler', '真鍮製定規'], models: { Mercer: 19, Astor: 24 } },
    { code: 'SE', name: ['Sealing wax set', 'シーリングワックスセット'], models: { Astor: 29 } },
    { code: 'RS', name: ['Rubber stamp', 'スタンプ'], models: { Maple: 9, Sakura: 9, Bridge: 9 } },
  ],
}

export const desk: Department = {
  code: 'desk',
  name: ['Desk', 'デスク用品'],
  taxPpm: salesTax,
  kinds: [
    {
      code: 'PN',
      name: ['Pencil case', 'ペンケース'],
      models: { Nolita: 18, Bleecker: 26 },
      options: [colours('NVY', 'NAT', 'GRN')],
    },
    { code: 'PT', name: ['Pen tray', 'ペントレー'], models: { Willow: 32, Maple: 36 } },
    {
      code: 'DL',
      name: ['Desk lamp', 'デスクランプ'],
      models: { Gowanus: 120, Chelsea: 145 },
      options: [colours('BLK', 'WHT', 'GRN')],
    },
    { code: 'DO', name: ['Desk organizer', 'デスクオーガナイザー'], models: { Willow: 48, Astor: 54 } },
    {
      code: 'BE',
      name: ['Bookends', 'ブックエンド'],
      models: { Bridge: 38 },
      options: [colours('BLK', 'WHT')],
    },
    { code: 'SC', name: ['Scissors', 'はさみ'], models: { Ginza: 28, Mercer: 22 } },
    {
      code: 'TA',
      name: ['Washi tape', 'マスキングテープ'],
      models: { Sakura: 4.5, Fuji: 4.5, Kyoto: 5, Maple: 4.5 },
    },
    {
      code: 'TD',
      name: ['Tape dispenser', 'テープカッター'],
      models: { Bridge: 26 },
      options: [colours('BLK', 'YEL')],
    },
    {
      code: 'SP',
      name: ['Stapler', 'ホッチキス'],
      models: { Canal: 18, Ginza: 34 },
      options: [colours('BLK', 'RED')],
    },
    { code: 'CB', name: ['Clipboard', 'クリップボード'], models: { Astor: 21 }, options: [papers] },
    { code: 'PA', name: ['Paperweight', '文鎮'], models: { Kyoto: 45, Bridge: 39 } },
    {
      code: 'MD',
      name: ['Desk mat', 'デスクマット'],
      models: { Hudson: 58 },
      options: [colours('BLK', 'BRN')],
    },
  ],
}
