import { expect, test } from 'vitest'
import { isSweepWhole } from '../../support/rounds.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { localProgram } from '../local-program.ts'

const counter = counterOfDemoShop()

/** A screen of a record: what one types where, what somebody else changes beside it, and what of the same. */
interface Screen {
  /** Of the list of the records. */
  readonly api: string
  /** Of the record's own page, where it is not among the settings. */
  readonly place?: string
  readonly label: string
  readonly other: Readonly<Record<string, unknown>>
  readonly same: (text: string) => Readonly<Record<string, unknown>>
  /** Where nothing of the kind is there yet. */
  readonly make?: Readonly<Record<string, unknown>>
}

const named = {
  label: 'Name · English',
  other: { names: { 'da-DK': 'Deres navn' } },
  same: (text: string) => ({ names: { 'en-GB': text } }),
}
const plain = { label: 'Name', same: (name: string) => ({ name }) }

const SCREENS: Readonly<Record<string, Screen>> = {
  customer: {
    api: 'customers',
    place: '/customers',
    label: 'Note',
    other: { phoneNumber: '+45 22 22 22 22' },
    same: (note) => ({ note }),
  },
  product: { api: 'products', place: '/products', ...named },
  'price group': { api: 'price-groups', ...named },
  campaign: { api: 'campaigns', ...named },
  'shipping method': { api: 'shipping-methods', ...named },
  'payment method': { api: 'payment-methods', ...named },
  'tax rate': { api: 'tax-rates', ...named, make: { names: { 'en-GB': 'Reduced' }, rate: 0.05 } },
  catalog: { api: 'catalogs', ...named },
  country: { api: 'countries', ...named },
  'member of the staff': {
    api: 'staff',
    ...plain,
    other: { role: 'manager' },
    make: { name: 'Sofie', role: 'clerk' },
  },
}

/** Every day one of each page that a record can have; the others are such as the third. */
const looked = Object.entries(SCREENS).slice(0, isSweepWhole ? undefined : 3)

/** The record as programs have it. */
type Stored = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

test.for(looked)(
  'two people change one %s: different fields stay both, of the same ones it is chosen, and nothing typed is lost',
  async ([, { api, label, make, other, place = `/settings/${api}`, same }]) => {
    const { core, page, press, goTo, complaints } = counter()
    const colleague = await localProgram(core, 'admin manage')
    const list = `/manage/${api}`
    const listed = Object.values((await colleague.get(list)).body as object).find(Array.isArray) as Stored[]
    const { id } = listed[0] ?? ((await colleague.post(list, make)).body as Stored)
    const path = `${list}/${id}`
    const read = async (): Promise<Stored> => (await colleague.get(path)).body as Stored
    const field = page.getByRole('main').getByRole('textbox', { name: label, exact: true }).first()
    const told = page.getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' })

    await goTo(`${place}/${id}`)
    await field.waitFor()
    await field.fill('Mine')
    expect((await colleague.patch(path, other)).status).toBe(200)
    await told.getByRole('button', { name: /^Keep both/ }).waitFor()
    await press('Control+m')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ ...other, ...same('Mine') })

    await field.fill('Mine again')
    await colleague.patch(path, same('Theirs'))
    await told.getByText('Theirs').first().waitFor()
    // Nothing is written over that nobody has chosen, also after the page is loaded anew.
    const { version } = await read()
    await page.reload()
    await told.getByRole('button', { name: /^Keep mine/ }).waitFor()
    expect(await field.inputValue()).toBe('Mine again')
    await press('Control+s')
    await told.locator('button:focus').getByText('Keep mine').waitFor()
    expect((await read()).version).toBe(version)
    await press('Control+Shift+m')
    await told.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('Theirs')
    // What was given up can be had back, and is saved then like anything that is typed.
    await page.getByRole('button', { name: 'Bring back changes' }).focus()
    await press('Enter', 'Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ ...same('Mine again'), version: version + 1 })

    await field.fill('Mine at last')
    await colleague.patch(path, same('Theirs at last'))
    await told.getByRole('button', { name: /^Keep mine/ }).focus()
    await press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject(same('Mine at last'))
    await page.getByRole('main').locator('input:focus, textarea:focus').first().waitFor()
    expect(complaints).toEqual([])
  },
)

