import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CartsAnswer, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import {
  ManagedCircle,
  ManagedCustomer,
  ManagedCustomersAnswer,
  type CustomerBody,
} from '../../../core/customers/manage/managed-customer.schema.ts'
import type { Engine } from '../../../core/database/engine.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import type { ImportReport } from '../../../core/transfer/transfer.schema.ts'
import { ownShop, sharedOwnShop, type OwnShop } from '../../support/own-shop.ts'
import {
  addCustomers,
  addPeopleChoices,
  hostedFile,
  hostedOf,
  peopleOf,
  someCustomers,
  wipePeople,
} from '../../support/random-customers.ts'
import { writerIn } from '../../support/random-products.ts'

const H =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'

/** As hosted shops export them: an older row without a name, one with a formula for a name, one with a note of two lines. */
const HOSTED = `${H}
'7001,Anna,Ågård,Anna@Example.com,yes,,Havnevej 1,,Skagen,,DK,9990,'+45 98 44 11 22,'+45 20 30 40 50,no,1200.00,3,"Rings twice
and waits",no,"Members, newsletter"
'7002,,,post@fjord.example,no,Fjord AS,Bryggen 5,2. etg,Bergen,,NO,5003,,,no,0.00,0,,no,
'7003,"=cmd|'/c calc'!A1",Berg,,no,,,,,,,,,'+45 11 22 33 44,no,0.00,0,,no,
`

async function importText(shop: OwnShop, text: string, isDryRun = false): Promise<ImportReport> {
  const path = join(shop.dataDir, 'customers.csv')
  await writeFile(path, text)
  const author = { storeId: shop.storeId, name: 'Ida', now: new Date() }
  return shop.beside(async (engine) => importFile(engine, { path, author, kind: 'customers', isDryRun }))
}
async function exportText(shop: OwnShop, kind: 'customers' | 'orders' = 'customers'): Promise<string> {
  const path = join(shop.dataDir, `${kind}-out.csv`)
  await shop.beside(async (engine) => exportFile(engine, { storeId: shop.storeId, kind, path }))
  return readFile(path, 'utf8')
}
const all = async ({ owner }: OwnShop) =>
  (await owner.get('/manage/customers')).ok(ManagedCustomersAnswer).customers

describe('a file that knows a customer as a double', () => {
  it('leaves them their own e-mail, whether by the double’s e-mail or by its id, and takes one with their own id', async () => {
    const shop = await ownShop()
    const { owner } = shop
    const make = async (email: string) =>
      (await owner.post('/manage/customers', { firstName: 'Karen', lastName: 'Blixen', email })).ok(
        ManagedCustomer,
      )
    const [kept, double] = [await make('karen@own.example'), await make('tanne@old.example')]
    await owner.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    const files = {
      hosted: 'First Name,Last Name,Email,Note\nKaren,Blixen,Tanne@old.example,hosted\n',
      own: 'email,lastName,note\ntanne@old.example,Blixen,own\n',
      double: `id,email,note\n${double.id},tanne@old.example,double\n`,
    }
    for (const [note, text] of Object.entries(files)) {
      expect(await importText(shop, text), note).toMatchObject({ added: 0, changed: 1, faults: [] })
      expect(await importText(shop, text), note).toMatchObject({ changed: 0, unchanged: 1 })
      const email = 'karen@own.example'
      expect(await all(shop)).toMatchObject([
        { id: kept.id, email, otherEmails: ['tanne@old.example'], note },
      ])
    }
    await importText(shop, `id,email\n${kept.id},tanne@old.example\n`)
    expect(await all(shop)).toMatchObject([{ id: kept.id, email: 'tanne@old.example' }])
  })
})

