import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ManagedCustomer } from '../../core/customers/manage/managed-customer.schema.ts'
import type { PersonData } from '../../core/people/people.schema.ts'
import { attemptTag } from './attempt-tag.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

const field = (name: string): Locator => counter().page.getByRole('textbox', { name, exact: true })
const heading = (name: string): Locator =>
  counter().page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })
const dialog = (name: string): Locator => counter().page.getByRole('dialog', { name })
const make = async (fields: object): Promise<ManagedCustomer> =>
  (await counter().program.post('/manage/customers', fields)).ok(ManagedCustomer)
const read = async (id: string): Promise<ManagedCustomer> =>
  (await counter().program.get(`/manage/customers/${id}`)).ok(ManagedCustomer)
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 120 })

/** Opens the menu of further steps with the keyboard, and takes one. */
async function takeStep(name: string): Promise<void> {
  const { page, press } = counter()
  await page.getByRole('button', { name: 'More steps' }).focus()
  await press('Enter')
  await page.getByRole('menuitem', { name }).waitFor()
  while (!(await page.getByRole('menuitem', { name }).and(page.locator(':focus')).isVisible()))
    await press('ArrowDown')
  await press('Enter')
}

describe('customers, by the keyboard alone', () => {
  test('the list stays where it is while the groups to choose from are still on their way', async () => {
    const { page, goTo, complaints } = counter()
    const late = await keepBack(page, ({ pathname }) => /\/(customer-groups|organizations)$/.test(pathname))
    await goTo('/customers')
    const first = page.getByRole('table', { name: 'Customers' }).getByRole('row').first()
    await first.waitFor()
    await eventually(late.count).toBe(2)
    const before = await first.boundingBox()
    await late.letGo()
    await page.getByRole('combobox', { name: 'Groups' }).waitFor()
    await page.getByRole('combobox', { name: 'Organization' }).waitFor()
    expect(await first.boundingBox()).toEqual(before)
    expect(complaints).toEqual([])
  })

  test('a paste finds somebody, the page is edited in place, and a new order begins with them', async () => {
    const { page, program, press, complaints } = counter()
    // Its own again at a second try.
    const email = `signe${tag()}@kvist.example`
    const { id } = await make({
      firstName: 'Signe',
      lastName: 'Kvist',
      email,
      addresses: [{ ...(await program.anAddress({ firstName: 'Signe', lastName: 'Kvist' })) }],
    })
    await press('Control+F10')
    await heading('Customers').waitFor()
    await page
      .locator(':focus')
      .and(page.getByRole('combobox').or(page.getByRole('searchbox')))
      .first()
      .waitFor()
    await type(`Signe <${email}>`)
    await page.getByRole('row', { name: email }).waitFor()
    await press('Enter')
    await heading('Signe Kvist').waitFor()
    await field('Note').focus()
    await type('Rings twice')
    await page.getByText('Not saved yet').waitFor()
    await press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await read(id)).note).toBe('Rings twice')
    // Enter in a field saves, as on the page of every record.
    await field('Phone').first().focus()
    await type('+45 20 30 40 50')
    await press('Enter')
    await eventually(async () => (await read(id)).phoneNumber).toBe('+45 20 30 40 50')
    await page.getByRole('region', { name: 'History' }).getByText('Rings twice').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('main').getByRole('button', { name: 'New order' }).focus()
    await press('Enter')
    await page.waitForURL(/#\/carts\//)
    // A new order begins with the scan field, which takes the focus when all is there.
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).and(page.locator(':focus')).waitFor()
    const link = page.getByRole('region', { name: 'Customer' }).getByRole('link', { name: 'Signe Kvist' })
    await link.waitFor()
    const cartId = /carts\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    await eventually(async () => (await program.readCart(cartId)).billingAddress?.lastName).toBe('Kvist')
    await link.focus()
    await press('Enter')
    await page.getByRole('region', { name: 'Open orders' }).getByRole('link').waitFor()

    await press('Control+k')
    await type('signe kvist')
    await page
      .getByRole('option', { name: /^Signe Kvist.*Customer$/ })
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('two people edit one: the second sees who changed what, keeps what was typed, and saves both', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { id } = await make({ firstName: 'Two', lastName: 'Desks', phoneNumber: '+45 11 11 11 11' })
    await goTo(`/customers/${id}`)
    await heading('Two Desks').waitFor()
    await field('Note').focus()
    await type('mine')
    await program.patch(`/manage/customers/${id}`, { phoneNumber: '+45 22 22 22 22' })
    const alert = page.getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' })
    await alert.getByText('+45 22 22 22 22').waitFor()
    await press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read(id)).toMatchObject({ note: 'mine', phoneNumber: '+45 22 22 22 22', version: 3 })
    expect(complaints).toEqual([])
  })

  test('an address is added, and a new customer is made and told what is missing', async () => {
    const { page, press, complaints } = counter()
    await press('Control+F10')
    await page.getByRole('link', { name: 'New customer' }).focus()
    await press('Enter')
    await field('First name').and(page.locator(':focus')).waitFor()
    await press('Control+s')
    await page
      .getByRole('alert')
      .getByText(/Last name: is missing/)
      .waitFor()
    await field('First name').focus()
    await type('Nils')
    await page.getByRole('button', { name: 'Add address' }).focus()
    await press('Enter')
    await dialog('Add address')
      .getByRole('textbox', { name: 'First name' })
      .and(page.locator(':focus'))
      .waitFor()
    await dialog('Add address').getByRole('textbox', { name: 'City' }).focus()
    await type('Skagen')
    expect(await accessibilityFaults(page)).toEqual([])
    await press('Enter')
    await page.getByRole('region', { name: 'Addresses' }).getByText('Skagen').waitFor()
    await press('Control+s')
    await heading('Nils').waitFor()
    expect(complaints).toEqual([])
  })

  test('a country is offered by the name that the shop gives it by now', async () => {
    const { core, page, goTo, complaints } = counter()
    const manager = await localProgram(core, 'manage')
    const call = async (name: string | null): Promise<unknown> =>
      manager.patch('/manage/countries/GL', { names: { 'en-GB': name } })
    await goTo(`/customers/${(await make({ lastName: 'Northman' })).id}`)
    await page.getByRole('button', { name: 'Add address' }).click()
    const country = dialog('Add address').getByRole('combobox', { name: 'Country' })
    await country.fill('greenl')
    await page.getByRole('option', { name: 'Greenland', exact: true }).waitFor()
    try {
      await call('Kalaallit Nunaat')
      await country.fill('kalaal')
      await page.getByRole('option', { name: 'Kalaallit Nunaat', exact: true }).waitFor()
    } finally {
      await call(null)
    }
    expect(complaints).toEqual([])
  })

  test('an address that is made the first keeps the keyboard', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const [home, work] = await Promise.all(
      ['Aarhus', 'Ribe'].map(async (city) => ({ ...(await program.anAddress({ city })), addressName: city })),
    )
    const { id } = await make({ lastName: 'Twoplaces', addresses: [home, work] })
    await goTo(`/customers/${id}`)
    const first = page.getByRole('button', { name: 'Make Ribe the first' })
    await first.focus()
    await press('Enter')
    await page.getByRole('button', { name: 'Edit Ribe' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+s')
    await eventually(async () => (await read(id)).addresses.map(({ city }) => city)).toEqual([
      'Ribe',
      'Aarhus',
    ])
    expect(complaints).toEqual([])
  })

  test('an address that is typed is there again after a reload, of each its own; what a colleague makes of it stays, too', async () => {
    const { page, program, goTo, complaints } = counter()
    const [home, work] = await Promise.all(
      ['Aarhus', 'Ribe'].map(async (city) => ({
        ...(await program.anAddress({ city, line2: '' })),
        addressName: city,
      })),
    )
    const { id, addresses } = await make({ lastName: 'Twohomes', addresses: [home, work] })
    await goTo(`/customers/${id}`)
    const edit = async (name: string): Promise<Locator> => {
      await page.getByRole('button', { name: `Edit ${name}` }).click()
      return dialog('Address').getByRole('textbox', { name: 'Address line 2' })
    }
    await (await edit('Ribe')).fill('Door 7')
    await page.reload()
    expect(await (await edit('Aarhus')).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await dialog('Address').waitFor({ state: 'hidden' })
    const moved = addresses.map(({ country, ...each }) => ({
      ...each,
      countryId: country.id,
      city: each.city === 'Ribe' ? 'Vejle' : each.city,
    }))
    expect((await program.patch(`/manage/customers/${id}`, { addresses: moved })).status).toBe(200)
    await page.getByText('9990 Vejle', { exact: true }).waitFor()
    const line = await edit('Ribe')
    expect(await line.inputValue()).toBe('Door 7')
    expect(await dialog('Address').getByRole('textbox', { name: 'City' }).inputValue()).toBe('Vejle')
    // Again, while the form is open.
    const again = moved.map((each) => ({ ...each, city: each.city === 'Vejle' ? 'Skagen' : each.city }))
    expect((await program.patch(`/manage/customers/${id}`, { addresses: again })).status).toBe(200)
    await page.getByText('9990 Skagen', { exact: true }).waitFor({ state: 'attached' })
    await line.press('Enter')
    await dialog('Address').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+s')
    await eventually(async () => (await read(id)).addresses[1]).toMatchObject({
      city: 'Skagen',
      line2: 'Door 7',
    })
    await page.getByRole('button', { name: 'Add address' }).click()
    await dialog('Add address').getByRole('textbox', { name: 'City' }).fill('Tarm')
    await page.reload()
    await page.getByRole('button', { name: 'Add address' }).click()
    const city = dialog('Add address').getByRole('textbox', { name: 'City' })
    await eventually(async () => city.inputValue()).toBe('Tarm')
    expect(complaints).toEqual([])
  })
})

