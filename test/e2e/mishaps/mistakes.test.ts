import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { attemptTag } from '../attempt-tag.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { faultAt } from '../field-fault.ts'
import { fillAddress } from '../fill-address.ts'
import { runCli } from '../served-core.ts'

const counter = counterOfDemoShop({ isProcess: true })
const tag = attemptTag()

const alert = (text: string): Locator => counter().page.getByRole('alert').filter({ hasText: text })

/** Some goods of the shop, each with the barcode that a scanner would read. */
async function goods(count: number): Promise<(Product & { barcode: string })[]> {
  const products = await counter().program.products({ search: 'mug', maxItems: count })
  return products.map((product) => ({ ...product, barcode: product.barcode ?? '' }))
}

const LISTS = [
  ...['carts', 'orders', 'products', 'customers', 'customer-groups', 'price-grid', 'prices'],
  ...['price-groups', 'tax-rates', 'countries', 'campaigns', 'local-api'].map((place) => `settings/${place}`),
]

describe('mistakes and mishaps at the counter', () => {
  test('an unknown code is said to be unknown and leaves the cart as it is', async () => {
    const { program, lines, newOrder, scan } = counter()
    const [mug] = await goods(1)
    const cartId = await newOrder()
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    const before = await program.readCart(cartId)

    await scan('NO-SUCH-4711')
    await alert('Nothing found for “NO-SUCH-4711”. Nothing was added.').waitFor()
    expect(await lines.count()).toBe(1)
    expect(await program.readCart(cartId)).toEqual(before)
  })

  test('a refused address is explained at the field it is refused for, and taken once it is right', async () => {
    const { page, program, press, newOrder } = counter()
    const cartId = await newOrder()
    await press('Shift+F4')
    const dialog = page.getByRole('dialog', { name: 'Billing address' })
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true })
    await fillAddress(dialog)
    await field('E-mail').fill('ida.holm')
    await press('Enter')
    await eventually(async () => faultAt(field('E-mail'))).toBe('must be an e-mail address')
    expect(await faultAt(field('City'))).toBe('')
    expect((await program.readCart(cartId)).billingAddress).toBeNull()

    await field('E-mail').fill('ida.holm@example.com')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Addresses' }).getByText('Ida Holm').waitFor()
    expect((await program.readCart(cartId)).billingAddress?.emailAddress).toBe('ida.holm@example.com')
  })

  test('a new customer who is saved again is there once: no answer came, or the order has refused the address', async () => {
    const { page, program, press, newOrder } = counter()
    const cartId = await newOrder()
    const name = `Ny${cartId.slice(-6)}`
    await press('F4')
    await page.keyboard.type(`Ingrid ${name}`, { delay: 100 })
    await page.getByRole('option', { name: /^New customer/ }).waitFor()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New customer' })
    const field = (label: string): Locator => dialog.getByLabel(label, { exact: true })
    await field('First name').and(page.locator(':focus')).waitFor()
    // What is sent reaches the core; its answer does not come back.
    await page.route(
      (url) => url.pathname.endsWith('/api/v1/manage/customers'),
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        return route.abort()
      },
    )
    await press('Enter')
    await dialog.getByRole('alert').waitFor()
    await page.unrouteAll()
    await field('Phone').fill('20123456')
    // More than an address takes; of a customer it is not asked.
    await field('Mobile').fill('2'.repeat(51))
    await field('Mobile').press('Enter')
    await eventually(async () => faultAt(field('Mobile'))).not.toBe('')
    await field('Mobile').fill('20654321')
    await field('Mobile').press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const { customers } = (await program.get('/customers', { search: name })).ok(CustomersAnswer)
    expect(customers.map(({ phoneNumber }) => phoneNumber)).toEqual(['20123456'])
    const { billingAddress, customer } = await program.readCart(cartId)
    expect([customer?.id, billingAddress?.mobilePhoneNumber]).toEqual([customers[0]?.id, '20654321'])
  })

  test('who is chosen in the place of somebody else is not billed at their address, also where none is typed', async () => {
    const { page, program, press, newOrder, complaints } = counter()
    const made = async (fields: object): Promise<void> => {
      expect((await program.post('/manage/customers', fields)).status).toBe(200)
    }
    const wrong = { firstName: 'Wrong', lastName: `Berg ${tag()}` }
    await made({ ...wrong, addresses: [await program.anAddress({ ...wrong, line1: 'Kajen 4' })] })
    await made({ firstName: 'Right', lastName: `Lund ${tag()}`, email: `right-${tag()}@lund.example` })
    const cartId = await newOrder()
    const choose = async (name: string): Promise<void> => {
      await press('F4')
      await page.getByPlaceholder('Name, e-mail or phone').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(`${name} ${tag()}`, { delay: 120 })
      await page.getByRole('option', { name: new RegExp(`^${name} ${tag()}`) }).waitFor()
      await press('Enter')
    }
    const bill = async () => (await program.readCart(cartId)).billingAddress
    await choose('Wrong Berg')
    await page.getByRole('link', { name: `Wrong Berg ${tag()}` }).waitFor()
    await eventually(async () => (await bill())?.line1).toBe('Kajen 4')
    await choose('Right Lund')
    const dialog = page.getByRole('dialog', { name: 'Billing address' })
    await dialog.waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const rights = {
      firstName: 'Right',
      emailAddress: `right-${tag()}@lund.example`,
      line1: '',
      city: '',
    }
    expect(await bill()).toMatchObject(rights)
    // It is one step.
    await press('Control+z')
    await eventually(async () => (await bill())?.line1).toBe('Kajen 4')
    expect((await program.readCart(cartId)).customer?.firstName).toBe('Wrong')
    expect(complaints).toEqual([])
  })

  test('a country is found by a part of its name, and one without postal codes is asked for none', async () => {
    const { page, press, newOrder } = counter()
    await newOrder()
    await press('Shift+F6')
    const dialog = page.getByRole('dialog', { name: 'Delivery address' })
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true })
    for (const [name, text] of [
      ['First name', 'Ida'],
      ['Last name', 'Holm'],
      ['Street and number', 'Nathan Road 1'],
      ['City', 'Kowloon'],
    ] as const)
      await field(name).fill(text)
    await press('Enter')
    await eventually(async () => faultAt(field('Postal code'))).toBe('Please fill this in')

    await field('Country').click()
    await page.getByRole('option', { name: 'Denmark', exact: true }).waitFor()
    await page.keyboard.type('kong', { delay: 120 })
    await page.getByRole('option', { name: 'Hong Kong' }).waitFor()
    await press('Enter')
    expect(await field('Country').inputValue()).toBe('Hong Kong')
    // The list takes Enter as long as it is open.
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    // What is behind the dialog of the next step, which opens by itself, has no role any more.
    const next = page.getByRole('dialog', { name: 'Billing address' })
    await next.getByLabel('First name', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.getByText('Nathan Road 1, Kowloon').waitFor()
    await press('Escape')
    await next.waitFor({ state: 'hidden' })
  })

  test('two people on one cart: each sees what the other did, and nothing is lost', async () => {
    const { page, program, lines, newOrder, scan } = counter()
    const [mine, theirs, next] = await goods(3)
    const cartId = await newOrder()
    await scan(mine?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)

    await program.addLine(cartId, theirs, { quantity: 5 })
    await scan(next?.barcode ?? '')
    await alert('Somebody else has changed this order').waitFor()
    expect((await program.readCart(cartId)).orderLines).toHaveLength(2)
    await page.getByRole('button', { name: 'Show the change' }).click()

    await eventually(async () => lines.count()).toBe(3)
    await alert('Somebody else has changed this order').waitFor({ state: 'hidden' })
    const { orderLines } = await program.readCart(cartId)
    expect(orderLines.map(({ variantSku, quantity }) => [variantSku, quantity])).toEqual([
      [mine?.variantSku, 1],
      [theirs?.variantSku, 5],
      [next?.variantSku, 1],
    ])
  })

  test('two people change one order: both stay where they fit, else the clerk chooses, by keys', async () => {
    const { page, program, newOrder, press, scan, complaints } = counter()
    const [product] = await goods(1)
    const cartId = await newOrder()
    await scan(product?.barcode ?? '')
    await eventually(async () => counter().lines.count()).toBe(1)
    const note = page.getByRole('textbox', { name: 'Note for the order' })
    const notice = alert('Somebody else has changed this order')

    // It is told as it is done; what is being typed stays.
    await note.fill('Mine')
    await program.patch(`/carts/${cartId}`, { name: 'Theirs' })
    await notice.getByText('Changed by Till').waitFor()
    await note.press('Enter')
    await notice.getByRole('columnheader', { name: 'Yours' }).waitFor()
    await notice.getByRole('button', { name: /^Keep both/ }).waitFor()
    await press('Control+m')
    await notice.waitFor({ state: 'hidden' })
    await expect.poll(async () => program.readCart(cartId)).toMatchObject({ name: 'Theirs', note: 'Mine' })

    await note.fill('Mine again')
    await program.patch(`/carts/${cartId}`, { note: 'Theirs again' })
    await notice.waitFor()
    expect(await note.inputValue()).toBe('Mine again')
    await note.press('Enter')
    await notice.getByRole('button', { name: /^Keep mine/ }).waitFor()
    await press('Control+Shift+m')
    await notice.waitFor({ state: 'hidden' })
    await eventually(async () => note.inputValue()).toBe('Theirs again')

    // A reload leaves what is typed in no field that nobody looks at: it is saved, or asked for like any other change.
    await note.fill('Typed and loaded anew')
    await page.reload()
    await expect.poll(async () => (await program.readCart(cartId)).note).toBe('Typed and loaded anew')
    await note.fill('Mine once more')
    await program.patch(`/carts/${cartId}`, { note: 'Theirs once more' })
    await page.reload()
    await notice.getByRole('button', { name: /^Keep mine/ }).waitFor()
    await press('Control+m')
    await expect.poll(async () => (await program.readCart(cartId)).note).toBe('Mine once more')

    // An address in its dialog: that goes out of the way of the choice.
    await program.setBilling(cartId)
    await notice.waitFor()
    await press('Control+Shift+m')
    await notice.waitFor({ state: 'hidden' })
    await press('Shift+F4')
    await page.getByRole('dialog').getByLabel('Address line 2').fill('Rear house')
    await program.setBilling(cartId, { city: 'Ribe' })
    await page.getByRole('dialog').getByLabel('Address line 2').press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await notice.getByRole('button', { name: /^Keep both/ }).waitFor()
    await press('Control+m')
    await expect
      .poll(async () => (await program.readCart(cartId)).billingAddress)
      .toMatchObject({ city: 'Ribe', line2: 'Rear house' })
    expect(complaints).toEqual([])
  })

  test('the core is killed while an order is placed: the answer that was lost is asked for again, and nothing is doubled', async () => {
    const { page, program, core, press, goTo, serveAgain } = counter()
    const { cartId } = await program.aCartReadyToPlace({ shipping: 'Collection in the shop' })
    await goTo(`/carts/${cartId}`)
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await page.getByText('Everything is there.').waitFor()
    // It has been placed; whoever asked for it never hears so.
    await page.route(
      '**/api/v1/payments',
      async (route) => {
        await route.fetch()
        await core.kill()
        await route.abort()
      },
      { times: 1 },
    )
    await press('F9')
    await page.getByText('Backcounter does not answer. Your work is kept').waitFor()
    await serveAgain()
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    const { payments, orderNumber } = await program.readOrder(cartId)
    expect(payments).toHaveLength(1)
    await page.getByRole('region', { name: 'Order placed' }).getByText(orderNumber).waitFor()
  })

  test('an order that could not be begun is to be tried again where it was asked for, and not on every page from then on', async () => {
    const { page, press, goTo, lines, program } = counter()
    const begins = /\/api\/v1\/carts$/
    await goTo('/today')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.route(begins, async (route) => route.abort())
    await press('Shift+F2')
    const told = page.getByRole('alert').filter({ hasText: 'please try again' })
    await told.waitFor()
    await page.unroute(begins)
    const { cartId } = await program.aCartReadyToPlace({ quantities: [1] })
    await goTo(`/carts/${cartId}`)
    await eventually(async () => lines.count()).toBe(1)
    expect(await told.count()).toBe(0)
  })

  test('of a list that could not be loaded nobody says that it is empty', async () => {
    const { page, goTo } = counter()
    const main = page.getByRole('main')
    const ofPages = /\/api\/v1\/(carts|clients|local-api|manage|orders|price-groups)\b/
    await page.route(ofPages, async (route) => route.abort())
    for (const list of LISTS) {
      // Away from the list before: it has an alert, too.
      await goTo('/today')
      await page.getByRole('heading', { name: 'Today' }).waitFor()
      await goTo(`/${list}`)
      await main.getByRole('alert').first().waitFor()
      expect(await main.innerText(), list).not.toMatch(/^(No|Nobody|Nothing)\b/m)
    }
    await page.unroute(ofPages)
  })

  test('a core that hangs is said not to answer, and what was scanned meanwhile is in the cart once it goes on', async () => {
    const { page, core, lines, newOrder, scan } = counter()
    const [first, second] = await goods(2)
    await newOrder()
    await scan(first?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    process.kill(core.pid, 'SIGSTOP')
    try {
      await scan(second?.barcode ?? '')
      await page.getByText('Backcounter does not answer. Your work is kept').waitFor()
    } finally {
      process.kill(core.pid, 'SIGCONT')
    }
    await page.getByText('Backcounter does not answer.').waitFor({ state: 'hidden' })
    await eventually(async () => lines.count()).toBe(2)
  })

  test('a core that is gone when price groups are asked for: what was scanned is added when it is back, and a customer gets theirs', async () => {
    const { page, program, press, goTo, scan, lines } = counter()
    let lost = 0
    const loseOne = async (): Promise<void> => {
      await page.route(
        /carts\/[^/]+\/price-groups/,
        async (route) => {
          lost += 1
          await route.abort()
        },
        { times: 1 },
      )
    }
    const { customers } = (await program.get('/customers', { maxItems: 1000 })).ok(CustomersAnswer)
    const hotel = customers.find(({ organization }) => organization?.name === 'Klitly Strandhotel ApS')
    const [product] = await goods(1)
    const cartId = await program.aCart()
    await loseOne()
    await goTo(`/carts/${cartId}`)
    await eventually(() => Promise.resolve(lost)).toBe(1)
    await scan(product?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)

    await loseOne()
    await press('F4')
    await page.keyboard.type(hotel?.emailAddress ?? '', { delay: 60 })
    await page.getByRole('option').first().waitFor()
    await press('Enter')
    const trade = await program.priceGroup('Trade, EUR')
    await eventually(async () => (await program.readCart(cartId)).orderLines[0]?.priceGroupId).toBe(trade)
    await page
      .getByRole('status')
      .filter({ hasText: /^Price group: Trade, EUR/ })
      .waitFor()
  })

  test('the core is killed in mid-edit: the clerk goes on when it is back, and nothing answered is gone', async () => {
    const { page, program, core, lines, newOrder, scan, serveAgain, complaints } = counter()
    const products = await goods(4)
    const codes = products.map(({ barcode }) => barcode)
    const cartId = await newOrder()
    await scan(codes[0] ?? '')
    await eventually(async () => lines.count()).toBe(1)
    // The second may be in the file already or never have arrived; the third certainly finds nobody.
    await scan(codes[1] ?? '')
    await core.kill()
    await scan(codes[2] ?? '')
    const banner = page.getByText('Backcounter does not answer. Your work is kept')
    await banner.waitFor()

    await serveAgain()
    await banner.waitFor({ state: 'hidden' })
    await scan(codes[3] ?? '')
    await eventually(async () => lines.count()).toBe(4)
    const { orderLines } = await program.readCart(cartId)
    expect(orderLines.map(({ variantSku, quantity }) => [variantSku, quantity])).toEqual(
      products.map(({ variantSku }) => [variantSku, 1]),
    )
    expect(complaints).toEqual([])
    await counter().core.stop()
    expect(await runCli('check', '--data', core.dataDir)).toMatchObject({ ok: true, faults: [] })
  })
})
