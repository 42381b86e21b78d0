import type { RecordsTexts } from '../en/records.ts'

export const recordsTexts: RecordsTexts = {
  record: {
    bothTyped:
      '同じ項目が両方で変更されています。ご自分の変更を残すか、その項目だけ相手の変更を採用するかを選んでください。ほかの入力はそのまま残ります。',
    bringBack: '変更を取り戻す',
    changed: '変更',
    changedBy: 'その間に {names} が変更しました',
    created: '追加',
    deleted: '削除',
    deletedMeanwhile: 'その間に削除されました',
    deletedText: 'ほかの人が削除しました。',
    deletedTyped:
      '入力した内容はまだ残っていますが、もう保存できません。必要な部分をコピーしてから破棄してください。',
    discard: '変更を破棄',
    erased: '個人データを消去',
    history: '履歴',
    imported: '取り込み',
    keptTyped:
      '入力した内容は残っていますが、まだ保存されていません。確認してから、もう一度保存してください。',
    merged: '統合',
    no: 'いいえ',
    noHistory: 'まだ記録はありません。',
    nothing: 'なし',
    retired: '提供終了',
    revoked: '取り消し',
    rotated: '新しいシークレットを発行',
    saved: '保存しました',
    unsaved: '未保存',
    yes: 'はい',
  },
}
