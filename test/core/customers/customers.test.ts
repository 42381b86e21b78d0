import { describe, expect, it } from 'vitest'
import {
  Customer,
  CustomerGroupsAnswer,
  CustomersAnswer,
  OrganizationsAnswer,
} from '../../../core/customers/customer.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'
const FIELDS = [
  'addresses',
  'customerGroups',
  'emailAddress',
  'firstName',
  'id',
  'lastName',
  'organization',
  'phoneNumber',
]

describe('registering a customer (extension)', () => {
  it('answers it with groups, organization and addresses, as it is read back', async () => {
    const clerk = await shop().as('staff')
    const { customerGroups } = (await clerk.get('/customer-groups')).ok(CustomerGroupsAnswer)
    const { organizations } = (await clerk.get('/organizations')).ok(OrganizationsAnswer)
    const body = {
      firstName: 'Åse',
      lastName: 'Kjølhede',
      email: 'Aase.Kjolhede@Example.com',
      phoneNumber: '+45 98 44 00 11',
      organizationId: organizations[0]?.id,
      customerGroupIds: customerGroups.slice(0, 2).map(({ id }) => id),
      addresses: [await clerk.anAddress(), await clerk.anAddress({ line1: 'Sommerhuset' })],
    }
    const answer = await clerk.post('/customers', body)
    const customer = answer.ok(Customer)
    expect(fieldsOf(customer)).toStrictEqual(FIELDS)
    expect(customer).toMatchObject({
      firstName: 'Åse',
      lastName: 'Kjølhede',
      emailAddress: 'aase.kjolhede@example.com',
      phoneNumber: '+45 98 44 00 11',
      organization: organizations[0],
      customerGroups: customerGroups.slice(0, 2),
      addresses: [
        { addressName: 'Home', line1: 'Havnegade 12', country: { name: 'Denmark', cultureCode: 'da-DK' } },
        { addressName: 'Address 2', line1: 'Sommerhuset' },
      ],
    })
    expect((await clerk.get(`/customers/${customer.id}`)).body).toStrictEqual(answer.body)
  })

  it('has an e-mail without what nobody sees, which comes along with what is copied', async () => {
    const clerk = await shop().as('staff')
    const email = '\u2066Unseen\u200b@example.com\u2069'
    const made = (await clerk.post('/customers', { firstName: 'Una', lastName: 'Seen', email })).ok(Customer)
    expect(made.emailAddress).toBe('unseen@example.com')
    const none = (await clerk.post('/customers', { firstName: 'Una', lastName: 'Seen', email: '\u200b' })).ok(
      Customer,
    )
    expect(none.emailAddress).toBeNull()
  })

  it('needs no more than a name', async () => {
    const clerk = await shop().as('staff')
    for (const body of [
      { firstName: 'Bo', lastName: 'Berg' },
      { firstName: 'Bo', lastName: 'Berg', email: null, phoneNumber: '', organizationId: null },
    ]) {
      expect((await clerk.post('/customers', body)).body).toStrictEqual({
        id: expect.any(String) as string,
        firstName: 'Bo',
        lastName: 'Berg',
        emailAddress: null,
        phoneNumber: null,
        customerGroups: [],
        organization: null,
        addresses: [],
      })
    }
  })

  it('takes a name that holds no letters', async () => {
    const clerk = await shop().as('staff')
    expect((await clerk.post('/customers', { firstName: '—', lastName: '!' })).ok(Customer)).toMatchObject({
      lastName: '!',
    })
  })

  it.each([
    ['nothing', {}, ['firstName', 'lastName'], 'BadRequest'],
    ['blanks', { firstName: ' ', lastName: '\t' }, ['firstName', 'lastName'], 'BadRequest'],
    ['no e-mail', { firstName: 'A', lastName: 'B', email: 'a@b' }, ['email'], 'BadRequest'],
    [
      'no identifier',
      { firstName: 'A', lastName: 'B', customerGroupIds: ['club'] },
      ['customerGroupIds.0'],
      'BadRequest',
    ],
    [
      'a group that does not exist',
      { firstName: 'A', lastName: 'B', customerGroupIds: [UNKNOWN] },
      ['customerGroupIds'],
      'NotFound',
    ],
    [
      'an organization that does not exist',
      { firstName: 'A', lastName: 'B', organizationId: UNKNOWN },
      ['organizationId'],
      'NotFound',
    ],
    [
      'an address without its parts',
      {
        firstName: 'A',
        lastName: 'B',
        addresses: [{ city: 'C', countryId: UNKNOWN, firstName: 'A', lastName: 'B' }],
      },
      ['addresses.0.line1', 'addresses.0.postalCode'],
      'BadRequest',
    ],
  ] as const)('from %s is refused', async (_what, body, fields, kind) => {
    const clerk = await shop().as('staff')
    expect((await clerk.post('/customers', body)).faultyFields(kind).sort()).toStrictEqual(fields)
  })

  it('with an address in no country is refused, and nothing is kept', async () => {
    const clerk = await shop().as('staff')
    const addresses = [await clerk.anAddress(), await clerk.anAddress({ countryId: UNKNOWN })]
    const answer = await clerk.post('/customers', { firstName: 'Never', lastName: 'Kept', addresses })
    expect(answer.faultyFields('NotFound')).toStrictEqual(['addresses.1.countryId'])
    expect((await clerk.get('/customers', { search: 'never kept' })).body).toMatchObject({ customers: [] })
  })
})

