import type { CustomersTexts } from '../en/customers.ts'

export const customersTexts: CustomersTexts = {
  address: {
    attention: 'Att.',
    city: 'By',
    companyName: 'Firma',
    countryId: 'Land',
    email: 'E-mail',
    firstName: 'Fornavn',
    known: 'Kendte adresser',
    lastName: 'Efternavn',
    line1: 'Vej og nummer',
    line2: 'Adresselinje 2',
    mobileNumber: 'Mobil',
    phoneNumber: 'Telefon',
    postalCode: 'Postnummer',
    state: 'Region',
    use: 'Brug denne adresse',
  },
  customer: {
    new: 'Ny kunde',
    newNamed: 'Ny kunde “{name}”',
    newText: 'Adressen bliver ordrens faktureringsadresse.',
    save: 'Gem kunde',
    search: 'Find kunde',
    searchHint: 'Navn, e-mail eller telefon',
  },
}
