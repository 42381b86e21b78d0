import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Clerk } from '../../support/clerk.ts'
import { attemptTag } from '../attempt-tag.ts'
import { clickTwice } from '../click-twice.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { localProgram } from '../local-program.ts'

const counter = counterOfDemoShop({ isProcess: true })

const page = () => counter().page
const box = (name: string) => page().getByRole('main').getByRole('textbox', { name, exact: true }).first()
const dialog = () => page().getByRole('dialog')
/** As fast as somebody whose finger trembles, who does not wait for the page. */
async function pressTwice(): Promise<void> {
  const first = page().keyboard.press('Enter')
  await setTimeout(120)
  await Promise.all([first, page().keyboard.press('Enter')])
}
const save = () => page().getByRole('main').getByRole('button', { name: 'Save', exact: true })
const tag = attemptTag()
const named = (what: string) => `${what} ${tag()}`

let admin: Clerk | undefined
const asAdmin = async (): Promise<Clerk> => (admin ??= await localProgram(counter().core, 'admin'))
/** How many records of a list have a name. */
async function countOf(path: string, list: string, name: string): Promise<number> {
  const body = (await (await asAdmin()).get(path, { maxItems: 1000 })).body as Record<string, unknown[]>
  return (body[list] ?? []).filter((record) => JSON.stringify(record).includes(name)).length
}

/** What is made with the forms of the shop: where, by which field, and where it is listed then. */
const FORMS = [
  ['/customers/new', 'First name', '/manage/customers', 'customers'],
  ['/settings/price-groups/new', 'Name · English', '/manage/price-groups', 'priceGroups'],
  ['/settings/catalogs/new', 'Name · English', '/manage/catalogs', 'catalogs'],
  ['/settings/payment-methods/new', 'Name · English', '/manage/payment-methods', 'paymentMethods'],
] as const

