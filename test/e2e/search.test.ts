import type { Locator, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { hire } from '../support/desks.ts'
import { aGiftCard } from '../support/gift-cards.ts'
import { attemptTag } from './attempt-tag.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

const field = (): Locator => counter().page.getByRole('combobox', { name: 'Find anything' })
const options = (): Locator => counter().page.getByRole('option')

async function openSearch(): Promise<void> {
  await counter().press('Control+k')
  await field().and(counter().page.locator(':focus')).waitFor()
}
/** Types as a hand does, and waits for what is found by all of it. */
async function type(text: string, found: RegExp | string): Promise<void> {
  await counter().page.keyboard.type(text, { delay: 120 })
  await options().filter({ hasText: found }).first().waitFor()
}

async function paste(text: string, found: RegExp | string): Promise<void> {
  await counter().page.keyboard.insertText(text)
  await options().filter({ hasText: found }).first().waitFor()
}
/** The addresses that the core is asked for until it is told to stop; with the method where it is no GET. */
function listen(): { readonly asked: string[]; readonly stop: () => void } {
  const { page } = counter()
  const asked: string[] = []
  const note = (request: Request): void => {
    const { pathname, search } = new URL(request.url())
    asked.push(`${request.method()} ${pathname.replace('/api/v1', '')}${search}`)
  }
  page.on('request', note)
  return { asked, stop: () => void page.off('request', note) }
}

describe('Ctrl+K', () => {
  test('goes to places and does things by their names', async () => {
    const { page, goTo, press, complaints } = counter()
    await goTo('/orders')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await openSearch()
    await type('cart', 'Carts')
    await press('Enter')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await openSearch()
    await type('new order dk', 'New order in DKK')
    await press('Enter')
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    // Countries begin with it, too.
    await openSearch()
    await type('count', 'Countries')
    await press('Enter')
    await page.getByRole('heading', { name: 'Till', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('offers what it has while a page that comes up behind it asks for the keyboard', async () => {
    const { page, goTo, press, complaints } = counter()
    await goTo('/orders')
    await page.getByRole('searchbox').waitFor()
    await openSearch()
    await options().filter({ hasText: 'Settings' }).first().waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('main input')?.focus())
    expect(await options().filter({ hasText: 'Settings' }).count()).toBeGreaterThan(0)
    await type('cart', 'Carts')
    await press('Enter')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('goes to places although nothing that is looked for can be had', async () => {
    const { page, goTo, press } = counter()
    await goTo('/orders')
    await page.getByRole('searchbox').waitFor()
    const orders = '**/api/v1/orders?*'
    await page.route(orders, async (route) => route.fulfill({ status: 500, json: { errors: [] } }))
    await openSearch()
    await page.keyboard.type('cart', { delay: 120 })
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await options().filter({ hasText: 'Carts' }).first().waitFor()
    await press('Enter')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page.unroute(orders)
  })

  test('finds by its id what an order was delivered, paid and priced by, and leads to its page', async () => {
    const { page, program, goTo, press, complaints } = counter()
    const { placing } = await program.anOrder({ shipping: null })
    const { campaigns } = (
      await (await localProgram(counter().core, 'manage staff')).get('/manage/campaigns')
    ).body as {
      campaigns: { id: string; names: Record<string, string> }[]
    }
    await goTo('/orders')
    for (const [id, path] of [
      [placing.paymentMethodId, 'payment-methods'],
      [campaigns[0]?.id ?? '', 'campaigns'],
    ] as const) {
      await openSearch()
      await page.keyboard.insertText(`"${id.toUpperCase()}"`)
      await options().first().waitFor()
      await press('Enter')
      await page.waitForURL(new RegExp(`settings/${path}/${id}`))
    }
    expect(complaints).toEqual([])
  })

  test('finds orders, carts, customers and products, and offers the last ones first', async () => {
    const { page, program, goTo, press } = counter()
    const billing = { firstName: 'Gro', lastName: 'Findelig', email: 'gro@findelig.example' }
    const { order } = await program.anOrder({ billing, shipping: null })
    const { cartId } = await program.aCartReadyToPlace({ billing, shipping: null })
    const [customer] = (await program.get('/customers', { search: 'findelig' })).ok(CustomersAnswer).customers
    const [product] = await program.products({ maxItems: 1 })
    await goTo('/carts')
    await openSearch()
    await type('gro findel', order.orderNumber)
    const texts = await options().allInnerTexts()
    for (const kind of ['Order', 'Cart', 'Customer'])
      expect(texts.some((text) => text.includes(kind))).toBe(true)
    expect(texts.join()).toContain(customer?.emailAddress ?? '?')
    await press('Enter')
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()

    // An id means the customer themselves, before their orders.
    await openSearch()
    await page.keyboard.insertText(customer?.id ?? '')
    await options().filter({ hasText: order.orderNumber }).first().waitFor()
    expect(await options().first().innerText()).toContain(billing.email)
    await press('Escape')

    await openSearch()
    await type(product?.sku ?? '', 'Product')
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await openSearch()
    await type(cartId, 'Gro Findelig')
    await press('Enter')
    await page.getByRole('heading', { name: 'Order for Gro Findelig' }).waitFor()

    await openSearch()
    await eventually(async () => (await options().allInnerTexts()).slice(0, 2).join()).toMatch(
      new RegExp(`^Gro Findelig[^,]*.*${order.orderNumber}`, 's'),
    )
    await press('Escape')
  })

  test('writes what it says of something with a long name in lines, however long a word of it is', async () => {
    const { page, core, goTo, press } = counter()
    const manager = await localProgram(core, 'manage')
    const long = 'Wasserdichte Segeltasche mit abnehmbarem Schultergurt und Seitenfach, marineblau, 60 l'
    const sku = `LONG-${tag()}-${'Z'.repeat(40)}`
    const body = { sku, names: { 'en-GB': long }, taxRate: 0.25, variants: [{}] }
    expect((await manager.post('/manage/products', body)).status).toBe(200)
    await goTo('/carts')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await openSearch()
    await type('segeltasche', 'Segeltasche')
    const heights = await options()
      .filter({ hasText: 'Segeltasche' })
      .evaluateAll((all) => all.map((each) => each.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(100)
    await press('Escape')
  })

  test('Enter that comes before the answer waits for it, and opens the only thing that is found', async () => {
    const { page, program, goTo, press } = counter()
    const { order } = await program.anOrder({ shipping: null })
    await goTo('/carts')
    await openSearch()
    await page.route('**/api/v1/orders?*', async (route) => {
      await page.waitForTimeout(600)
      await route.continue()
    })
    await field().fill(order.id)
    await press('Enter')
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    await page.unroute('**/api/v1/orders?*')
  })

  test('an id leads to what has it, before what else it finds', async () => {
    const { page, program, goTo, press } = counter()
    const billing = { firstName: 'Idunn', lastName: tag(), email: `${tag()}@ids.example` }
    const { order } = await program.anOrder({ billing, shipping: null })
    await goTo('/carts')
    await openSearch()
    await field().fill(order.customer.id)
    await options().filter({ hasText: order.orderNumber }).waitFor()
    await press('Enter')
    await page.getByRole('heading', { name: `Idunn ${tag()}` }).waitFor()
  })

  test('the id of a product, as its page gives it to copy, leads to the product', async () => {
    const { page, program, goTo, press } = counter()
    const [goods] = await program.products({ maxItems: 1 })
    const { id, sku } = (await program.get(`/manage/products/${goods?.sku}`)).ok(ManagedProduct)
    await goTo('/carts')
    await openSearch()
    await field().fill(id)
    await options().filter({ hasText: sku }).waitFor()
    await press('Enter')
    await page.waitForURL((url) => url.hash.includes(`/products/${id}`))
  })

  test('a scan goes into the cart that is open, and so do goods that are chosen; elsewhere it finds the record', async () => {
    const { page, program, goTo, newOrder, scan, press } = counter()
    const [one, other] = await program.products({ maxItems: 2 })
    // Both have been bought already: what is typed is the sku of goods all the same.
    const { order } = await program.anOrder({ shipping: null })
    await goTo('/carts')
    const cartId = await newOrder()
    const inCart = async () => (await program.readCart(cartId)).orderLines.length
    await openSearch()
    await page.keyboard.type('gr', { delay: 120 })
    await scan(one?.barcode ?? '')
    await eventually(inCart).toBe(1)
    expect(await field().inputValue()).toBe('gr')
    await field().fill('')
    await type(other?.variantSku ?? other?.sku ?? '', other?.name ?? '')
    await press('Enter')
    await eventually(inCart).toBe(2)

    await goTo('/carts')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await openSearch()
    await scan(order.orderNumber)
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  })

  test('finds what the shop sells by in the words of its name, asked for once and not for each letter', async () => {
    const { page, goTo, press, complaints } = counter()
    await goTo('/orders')
    await page.getByRole('searchbox').waitFor()
    await openSearch()
    const { asked, stop } = listen()
    const kinds = [
      ['welcome aboa', /Welcome aboard.*Campaign/s, 'campaigns'],
      ['shop price dk', /Shop price, DKK.*Price group/s, 'price-groups'],
      ['home deliv', /Home delivery.*Shipping method/s, 'shipping-methods'],
      ['card termi', /Card terminal.*Payment method/s, 'payment-methods'],
    ] as const
    await type('welcome', 'Welcome aboard')
    for (const [words, option] of kinds) {
      await field().fill('')
      await paste(words, option)
    }
    stop()
    const ofList = (path: string) => asked.filter((each) => each.startsWith(`GET /manage/${path}?`))
    for (const [, , path] of kinds) expect(ofList(path)).toEqual([`GET /manage/${path}?maxItems=1000`])
    await press('Escape')
    for (const [words, option, path] of kinds) {
      await openSearch()
      await paste(words, option)
      await options().filter({ hasText: option }).first().click()
      await page.waitForURL(new RegExp(`settings/${path}/[0-9a-f-]{36}`))
    }
    await openSearch()
    // They are among what was opened last.
    for (const [, option] of kinds) await options().filter({ hasText: option }).first().waitFor()
    await press('Escape')
    expect(complaints).toEqual([])
  })

  test('finds a campaign by its code, where nothing else has it', async () => {
    const { page, goTo, press, complaints } = counter()
    await goTo('/orders')
    await page.getByRole('searchbox').waitFor()
    await openSearch()
    await type('welcome10', /Welcome aboard.*Campaign/s)
    await press('Enter')
    await page.waitForURL(/settings\/campaigns\/[0-9a-f-]{36}/)
    expect(complaints).toEqual([])
  })

  test('finds a gift card by the end of its code; a whole code, pasted, typed or scanned, opens it and stands in no address', async () => {
    const { page, core, goTo, press, scan, complaints } = counter()
    const manager = await localProgram(core, 'manage')
    const made = await aGiftCard(manager, 35)
    const printed = await aGiftCard(manager, 20, { code: `PRINT-${tag()}-4711` })
    const opens = async ({ last }: { readonly last: string }): Promise<void> => {
      await page.getByRole('heading', { name: `Gift card …${last}` }).waitFor()
      await goTo('/orders')
      await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    }
    await goTo('/orders')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await openSearch()
    await type(made.last, `…${made.last}`)
    await options()
      .filter({ hasText: /€35\.00.*Gift card/s })
      .click()
    await opens(made)

    const { asked, stop } = listen()
    await openSearch()
    await page.keyboard.insertText(made.code.toLowerCase())
    await options()
      .filter({ hasText: `…${made.last}` })
      .waitFor()
    await press('Enter')
    await opens(made)
    await openSearch()
    await scan(printed.code)
    await opens(printed)
    stop()
    expect(asked.filter((each) => each.startsWith('POST /gift-cards/lookup'))).toHaveLength(2)
    const plain = asked.join('\n').replaceAll('-', '').toUpperCase()
    for (const { code } of [made, printed])
      expect(plain).not.toContain(code.replaceAll('-', '').toUpperCase())
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(kept).toContain(`…${made.last}`)
    expect(kept.toUpperCase()).not.toContain(made.code)

    // Typed as a word it may be anything else, which is looked for first.
    await openSearch()
    await type(printed.code, `…${printed.last}`)
    await press('Enter')
    await opens(printed)
    expect(complaints).toEqual([])
  })

  // Last of them: from here on somebody has to be at the desk.
  test('shows a clerk gift cards and nothing that only managers open, and the support neither', async () => {
    const { page, core, goTo, press, complaints } = counter()
    const admin = await localProgram(core, 'admin')
    const card = await aGiftCard(admin, 15)
    await goTo('/orders')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await openSearch()
    await type('welcome aboa', /Campaign$/)
    await options()
      .filter({ hasText: /Campaign$/ })
      .first()
      .click()
    await page.waitForURL(/settings\/campaigns/)
    await openSearch()
    await type(card.last, `…${card.last}`)
    await press('Escape')
    const pins = { clerk: '1111', support: '2222' } as const
    await hire(admin, 'Olga Bank', 'owner', '2580')
    await hire(admin, 'Karl Lind', 'clerk', pins.clerk)
    await hire(admin, 'Sven Ask', 'support', pins.support)
    const lock = page.getByRole('dialog', { name: 'This desk is locked' })
    const takes = async (name: string, pin: string): Promise<void> => {
      if (!(await lock.isVisible())) await press('Control+Shift+L')
      await lock.getByLabel('PIN', { exact: true }).and(page.locator(':focus')).waitFor()
      await lock.getByText(name, { exact: true }).click()
      await page.keyboard.type(pin, { delay: 120 })
      await press('Enter')
      await lock.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    }
    await lock.waitFor()
    await goTo('/orders')
    await takes('Karl Lind', pins.clerk)
    const { asked, stop } = listen()
    await openSearch()
    // What a manager has opened last is nothing to a clerk.
    await options().filter({ hasText: 'Carts' }).first().waitFor()
    expect(
      await options()
        .filter({ hasText: /Campaign$/ })
        .count(),
    ).toBe(0)
    await type(card.last, `…${card.last}`)
    await field().fill('')
    await page.keyboard.type('welcome aboa', { delay: 120 })
    await page.getByRole('dialog').getByRole('status').filter({ hasText: 'welcome aboa' }).waitFor()
    await press('Escape')
    await takes('Sven Ask', pins.support)
    await openSearch()
    await page.keyboard.insertText(card.code)
    await page.getByRole('dialog').getByRole('status').filter({ hasText: card.code }).waitFor()
    await field().fill('')
    await page.keyboard.type(card.last, { delay: 120 })
    await page.getByRole('dialog').getByRole('status').filter({ hasText: card.last }).waitFor()
    await press('Escape')
    stop()
    const managing = /\/manage\/(campaigns|price-groups|shipping-methods|payment-methods)/
    expect(asked.filter((each) => managing.test(each))).toEqual([])
    expect(asked.filter((each) => each.includes('/gift-cards/lookup'))).toEqual([])
    expect(complaints).toEqual([])
  })
})
