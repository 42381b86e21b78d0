import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { attemptTag } from '../attempt-tag.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { keepBack, keepFromCore, type KeptBack } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'
import { openReadyToPlace } from '../ready-to-place.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

/** A page of a record: what is listed there, and two of its texts. */
interface Screen {
  readonly api: string
  readonly place: string
  readonly fields: readonly [string, string]
  /** Where one is made, if elsewhere than at `<place>/new`. */
  readonly newPlace?: string
  /** What a new one cannot do without. */
  readonly also?: (text: string) => Promise<void>
}

const SCREENS: Readonly<Record<string, Screen>> = {
  customer: { api: 'customers', place: '/customers', fields: ['First name', 'Last name'] },
  product: {
    api: 'products',
    place: '/products',
    newPlace: '/new-product',
    fields: ['Name · English', 'Name · Danish'],
    async also(text) {
      await counter()
        .page.getByRole('textbox', { name: /^Sku\W*$/ })
        .fill(text.replaceAll(' ', '-'))
      await counter().page.getByRole('textbox', { name: /^Tax/ }).fill('25')
    },
  },
  'price group': {
    api: 'price-groups',
    place: '/settings/price-groups',
    fields: ['Name · English', 'Name · Danish'],
  },
}

const box = (name: string): Locator =>
  counter().page.getByRole('main').getByRole('textbox', { name, exact: true }).first()
const saved = (): Locator => counter().page.getByText('Saved', { exact: true })
/** From here on what is written is done by the core, and the console hears nothing of it. */
const keepWrites = async (): Promise<KeptBack> =>
  keepBack(counter().page, ({ pathname }, method) => method !== 'GET' && !pathname.startsWith('/oauth'))

/** A new record with a text, that is saved without the console hearing of it. */
async function savingNew({ also, fields, newPlace, place }: Screen, text: string): Promise<KeptBack> {
  const { goTo, press } = counter()
  await goTo(newPlace ?? `${place}/new`)
  await box(fields[0]).fill(text)
  await also?.(text)
  const late = await keepWrites()
  await press('Control+s')
  await eventually(late.count).toBe(1)
  return late
}

async function listOf(api: string): Promise<Record<string, unknown>[]> {
  const program = await localProgram(counter().core, 'admin manage')
  const { body } = await program.get(`/manage/${api}`, { maxItems: 1000 })
  return Object.values(body as object).find(Array.isArray) as Record<string, unknown>[]
}

describe('whoever goes on while an order is being placed', () => {
  const keepPlacing = async (): Promise<KeptBack> =>
    keepBack(counter().page, ({ pathname }, method) => method === 'POST' && pathname.endsWith('/payments'))
  const address = (): string => new URL(counter().page.url()).hash

  test('is where they wanted once it is placed', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await openReadyToPlace(counter())
    const late = await keepPlacing()
    await press('F9')
    await eventually(late.count).toBe(1)
    await press('Shift+F2')
    await page.waitForTimeout(300)
    expect(address()).toBe(`#/carts/${cartId}`)
    await late.letGo()
    await page.waitForURL((url) => /#\/carts\/./.test(url.hash) && !url.hash.includes(cartId))
    const next = address()
    await page.waitForTimeout(500)
    expect(address()).toBe(next)
    expect((await program.readOrder(cartId)).orderStatus.name).toBe('New order')
    expect(complaints).toEqual([])
  })

  test('sees why it is not', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await openReadyToPlace(counter())
    const late = await keepPlacing()
    // Between what the clerk has seen and what the core is asked.
    await page.route(
      '**/payments',
      async (route) => {
        await program.patch(`/carts/${cartId}`, { note: 'Gift wrapped' })
        await route.fallback()
      },
      { times: 1 },
    )
    await press('F9')
    await eventually(late.count).toBe(1)
    await press('F3')
    await page.waitForTimeout(300)
    const told = page.getByRole('dialog', { name: 'The order has changed' })
    expect([address(), await told.count()]).toEqual([`#/carts/${cartId}`, 0])
    await late.letGo()
    await told.getByText('Gift wrapped').waitFor()
    expect(address()).toBe(`#/carts/${cartId}`)
    expect(complaints).toEqual([])
  })
})

