import { expect, it } from 'vitest'
import { Store } from '../../../core/stores/store.schema.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

it('the store of a token tells what a client needs to know before its first cart (extension)', async () => {
  for (const scope of ['staff', 'storefront', 'admin'] as const) {
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
      defaultCountryId: await clerk.country('Denmark'),
      cultures: ['en-GB', 'da-DK', 'de-DE'],
      currencies: [
        { id: expect.any(String) as string, isoCode: 'EUR' },
        { id: expect.any(String) as string, isoCode: 'DKK' },
      ],
    })
  }
  expect((await (await shop().as('storefront', 'uptown')).get('/store')).body).toMatchObject({
    code: 'uptown',
  })
})