test('a part that a colleague takes away while it is being changed comes back for whoever keeps theirs', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const colleague = await localProgram(core, 'admin manage')
  const names = { 'en-GB': 'Twofold' }
  const sku = `TWO-${Date.now()}`
  const variants = ['A', 'B', 'C'].map((letter) => ({ variantSku: `${sku}-${letter}`, barcodes: [] }))
  const items = [
    { target: 'order', rate: 0.1, names },
    { target: 'shipping', rate: 0.5, names },
  ]
  const parts = [
    {
      list: 'products',
      place: '/products',
      body: { sku, names, variants },
      kind: 'variants',
      label: 'Barcodes',
    },
    {
      list: 'campaigns',
      place: '/settings/campaigns',
      body: { names, currencies: [{ currency: 'EUR', minimum: 0 }], items },
      kind: 'items',
      label: 'Per cent',
    },
  ]
  for (const { list, place, body, kind, label } of parts) {
    const path = `/manage/${list}`
    const made = (await colleague.post(path, body)).body as Stored & Record<typeof kind, object[]>
    const read = async () => (await colleague.get(`${path}/${made.id}`)).body as typeof made
    await goTo(`${place}/${made.id}`)
    await page.getByRole('textbox', { name: label, exact: true }).nth(1).fill('40')
    const now = await read()
    const left = { ...now, [kind]: now[kind]?.filter((_, index) => index !== 1) }
    expect((await colleague.request('PUT', `${path}/${made.id}`, { body: left })).status).toBe(200)
    await page.getByRole('button', { name: /^Keep mine/ }).waitFor()
    await press('Control+m')
    await page.getByText('Saved', { exact: true }).waitFor()
    const whole = (parts: object[] = []) =>
      parts.map(({ id: _, ...part }: { id?: string }) => ({ ...part, barcodes: [], rate: 0 }))
    const stored = await read()
    expect(whole(stored[kind])).toEqual(whole(made[kind]))
    expect(stored[kind]?.[1]).toMatchObject(kind === 'variants' ? { barcodes: ['40'] } : { rate: 0.4 })
  }
  expect(complaints).toEqual([])
})

test('two people change one program: the second is told in the dialog, and chooses there', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const colleague = await localProgram(core, 'admin')
  const made = await colleague.post('/clients', { name: 'Web shop', scope: 'storefront' })
  const { clientId } = made.body as { clientId: string }
  const read = async () => (await colleague.get(`/clients/${clientId}`)).body as Record<string, unknown>
  await goTo('/settings/local-api')
  const dialog = page.getByRole('dialog', { name: 'Edit Web shop' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const told = dialog.getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' })
  await page.locator(`[data-client="${clientId}"]`).getByRole('button', { name: /^Edit/ }).click()
  await name.fill('Mine')
  await colleague.patch(`/clients/${clientId}`, { name: 'Theirs', tokenSeconds: 3600 })
  await told.getByRole('button', { name: 'Keep mine' }).waitFor()
  // Enter writes over nothing that nobody has chosen.
  await name.press('Enter')
  await told.locator('button:focus').getByText('Keep mine').waitFor()
  expect(await read()).toMatchObject({ name: 'Theirs', tokenSeconds: 3600 })
  await told.getByRole('button', { name: 'Take theirs' }).click()
  await told.waitFor({ state: 'hidden' })
  expect(await name.inputValue()).toBe('Theirs')

  await name.fill('Mine after all')
  await colleague.patch(`/clients/${clientId}`, { scope: 'support' })
  await told.getByRole('button', { name: 'Keep both' }).focus()
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(await read()).toMatchObject({ name: 'Mine after all', scope: 'support', tokenSeconds: 3600 })
  expect(complaints).toEqual([])
})

test('two people change the plan of the backups: neither writes over the other unseen', async () => {
  const { page, press, goTo, complaints } = counter()
  const other = await page.context().newPage()
  const days = (of: typeof page) => of.getByRole('main').getByRole('textbox', { name: 'Days kept' })
  await goTo('/settings/data')
  await other.goto(page.url())
  await days(page).fill('11')
  await days(other).fill('12')
  await days(other).press('Enter')
  await other.getByText(/^Saved\./).waitFor()
  const told = page.getByRole('alert').filter({ hasText: 'Changed meanwhile by' })
  await told.getByText('12').first().waitFor()
  await days(page).press('Enter')
  await told.locator('button:focus').getByText('Keep mine').waitFor()
  expect(await days(page).inputValue()).toBe('11')
  await press('Enter')
  await told.waitFor({ state: 'hidden' })
  await expect.poll(async () => days(other).inputValue()).toBe('11')
  await other.close()
  expect(complaints).toEqual([])
})

test('two people set the drawer of the desk: neither writes over the other unseen, and what one has saved is not said of what the other did', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const colleague = await localProgram(core, 'manage')
  const set = async (body: object) => colleague.request('PUT', '/drawer', { body })
  const read = async () => ((await colleague.get('/drawer')).body as { printer: unknown }).printer
  await goTo('/settings/drawer')
  const main = page.getByRole('main')
  const address = main.getByRole('textbox', { name: 'Address of the printer' })
  const told = page.getByRole('alert').filter({ hasText: 'Changed meanwhile by Till' })
  await address.fill('10.0.0.8')
  await set({ address: '10.0.0.9' })
  await told.getByText('10.0.0.9').waitFor()
  // Also after the page is loaded anew.
  await page.reload()
  await told.waitFor()
  expect(await address.inputValue()).toBe('10.0.0.8')
  await address.press('Enter')
  await told.locator('button:focus').getByText('Keep mine').waitFor()
  expect(await read()).toMatchObject({ address: '10.0.0.9' })
  await press('Enter')
  await told.waitFor({ state: 'hidden' })
  await main.getByText('Saved.', { exact: true }).waitFor()
  expect(await read()).toMatchObject({ address: '10.0.0.8' })

  await set({ address: '10.0.0.7' })
  await main.getByText(/^Set by Till, /).waitFor()
  expect(await address.inputValue()).toBe('10.0.0.7')
  expect(await main.getByText('Saved.', { exact: true }).count()).toBe(0)

  await address.fill('10.0.0.6')
  await set({ address: '10.0.0.7', pin: 5 })
  await told.getByRole('button', { name: 'Keep both' }).focus()
  await press('Enter')
  await told.waitFor({ state: 'hidden' })
  expect(await read()).toMatchObject({ address: '10.0.0.6', pin: 5 })
  await set({ address: null })
  expect(complaints).toEqual([])
})

