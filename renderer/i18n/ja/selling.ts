import type { SellingTexts } from '../en/selling.ts'

export const sellingTexts: SellingTexts = {
  catalogs: {
    add: '新しいカタログ',
    back: 'カタログ一覧へ',
    none: 'カタログはまだありません',
    noneText: '商品はカタログに分類されます。最初のカタログを作成してください。',
    one: 'カタログ',
    position: '順番',
    positionHelp: '小さい数字が先に表示されます。空欄の場合は最後になります。',
    title: 'カタログ',
  },
  taxRates: {
    add: '新しい税率',
    back: '税率一覧へ',
    default: '新しい商品に適用',
    defaultHelp: '適用できるのは一つだけです。ほかの税率の設定は解除されます。',
    none: '税率はまだありません',
    noneText: '名前付きの税率を持つ商品は、税率の変更に従います。最初の税率を作成してください。',
    ofNewProducts: '新しい商品に適用',
    one: '税率',
    rate: '税率',
    rateHelp: 'この税率を使うものはすぐに変わります。確定済みの注文は変わりません。',
    takeUsual: '一般的な税率を使う：{rates}',
    title: '税率',
  },
}