describe('a file in which both of two stand that were merged meanwhile', () => {
  it('is imported by the row of who is left, in whichever order they stand; twice changes nothing', async () => {
    const shop = await ownShop()
    const { owner } = shop
    const bodies = ['Karen', 'Isak', 'Tania'].map((firstName) => ({
      firstName,
      lastName: 'Blixen',
      email: `${firstName}@blixen.example`,
    }))
    await owner.post('/manage/customers', { lastName: 'Aage', email: 'aage@other.example' })
    for (const body of bodies) await owner.post('/manage/customers', body)
    const file = await exportText(shop)
    const hosted = `${H}\n${bodies.map((body, n) => `'${n},${body.firstName},Blixen,${body.email}${','.repeat(16)}`).join('\n')}\n`
    expect(await importText(shop, hosted)).toMatchObject({ faults: [], unchanged: 3 })

    const before = await all(shop)
    const [kept = '', ...doubles] = ['Isak', 'Karen', 'Tania'].map(
      (name) => before.find(({ firstName }) => firstName === name)?.id,
    )
    for (const doubleId of doubles) await owner.post(`/manage/customers/${kept}/merge`, { doubleId })
    const after = await all(shop)
    expect(after).toHaveLength(2)
    for (const text of [file, hosted]) {
      expect(await importText(shop, text, true)).toMatchObject({ faults: [], changed: 0 })
      expect(await importText(shop, text)).toMatchObject({ faults: [], added: 0, changed: 0 })
      expect(await all(shop)).toStrictEqual(after)
    }
    expect(await importText(shop, file)).toMatchObject({ rows: 4, unchanged: 4 })
    // What the row of who is left says is taken.
    expect(await importText(shop, file.replaceAll('Isak,Blixen', 'Isak,Dinesen'))).toMatchObject({
      changed: 1,
    })
    expect((await all(shop)).find(({ id }) => id === kept)).toMatchObject({ lastName: 'Dinesen' })

    // One of them twice is a mistake still.
    const twice = `email\nkaren@blixen.example\nisak@blixen.example\nkaren@blixen.example\n`
    expect((await importText(shop, twice)).faults).toMatchObject([{ line: 4, column: 'email' }])
  })
})

describe('the export of customers of a hosted shop', () => {
  it('is imported unchanged: names, e-mails, consent, addresses, notes, and tags that are groups; twice changes nothing', async () => {
    const shop = await ownShop()
    const group = (await shop.owner.post('/manage/customer-groups', { name: 'Members' })).ok(ManagedCircle)
    const dry = await importText(shop, HOSTED, true)
    expect(dry).toMatchObject({ kind: 'customers', rows: 3, added: 3, faults: [] })
    expect(dry.ignoredColumns).toContain('Total Spent')
    expect(await all(shop)).toStrictEqual([])
    expect(await importText(shop, HOSTED)).toMatchObject({ added: 3, changed: 0, unchanged: 0 })
    const [nameless, formula, anna] = await all(shop)
    expect(anna).toMatchObject({
      firstName: 'Anna',
      lastName: 'Ågård',
      email: 'anna@example.com',
      phoneNumber: '+45 20 30 40 50',
      acceptsMarketing: true,
      note: 'Rings twice\nand waits',
      customerGroupIds: [group.id],
      addresses: [
        {
          line1: 'Havnevej 1',
          city: 'Skagen',
          postalCode: '9990',
          phoneNumber: '+45 98 44 11 22',
          country: { name: 'Danmark' },
        },
      ],
    })
    expect(nameless).toMatchObject({
      email: 'post@fjord.example',
      addresses: [{ companyName: 'Fjord AS', line2: '2. etg' }],
    })
    expect(formula).toMatchObject({ firstName: "=cmd|'/c calc'!A1", email: null, addresses: [] })
    expect(await importText(shop, HOSTED)).toMatchObject({ added: 0, changed: 0, unchanged: 3 })

    // What the shop has written since, and the file says nothing of, stays; what it says otherwise is taken.
    await shop.owner.patch(`/manage/customers/${anna?.id}`, { note: null, email: 'anna@new.example' })
    const later = HOSTED.replace('Ågård', 'Aagaard').replace('Rings twice\nand waits', '')
    expect(await importText(shop, later)).toMatchObject({ added: 0, changed: 1, unchanged: 2 })
    const changed = (await shop.owner.get(`/manage/customers/${anna?.id}`)).ok(ManagedCustomer)
    expect(changed).toMatchObject({ lastName: 'Aagaard', email: 'anna@example.com', note: null })
    expect(changed.addresses).toHaveLength(1)
  })

  it('has e-mails without what nobody sees: who was copied from a web page is found again', async () => {
    const shop = await ownShop()
    const unseen = HOSTED.replace('anna@example.com', '\u200banna@example.com\u200b')
    expect(await importText(shop, unseen)).toMatchObject({ added: 3, faults: [] })
    expect((await all(shop)).map(({ email }) => email)).toContain('anna@example.com')
    expect(await importText(shop, 'email,firstName\nanna\u200b@example.com,Anna\n')).toMatchObject({
      unchanged: 1,
      faults: [],
    })
  })

  it('of earlier years has other names of columns, and finds who is known by the e-mail', async () => {
    const shop = await ownShop()
    const known = (
      await shop.owner.post('/manage/customers', {
        firstName: 'Bo',
        lastName: 'Berg',
        email: 'bo@berg.example',
      })
    ).ok(ManagedCustomer)
    const text =
      'First Name;Last Name;Email;Company;Address1;City;Province;Province Code;Country;Country Code;Zip;Phone;Accepts Marketing;Tags\n' +
      'Bo;Berg;BO@berg.example;;Gade 1;Aarhus;;;Denmark;DK;8000;;yes;\nCy;Young;cy@young.example;;1 Main St;Reno;Nevada;NV;United States;US;89501;;no;\n'
    expect(await importText(shop, text)).toMatchObject({ added: 1, changed: 1, faults: [] })
    const bo = (await shop.owner.get(`/manage/customers/${known.id}`)).ok(ManagedCustomer)
    expect(bo).toMatchObject({ acceptsMarketing: true, addresses: [{ city: 'Aarhus' }] })
    const cy = (await all(shop)).find(({ firstName }) => firstName === 'Cy')
    expect(cy?.addresses[0]).toMatchObject({ state: 'NV', postalCode: '89501' })
  })
})

