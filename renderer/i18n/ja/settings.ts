import type { SettingsTexts } from '../en/settings.ts'

export const settingsTexts: SettingsTexts = {
  localApi: {
    clients: 'プログラム',
    noClients: 'プログラムはまだありません',
    noClientsText: 'この店舗のAPIを使うプログラムをここで登録します。',
    title: 'ローカルAPI',
  },
  settings: {
    groups: {
      people: '人',
      selling: '販売',
      shop: '店舗',
      system: 'プログラムとデータ',
    },
    places: '設定の項目',
    title: '設定',
  },
}
