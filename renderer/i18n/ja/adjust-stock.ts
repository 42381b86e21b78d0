import type { AdjustStockTexts } from '../en/adjust-stock.ts'

export const adjustStockTexts: AdjustStockTexts = {
  adjustStock: {
    after: '変更後',
    done: {
      count:
        '保存しました：{count} 品目を棚卸し、合計 {pieces} 点 | 保存しました：{count} 品目を棚卸し、合計 {pieces} 点',
      receive:
        '保存しました：{count} 品目を入荷、合計 {pieces} 点 | 保存しました：{count} 品目を入荷、合計 {pieces} 点',
      writeOff:
        '保存しました：{count} 品目を廃棄、合計 {pieces} 点 | 保存しました：{count} 品目を廃棄、合計 {pieces} 点',
    },
    emptyText: 'スキャンごとに 1 点増えます。コードの前に 3* と入れると 3 点です。数量は各行で入力できます。',
    full: '一度に保存できるのは {most} 品目までです。保存してから次に進んでください。',
    inStock: '在庫',
    kind: '作業内容',
    kinds: { count: '棚卸し', receive: '入荷', writeOff: '廃棄' },
    notAdded: '{name} は追加されませんでした。先に表示中の内容を保存してください。',
    quantities: { count: '実数', receive: '入荷数', writeOff: '廃棄数' },
    reason: 'メモ：納品書番号や理由',
    refused:
      '何も保存されていません：{count} 行を確認してください。 | 何も保存されていません：{count} 行を確認してください。',
    removed: '{count} 行を削除しました | {count} 行を削除しました',
    title: '棚卸し・入荷・廃棄',
  },
}
