/** The settings: their frame, programs that use the API, and the data. */
export const settingsTexts = {
  localApi: {
    clients: 'Programs',
    noClients: 'No program yet',
    noClientsText: 'A program that uses the API of this shop is registered here.',
    title: 'Local API',
  },
  settings: {
    groups: {
      people: 'People',
      selling: 'Selling',
      shop: 'Shop',
      system: 'Programs and data',
    },
    places: 'Places of the settings',
    title: 'Settings',
  },
}
export type SettingsTexts = typeof settingsTexts
