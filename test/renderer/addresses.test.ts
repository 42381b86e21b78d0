import { describe, expect, it } from 'vitest'
import type { CartAddress } from '../../core/customers/address.schema.ts'
import {
  fromForm,
  isSameAddress,
  missingFields,
  toBody,
  toForm,
} from '../../renderer/features/addresses/address-body.ts'
import { placeLines } from '../../renderer/features/addresses/place-lines.ts'

const address: CartAddress = {
  id: '0199a0b0-0000-7000-8000-000000000001',
  addressName: 'Billing',
  firstName: 'Ida',
  lastName: 'Møller',
  companyName: null,
  attention: null,
  line1: 'Havnegade 12',
  line2: null,
  postalCode: '9990',
  city: 'Skagen',
  state: null,
  country: { id: '0199a0b0-0000-7000-8000-000000000002', name: 'Denmark', cultureCode: 'da-DK' },
  emailAddress: 'ida@example.com',
  mobilePhoneNumber: '+45 20 12 34 56',
  phoneNumber: null,
}

describe('the place of an address, as its country writes it', () => {
  it.each([
    ['DK', { city: 'Skagen', postalCode: '9990' }, ['9990 Skagen']],
    ['US', { city: 'New York', state: 'NY', postalCode: '10118' }, ['New York, NY 10118']],
    ['GB', { city: 'London', state: null, postalCode: 'SW1A 1AA' }, ['London SW1A 1AA']],
    ['DE', { city: 'Kiel', state: 'Holstein', postalCode: '24103' }, ['24103 Kiel', 'Holstein']],
    ['US', { city: '', state: '', postalCode: '' }, []],
    [undefined, { city: 'Doha', postalCode: '' }, ['Doha']],
    [
      'DK',
      { line1: 'Havnegade 12', line2: 'st. tv.', city: 'Skagen' },
      ['Havnegade 12', 'st. tv.', 'Skagen'],
    ],
    [
      'JP',
      { line1: '1-2-3 Toranomon', city: 'Minato-ku', postalCode: '105-0001' },
      ['1-2-3 Toranomon', '105-0001 Minato-ku'],
    ],
    [
      'JP',
      { line1: '虎ノ門1-2-3', line2: '森タワー 5階', city: '港区', state: '東京都', postalCode: '105-0001' },
      ['〒105-0001', '東京都港区虎ノ門1-2-3', '森タワー 5階'],
    ],
  ])('%s', (region, place, lines) => {
    expect(placeLines(place, region)).toEqual(lines)
  })
})

const COMPLETE = { hasName: true, hasPlace: true, hasPostalCodes: () => true }

describe('an address', () => {
  it('goes into a request under the names requests use', () => {
    expect(toBody(address)).toMatchObject({
      countryId: address.country.id,
      email: 'ida@example.com',
      mobileNumber: '+45 20 12 34 56',
    })
  })

  it('comes back from the form as it went in', () => {
    const again = fromForm(toForm(toBody(address)))
    expect(isSameAddress(again, toBody(address))).toBe(true)
    expect(again).not.toHaveProperty('companyName')
  })

  it('is another one as soon as one field differs', () => {
    const body = toBody(address)
    expect(isSameAddress(body, { ...body, line2: '' })).toBe(true)
    expect(isSameAddress(body, { ...body, line1: 'Havnegade 14' })).toBe(false)
  })

  it('is trimmed, and says which needed fields are empty', () => {
    const form = toForm({ firstName: ' Ida ', city: '  ' })
    expect(fromForm(form).firstName).toBe('Ida')
    expect(missingFields(form, COMPLETE)).toEqual(['lastName', 'line1', 'postalCode', 'city', 'countryId'])
  })

  it('needs no postal code where the country has none', () => {
    const needs = { ...COMPLETE, hasPostalCodes: (countryId: string) => countryId !== 'hong-kong' }
    const form = toForm({ ...toBody(address), postalCode: '' })
    expect(missingFields(form, needs)).toEqual(['postalCode'])
    expect(missingFields({ ...form, countryId: 'hong-kong' }, needs)).toEqual([])
  })

  it('needs no person where there is a company, and no street where nothing is sent', () => {
    const form = toForm({ companyName: 'Hotel Hafen', countryId: address.country.id })
    expect(missingFields(form, COMPLETE)).toEqual(['line1', 'postalCode', 'city'])
    expect(missingFields(form, { ...COMPLETE, hasPlace: false })).toEqual([])
    expect(
      missingFields(toForm({ countryId: address.country.id }), { ...COMPLETE, hasPlace: false }),
    ).toEqual(['firstName', 'lastName'])
  })
})
