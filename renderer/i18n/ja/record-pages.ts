import type { RecordPagesTexts } from '../en/record-pages.ts'

/** The pages and lists of the shop’s own records. */
export const recordPagesTexts: RecordPagesTexts = {
  dayTime: {
    missing: '{example} のように日付と時刻を入力してください。',
    suchAs: '例：{example}',
    timeMissing: '{example} のように時刻を入力してください。',
  },
  recordPage: {
    active: '有効',
    all: 'すべて',
    chosenOf: '{all} 件中 {chosen} 件を選択',
    currency: '通貨',
    description: '説明',
    find: '名前の一部',
    findIn: '{name} を検索',
    gone: '削除済み',
    goneText: '一度も使われていないため、完全に削除されました。',
    groupGone: 'この価格グループは削除されました。この欄を空にしてから保存してください。',
    id: 'ID',
    ids: 'プログラム用',
    inheritedFrom: '{name} と同じ',
    name: '名前',
    noAmount: '金額を入力してください（例：{example}）',
    noPercent: '0 から 100 までの割合を入力してください',
    noWhole: '整数を入力してください',
    noneFound: '見つかりません',
    noneFoundText: '別のキーワードで検索するか、すべてを表示してください。',
    notServed: '提供しない',
    priceGroup: '価格グループ',
    remove: '削除または提供終了',
    removeText:
      '使用されたことがある場合は提供終了となり、過去の注文には引き続き表示されます。使用されていない場合は削除されます。',
    removeTitle: '{name} を削除または提供終了しますか？',
    restore: '提供を再開',
    retired: '提供終了',
    retiredText: '現在は提供していません。過去の注文には引き続き表示されます。',
    search: '検索',
    state: '状態',
    unknown: '該当する項目がありません',
    unknownText: '削除されたか、別の店舗のものです。',
  },
}
