import { describe, expect, test } from 'vitest'
import { attemptTag } from './attempt-tag.ts'
import { counterOfDemoShop } from './counter.ts'

const counter = counterOfDemoShop({ isProcess: true })

const page = () => counter().page
const box = (name: string) => page().getByRole('main').getByRole('textbox', { name, exact: true }).first()
const dialog = () => page().getByRole('dialog')
const save = () => page().getByRole('main').getByRole('button', { name: 'Save', exact: true })
const tag = attemptTag()
const named = (what: string) => `${what} ${tag()}`

/** How many records of a list have a name. */
async function countOf(path: string, list: string, name: string): Promise<number> {
  const body = (await counter().program.get(path, { maxItems: 1000 })).body as Record<string, unknown[]>
  return (body[list] ?? []).filter((record) => JSON.stringify(record).includes(name)).length
}

/** What is made with the forms of the shop: where, by which field, and where it is listed then. */
const FORMS = [
  ['/customers/new', 'First name', '/manage/customers', 'customers'],
  ['/settings/price-groups/new', 'Name · English', '/manage/price-groups', 'priceGroups'],
  ['/settings/catalogs/new', 'Name · English', '/manage/catalogs', 'catalogs'],
  ['/settings/payment-methods/new', 'Name · English', '/manage/payment-methods', 'paymentMethods'],
] as const

describe('a clumsy hand', () => {
  test.for(FORMS)('that presses Save twice saves once: %s', async ([path, field, list, records]) => {
    const name = named('Twice')
    await counter().goTo(path)
    await box(field).fill(name)
    await save().dblclick()
    await expect.poll(async () => countOf(list, records, name)).toBe(1)
    await page().waitForURL(/[0-9a-f-]{36}$/)
    await page().keyboard.press('Control+s')
    await page().waitForTimeout(300)
    expect(await countOf(list, records, name)).toBe(1)
    expect(counter().complaints).toEqual([])
  })

  test('that scans into a dialog and goes back out of it makes nothing, and nothing lies over the next page', async () => {
    const name = named('Till')
    await counter().goTo('/orders')
    await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await counter().goTo('/settings/local-api')
    const begin = page().getByRole('button', { name: 'New program' })
    await begin.click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
    await counter().scan('5700000000017')
    expect(await dialog().getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name)

    await page().goBack()
    await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await dialog().waitFor({ state: 'hidden' })
    await page().getByRole('row').nth(1).getByRole('link').click()
    await page().getByRole('region', { name: 'History' }).waitFor()
    expect(await page().evaluate(() => document.body.style.pointerEvents)).not.toBe('none')
    expect(await countOf('/clients', 'clients', name)).toBe(0)
    expect(counter().complaints).toEqual([])
  })

  test('that types on while the core is away loses nothing and saves once when it is back', async () => {
    const name = named('Patient')
    await counter().goTo('/customers/new')
    await box('First name').fill(name)
    await counter().core.kill()
    await save().dblclick()
    await page().getByRole('main').getByRole('alert').first().waitFor()
    await box('Last name').fill('Hansen')
    await counter().serveAgain()
    await save().dblclick()
    await page().waitForURL(/customers\/[0-9a-f-]{36}$/)
    expect(await countOf('/manage/customers', 'customers', name)).toBe(1)
    expect(await box('Last name').inputValue()).toBe('Hansen')
  })

  test('that goes back in the middle of a form finds there what was typed', async () => {
    const name = named('Half')
    for (const [path, field] of FORMS) {
      await counter().goTo(path)
      await box(field).fill(name)
      await page().goBack()
      await page().goForward()
      await expect.poll(async () => box(field).inputValue()).toBe(name)
      await page().reload()
      await expect.poll(async () => box(field).inputValue()).toBe(name)
      await box(field).fill('')
    }
  })
})