test('a record that was saved is said to be so until a colleague changes it: what stands there then is theirs', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const colleague = await localProgram(core, 'manage')
  const made = await colleague.post('/manage/catalogs', { names: { 'en-GB': 'Spring' } })
  const { id } = made.body as Stored
  const field = page.getByRole('main').getByRole('textbox', { name: 'Name · English', exact: true })
  const saved = page.getByText('Saved', { exact: true })
  await goTo(`/settings/catalogs/${id}`)
  await field.fill('Summer')
  await press('Control+s')
  await saved.waitFor()
  await colleague.patch(`/manage/catalogs/${id}`, { names: { 'en-GB': 'Autumn' } })
  await expect.poll(async () => field.inputValue()).toBe('Autumn')
  expect(await saved.count()).toBe(0)
  await colleague.delete(`/manage/catalogs/${id}`)
  expect(complaints).toEqual([])
})

test('a record that a colleague deletes is said to be no more, what was typed of it stays until it is given up', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const colleague = await localProgram(core, 'admin manage')
  const aCatalog = async (): Promise<string> =>
    ((await colleague.post('/manage/catalogs', { names: { 'en-GB': 'Spring' } })).body as Stored).id
  const field = page.getByRole('main').getByRole('textbox', { name: 'Name · English', exact: true })
  const back = page.getByRole('link', { name: 'To the catalogs' })
  const looked = await aCatalog()
  await goTo(`/settings/catalogs/${looked}`)
  await field.waitFor()
  await colleague.delete(`/manage/catalogs/${looked}`)
  await page.getByText('Somebody else has deleted it.').waitFor()
  await back.waitFor()

  const typed = await aCatalog()
  await goTo(`/settings/catalogs/${typed}`)
  await field.fill('Spring and summer')
  await colleague.delete(`/manage/catalogs/${typed}`)
  const told = page.getByRole('alert').filter({ hasText: 'Deleted meanwhile' })
  await told.waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await press('Control+s')
  expect(await field.inputValue()).toBe('Spring and summer')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await told.waitFor({ state: 'hidden' })
  await back.and(page.locator(':focus')).waitFor()
  expect(complaints).toEqual([])
})

test('what a file changes of a product that is open is there at once, also of one that was opened by a sku it has no more', async () => {
  const { core, page, goTo, complaints } = counter()
  const colleague = await localProgram(core, 'manage')
  const [sku, other] = [`FILED-${Date.now()}`, `FILED-${Date.now()}-B`]
  const made = await colleague.post('/manage/products', {
    sku,
    names: { 'en-GB': 'Mug' },
    taxRate: 0.25,
    variants: [{ prices: [] }],
  })
  expect(made.status).toBe(200)
  await goTo(`/products/${sku}`)
  const main = page.getByRole('main')
  const field = (name: string) => main.getByRole('textbox', { name, exact: true }).first()
  await field('Name · Danish').fill('Krus')
  const begun = await colleague.post('/manage/imports', `sku,name\n${sku},Beaker\n`, {
    query: { kind: 'products' },
    headers: { 'content-type': 'text/csv' },
  })
  expect(begun.status).toBe(202)
  await page.getByRole('alert').getByText('Beaker').waitFor()
  expect(await field('Name · English').inputValue()).toBe('Beaker')
  expect(await field('Name · Danish').inputValue()).toBe('Krus')

  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await colleague.patch(`/manage/products/${sku}`, { sku: other })
  await eventually(async () => main.getByRole('textbox', { name: /^Sku\*?$/ }).inputValue()).toBe(other)
  expect(complaints).toEqual([])
})