/** What is sent there to be made reaches the core, until the routes are given up; its answer does not come back. */
const loseAnswersOf = async (list: string): Promise<unknown> =>
  page().route(
    (url) => url.pathname.endsWith(list),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    },
  )

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

  test('that presses Enter twice begins one thing: nothing is refused, and nothing goes that does not come back', async () => {
    const writes: string[] = []
    page().on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/manage/')) writes.push(request.url())
    })
    const twice = async (button: Locator): Promise<void> => {
      await button.focus()
      await page().keyboard.press('Enter')
      await page().keyboard.press('Enter')
    }
    for (const [path, begin, field] of [
      ['/settings/price-groups', 'New price group', 'Name · English'],
      ['/customers', 'New customer', 'First name'],
      ['/products', 'Add product', 'Name · English'],
    ] as const) {
      await counter().goTo(path)
      const main = page().getByRole('main')
      await twice(main.getByRole('link', { name: begin }).or(main.getByRole('button', { name: begin })))
      await box(field).waitFor()
      expect(await main.getByRole('alert').count()).toBe(0)
      expect(await main.locator('[aria-invalid="true"]').count()).toBe(0)
    }
    expect(writes).toEqual([])

    const cartId = await counter().program.aCart()
    const name = named('Parked')
    await counter().program.patch(`/carts/${cartId}`, { name })
    await counter().goTo('/carts')
    await twice(
      page()
        .getByRole('row', { name })
        .getByRole('button', { name: /^Abandon/ }),
    )
    const answer = dialog().locator('[type="submit"]')
    await answer.waitFor()
    await dialog().locator('[type="submit"]:not([aria-disabled])').waitFor()
    expect((await counter().program.readCart(cartId)).name).toBe(name)
    await answer.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    await page().getByRole('row', { name }).waitFor({ state: 'hidden' })
  })

  test('that presses Enter twice on what opens a field or asks a question answers neither, however slow the page', async () => {
    const { core, program, press, goTo } = counter()
    const writes: string[] = []
    page().on('request', (request) => {
      if (request.method() !== 'GET' && /\/(manage|orders|clients)\//.test(request.url()))
        writes.push(`${request.method()} ${request.url()}`)
    })
    const twice = async (button: Locator): Promise<void> => {
      await button.focus()
      // Between the presses it draws, say.
      await page().evaluate(() => {
        function beBusy(): void {
          for (const until = performance.now() + 500; performance.now() < until;) continue
        }
        addEventListener('click', () => window.setTimeout(beBusy), { once: true })
      })
      await pressTwice()
    }
    const { priceGroups } = (await program.get('/manage/price-groups')).body as {
      priceGroups: { id: string }[]
    }
    await goTo(`/settings/price-groups/${priceGroups[0]?.id ?? ''}`)
    await twice(
      page().getByRole('group', { name: 'Add a criterion' }).getByRole('button', { name: 'Property' }),
    )
    await page()
      .getByRole('textbox', { name: /^Name of the property/ })
      .and(page().locator(':focus'))
      .waitFor()
    await page().keyboard.type('colour', { delay: 120 })
    expect(await page().getByRole('main').locator('[aria-invalid="true"]').count()).toBe(0)
    await page().getByRole('button', { name: 'Discard changes' }).click()

    const { order } = await program.anOrder()
    await goTo(`/orders/${order.id}`)
    await twice(page().getByRole('button', { name: 'Reopen' }))
    await dialog().locator('[type="submit"]:not([aria-disabled])').waitFor()
    expect((await program.readOrder(order.id)).orderStatus.name).toBe(order.orderStatus.name)
    await press('Escape')

    await localProgram(core)
    await goTo('/settings/local-api')
    await twice(
      page()
        .getByRole('button', { name: /^Edit / })
        .first(),
    )
    await dialog().locator('[type="submit"]:not([aria-disabled])').waitFor()
    // What is saved as it is, is not sent.
    await press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    expect(writes).toEqual([])
  })

  describe('that loads the page anew in the middle of typing finds it typed', () => {
    const reload = async (): Promise<void> => {
      await page().waitForTimeout(50)
      await page().reload()
    }

    test('a price', async () => {
      await counter().goTo('/price-grid')
      const price = page().getByRole('main').getByRole('table').getByRole('textbox').first()
      const before = await price.inputValue()
      await price.focus()
      await page().keyboard.press('Control+a')
      await page().keyboard.type('1234,', { delay: 120 })
      await reload()
      await eventually(async () => price.inputValue()).toBe('1234,')
      await price.focus()
      await page().keyboard.press('Escape')
      expect(await price.inputValue()).toBe(before)
    })

    test('the plan of backups', async () => {
      await counter().goTo('/settings/data')
      await box('Days kept').fill('11')
      await reload()
      await eventually(async () => box('Days kept').inputValue()).toBe('11')
      await page().getByRole('button', { name: 'Discard changes' }).click()
      expect(await box('Days kept').inputValue()).toBe('7')
    })

    test.each([/^New program/, /^Edit /])('a program, by %s', async (begin) => {
      await counter().goTo('/settings/local-api')
      const name = dialog().getByRole('textbox', { name: 'Name' })
      await page().getByRole('button', { name: begin }).first().click()
      await name.fill('Half a na')
      await reload()
      await page().getByRole('button', { name: begin }).first().click()
      await eventually(async () => name.inputValue()).toBe('Half a na')
      await page().keyboard.press('Escape')
      await dialog().waitFor({ state: 'hidden' })
    })
  })

  test('that presses Enter twice lets one member go, not the next one too', async () => {
    const manager = await asAdmin()
    const made = async (path: string, body: object): Promise<string> =>
      ((await manager.post(path, body)).body as { id: string }).id
    const group = await made('/manage/customer-groups', { name: named('Rowers') })
    const add = [
      await made('/manage/customers', { firstName: 'Ada', lastName: tag() }),
      await made('/manage/customers', { firstName: 'Bo', lastName: tag() }),
    ]
    await manager.post(`/manage/customer-groups/${group}/members`, { add })
    await counter().goTo(`/customer-groups/${group}`)
    const members = page().getByRole('list', { name: 'Members' }).getByRole('listitem')
    await eventually(async () => members.count()).toBe(2)
    await members.first().getByRole('button').focus()
    await pressTwice()
    await eventually(async () => members.count()).toBe(1)
    await members.first().getByRole('button').and(page().locator(':focus')).waitFor()
    await page().reload()
    await eventually(async () => members.count()).toBe(1)
    expect(counter().complaints).toEqual([])
  })

  test('that double-clicks removes one line of a cart, not the next one too', async () => {
    const { program, lines, newOrder, scan } = counter()
    const goods = (await program.products({ maxItems: 20 })).filter(({ barcode }) => barcode !== null)
    await newOrder()
    for (const [index, { barcode }] of goods.slice(0, 4).entries()) {
      await scan(barcode ?? '')
      await eventually(async () => lines.count()).toBe(index + 1)
    }
    const remove = lines.first().getByRole('button', { name: /^Remove/ })
    // An Enter close behind a scan is the scanner's.
    await page().waitForTimeout(500)
    // What is told of the first one moves the others, once.
    await remove.press('Enter')
    await eventually(async () => lines.count()).toBe(3)
    await clickTwice(remove, async () => eventually(async () => lines.count()).toBe(2))
    // What is asked for later is done later.
    await scan(goods[4]?.barcode ?? '')
    await lines.getByText(goods[4]?.name ?? '').waitFor()
    expect(await lines.count()).toBe(3)
    expect(counter().complaints).toEqual([])
  })

  test('that double-clicks on the note of an order types into it', async () => {
    const { program, goTo } = counter()
    const { order } = await program.anOrder()
    await goTo(`/orders/${order.id}`)
    const note = page().getByRole('textbox', { name: 'Note' })
    await clickTwice(page().getByRole('button', { name: 'Add note' }), async () =>
      note.and(page().locator(':focus')).waitFor(),
    )
    await page().keyboard.type('Jar', { delay: 120 })
    await eventually(async () => note.inputValue()).toBe('Jar')
    await page().keyboard.press('Escape')
    expect(counter().complaints).toEqual([])
  })

  test('that loads the page anew in the middle of an address at the counter finds it typed, and never for somebody else', async () => {
    const { newOrder, press } = counter()
    const field = (name: string) => dialog().getByLabel(name, { exact: true })
    const newCustomer = async (name: string): Promise<void> => {
      await press('F4')
      await page().keyboard.type(name, { delay: 100 })
      await page()
        .getByRole('option', { name: /^New customer/ })
        .waitFor()
      await press('Enter')
      await field('First name').and(page().locator(':focus')).waitFor()
    }
    const reload = async (): Promise<void> => {
      await page().waitForTimeout(50)
      await page().reload()
      await page()
        .getByRole('combobox', { name: 'Scan, sku or name' })
        .and(page().locator(':focus'))
        .waitFor()
    }
    await newOrder()
    await newCustomer('Ingrid Ny')
    await field('Phone').fill('20123456')
    await reload()
    await newCustomer('Ida Holm')
    expect(await field('Phone').inputValue()).toBe('')
    await press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await newCustomer('Ingrid Ny')
    expect(await field('Phone').inputValue()).toBe('20123456')
    // What is given up is gone.
    await press('Escape')
    await dialog().waitFor({ state: 'hidden' })

    await press('Shift+F4')
    await field('Street and number').fill('Kajen 4')
    await reload()
    await press('Shift+F4')
    await expect.poll(async () => field('Street and number').inputValue()).toBe('Kajen 4')
    await field('First name').fill('Ida')
    await field('Last name').fill('Holm')
    await field('Last name').press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    expect(await page().evaluate(() => Object.keys(sessionStorage).join())).not.toContain('.address.')
  })

  test('that discards what it has typed can have it back, until somebody has changed the record', async () => {
    const manager = await asAdmin()
    const { id } = (await manager.post('/manage/customers', { firstName: named('Back') })).body as {
      id: string
    }
    const { id: group } = (await manager.post('/manage/customer-groups', { name: named('Back') })).body as {
      id: string
    }
    const discard = page().getByRole('button', { name: 'Discard changes' })
    const bringBack = page().getByRole('button', { name: 'Bring back changes' })
    for (const [path, field] of [
      [`/customers/${id}`, 'Last name'],
      [`/customer-groups/${group}`, 'Name'],
      ['/settings/price-groups/new', 'Name · English'],
    ] as const) {
      await counter().goTo(path)
      await box(field).waitFor()
      const before = await box(field).inputValue()
      await box(field).fill(named('Long'))
      await discard.press('Enter')
      await eventually(async () => box(field).inputValue()).toBe(before)
      await bringBack.press('Enter')
      await eventually(async () => box(field).inputValue()).toBe(named('Long'))
      await discard.press('Enter')
      await bringBack.waitFor()
    }
    await counter().goTo(`/customers/${id}`)
    await box('Last name').fill(named('Long'))
    await discard.press('Enter')
    await bringBack.waitFor()
    const body = { firstName: named('Back'), lastName: 'Theirs' }
    expect((await manager.put(`/manage/customers/${id}`, body)).status).toBe(200)
    await bringBack.waitFor({ state: 'hidden' })
    await eventually(async () => box('Last name').inputValue()).toBe('Theirs')
    expect(counter().complaints).toEqual([])
  })

  test('that registers a program again to which no answer came registers one, and has its secret', async () => {
    const name = named('Kiosk')
    await counter().goTo('/settings/local-api')
    await page().getByRole('button', { name: 'New program' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
    await loseAnswersOf('/clients')
    await counter().press('Enter')
    await dialog().getByRole('alert').waitFor()
    await page().unrouteAll()
    await counter().press('Enter')
    await page()
      .getByRole('dialog', { name: `Secret of ${name}` })
      .waitFor()
    const [clientId = '', secret = ''] = await dialog().locator('dd span.select-all').allInnerTexts()
    expect(await countOf('/clients', 'clients', name)).toBe(1)
    const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` }
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const token = await fetch(`${counter().core.api}/api/v1/oauth/token`, { method: 'POST', headers, body })
    expect(token.status).toBe(200)
    await page().keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect(counter().complaints).toEqual([])
  })

  test('that presses beside a dialog loses nothing of it: an address that is half typed, the secret of a program', async () => {
    const pressBeside = async (): Promise<void> => page().mouse.click(20, 700)
    await counter().newOrder()
    await counter().press('Shift+F4')
    const firstName = dialog().getByLabel('First name')
    await firstName.and(page().locator(':focus')).waitFor()
    await page().keyboard.type('Ida', { delay: 120 })
    await pressBeside()
    await page().keyboard.type(' Marie', { delay: 120 })
    expect(await firstName.inputValue()).toBe('Ida Marie')
    await counter().press('Escape')
    await dialog().waitFor({ state: 'hidden' })

    const name = named('Shelf')
    await counter().goTo('/settings/local-api')
    await page().getByRole('button', { name: 'New program' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
    await pressBeside()
    await counter().press('Enter')
    const secret = page().getByRole('dialog', { name: `Secret of ${name}` })
    await secret.waitFor()
    await pressBeside()
    const done = secret.getByRole('button', { name: 'I have copied it' })
    await done.click()
    await secret.waitFor({ state: 'hidden' })
    expect(counter().complaints).toEqual([])
  })

  test('that keeps Escape down on an open list leaves the list, and not the dialog with what is typed in it', async () => {
    const { goTo, complaints } = counter()
    await goTo('/customers/new')
    await page().getByRole('button', { name: 'Add address' }).click()
    await dialog().getByRole('textbox', { name: 'City' }).fill('Aarhus')
    await dialog().getByRole('combobox', { name: 'Country' }).click()
    await dialog().getByRole('combobox', { name: 'Country', expanded: true }).waitFor()
    for (let time = 0; time < 20; time += 1) {
      await page().keyboard.down('Escape')
      await page().waitForTimeout(33)
    }
    await page().keyboard.up('Escape')
    await dialog().getByRole('combobox', { name: 'Country', expanded: false }).waitFor()
    expect(await dialog().getByRole('textbox', { name: 'City' }).inputValue()).toBe('Aarhus')
    await counter().press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
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

  test.for(FORMS)('that saves again what no answer came to makes it once: %s', async (form) => {
    const [path, field, list, records] = form
    const name = named('Again')
    await counter().goTo(path)
    await box(field).fill(name)
    await loseAnswersOf(list)
    await save().click()
    await page().getByRole('main').getByRole('alert').first().waitFor()
    expect(await countOf(list, records, name)).toBe(1)
    await page().unrouteAll()
    await box(field).fill(`${name} B`)
    await save().click()
    await page().waitForURL(/[0-9a-f-]{36}$/)
    await expect.poll(async () => box(field).inputValue()).toBe(`${name} B`)
    expect(await countOf(list, records, name)).toBe(1)
    expect(counter().complaints).toEqual([])
  })

  test('that saves a change to which no answer came has nothing to try again, once it is seen to be there', async () => {
    const name = named('Unheard')
    await counter().goTo('/customers/new')
    await box('First name').fill(name)
    await save().click()
    await page().waitForURL(/customers\/[0-9a-f-]{36}$/)
    await page().route('**/manage/customers/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await box('Last name').fill('Hansen')
    await save().click()
    await page().getByText('Not saved yet').waitFor({ state: 'detached' })
    await page().getByRole('main').getByText('please try again').waitFor({ state: 'detached' })
    expect(await box('Last name').inputValue()).toBe('Hansen')
    await page().unrouteAll()
  })

  const REMOVED = [
    ['a catalog', '/settings/catalogs', '/manage/catalogs', { names: { 'en-GB': 'Unheard' } }, 'never used'],
    ['a customer', '/customers', '/manage/customers', { lastName: 'Unheard' }, 'The customer is deleted'],
    ['erased', '/customers', '/manage/customers', { lastName: 'Unheard' }, 'The data is erased'],
  ] as const
  test.for(REMOVED)(
    'that deletes what no answer came to is not told that somebody else has: %s',
    async ([what, place, list, body, told]) => {
      const { id } = (await (await asAdmin()).post(list, body)).body as { id: string }
      await counter().goTo(`${place}/${id}`)
      if (what === 'a catalog') await page().getByRole('button', { name: 'Delete or retire' }).click()
      else {
        await page().getByRole('button', { name: 'More steps' }).click()
        const step = what === 'erased' ? 'Erase personal data' : 'Delete or retire'
        await page().getByRole('menuitem', { name: step }).click()
      }
      await page().route(
        (url) => url.pathname.includes(id),
        async (route) => {
          if (route.request().method() === 'GET') return route.fallback()
          await route.fetch()
          return route.abort()
        },
      )
      if (what === 'erased') await dialog().getByRole('textbox').fill('Unheard')
      await dialog().locator('[type="submit"]:not([aria-disabled])').click()
      await page().getByRole('main').getByText(told).waitFor()
      expect(await page().getByText('Somebody else').count()).toBe(0)
      await dialog().waitFor({ state: 'detached' })
      await page().unrouteAll()
      expect(counter().complaints).toEqual([])
    },
  )

  /** What is sent there, but for what only reads, is done once without an answer. */
  const loseAnswerFrom = async (path: string): Promise<unknown> => {
    let isLost = false
    return page().route(`**${path}`, async (route) => {
      if (isLost || route.request().method() === 'GET') return route.fallback()
      isLost = true
      await route.fetch()
      return route.abort()
    })
  }

  test('that revokes a program to which no answer came has revoked it', async () => {
    const name = named('Unheard')
    const made = await (await asAdmin()).post('/clients', { name, scope: 'storefront' })
    const { clientId } = made.body as { clientId: string }
    await counter().goTo('/settings/local-api')
    const row = page().locator(`[data-client="${clientId}"]`)
    await row.getByRole('button', { name: /^Revoke/ }).click()
    await loseAnswerFrom(`/clients/${clientId}`)
    await dialog().locator('[type="submit"]:not([aria-disabled])').click()
    await row.waitFor({ state: 'detached' })
    await dialog().waitFor({ state: 'detached' })
    await page().getByRole('button', { name: 'New program' }).and(page().locator(':focus')).waitFor()
    await page().unrouteAll()
    expect(counter().complaints).toEqual([])
  })

  test('that abandons a cart in the list again, as no answer came, has abandoned it', async () => {
    const { goTo, press, program, complaints } = counter()
    const { cartId } = await program.aCartReadyToPlace({ quantities: [1], shipping: null })
    await goTo('/carts')
    const link = page().locator(`a.row-link[href$="${cartId}"]`)
    await page()
      .getByRole('row')
      .filter({ has: link })
      .getByRole('button', { name: /^Abandon: / })
      .press('Enter')
    await dialog().getByText('1 line').waitFor()
    await loseAnswerFrom(`/carts/${cartId}`)
    await press('Enter')
    await dialog().getByText('please try again').waitFor()
    await press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await link.waitFor({ state: 'detached' })
    await page().unrouteAll()
    expect(complaints).toEqual([])
  })

  test('that lets a member go to whom no answer came has nothing to try again', async () => {
    const admin = await asAdmin()
    const [group, name] = [named('Unheard'), named('Guest')]
    const made = await admin.post('/manage/customer-groups', { name: group })
    const { id } = made.body as { id: string }
    await admin.post('/manage/customers', { lastName: name, customerGroupIds: [id] })
    await counter().goTo(`/customer-groups/${id}`)
    await loseAnswerFrom(`/customer-groups/${id}/members`)
    const lost = page().waitForEvent('requestfailed')
    await page()
      .getByRole('button', { name: new RegExp(name) })
      .click()
    await lost
    await page().getByText('Nobody belongs here yet.').waitFor()
    await page().getByRole('main').getByRole('alert').waitFor({ state: 'detached' })
    await page().unrouteAll()
    expect(counter().complaints).toEqual([])
  })

  test.for(FORMS)('that loads the page anew before it does so makes it once, too: %s', async (form) => {
    const [path, field, list, records] = form
    for (const [name, since] of [
      [named('Anew'), ''],
      [named('Other'), ' B'],
    ] as const) {
      await counter().goTo(path)
      await box(field).fill(name)
      await loseAnswersOf(list)
      await save().click()
      await page().getByRole('main').getByRole('alert').first().waitFor()
      await page().unrouteAll()
      await page().reload()
      await expect.poll(async () => box(field).inputValue()).toBe(name)
      await box(field).fill(`${name}${since}`)
      await save().click()
      await page().waitForURL(/[0-9a-f-]{36}$/)
      await expect.poll(async () => box(field).inputValue()).toBe(`${name}${since}`)
      expect(await countOf(list, records, name)).toBe(1)
    }
    expect(counter().complaints).toEqual([])
  })

  test.for(FORMS)(
    'that saves a change to it, too, without an answer, goes on as it is typed then: %s',
    async (form) => {
      const [path, field, list, records] = form
      const name = named('Deaf')
      await counter().goTo(path)
      const left = ['POST', 'PUT']
      await page().route(`**${list}**`, async (route) => {
        if (route.request().method() !== left[0]) return route.fallback()
        left.shift()
        await route.fetch()
        return route.abort()
      })
      for (const text of [name, `${name} B`]) {
        await box(field).fill(text)
        await save().click()
        await page().getByRole('main').getByText('please try again').waitFor()
      }
      expect(left).toEqual([])
      await box(field).fill(`${name} C`)
      await save().click()
      await page().waitForURL(/[0-9a-f-]{36}$/)
      // What nobody has an answer to is not written over: it is there, and what was typed since is on it, to be saved.
      await expect.poll(async () => box(field).inputValue()).toBe(`${name} C`)
      await page().getByText('Not saved yet').waitFor()
      await save().click()
      await page().getByText('Not saved yet').waitFor({ state: 'detached' })
      expect(await countOf(list, records, `${name} C`)).toBe(1)
      await page().unrouteAll()
    },
  )

  test('that gives up what no answer came to, and types another one, makes both', async () => {
    const [path, field, list, records] = FORMS[0]
    const [given, other] = [named('Given up'), named('Another')]
    await counter().goTo(path)
    await box(field).fill(given)
    await loseAnswersOf(list)
    await save().click()
    await page().getByRole('main').getByRole('alert').first().waitFor()
    await page().unrouteAll()
    await box(field).fill('')
    await box(field).fill(other)
    await save().click()
    await page().waitForURL(/[0-9a-f-]{36}$/)
    expect([await countOf(list, records, given), await countOf(list, records, other)]).toEqual([1, 1])
  })

  test('that makes a customer for an order again, the page loaded anew as no answer came, makes one', async () => {
    const lastName = `Anewsen${tag()}`
    const name = `Ingrid ${lastName}`
    await counter().newOrder()
    const begin = async (): Promise<void> => {
      await page().getByRole('region', { name: 'Customer' }).getByRole('combobox').fill(name)
      await page()
        .getByRole('option', { name: `New customer “${name}”` })
        .click()
      await dialog().getByRole('textbox', { name: 'First name' }).waitFor()
    }
    const saveNew = () => dialog().getByRole('button', { name: 'Save customer' })
    await begin()
    await dialog().getByRole('textbox', { name: 'City' }).fill('Skagen')
    await loseAnswersOf('/manage/customers')
    await saveNew().click()
    await dialog().getByRole('alert').waitFor()
    await page().unrouteAll()
    await page().reload()
    await begin()
    await expect.poll(async () => dialog().getByRole('textbox', { name: 'City' }).inputValue()).toBe('Skagen')
    await saveNew().click()
    await dialog().waitFor({ state: 'hidden' })
    expect(await countOf('/manage/customers', 'customers', lastName)).toBe(1)
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

  test('that scans into fields that take codes has each code whole: one in the place of another, or all in a list', async () => {
    await counter().goTo('/new-product')
    const [sku, barcodes] = [page().getByRole('textbox', { name: /^Sku\W*$/ }), box('Barcodes')]
    await barcodes.fill('2100015500019')
    for (const code of ['5700000000017', '5700000000024', '5700000000017']) await counter().scan(code)
    expect(await barcodes.inputValue()).toBe('2100015500019, 5700000000017, 5700000000024')
    await sku.fill('OLD-1')
    await sku.focus()
    await counter().scan('5700000000031')
    expect(await sku.inputValue()).toBe('5700000000031')
    await page().reload()
    await expect.poll(async () => box('Barcodes').inputValue()).toMatch(/^2100.*, 5700.*17, 5700.*24$/)
    expect(counter().complaints).toEqual([])
  })

  test('that duplicates the tab of an order whose scans still wait has each of them in it once', async () => {
    const cartId = await counter().newOrder()
    const [one, two] = (await counter().program.products({ maxItems: 20 })).filter(
      (each) => each.barcode !== null,
    )
    // What the first tab sends reaches the core; the answers do not come back.
    await page().route(/\/lines\?/, async (route) => void (await route.fetch()))
    for (const product of [one, two]) await counter().scan(product?.barcode ?? '')
    await page().getByRole('status', { name: '2 scans wait' }).waitFor()
    const double = await duplicate()
    await double.getByRole('table', { name: 'Goods' }).locator('tbody tr').nth(1).waitFor()
    await page().unrouteAll()
    await page().reload()
    await counter().lines.nth(1).waitFor()
    // What still waits there is worked through before anything is counted.
    await page()
      .getByRole('status', { name: /scans? waits?/ })
      .waitFor({ state: 'hidden' })
    const { orderLines } = await counter().program.readCart(cartId)
    expect(orderLines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      [one?.sku, 1],
      [two?.sku, 1],
    ])
    await double.close()
  })

  test('that duplicates the tab of a half-typed record saves it once, and neither tab is in the other’s way', async () => {
    const name = named('Double')
    const made = await counter().program.post('/manage/customers', { firstName: name })
    const { id } = made.body as { id: string }
    await counter().goTo(`/customers/${id}`)
    await expect.poll(async () => box('First name').inputValue()).toBe(name)
    await box('Last name').fill('Holm')
    const double = await duplicate()
    const lastName = double.getByRole('main').getByRole('textbox', { name: 'Last name', exact: true }).first()
    await expect.poll(async () => lastName.inputValue()).toBe('Holm')
    await page().keyboard.press('Control+s')
    await page().getByText('Saved', { exact: true }).waitFor()
    await double.getByText('Not saved').waitFor({ state: 'hidden' })
    await double.keyboard.press('Control+s')
    expect(await double.getByRole('main').getByRole('alert').count()).toBe(0)
    expect((await counter().program.get(`/manage/customers/${id}`)).body).toMatchObject({ version: 2 })
    await double.close()
  })
})

/** As the menu of a tab does it: with all that the tab has kept. */
async function duplicate(): Promise<Page> {
  const opened = page().context().waitForEvent('page')
  await page().evaluate(() => void window.open(location.href))
  return opened
}
