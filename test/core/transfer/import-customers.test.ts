import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCustomerRows } from '../../../core/customers/customer.repository.ts'
import { customerNoun } from '../../../core/customers/manage/customer.noun.ts'
import { completeRecords } from '../../../core/customers/manage/customer-record.repository.ts'
import type { CustomerRecord } from '../../../core/customers/manage/customer-record.ts'
import {
  ManagedCircle,
  ManagedCustomer,
  ManagedCustomersAnswer,
  type CustomerBody,
} from '../../../core/customers/manage/managed-customer.schema.ts'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import type { Engine } from '../../../core/database/engine.ts'
import type { Context } from '../../../core/operations/context.ts'
import { createRecord } from '../../../core/records/create-record.ts'
import { removeRecord } from '../../../core/records/remove-record.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import type { ImportReport } from '../../../core/transfer/transfer.schema.ts'
import { ownShop, sharedOwnShop, type OwnShop } from '../../support/own-shop.ts'
import { changedTables, contentNow } from '../../support/data.ts'

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

/** What is wrong, the file, and what is said of it: the line, the column, and words of the text. */
const broken: readonly (readonly [string, string, number, string | null, RegExp])[] = [
  ['columns of something else', 'Order,Total\n1,2', 1, null, /neither a column/],
  ['nothing but the names of columns', H, 1, null, /nothing in the file/],
  ['an e-mail that is none', 'First Name,Email\nA,a@b', 2, 'Email', /no e-mail/],
  ['a country that is none', 'First Name,City,Country Code\nA,B,XX', 2, 'Country Code', /no country/],
  ['an address without a country', 'First Name,City\nA,B', 2, 'default address country code', /missing/],
  ['one e-mail twice', 'First Name,Email\nA,a@b.example\nB,A@b.example', 3, 'Email', /line 2/],
  ['nobody', 'First Name,Note\n,hm', 2, 'last name', /missing/],
  ['a name longer than any', `First Name,Email\n${'x'.repeat(600)},a@b.example`, 2, 'First Name', /512/],
  ['a flag that is none', 'First Name,Accepts Marketing\nA,perhaps', 2, 'Accepts Marketing', /yes nor no/],
  ['an id that is none', 'id,lastName\n12,A', 2, 'id', /no id/],
  ['a group that is not there', 'lastName,email,groups\nA,,Gold', 2, 'groups', /no customer group/],
  [
    'an organization that is not there',
    'lastName,email,organization\nA,,Acme',
    2,
    'organization',
    /no organization/,
  ],
  ['a state that is none', 'lastName,email,state\nA,,gone', 2, 'state', /active and retired/],
  ['a row with a cell too many', 'lastName,email\nA,,x', 2, null, /cells/],
]

describe('files of customers that cannot be imported', () => {
  const shop = sharedOwnShop()

  it.each(broken)('%s', async (_name, text, line, column, words) => {
    const before = await contentNow(shop().dataDir)
    const report = await importText(shop(), text)
    const told = report.faults.find((fault) => fault.line === line && words.test(fault.text))
    expect(told, JSON.stringify(report.faults.slice(0, 3))).toMatchObject({ column })
    expect(report).toMatchObject({ added: 0, changed: 0 })
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
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

/** What people and programs write, and what spreadsheets and parsers stumble over. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r\n', '\n', '\r', ' ', 'Ø', '😀'),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.join('')),
  )
  .filter((each) => each.trim() !== '' && each.isWellFormed() && !each.includes('\0'))
const maybe = fc.option(text, { nil: null })
const short = fc.option(
  text.filter((each) => each.length <= 50),
  { nil: null },
)

const people = (
  countryIds: string[],
  groupIds: string[],
  organizationId: string,
): fc.Arbitrary<CustomerBody[]> => {
  const address = fc.record({
    addressName: text,
    firstName: maybe,
    lastName: maybe,
    companyName: maybe,
    attention: maybe,
    line1: maybe,
    line2: maybe,
    postalCode: short,
    city: maybe,
    state: maybe,
    countryId: fc.constantFrom(...countryIds),
    phoneNumber: short,
    mobileNumber: short,
  })
  const customer = fc.record({
    firstName: text,
    lastName: text,
    hasEmail: fc.boolean(),
    phoneNumber: short,
    organizationId: fc.constantFrom(null, organizationId),
    customerGroupIds: fc.subarray(groupIds),
    note: maybe,
    acceptsMarketing: fc.boolean(),
    state: fc.constantFrom('active' as const, 'retired' as const),
    addresses: fc.array(address, { maxLength: 4 }),
  })
  return fc.array(customer, { minLength: 1, maxLength: 6 }).map((customers) =>
    customers.map(({ hasEmail, ...each }, n) => ({
      ...each,
      email: hasEmail ? `+c${n}@example.com` : null,
    })),
  )
}

/** The customers of a shop without what only their storing gave them. */
async function contentOf(engine: Engine, storeId: string) {
  const page = { limit: 1000, after: undefined }
  return engine.read(async (db) => {
    const { rows } = await findCustomerRows(db, storeId, page, { states: ['active', 'retired'] })
    return (await completeRecords(db, rows)).map(
      ({ version: _, addresses, ...customer }: CustomerRecord) => ({
        ...customer,
        addresses: addresses.map(({ id: __, ...address }) => address),
      }),
    )
  })
}

describe('our own export of customers', () => {
  it('imported again changes nothing, and into an emptied shop makes the same, whoever they are', async () => {
    const shop = await ownShop()
    const { beside, owner, storeId } = shop
    const groups: string[] = []
    for (const name of ['Members', '=1+1; “x”', ' Rowers']) {
      groups.push((await owner.post('/manage/customer-groups', { name })).ok(ManagedCircle).id)
    }
    const organization = (await owner.post('/manage/organizations', { name: '@Fjord, AS' })).ok(ManagedCircle)
    const { countries } = (await owner.get('/countries')).ok(CountriesAnswer)
    const path = join(shop.dataDir, 'people.csv')
    const importing = { path, kind: 'customers' as const, isDryRun: false }
    await beside(async (engine) => {
      const context: Context = {
        storeId,
        name: 'Ida',
        now: new Date(),
        clientId: '',
        scopes: new Set(),
        expires: new Date(),
        ifMatch: undefined,
        changes: [],
      }
      const author = context
      const arbitrary = people(
        countries.map(({ id }) => id),
        groups,
        organization.id,
      )
      await fc.assert(
        fc.asyncProperty(arbitrary, async (bodies) => {
          await engine.transact(async (db) => {
            for (const body of bodies) await createRecord(db, context, customerNoun, body)
          })
          const before = await contentOf(engine, storeId)
          await exportFile(engine, { storeId, kind: 'customers', path })
          expect(await importFile(engine, { ...importing, author })).toMatchObject({
            faults: [],
            added: 0,
            changed: 0,
            unchanged: bodies.length,
          })
          await engine.transact(async (db) => {
            for (const { id } of before) await removeRecord(db, context, customerNoun, id)
          })
          expect(await importFile(engine, { ...importing, author })).toMatchObject({
            faults: [],
            added: bodies.length,
          })
          expect(await contentOf(engine, storeId)).toStrictEqual(before)
          await engine.transact(async (db) => {
            for (const { id } of before) await removeRecord(db, context, customerNoun, id)
          })
        }),
        { numRuns: 40 },
      )
    })
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