describe('what only a manager does', () => {
  test('a double is chosen, what will happen is said, and it is done', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const kept = await make({ firstName: 'Karla', lastName: 'Twofold', email: 'karla@one.example' })
    const double = await make({ firstName: 'Karla', lastName: 'Twofold', email: 'karla@two.example' })
    await program.patch(`/carts/${await program.aCart()}`, { customerId: double.id })
    await goTo(`/customers/${kept.id}`)
    await heading('Karla Twofold').waitFor()
    // Typed before, and not saved yet.
    await field('Note').focus()
    await type('Left-handed')
    await takeStep('Merge a double')
    const likely = dialog('Merge a double').getByRole('radio', { name: 'Karla Twofold' })
    await likely.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await likely.focus()
    await press('Space')
    await dialog('Merge a double').getByText('1 cart moves here').waitFor()
    await dialog('Merge a double').getByText('karla@two.example are recognised').waitFor()
    await dialog('Merge a double').getByRole('button', { name: 'Merge', exact: true }).focus()
    await press('Enter')
    await page.getByRole('status').filter({ hasText: 'Merged' }).waitFor()
    await page.getByRole('region', { name: 'Open orders' }).getByRole('link').waitFor()
    expect(await read(double.id)).toMatchObject({ id: kept.id, otherEmails: ['karla@two.example'] })
    await page.getByText('Not saved yet').waitFor()
    expect(await page.getByText('Changed meanwhile').count()).toBe(0)
    await press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read(kept.id)).toMatchObject({ note: 'Left-handed', otherEmails: ['karla@two.example'] })
    expect(complaints).toEqual([])
  })

  test('nobody is offered as their own double, and the keyboard goes on where one is chosen', async () => {
    const { page, press, goTo, complaints } = counter()
    const lastName = `Mirrored${tag()}`
    const kept = await make({ firstName: 'Wanda', lastName, email: `wanda${tag()}@one.example` })
    const double = await make({ firstName: 'Wanja', lastName, email: `wanja${tag()}@two.example` })
    await goTo(`/customers/${kept.id}`)
    await heading(`Wanda ${lastName}`).waitFor()
    await takeStep('Merge a double')
    const merging = dialog('Merge a double')
    const search = merging.getByRole('combobox', { name: 'Find customer' })
    await search.and(page.locator(':focus')).waitFor()
    await type(lastName)
    await page.getByRole('option', { name: double.email ?? '' }).waitFor()
    expect(await page.getByRole('option', { name: kept.email ?? '' }).count()).toBe(0)
    await press('Enter')
    const another = merging.getByRole('button', { name: 'Choose another' })
    await merging.getByRole('button', { name: 'Merge', exact: true }).and(page.locator(':focus')).waitFor()
    await another.focus()
    await press('Enter')
    await search.and(page.locator(':focus')).waitFor()
    await press('Escape')
    await merging.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More steps' }).and(page.locator(':focus')).waitFor()
    expect(complaints).toEqual([])
  })

  test('the first address that is typed, and not saved yet, stays beside those of the double', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const lastName = `Unhoused${tag()}`
    const kept = await make({ firstName: 'Kirsten', lastName })
    const address = await program.anAddress({ city: 'Skagen' })
    const double = await make({ firstName: 'Kirsten', lastName, addresses: [address] })
    await goTo(`/customers/${kept.id}`)
    await heading(`Kirsten ${lastName}`).waitFor()
    await page.getByRole('button', { name: 'Add address' }).click()
    await dialog('Add address').getByRole('textbox', { name: 'City' }).fill('Tarm')
    await press('Enter')
    await dialog('Add address').waitFor({ state: 'hidden' })
    await takeStep('Merge a double')
    await dialog('Merge a double')
      .getByRole('radio', { name: `Kirsten ${lastName}` })
      .click()
    await dialog('Merge a double').getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Merged' }).waitFor()
    await press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await read(double.id)).addresses.map(({ city }) => city).sort()).toStrictEqual(['Skagen', 'Tarm'])
    expect(complaints).toEqual([])
  })

  test('whoever has the double open is told, and what they type goes to the one that stays', async () => {
    const { core, page, press, goTo, complaints } = counter()
    const kept = await make({ firstName: 'Rosa', lastName: 'Single', email: 'rosa@one.example' })
    const double = await make({ firstName: 'Rosemarie', lastName: 'Single' })
    const manager = await localProgram(core, 'manage')
    // More often changed than the one that stays.
    for (const phoneNumber of ['1', '+45 22 22 22 22'])
      await manager.patch(`/manage/customers/${double.id}`, { phoneNumber })
    await goTo(`/customers/${double.id}`)
    await heading('Rosemarie Single').waitFor()
    await field('Note').focus()
    await type('Rings twice')
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    await page.getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' }).waitFor()
    await heading('Rosa Single').waitFor()
    await press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read(kept.id)).toMatchObject({
      firstName: 'Rosa',
      email: 'rosa@one.example',
      phoneNumber: '+45 22 22 22 22',
      note: 'Rings twice',
    })
    expect(complaints).toEqual([])
  })

  test('a customer who is retired is offered again', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { id } = await make({ firstName: 'Rita', lastName: 'Returns' })
    await program.patch(`/carts/${await program.aCart()}`, { customerId: id })
    await goTo(`/customers/${id}`)
    await heading('Rita Returns').waitFor()
    await takeStep('Delete or retire')
    await dialog('Delete or retire').getByRole('button', { name: 'Delete or retire' }).focus()
    await press('Enter')
    await page.getByText('The customer is retired').waitFor()
    expect(await read(id)).toMatchObject({ state: 'retired' })
    await page.getByRole('button', { name: 'Offer again' }).focus()
    await press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'New order' }).waitFor()
    expect(await page.getByText('The customer is retired').count()).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'active' })
    expect(complaints).toEqual([])
  })

  test('a person’s data is handed over as a file, and erased only after the name was typed', async () => {
    const { page, program, press, complaints } = counter()
    const { order, paymentId } = await program.anOrder({
      billing: { firstName: 'Gone', lastName: 'Soon', email: 'gone@soon.example' },
    })
    const { id } = order.customer
    await press('Control+k')
    await type('gone@soon.example')
    const found = page.getByRole('option', { name: /Gone Soon.*Customer/ })
    await found.click()
    await page.waitForURL((url) => url.hash === `#/customers/${id}`)
    await heading('Gone Soon').waitFor()
    await press('Control+k')
    await found.waitFor()
    await press('Escape')
    await page.getByRole('link', { name: order.orderNumber }).waitFor()
    const download = page.waitForEvent('download')
    await takeStep('Export personal data')
    const file = await download
    expect(file.suggestedFilename()).toBe(`customer-${id}.json`)
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as PersonData
    expect(data.orders.map(({ orderNumber }) => orderNumber)).toStrictEqual([order.orderNumber])

    await takeStep('Erase personal data')
    await press('Enter')
    const typed = dialog('Erase personal data').getByRole('textbox')
    await typed.and(page.locator(':focus')).waitFor()
    await type('gone soon')
    await press('Enter')
    await dialog('Erase personal data')
      .getByText(new RegExp(`${order.orderNumber} \\(New order\\)`))
      .waitFor()
    await program.post(`/payments/${paymentId}/capture`, {})
    await program.post(`/orders/${order.id}/complete`)
    await dialog('Erase personal data').getByRole('button', { name: 'Erase for good' }).focus()
    await press('Enter')
    await heading('Erased').waitFor()
    await page.getByRole('status').filter({ hasText: 'The data is erased' }).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/gone@soon|Soon/)
    expect(await accessibilityFaults(page)).toEqual([])
    await press('Control+k')
    await page.getByRole('option', { name: 'Carts' }).waitFor()
    expect(await found.count()).toBe(0)
    await press('Escape')
    await page.getByRole('link', { name: order.orderNumber }).focus()
    await press('Enter')
    await page.getByRole('region', { name: 'History' }).getByText('Personal data erased').waitFor()
    // The refusal was meant.
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
  })

  test('a person is erased by the name as it is read, however a program has written it', async () => {
    const { page, press, goTo, complaints } = counter()
    const { id } = await make({ firstName: 'A\u030Ase  Ma\u00adrie\u200b ', lastName: 'Gone' })
    await goTo(`/customers/${id}`)
    await page.getByRole('heading', { level: 1 }).getByText('Gone').waitFor()
    await takeStep('Erase personal data')
    await dialog('Erase personal data').getByRole('textbox').and(page.locator(':focus')).waitFor()
    await type('\u00C5se Marie Gone')
    await press('Enter')
    await page.getByText('The data is erased').waitFor()
    expect(complaints).toEqual([])
  })
})

