import type { PricesTexts } from '../en/prices.ts'

export const pricesTexts: PricesTexts = {
  priceGrid: {
    addGroup: '価格グループを追加',
    by: '変更率',
    change: '1 件の価格を変更 | {count} 件の価格を変更',
    group: '価格グループ',
    help: '薄い価格は元のグループのもので、セルを空にするとその価格に戻ります。矢印・Enter・Tab で移動し、表計算のセルを貼り付けられます。',
    hide: '{group} を隠す',
    noPerCent: '-10 のような割合を入力してください',
    nothing: '変わる価格はありません。',
    open: '価格表',
    overtaken:
      '1 件の価格はその間に他の人が変更したため、そのままです。 | {count} 件の価格はその間に他の人が変更したため、そのままです。',
    pasteOutside:
      '1 個のセルが表に収まりません。行を読み込むかグループを追加してください。何も変更していません。 | {count} 個のセルが表に収まりません。行を読み込むかグループを追加してください。何も変更していません。',
    pasteWrong:
      '{cells} は価格ではありません。何も変更していません。 | {cells} など {count} 個のセルは価格ではありません。何も変更していません。',
    perCent: '割合で変更',
    perCentShown: '表示中の商品が対象です。ほかの商品は先に読み込んでください。価格は通貨の単位に丸めます。',
    perCentText: '表示中のすべての商品が対象です。価格は通貨の単位に丸めます。',
    perCentTitle: '価格を割合で変更',
    preview: '変更前と変更後',
    recordChanged:
      'その間に {actor} が変更しました（{date}）。入力した変更は保存されていません。ご確認のうえ、もう一度お試しください。',
    recordChangedBySomebody:
      'その間に変更されました。入力した変更は保存されていません。ご確認のうえ、もう一度お試しください。',
    redo: 'やり直す',
    rounded: '{typed} になる税抜価格はないため、{stored} にしました。',
    saved: '1 件の価格を保存しました | {count} 件の価格を保存しました',
    saving: '保存中…',
    takesInherited: '薄い価格も含める（グループ独自の価格になります）',
    title: 'グループ別の価格',
    undo: '元に戻す',
    waiting: '1 件の価格が未保存です | {count} 件の価格が未保存です',
  },
}
