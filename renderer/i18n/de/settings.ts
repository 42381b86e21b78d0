import type { SettingsTexts } from '../en/settings.ts'

export const settingsTexts: SettingsTexts = {
  localApi: {
    clients: 'Programme',
    noClients: 'Noch kein Programm',
    noClientsText: 'Hier wird ein Programm angemeldet, das die API dieses Ladens benutzt.',
    title: 'Lokale API',
  },
  settings: {
    groups: {
      people: 'Personen',
      selling: 'Verkauf',
      shop: 'Laden',
      system: 'Programme und Daten',
    },
    places: 'Bereiche der Einstellungen',
    title: 'Einstellungen',
  },
}