test('customers who come with a file, and a group that is new, are in the list at once', async () => {
  const { core, page, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const name = `Filed${tag()}`
  await goTo(`/customers?search=${name}`)
  await page.getByText('Nobody fits').waitFor()
  const file = `firstName,lastName,email\n${name},Strand,${name}@strand.example\n`
  const query = { kind: 'customers' }
  const begun = await manager.post('/manage/imports', file, {
    query,
    headers: { 'content-type': 'text/csv' },
  })
  expect(begun.status).toBe(202)
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()

  expect((await manager.post('/manage/customer-groups', { name: `Sailors ${name}` })).status).toBe(200)
  const groups = page.getByRole('combobox', { name: 'Customer groups' })
  await groups.click()
  await page.getByRole('option', { name: `Sailors ${name}` }).waitFor()
  await page.keyboard.press('Escape')
  await goTo('/orders')
  expect(complaints).toEqual([])
})

test('a list to choose from marks where one is in it once the keyboard is in it, and not before', async () => {
  const { page, press } = counter()
  await press('Control+F10')
  await heading('Customers').waitFor()
  await page.getByRole('row').nth(3).waitFor()
  await press('ArrowDown', 'Enter')
  const groups = page.getByRole('listbox', { name: 'Customer groups' })
  const grounds = async (): Promise<string[]> =>
    groups.getByRole('option').evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
  await groups.waitFor()
  expect(new Set(await grounds()).size).toBe(1)
  await groups.focus()
  expect(new Set(await grounds()).size).toBe(2)
})

test('from 640 px everything stands in one column, with nothing cut', async () => {
  const { page, press } = counter()
  await page.setViewportSize({ width: 640, height: 800 })
  await press('Control+F10')
  await heading('Customers').waitFor()
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').focus()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  await press('Enter')
  await page.getByRole('region', { name: 'Turnover' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  await page.setViewportSize({ width: 1360, height: 860 })
})