describe('while the answer to what was saved is on its way', () => {
  test.for(Object.entries(SCREENS))('what is typed on stays typed: %s', async ([, screen]) => {
    const { page, press, goTo, complaints } = counter()
    const [first, second] = [`One ${tag()}`, `Two ${tag()}`]
    const { id } = (await listOf(screen.api))[0] ?? {}
    await goTo(`${screen.place}/${String(id)}`)
    await box(screen.fields[0]).fill(first)
    const late = await keepWrites()
    await press('Control+s')
    await eventually(late.count).toBe(1)
    await box(screen.fields[1]).fill(second)
    // The news of it comes before the answer, and it is no news from others.
    await page.waitForTimeout(300)
    await late.letGo()
    await page.getByText('Not saved yet').waitFor()
    await page.waitForTimeout(200)
    expect(await box(screen.fields[1]).inputValue()).toBe(second)
    expect(await page.getByText(/Changed meanwhile/).count()).toBe(0)
    await press('Control+s')
    await saved().waitFor()
    const now = JSON.stringify((await listOf(screen.api)).filter((one) => one['id'] === id))
    expect(now).toContain(first)
    expect(now).toContain(second)
    expect(complaints).toEqual([])
  })

  test.for(Object.entries(SCREENS))('and so in what has just been made: %s', async ([, screen]) => {
    const { page, press, goTo, complaints } = counter()
    const [first, second] = [`New one ${tag()}`, `New two ${tag()}`]
    const late = await savingNew(screen, first)
    await box(screen.fields[1]).fill(second)
    await late.letGo()
    await page.waitForURL(/[0-9a-f-]{36}$/)
    await page.getByText('Not saved yet').waitFor()
    expect(await box(screen.fields[1]).inputValue()).toBe(second)
    await press('Control+s')
    await saved().waitFor()
    const made = (await listOf(screen.api)).filter((one) => JSON.stringify(one).includes(first))
    expect(made).toHaveLength(1)
    expect(JSON.stringify(made)).toContain(second)
    await goTo(screen.newPlace ?? `${screen.place}/new`)
    await eventually(async () => box(screen.fields[0]).inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  test.for(Object.entries(SCREENS))('whoever has gone elsewhere stays there: %s', async ([, screen]) => {
    const { page, press, goTo, complaints } = counter()
    const name = `Gone on ${tag()}`
    const late = await savingNew(screen, name)
    await press('Shift+F3')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await late.letGo()
    await page.waitForTimeout(300)
    expect(new URL(page.url()).hash).toBe('#/carts')
    expect((await listOf(screen.api)).filter((one) => JSON.stringify(one).includes(name))).toHaveLength(1)
    await goTo(screen.newPlace ?? `${screen.place}/new`)
    await eventually(async () => box(screen.fields[0]).inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  test.for(Object.entries(SCREENS))(
    'whoever loads the page anew finds it typed, and saves it once: %s',
    async ([, screen]) => {
      const { page, press } = counter()
      const name = `Anew ${tag()}`
      const late = await savingNew(screen, name)
      const anew = await keepFromCore(page, ({ pathname }) => pathname === '/')
      const reloading = page.reload()
      await eventually(anew.count).toBe(1)
      // The answer comes to the page that is still there.
      await late.letGo()
      await page.waitForTimeout(300)
      await anew.letGo()
      await reloading
      await eventually(async () => box(screen.fields[0]).inputValue()).toBe(name)
      await press('Control+s')
      await page.waitForURL(/[0-9a-f-]{36}$/)
      expect((await listOf(screen.api)).filter((one) => JSON.stringify(one).includes(name))).toHaveLength(1)
    },
  )

  test.for(['New program', 'New secret'])(
    'the secret of a program is shown to whoever has left the dialog: %s',
    async (step) => {
      const { page, press, goTo, complaints } = counter()
      const name = `Left ${tag()}`
      await goTo('/settings/local-api')
      const ask = async (button: string): Promise<void> => {
        await page.getByRole('button', { name: button }).click()
        await page.waitForTimeout(400)
      }
      const secret = page.getByRole('dialog', { name: `Secret of ${name}` })
      const make = async (): Promise<void> => {
        await ask('New program')
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
      }
      if (step !== 'New program') {
        await make()
        await press('Enter')
        await secret.getByRole('button', { name: 'I have copied it' }).click()
        await secret.waitFor({ state: 'hidden' })
      }
      const late = await keepWrites()
      if (step === 'New program') await make()
      else await ask(`New secret for ${name}`)
      await press('Enter')
      await eventually(late.count).toBe(1)
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await late.letGo()
      await secret.waitFor()
      await secret.getByRole('button', { name: 'I have copied it' }).click()
      await secret.waitFor({ state: 'hidden' })
      await page.getByRole('listitem').filter({ hasText: name }).locator(':focus').waitFor()
      expect(complaints).toEqual([])
    },
  )

  test('and so in the note of an order', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { order } = await program.anOrder()
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Add note' }).click()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('Rings')
    const late = await keepWrites()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(late.count).toBe(1)
    await note.fill('Rings twice')
    await page.waitForTimeout(500)
    await late.letGo()
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).waitFor()
    expect(await note.inputValue()).toBe('Rings twice')
    await page.getByRole('button', { name: 'Save' }).focus()
    await press('Enter')
    await note.waitFor({ state: 'hidden' })
    expect((await program.readOrder(order.id)).note).toBe('Rings twice')
    expect(complaints).toEqual([])
  })

  test('and so in a cell of the price grid', async () => {
    const { page, goTo, complaints } = counter()
    await goTo('/price-grid')
    const cell = page.getByRole('table').getByRole('textbox').first()
    await cell.fill('71')
    const late = await keepWrites()
    await cell.press('Enter')
    await eventually(late.count).toBe(1)
    await cell.fill('72')
    await late.letGo()
    await page.waitForTimeout(500)
    expect(await cell.inputValue()).toBe('72')
    await cell.press('Enter')
    await eventually(async () => cell.inputValue()).toBe('72.00')
    await page.reload()
    await eventually(async () => cell.inputValue()).toBe('72.00')
    expect(complaints).toEqual([])
  })
})
