import { setTimeout } from 'node:timers/promises'
import type { Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../core/orders/order.schema.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { keepBack, type KeptBack } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'

const counter = counterOfDemoShop()

/** The code of all pages but the two that a clerk works on. */
const code = /\/pages-[^/]+\.js$/

describe('an answer that comes late', () => {
  test('for one country does not replace the ways to deliver and pay of the country that is chosen now', async () => {
    const { page, program, newOrder, press, complaints } = counter()
    const denmark = await program.country('Denmark')
    const cartId = await newOrder()
    await program.setBilling(cartId, {}, 'Germany')
    await page.reload()
    const delivery = page.getByRole('radiogroup', { name: 'Delivery' })
    const express = delivery.getByRole('radio', { name: 'Express courier' })
    const toEurope = delivery.getByRole('radio', { name: 'Parcel to Europe' })
    await express.waitFor()

    /** Changes the country of the bill, as a clerk does. */
    async function moveTo(country: string): Promise<void> {
      await press('Shift+F4')
      const dialog = page.getByRole('dialog', { name: 'Billing address' })
      await dialog.getByLabel('Country', { exact: true }).click()
      await page.getByRole('option', { name: country, exact: true }).click()
      await dialog.getByRole('button', { name: 'Use this address' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }

    const late = await keepBack(
      page,
      ({ pathname, searchParams }) => /-methods$/.test(pathname) && searchParams.get('countryId') === denmark,
    )
    await moveTo('Denmark')
    await eventually(late.count).toBe(2)
    await moveTo('Sweden')
    await express.waitFor({ state: 'hidden' })
    await toEurope.waitFor()

    await late.letGo()
    // Whoever takes the late answer takes it at once.
    await page.waitForTimeout(500)
    expect([await express.count(), await toEurope.count()]).toEqual([0, 1])
    expect(complaints).toEqual([])
  })

  test('for a program that is to be changed takes away nothing that was typed: its dialog opens with it', async () => {
    const { page, goTo, core, complaints } = counter()
    const admin = await localProgram(core, 'admin')
    const program = { name: 'Late till', scope: 'storefront' }
    const { clientId } = (await admin.post('/clients', program)).body as { clientId: string }
    await goTo('/settings/local-api')
    const late = await keepBack(page, ({ pathname }) => pathname.endsWith(`/clients/${clientId}`))
    await page.getByRole('button', { name: 'Edit Late till' }).click()
    await eventually(late.count).toBe(1)
    const dialog = page.getByRole('dialog')
    // Nothing can be typed that the answer would take away.
    await page.waitForTimeout(500)
    expect(await dialog.count()).toBe(0)
    await late.letGo()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Early till')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit Early till' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('of a history that is on its way, or did not come, nobody says that nothing has happened', async () => {
    const { page, goTo, core, complaints } = counter()
    const manager = await localProgram(core, 'manage')
    const names = { 'en-GB': 'Late rate' }
    const { id } = (await manager.post('/manage/tax-rates', { names, rate: 0.1 })).body as { id: string }
    const history = page.getByRole('region', { name: 'History' })
    const late = await keepBack(page, ({ pathname }) => pathname.endsWith(`${id}/events`))
    await goTo(`/settings/tax-rates/${id}`)
    await eventually(late.count).toBe(1)
    await history.getByRole('status', { name: 'Loading' }).waitFor()
    await late.letGo()
    await history.getByText('Added').waitFor()

    const events = new RegExp(`${id}/events`)
    await page.route(events, async (route) => route.abort())
    await page.reload()
    await history.getByRole('alert').waitFor()
    await page.unroute(events)
    await history.getByText('Added').waitFor()
    expect(complaints).toEqual([])
  })

  test('to what is asked again each second is waited for: what programs ask is told over a slow network, too', async () => {
    const { page, program, goTo, complaints } = counter()
    await goTo('/settings/local-api')
    const requests = page.getByRole('region', { name: 'Requests' })
    await requests.getByRole('row').nth(1).waitFor()
    const log = /\/api\/v1\/requests/
    await page.route(log, async (route) => {
      const response = await route.fetch()
      await setTimeout(1500)
      // The console may have given it up meanwhile.
      await route.fulfill({ response }).catch(() => undefined)
    })
    await program.get('/products', { maxItems: 7 })
    await requests.getByText('maxItems=7').waitFor()
    await page.unroute(log)
    expect(complaints).toEqual([])
  })

  test('to one search does not open its order once another is searched for', async () => {
    const { page, program, goTo } = counter()
    const [first, second] = [await program.anOrder(), await program.anOrder()]
    await goTo('/orders')
    const search = page.getByRole('searchbox', { name: 'Search orders' })
    await search.fill(first.order.orderNumber)
    await eventually(async () => page.getByRole('row').count()).toBe(2)

    const late = await keepBack(
      page,
      ({ pathname, searchParams }) =>
        pathname.endsWith('/orders') && searchParams.get('search') === second.order.orderNumber,
    )
    await search.fill(second.order.orderNumber)
    await page.keyboard.press('Enter')
    // Who comes late to Enter has asked once already, by having typed.
    await eventually(late.count).toBeGreaterThan(0)
    await search.fill('nobody at all')
    await page.getByText('No order fits').waitFor()
    await late.letGo()
    await page.waitForTimeout(500)
    expect(await page.getByRole('heading', { name: 'Orders' }).count()).toBe(1)
  })
})

/** Loads the console at an order, and keeps back the code of the page that shows it. */
async function loadOrder(): Promise<{ order: Order; late: KeptBack }> {
  const { page, program, goTo } = counter()
  const { order } = await program.anOrder()
  await goTo(`/orders/${order.id}`)
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  const late = await keepBack(page, ({ pathname }) => code.test(pathname))
  await page.reload()
  await page.getByRole('button', { name: 'New order' }).waitFor()
  await eventually(late.count).toBe(1)
  return { order, late }
}

test('a page whose code comes after all else is the one that was asked for', async () => {
  const { page, complaints } = counter()
  const { order, late } = await loadOrder()
  await page.waitForTimeout(500)
  await late.letGo()
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  expect(complaints).toEqual([])
})

describe('while the first page is on its way', () => {
  test('an address that is asked for then is the one that is opened', async () => {
    const { page, goTo, program, complaints } = counter()
    const { late } = await loadOrder()
    // One whose code comes with the first one's, and one whose code is here before.
    await goTo('/customers')
    const cartId = await program.aCart()
    await goTo(`/carts/${cartId}`)
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    await late.letGo()
    await page.waitForTimeout(500)
    expect(new URL(page.url()).hash).toBe(`#/carts/${cartId}`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Customers', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the last of several addresses is opened, and back leads through them', async () => {
    const { page, goTo, complaints } = counter()
    const { order, late } = await loadOrder()
    await goTo('/today')
    await goTo('/products')
    await late.letGo()
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    expect(complaints).toEqual([])
  })

  test('back is back', async () => {
    const { page, goTo, complaints } = counter()
    await goTo('/carts')
    const { late } = await loadOrder()
    await page.goBack()
    await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
    await late.letGo()
    await page.waitForTimeout(500)
    expect(new URL(page.url()).hash).toBe('#/carts')
    expect(complaints).toEqual([])
  })
})

test.each([
  ['it is not known yet who is at the desk', '/api/v1/desk'],
  ['the store has not answered yet', '/api/v1/store'],
])('a key that comes early starts its order although %s', async (_, path) => {
  const { page, press, complaints } = counter()
  const late = await keepBack(page, ({ pathname }) => pathname === path)
  await page.goto(`${counter().core.api}/#/orders`)
  await page.reload()
  await page.getByRole('navigation').waitFor()
  await press('Shift+F2')
  // Who opens the stream of changes asks again.
  await eventually(late.count).toBeGreaterThan(0)
  await late.letGo()
  await page.waitForURL(/#\/carts\/[\da-f-]{36}/)
  expect(complaints).toEqual([])
})

test('what is scanned behind the key for a new order is for that one, not for the one that is still on the screen', async () => {
  const { page, program, press, newOrder, scan, lines } = counter()
  const [before, after] = await program.products({ search: 'mug', maxItems: 2 })
  const cartId = await newOrder()
  await scan(before?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  const late = await keepBack(
    page,
    ({ pathname }, method) => pathname === '/api/v1/carts' && method === 'POST',
  )
  await press('Shift+F2')
  await eventually(late.count).toBe(1)
  await scan(after?.barcode ?? '')
  await late.letGo()
  await page.waitForURL((url) => /#\/carts\/[\da-f-]{36}/.test(url.hash) && !url.hash.includes(cartId))
  await lines.filter({ hasText: after?.name ?? '' }).waitFor()
  const skus = async (id: string) =>
    (await program.readCart(id)).orderLines.map(({ sku, variantSku }) => variantSku ?? sku)
  expect(await skus(cartId)).toEqual([before?.variantSku ?? before?.sku])
})

test('a new order is gone to although the page that was asked for before the key comes only after it', async () => {
  const { page, press, goTo, complaints } = counter()
  const pages = await keepBack(page, ({ pathname }) => code.test(pathname))
  await goTo('/carts')
  await page.reload()
  await page
    .getByRole('link', { name: /^Resume: / })
    .first()
    .waitFor()
  const late = await keepBack(
    page,
    ({ pathname }, method) => pathname === '/api/v1/carts' && method === 'POST',
  )
  await press('F3', 'Shift+F2')
  await eventually(late.count).toBe(1)
  await pages.letGo()
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await late.letGo()
  await page.waitForURL(/#\/carts\/[\da-f-]{36}/)
  expect(complaints).toEqual([])
})

test('a page whose code could not be fetched is opened when it can be, but not for who has gone on', async () => {
  const { page, press, goTo } = counter()
  const api = '**/api/**'
  await page.route(code, async (route) => route.abort())
  await goTo('/carts')
  await page.reload()
  const resume = page.getByRole('link', { name: /^Resume: / }).first()
  await resume.waitFor()
  // While nothing answers at all, so that nothing is opened before the next step is done.
  await page.route(api, async (route) => route.abort())
  const banner = page.getByText('Backcounter does not answer. Your work is kept')
  await press('F3')
  await banner.waitFor()
  await resume.press('Enter')
  await page.waitForURL(/#\/carts\/[\da-f-]{36}/)
  const cart = page.url()
  await page.unroute(api)
  await page.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
  await banner.waitFor({ state: 'hidden' })
  await page.waitForTimeout(500)
  expect(page.url()).toBe(cart)

  await press('F3')
  await page.unroute(code)
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
})

test('a cart that is opened while its answer does not come is there as soon as it does, without a key', async () => {
  const { page, program, goTo } = counter()
  const cartId = await program.aCart()
  const cart = `**/api/v1/carts/${cartId}*`
  await page.route(cart, async (route) => route.abort())
  await goTo(`/carts/${cartId}`)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute(cart)
  await page.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
})

test('of pages whose code could not be fetched the last that was asked for is opened', async () => {
  const { page, goTo } = counter()
  await goTo('/orders')
  const failing = Promise.withResolvers<undefined>()
  const asked = Promise.withResolvers<undefined>()
  await page.route(code, async (route) => {
    asked.resolve(undefined)
    await failing.promise
    return route.abort()
  })
  await page.reload()
  await asked.promise
  await page.getByRole('navigation').waitFor()
  await goTo('/customers')
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  failing.resolve(undefined)
  await failed
  // The console has heard of it for both pages, in an order that nobody knows, and does not load anew before five seconds.
  await page.waitForTimeout(500)
  await page.unroute(code)
  await page.getByRole('heading', { name: 'Customers', exact: true }).waitFor()
})

test('a page whose code is missing does not load the console over and over', async () => {
  const { page, press, goTo } = counter()
  await goTo('/carts')
  await page.route(code, async (route) => route.abort())
  await page.reload()
  await page
    .getByRole('link', { name: /^Resume: / })
    .first()
    .waitFor()
  const loads: Request[] = []
  page.on('request', (request) => void (request.isNavigationRequest() && loads.push(request)))
  await press('F3')
  await page.getByText('A part of Backcounter could not be fetched').waitFor()
  expect(await page.getByText('Backcounter does not answer').count()).toBe(0)
  // As the browser tells it: on a busy machine it is heard of here late, and of two at once.
  const begun = (): number[] => loads.map((request) => request.timing().startTime).filter((time) => time > 0)
  await eventually(() => Promise.resolve(begun().length)).toBeGreaterThan(2)
  for (const [index, time] of begun().slice(1).entries())
    expect(time - (begun()[index] ?? time)).toBeGreaterThan(4000)
  await page.unroute(code)
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
})