it('addresses of a file without a column of countries are in the country of the shop: they were left out without a word', async () => {
  const shop = await ownShop()
  const text = 'email,lastName,line1,postalCode,city\nbo@berg.example,Berg,Gade 1,8000,Aarhus\n'
  for (const added of [1, 0])
    expect(await importText(shop, text)).toMatchObject({ added, unchanged: 1 - added, faults: [] })
  expect(await all(shop)).toMatchObject([
    { addresses: [{ line1: 'Gade 1', city: 'Aarhus', country: { name: 'Danmark' } }] },
  ])
})

describe('an apostrophe at the beginning of a cell of a hosted shop', () => {
  it('belongs to the name of a place or of somebody, and to no number and no formula', async () => {
    const shop = await ownShop()
    const text =
      'Customer ID,First Name,Last Name,Company,Address1,City,Country Code,Zip,Phone,Note\n' +
      "'9001,'=Jan,'t Hart,'47 Brand,'t Zand 1,'s-Hertogenbosch,NL,'5211,'+31 73 123,'t was closed\n"
    for (const added of [1, 0])
      expect(await importText(shop, text)).toMatchObject({ added, unchanged: 1 - added, faults: [] })
    expect(await all(shop)).toMatchObject([
      {
        firstName: '=Jan',
        lastName: "'t Hart",
        phoneNumber: '+31 73 123',
        note: "'t was closed",
        addresses: [
          {
            companyName: "'47 Brand",
            line1: "'t Zand 1",
            city: "'s-Hertogenbosch",
            postalCode: '5211',
          },
        ],
      },
    ])
  })
})

