import type { SettingsTexts } from '../en/settings.ts'

export const settingsTexts: SettingsTexts = {
  localApi: {
    clients: 'Programmer',
    noClients: 'Endnu intet program',
    noClientsText: 'Her registreres et program, der bruger butikkens API.',
    title: 'Lokalt API',
  },
  settings: {
    groups: {
      people: 'Personer',
      selling: 'Salg',
      shop: 'Butik',
      system: 'Programmer og data',
    },
    places: 'Steder i indstillingerne',
    title: 'Indstillinger',
  },
}
