import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import {
  ManagedCustomer,
  ManagedCustomerGroupsAnswer,
} from '../../core/customers/manage/managed-customer.schema.ts'
import { attemptTag } from './attempt-tag.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
const attempt = attemptTag()

const heading = (name: string): Locator =>
  counter().page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })
const focused = (locator: Locator): Locator => locator.and(counter().page.locator(':focus'))
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 120 })

test('a customer group is made by keyboard, members come and go, and the customer’s page leads to what they belong to', async () => {
  const { page, press, program, complaints } = counter()
  const tag = `Q${attempt()}`
  const customer = (
    await program.post('/manage/customers', {
      firstName: 'Rowena',
      lastName: tag,
      email: `${tag}@row.example`,
    })
  ).ok(ManagedCustomer)
  await press('Control+F10')
  const tabs = page.getByRole('navigation', { name: 'Customers and what they belong to' })
  await tabs.getByRole('link', { name: 'Customer groups' }).focus()
  await press('Enter')
  await heading('Customer groups').waitFor()
  await page.getByRole('table', { name: 'Customer groups' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'New customer group' }).focus()
  await press('Enter')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await focused(name).waitFor()
  await press('Control+s')
  await page.getByText('Please fill this in').waitFor()
  await focused(name).waitFor()
  await type(`Rowers ${tag}`)
  // What is mended is no fault any more, before it is saved.
  await page.getByText('Please fill this in').waitFor({ state: 'detached' })
  await press('Control+s')
  await heading(`Rowers ${tag}`).waitFor()
  await page.getByText('Nobody belongs here yet.').waitFor()

  await press('F4')
  const search = page.getByRole('combobox', { name: 'Find customer' })
  await focused(search).waitFor()
  await type(tag)
  await page.getByRole('option', { name: /^Rowena/ }).waitFor()
  await press('Enter')
  const member = page.getByRole('list', { name: 'Members' }).getByRole('link', { name: `Rowena ${tag}` })
  await member.waitFor()
  await focused(search).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await member.focus()
  await press('Enter')
  await heading(`Rowena ${tag}`).waitFor()
  const places = page.getByRole('navigation', { name: 'Belongs to' })
  await places.getByRole('link', { name: `Rowers ${tag}` }).waitFor()
  const organization = page.getByRole('combobox', { name: 'Organization' })
  await organization.focus()
  await press('Control+a')
  await type('Klitly')
  await page.getByRole('option', { name: 'Klitly Strandhotel ApS' }).waitFor()
  await press('Enter', 'Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  const link = places.getByRole('link', { name: 'Klitly Strandhotel ApS' })
  await link.focus()
  await press('Enter')
  await heading('Klitly Strandhotel ApS').waitFor()
  await page.getByRole('link', { name: `Rowena ${tag}` }).waitFor()

  await page.goBack()
  await places.getByRole('link', { name: `Rowers ${tag}` }).focus()
  await press('Enter')
  await page.getByRole('button', { name: `Rowena ${tag} no longer belongs here` }).focus()
  await press('Enter')
  await page.getByText('Nobody belongs here yet.').waitFor()
  await focused(search).waitFor()
  const changed = (await program.get(`/manage/customers/${customer.id}`)).ok(ManagedCustomer)
  expect([changed.customerGroups, changed.organization?.name]).toEqual([[], 'Klitly Strandhotel ApS'])
  expect(complaints).toEqual([])
})

test('a price group’s criteria choose a group by name, what a colleague adds too; one that is asked for is retired and stays', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const name = `Skippers ${attempt()}`
  await goTo('/settings/price-groups/new')
  await page.getByRole('textbox', { name: /^Name/ }).first().fill('For skippers')
  await page
    .getByRole('group', { name: 'Add a criterion' })
    .getByRole('button', { name: 'Customer group' })
    .focus()
  await press('Enter')
  const groups = page.getByRole('listbox', { name: 'Customer groups' })
  await groups.waitFor()
  expect((await manager.post('/manage/customer-groups', { name })).status).toBe(200)
  await groups.getByRole('option', { name }).waitFor()
  await groups.focus()
  const option = groups.getByRole('option', { name })
  await eventually(async () => {
    if ((await option.getAttribute('data-active')) !== 'true') await press('ArrowDown')
    return option.getAttribute('data-active')
  }).toBe('true')
  await press('Space', 'Control+s')
  await heading('For skippers').waitFor()
  await page.getByText(`The customer belongs to ${name}`).first().waitFor()

  await goTo('/customer-groups')
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await page.getByRole('link', { name }).click()
  await heading(name).waitFor()
  await page.getByRole('button', { name: 'Delete or retire' }).focus()
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await press('Enter')
  await page.getByRole('button', { name: 'Offer again' }).waitFor()
  await page.locator('main input:focus').waitFor()
  const { customerGroups } = (
    await manager.get('/manage/customer-groups', { state: 'retired', search: name })
  ).ok(ManagedCustomerGroupsAnswer)
  expect(customerGroups).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('customers come in from any file: faults beside their lines first, then all of it; those that a filter leaves go out, orders too', async () => {
  const { page, press, program, goTo, complaints } = counter()
  const tag = `Z${attempt()}`
  const file = (email: string) => ({
    name: 'kunder.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Fornavn;Navn;E-mail;Adresse;Postnr;By;Land;Rabat\r\nIda;${tag};ida@${tag}.example;Kajen 1;8000;Aarhus;Danmark;5\r\nBo;${tag};${email};;;;;\r\n`,
    ),
  })
  await goTo('/customers')
  await page.getByRole('link', { name: 'Import', exact: true }).focus()
  await press('Enter')
  await heading('Import customers').waitFor()
  await focused(page.getByRole('button', { name: 'Choose a file' })).waitFor()
  const input = page.getByLabel('File', { exact: true }).and(page.locator('input'))
  await input.setInputFiles(file('bo@'))
  const fault = page.getByRole('table', { name: 'What is wrong with the file' }).locator('tbody tr')
  await fault.getByText('bo@').waitFor()
  expect((await fault.first().innerText()).split('\t').map((cell) => cell.trim())).toEqual([
    '3',
    'E-mail',
    '“bo@” is no e-mail address',
  ])
  expect(await accessibilityFaults(page)).toEqual([])
  await input.setInputFiles(file(`bo@${tag}.example`))
  await focused(page.getByRole('button', { name: 'Import 2 customers' })).waitFor()
  await page.getByText('8 columns; nothing is taken from one of them').waitFor()
  await press('Enter')
  await page
    .getByRole('region', { name: 'Imported' })
    .getByRole('link', { name: `Ida ${tag}` })
    .waitFor()
  await focused(page.getByRole('link', { name: 'To the customers' })).waitFor()
  await press('Enter')

  const exported = async (): Promise<string[]> => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).focus()
    await press('Enter')
    return (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n').slice(1)
  }
  await page.getByRole('searchbox', { name: 'Find customers' }).fill(`ida ${tag}`)
  await page.getByRole('link', { name: `Ida ${tag}` }).waitFor()
  await eventually(async () => page.getByRole('link', { name: tag }).count()).toBe(1)
  const [ida = '', ...others] = await exported()
  expect([ida.includes(`ida@${tag}.example`.toLowerCase()), ida.includes('Aarhus'), others]).toEqual([
    true,
    true,
    [],
  ])

  const { order } = await program.anOrder({ billing: { lastName: tag } })
  await goTo(`/orders?search=${order.orderNumber}`)
  await page.getByRole('link', { name: order.orderNumber }).waitFor()
  const lines = await exported()
  expect(lines).toHaveLength(order.orderLines.length)
  expect(lines.every((line) => line.startsWith(`${order.orderNumber},`))).toBe(true)
  expect(complaints).toEqual([])
})
