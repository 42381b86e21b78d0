import { expect, it } from 'vitest'
import { Store } from '../../../core/stores/store.schema.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

it('the store of a token tells what a client needs to know before its first cart (extension)', async () => {
  for (const scope of ['staff', 'storefront', 'support', 'admin'] as const) {
    const clerk = await shop().as(scope)
    const answer = await clerk.get('/store')
    const store = answer.ok(Store)
    expect(answer.body).toStrictEqual({
      id: store.id,
      code: 'harbour',
      name: 'Harbour Outfitters',
      description: 'Clothes, galley and coffee for people by the sea.',
      timeZone: 'Europe/Copenhagen',
      defaultCultureCode: 'en-GB',
      defaultCountryId: await (await shop().as('staff')).country('Denmark'),
      cultures: ['en-GB', 'da-DK', 'de-DE'],
      currencies: [
        { id: expect.any(String) as string, isoCode: 'EUR' },
        { id: expect.any(String) as string, isoCode: 'DKK' },
      ],
      formerCurrencies: [],
      keepsStock: true,
      walkInShippingMethodId: null,
      walkInPaymentMethodId: null,
      beginsWithWalkIn: false,
      line1: 'Havnegade 12',
      line2: null,
      postalCode: '9990',
      city: 'Skagen',
      region: null,
      countryCode: 'DK',
      phoneNumber: '+45 98 44 12 12',
      emailAddress: 'shop@harbour-outfitters.example',
      taxNumber: 'DK12345674',
      receiptHead: {},
      receiptFoot: {
        'en-GB': 'Goods may be exchanged within 30 days against this receipt.',
        'da-DK': 'Varer kan byttes inden for 30 dage mod denne kvittering.',
        'de-DE': 'Umtausch innerhalb von 30 Tagen gegen diesen Beleg.',
      },
    })
  }
  expect((await (await shop().as('storefront', 'uptown')).get('/store')).body).toMatchObject({
    code: 'uptown',
  })
})