describe('finding customers (extension)', () => {
  it('by beginnings of their names, e-mail or phone however it is spaced', async () => {
    const clerk = await shop().as('staff')
    const { id } = (
      await clerk.post('/customers', {
        firstName: 'Frederikke',
        lastName: 'Østergård-Lund',
        email: 'fol@strand.example',
        phoneNumber: '+45 91 82 73 64',
      })
    ).ok(Customer)
    const find = async (search: string) =>
      (await clerk.get('/customers', { search })).ok(CustomersAnswer).customers.map((customer) => customer.id)
    for (const search of [
      'frede oster',
      'Østergård',
      'lund frederikke',
      'fol@strand.example',
      'FOL@strand',
      '+4591827364',
      '45 91 82',
      '91827364',
      '91 82 7',
      // As mails, lists and messages have them.
      'Frederikke Østergård-Lund <fol@strand.example>',
      'mailto:fol@strand.example?subject=Your%20order',
      'E-mail: fol@strand.example,',
      'Please write to "fol@strand.example".',
      'ｆｏｌ＠ｓｔｒａｎｄ．ｅｘａｍｐｌｅ',
      'tel:+4591827364',
      'tlf+4591827364',
      'Telefon: 91 82 73 64',
      'Frederikke Østergård-Lund, +45 91 82 73 64',
      'Lund, tlf. 91 82 73 64',
      '電話番号：９１８２７３６４',
      '“Frederikke Østergård-Lund”,',
    ]) {
      expect(await find(search), search).toStrictEqual([id])
    }
    for (const search of ['ederikke', 'frede nielsen', 'fol@other.example', '99 91 82', '%%']) {
      expect(await find(search), search).toStrictEqual([])
    }
  })

  it('by their organization, and by any digits of a phone that stand together', async () => {
    const clerk = await shop().as('staff')
    const [organization] = (await clerk.get('/organizations')).ok(OrganizationsAnswer).organizations
    const home = await clerk.anAddress({
      companyName: 'Tvedestrand Bådbyg',
      attention: 'Ragna Kvistgaard',
      mobileNumber: '+45 60 61 62 63',
    })
    const { id } = (
      await clerk.post('/customers', {
        firstName: 'Torunn',
        lastName: 'Vik',
        phoneNumber: '+45 31 41 59 26',
        organizationId: organization?.id,
        addresses: [home],
      })
    ).ok(Customer)
    const find = async (search: string) =>
      (await clerk.get('/customers', { search })).ok(CustomersAnswer).customers.map((customer) => customer.id)
    const name = organization?.name ?? ''
    const [word = ''] = name.split(' ')
    for (const search of [
      name,
      name.toUpperCase(),
      word.slice(0, 4),
      'tvedestrand',
      'ragna kvist',
      `torunn ${word}`,
    ]) {
      expect(await find(search), search).toContain(id)
    }
    for (const search of [
      '5926',
      '59 26',
      '14159',
      '3141 59',
      '+45 31',
      '0045 31 41 59 26',
      '61 62',
      '60616263',
    ]) {
      expect(await find(search), search).toStrictEqual([id])
    }
    for (const search of ['9531', '926', '5927', `${word} nielsen`]) {
      expect(await find(search), search).not.toContain(id)
    }
  })

  it('that an order has made by the company on the bill', async () => {
    const clerk = await shop().as('staff')
    const billing = {
      firstName: '',
      lastName: '',
      companyName: 'Kullaberg Kaffe',
      email: 'kaffe@kullaberg.example',
    }
    const { order } = await clerk.anOrder({ billing })
    expect(order.customer).toMatchObject({ firstName: '', lastName: 'Kullaberg Kaffe' })
    const { customers } = (await clerk.get('/customers', { search: 'kullaberg' })).ok(CustomersAnswer)
    expect(customers.map(({ id }) => id)).toStrictEqual([order.customer.id])
  })

  it('that an order has made of a company and the first name of whom to ask for, by that name once', async () => {
    const clerk = await shop().as('staff')
    const billing = { firstName: 'Ulla', lastName: '', companyName: 'Skagen Kiosk' }
    const { order } = await clerk.anOrder({ billing })
    expect(order.customer).toMatchObject({ firstName: 'Ulla', lastName: '' })
  })

  it('lists them by name, with exactly these fields', async () => {
    const clerk = await shop().as('staff')
    const { customers } = (await clerk.get('/customers')).ok(CustomersAnswer)
    for (const customer of customers) expect(fieldsOf(customer)).toStrictEqual(FIELDS)
    const names = customers.map(({ lastName, firstName }) => `${lastName}\0${firstName}`)
    expect(names.toSorted((a, b) => (a < b ? -1 : 1))).toStrictEqual(names)
  })

  it('of another store finds none', async () => {
    const clerk = await shop().as('staff')
    const uptown = await shop().as('staff', 'uptown')
    const { id } = (await clerk.post('/customers', { firstName: 'Only', lastName: 'Harbourside' })).ok(
      Customer,
    )
    expect((await clerk.get('/customers', { search: 'harbourside' })).body).toMatchObject({
      customers: [{ id }],
    })
    expect((await uptown.get('/customers', { search: 'harbourside' })).body).toMatchObject({ customers: [] })
    expect((await uptown.get(`/customers/${id}`)).refused('NotFound')).toHaveLength(1)
  })

  it('that do not exist is not found', async () => {
    const clerk = await shop().as('staff')
    expect((await clerk.get(`/customers/${UNKNOWN}`)).refused('NotFound')).toHaveLength(1)
    expect((await clerk.get('/customers/me')).faultyFields('BadRequest')).toStrictEqual(['customerId'])
  })
})

describe('customer groups and organizations (extension)', () => {
  it('are lists of id and name, by name', async () => {
    const clerk = await shop().as('staff')
    const { customerGroups } = (await clerk.get('/customer-groups')).ok(CustomerGroupsAnswer)
    expect(customerGroups.map(({ name }) => name)).toStrictEqual([
      'Berth holders',
      'Harbour Club',
      'Sailing school',
      'Staff',
    ])
    const { organizations } = (await clerk.get('/organizations')).ok(OrganizationsAnswer)
    expect(organizations.length).toBeGreaterThan(3)
    for (const row of [...customerGroups, ...organizations])
      expect(fieldsOf(row)).toStrictEqual(['id', 'name'])
  })
})
