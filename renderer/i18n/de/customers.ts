import type { CustomersTexts } from '../en/customers.ts'

export const customersTexts: CustomersTexts = {
  address: {
    attention: 'Zu Händen',
    city: 'Ort',
    companyName: 'Firma',
    countryId: 'Land',
    email: 'E-Mail',
    firstName: 'Vorname',
    known: 'Bekannte Adressen',
    lastName: 'Nachname',
    line1: 'Straße und Hausnummer',
    line2: 'Adresszusatz',
    mobileNumber: 'Mobil',
    phoneNumber: 'Telefon',
    postalCode: 'Postleitzahl',
    state: 'Bundesland',
    use: 'Adresse verwenden',
  },
  customer: {
    new: 'Neuer Kunde',
    newNamed: 'Neuer Kunde „{name}“',
    newText: 'Die Adresse wird zur Rechnungsadresse dieses Auftrags.',
    save: 'Kunden speichern',
    search: 'Kunden suchen',
    searchHint: 'Name, E-Mail oder Telefon',
  },
}