describe('files of customers that cannot be imported', () => {
  const shop = sharedOwnShop()

  it('parts of addresses, without street and country', async () => {
    const text = 'email,lastName,postalCode,city\nbo@berg.example,Berg,8000,Aarhus\n'
    expect(await importText(shop(), text)).toMatchObject({
      added: 0,
      faults: [{ line: 1, column: 'country', text: 'the file has no such column' }],
    })
  })

  it('an id of another store’s customer, and one that stands twice', async () => {
    const [mine, theirs] = [shop(), await ownShop()]
    const id = '0199a0b0-0000-7000-8000-0000000000aa'
    expect(await importText(mine, `id,lastName\n${id},A\n`)).toMatchObject({ added: 1 })
    const twice = await importText(
      theirs,
      `id,lastName\n${id},A\n0199a0b0-0000-7000-8000-0000000000ab,B\n${id},A\n`,
    )
    expect(twice.faults).toMatchObject([{ line: 4, column: 'id' }])
  })
})

describe('a file that names a customer otherwise', () => {
  it('has their open carts go by that name', async () => {
    const shop = await ownShop()
    const { owner } = shop
    const body = { firstName: 'Tanne', lastName: 'Westenholz' }
    const { id } = (await owner.post('/manage/customers', body)).ok(ManagedCustomer)
    const cart = { cultureCode: 'da-DK', currency: 'DKK' }
    const { cartId } = (await owner.post('/carts', cart)).ok(CreateCartAnswer)
    await owner.patch(`/carts/${cartId}`, { customerId: id })
    const none = (await owner.post('/manage/customers', body)).ok(ManagedCustomer)
    const text = `id,firstName,lastName\n${id},Karen,Blixen\n${none.id},Isak,Dinesen\n`
    expect(await importText(shop, text)).toMatchObject({ changed: 2, faults: [] })
    const { carts } = (await owner.get('/carts', { search: 'blixen' })).ok(CartsAnswer)
    expect(carts).toMatchObject([{ id: cartId, customerName: 'Karen Blixen' }])
  })
})

describe('the export of customers of a hosted shop, whoever they are', () => {
  it('makes the same customers, twice changes nothing, and our own export of them makes them, too', async () => {
    const shop = await ownShop()
    const { beside, dataDir, storeId } = shop
    const [hosted, own] = [join(dataDir, 'hosted.csv'), join(dataDir, 'own.csv')]
    await beside(async (engine) => {
      const choices = await addPeopleChoices(engine, storeId)
      const take = async (path: string) =>
        importFile(engine, { path, author: writerIn(storeId), kind: 'customers', isDryRun: false })
      await fc.assert(
        fc.asyncProperty(someCustomers(choices), async (bodies) => {
          const customers = bodies.map(hostedOf)
          await writeFile(hosted, await hostedFile(engine, customers))
          expect(await take(hosted)).toMatchObject({ faults: [], added: bodies.length })
          const made = await peopleOf(engine, storeId)
          const told = made.map((customer) => ({ ...customer, email: customer.emailAddress ?? '' }))
          for (const { acceptsMarketing, email, firstName, lastName, note, phone, ...address } of customers) {
            const { city, countryId: country_id, line1, zip: postal_code } = address
            const hasAddress = line1 + city + postal_code !== ''
            expect(told).toContainEqual(
              expect.objectContaining({
                firstName,
                lastName,
                email: email.toLowerCase(),
                phoneNumber: phone || null,
                note: note || null,
                acceptsMarketing,
                addresses: hasAddress
                  ? [expect.objectContaining({ line1, city, postal_code, country_id })]
                  : [],
              }),
            )
          }
          expect(await take(hosted)).toMatchObject({ faults: [], unchanged: bodies.length })
          await exportFile(engine, { storeId, kind: 'customers', path: own })
          await wipePeople(engine, storeId)
          expect(await take(own)).toMatchObject({ faults: [], added: bodies.length })
          expect(await peopleOf(engine, storeId)).toStrictEqual(made)
          expect(await take(hosted)).toMatchObject({ faults: [], unchanged: bodies.length })
          await wipePeople(engine, storeId)
        }),
        { numRuns: 30 },
      )
    })
  })
})

