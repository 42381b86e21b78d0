/** Customers and addresses. */
export const customersTexts = {
  address: {
    attention: 'Attention',
    city: 'City',
    companyName: 'Company',
    countryId: 'Country',
    email: 'E-mail',
    firstName: 'First name',
    known: 'Known addresses',
    lastName: 'Last name',
    line1: 'Street and number',
    line2: 'Address line 2',
    mobileNumber: 'Mobile',
    phoneNumber: 'Phone',
    postalCode: 'Postal code',
    state: 'State or region',
    use: 'Use this address',
  },
  customer: {
    new: 'New customer',
    newNamed: 'New customer “{name}”',
    newText: 'The address becomes the billing address of this order.',
    save: 'Save customer',
    search: 'Find customer',
    searchHint: 'Name, e-mail or phone',
  },
}
export type CustomersTexts = typeof customersTexts