describe('our own export of customers', () => {
  const theSame = async (engine: Engine, { dataDir, storeId }: OwnShop, bodies: readonly CustomerBody[]) => {
    const path = join(dataDir, 'people.csv')
    const importing = { path, kind: 'customers' as const, isDryRun: false, author: writerIn(storeId) }
    await addCustomers(engine, storeId, bodies)
    const before = await peopleOf(engine, storeId)
    await exportFile(engine, { storeId, kind: 'customers', path })
    expect(await importFile(engine, importing)).toMatchObject({
      faults: [],
      added: 0,
      changed: 0,
      unchanged: bodies.length,
    })
    await wipePeople(engine, storeId)
    expect(await importFile(engine, importing)).toMatchObject({ faults: [], added: bodies.length })
    expect(await peopleOf(engine, storeId)).toStrictEqual(before)
    await wipePeople(engine, storeId)
  }

  it('imported again changes nothing, and into an emptied shop makes the same, whoever they are', async () => {
    const shop = await ownShop()
    await shop.beside(async (engine) => {
      const choices = await addPeopleChoices(engine, shop.storeId)
      await fc.assert(
        fc.asyncProperty(someCustomers(choices), async (bodies) => theSame(engine, shop, bodies)),
        { numRuns: 40 },
      )
    })
  })

  it('is the same however many there are', async () => {
    const shop = await ownShop()
    await shop.beside(async (engine) => {
      const choices = await addPeopleChoices(engine, shop.storeId)
      const [bodies = []] = fc.sample(someCustomers(choices, { least: 450, most: 450 }), 1)
      await theSame(engine, shop, bodies)
    })
  })

  it('brings customers back into groups and an organization that are offered no more', async () => {
    const shop = await ownShop()
    const circle = async (path: string) =>
      (await shop.owner.post(`/manage/${path}`, { name: 'Old, “friends”' })).ok(ManagedCircle).id
    const [groupId, organizationId] = [await circle('customer-groups'), await circle('organizations')]
    const person = { lastName: 'Holm', customerGroupIds: [groupId], organizationId }
    const { id } = (await shop.owner.post('/manage/customers', person)).ok(ManagedCustomer)
    const retired = { state: 'retired' }
    for (const path of [`customer-groups/${groupId}`, `organizations/${organizationId}`])
      expect((await shop.owner.patch(`/manage/${path}`, retired)).status).toBe(200)
    const before = await all(shop)

    const file = await exportText(shop)
    expect(await importText(shop, file)).toMatchObject({ faults: [], unchanged: 1 })
    expect((await shop.owner.delete(`/manage/customers/${id}`)).status).toBe(200)
    expect(await all(shop)).toStrictEqual([])
    expect(await importText(shop, file)).toMatchObject({ faults: [], added: 1 })
    const [after] = await all(shop)
    expect(after).toMatchObject({ id, customerGroupIds: [groupId], organizationId })
    expect(before).toMatchObject([{ id, customerGroupIds: [groupId], organizationId }])
    // Nobody new is put there, by hand or by a file.
    const faults = (await importText(shop, `lastName,groups\nNew,${groupId}\n`)).faults
    expect(faults).toHaveLength(1)
    expect((await shop.owner.post('/manage/customers', person)).status).toBe(400)
  })

  it('writes nothing that a spreadsheet would run, a row more for each further address', async () => {
    const shop = await ownShop()
    await importText(shop, HOSTED)
    const [anna] = (await all(shop)).filter(({ firstName }) => firstName === 'Anna')
    const countryId = anna?.addresses[0]?.countryId
    await shop.owner.patch(`/manage/customers/${anna?.id}`, {
      addresses: [...(anna?.addresses ?? []), { countryId, line1: '@sommer' }],
    })
    const lines = (await exportText(shop)).slice(1).split('\r\n')
    expect(lines[0]).toBe(
      'id,state,firstName,lastName,email,phone,organization,groups,acceptsMarketing,note,addressName,addressFirstName,addressLastName,company,attention,line1,line2,postalCode,city,region,country,addressEmail,addressPhone,addressMobile',
    )
    expect(lines).toHaveLength(6)
    for (const cell of lines.slice(1).flatMap((line) => line.split(',')))
      expect(cell).not.toMatch(/^"?[=+\-@]/)
    expect(lines.filter((line) => line.startsWith(anna?.id ?? ''))).toHaveLength(2)
  })
})
