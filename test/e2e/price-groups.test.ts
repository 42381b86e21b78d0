import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { CustomersAnswer, type Customer } from '../../core/customers/customer.schema.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepBack } from './keep-back.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'
import { fillAddress } from './fill-address.ts'

const counter = counterOfDemoShop()

const dialog = (): Locator => counter().page.getByRole('dialog', { name: 'Price group' })
const current = (name: string): Locator =>
  counter().page.getByRole('button', { name: `Price group: ${name}`, exact: true })

async function aCustomer(isWanted: (customer: Customer) => boolean): Promise<Customer> {
  const { customers } = (await counter().program.get('/customers', { maxItems: 1000 })).ok(CustomersAnswer)
  const customer = customers.find(isWanted)
  if (!customer) throw new Error('The demo shop has no such customer.')
  return customer
}
const isOfClub = ({ customerGroups }: Customer): boolean =>
  customerGroups.some(({ name }) => name.includes('Club'))

/** A new order of a jacket, at the shop price. @returns the cart's id */
async function anOrderOfAJacket(): Promise<string> {
  const { program, newOrder, scan, lines } = counter()
  const [jacket] = await program.products({ search: 'rain jacket', maxItems: 1 })
  const cartId = await newOrder()
  await scan(jacket?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  await current('Shop price, EUR').waitFor()
  return cartId
}

describe('only price groups that are valid for the cart are chosen', () => {
  test('one that is not says why, takes a reason, and the reason stays with the cart and its order', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    const before = await program.readCart(cartId)
    await press('F7')
    await dialog().waitFor()
    await eventually(async () => dialog().innerText()).toMatch(
      /Valid for this order[^]*Season, EUR[^]*Not valid[^]*jubilee/,
    )
    const jubilee = dialog().getByRole('radio', { name: /^Harbour jubilee 2100/ })
    expect(await jubilee.getAttribute('aria-description')).toMatch(
      /^The time is from 1 Jan 2100, 00:00; now: \w+, \d+ \w+ 20\d\d, \d\d:\d\d$/,
    )
    await jubilee.focus()
    await press('Space', 'Enter')
    const reason = dialog().getByRole('textbox', { name: /^Why this price group/ })
    await eventually(async () => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await press('Enter')
    await eventually(async () => faultAt(reason)).toBe('Please fill this in')
    expect((await program.readCart(cartId)).orderTotal).toBe(before.orderTotal)

    await page.keyboard.type('Promised by the owner')
    await press('Enter')
    await current('Harbour jubilee 2100').waitFor()
    await page.getByRole('status').filter({ hasText: 'Promised by the owner' }).waitFor()
    const after = await program.readCart(cartId)
    expect(after.orderTotal).toBeLessThan(before.orderTotal)

    await program.setBilling(cartId)
    await program.setShipping(cartId, 'Collection in the shop', { priceGroup: 'Harbour jubilee 2100' })
    const placing = {
      cartId,
      paymentMethodId: await program.paymentMethod(),
      priceGroupId: await program.priceGroup('Harbour jubilee 2100'),
      cultureCode: program.cultureCode,
    }
    expect((await program.post('/payments', placing)).status).toBe(200)
    await goTo(`/orders/${cartId}`)
    await page.getByRole('region', { name: 'History' }).getByText('Promised by the owner').waitFor()
    expect(complaints).toEqual([])
  })

  test('a reason that is half typed is there again after a reload with the group that it is for, and in no other order', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const other = await anOrderOfAJacket()
    const cartId = await anOrderOfAJacket()
    const jubilee = dialog().getByRole('radio', { name: /^Harbour jubilee 2100/ })
    const reason = dialog().getByRole('textbox', { name: /^Why this price group/ })
    const open = async (): Promise<void> => {
      await current('Shop price, EUR').waitFor()
      await press('F7')
      await dialog().getByRole('radio').or(reason).and(page.locator(':focus')).waitFor()
    }
    const dismiss = async (): Promise<void> => {
      await press('Escape')
      await dialog().waitFor({ state: 'hidden' })
    }
    await open()
    await jubilee.focus()
    await press('Space')
    await reason.fill('Promised by')
    await page.reload()
    await goTo(`/carts/${other}`)
    await open()
    expect(await reason.count()).toBe(0)
    await dismiss()
    await goTo(`/carts/${cartId}`)
    await open()
    expect([await jubilee.isChecked(), await reason.inputValue()]).toEqual([true, 'Promised by'])
    // It is typed on at its end.
    await page.keyboard.type(' her', { delay: 120 })
    expect(await reason.inputValue()).toBe('Promised by her')
    await dismiss()
    await open()
    expect([await jubilee.isChecked(), await reason.count()]).toEqual([false, 0])

    await jubilee.focus()
    await press('Space')
    await reason.fill('Promised by the owner')
    await press('Enter')
    await current('Harbour jubilee 2100').waitFor()
    expect((await program.readCart(cartId)).priceGroupOverride?.reason).toBe('Promised by the owner')
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('-typed.')
    expect(complaints).toEqual([])
  })

  test('one that is chosen before there are goods is the order’s at every desk, and is taken back and done again with its reason', async () => {
    const { page, program, newOrder, press, complaints } = counter()
    const cartId = await newOrder()
    await current('Shop price, EUR').waitFor()
    await press('F7')
    const jubilee = dialog().getByRole('radio', { name: /^Harbour jubilee 2100/ })
    await jubilee.focus()
    await press('Space', 'Enter')
    const reason = dialog().getByRole('textbox', { name: /^Why this price group/ })
    await eventually(async () => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Promised by the owner')
    await press('Enter')
    await current('Harbour jubilee 2100').waitFor()
    const isKept = async (): Promise<string | undefined> =>
      (await program.readCart(cartId)).priceGroupOverride?.reason

    await dialog().waitFor({ state: 'hidden' })
    await press('F2', 'Control+z')
    await current('Shop price, EUR').waitFor()
    await eventually(isKept).toBe(undefined)
    await press('Control+y')
    await current('Harbour jubilee 2100').waitFor()
    await eventually(isKept).toBe('Promised by the owner')

    // Another desk has not seen what was chosen here.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await current('Harbour jubilee 2100').waitFor()
    expect(complaints).toEqual([])
  })

  test('one that has ended while the order was on the screen says so at F9, however short ago', async () => {
    const { core, page, press, goTo, program } = counter()
    const manager = await localProgram(core, 'manage')
    const base = await program.priceGroup()
    const name = 'Happy hour'
    const [from, to] = [0, 15_000].map((later) => [new Date(Date.now() + later).toISOString()])
    const hour = { names: { 'en-GB': name }, currency: 'EUR', basePriceGroupId: base }
    const criteria = [{ kind: 'timeWindow', parameters: { from, to } }]
    const made = await manager.post('/manage/price-groups', { ...hour, priority: 1, criteria })
    expect(made.status, made.text).toBe(200)
    const ready = { quantities: [1], priceGroup: name, shipping: 'Collection in the shop' }
    const { cartId } = await program.aCartReadyToPlace(ready)
    await goTo(`/carts/${cartId}`)
    await current(name).waitFor()
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await page.getByText('Everything is there.').waitFor()
    await eventually(() => Promise.resolve(Date.now())).toBeGreaterThan(Date.parse(String(to)))
    await press('F9')
    await dialog().waitFor()
    await page.getByText('The price group is not valid for this order.').waitFor()
    expect((await program.get(`/orders/${cartId}`)).status).toBe(404)
  })

  test('one that the customer has lost while the order was on the screen says so by itself', async () => {
    const { core, page, press, goTo, program } = counter()
    const manager = await localProgram(core, 'manage')
    const baker = await aCustomer(({ organization }) => organization?.name === 'Rösterei Nordkante GmbH')
    const ready = { quantities: [1], priceGroup: 'Trade, EUR', shipping: 'Collection in the shop' }
    const { cartId } = await program.aCartReadyToPlace(ready)
    expect((await program.patch(`/carts/${cartId}`, { customerId: baker.id })).status).toBe(200)
    await goTo(`/carts/${cartId}`)
    await current('Trade, EUR').waitFor()
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await page.getByText('Everything is there.').waitFor()
    const left = await manager.patch(`/manage/customers/${baker.id}`, { organizationId: null })
    expect(left.status, left.text).toBe(200)
    await page.getByRole('alert').filter({ hasText: '“Trade, EUR” is not valid' }).waitFor()
    await press('F9')
    await dialog().waitFor()
    await press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect((await program.get(`/orders/${cartId}`)).status).toBe(404)
  })

  test('a customer brings the best valid group, said with its reason, and one key takes it back', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    const hotel = await aCustomer(({ organization }) => organization?.name === 'Klitly Strandhotel ApS')
    const other = await aCustomer(
      (customer) =>
        !isOfClub(customer) && customer.organization === null && customer.customerGroups.length === 0,
    )
    const said = page.getByRole('status').filter({ hasText: /^Price group: / })
    const groupAndCustomer = async () => {
      const { customer, orderLines } = await program.readCart(cartId)
      return [orderLines[0]?.priceGroupId, customer?.id]
    }
    const choose = async ({ emailAddress }: Customer): Promise<void> => {
      await press('F4')
      await page.keyboard.type(emailAddress ?? '')
      await page.getByRole('option').first().waitFor()
      await press('Enter')
    }
    const [shopPrice, trade, season] = [
      await program.priceGroup(),
      await program.priceGroup('Trade, EUR'),
      await program.priceGroup('Season, EUR'),
    ]

    await choose(hotel)
    await said.waitFor()
    expect(await said.innerText()).toMatch(
      /^Price group: Trade, EUR, because the organization is Klitly Strandhotel ApS\. Before: Shop price, EUR\./,
    )
    await current('Trade, EUR').waitFor()
    await eventually(groupAndCustomer).toEqual([trade, hotel.id])
    await press('F2', 'Control+z')
    await current('Shop price, EUR').waitFor()
    await eventually(groupAndCustomer).toEqual([shopPrice, hotel.id])
    await press('Control+y')
    await eventually(groupAndCustomer).toEqual([trade, hotel.id])

    // For another customer the group is not valid: taken back, the two go together.
    await choose(other)
    await eventually(groupAndCustomer).toEqual([season, other.id])
    await said.waitFor()
    await press('F2', 'Control+z')
    await eventually(groupAndCustomer).toEqual([trade, hotel.id])

    // Where another program gives the order a customer, nothing moves by itself: it is said, with one key for the best.
    await program.patch(`/carts/${cartId}`, { customerId: other.id })
    await page.reload()
    const notice = page.getByRole('alert').filter({ hasText: '“Trade, EUR” is not valid for this order' })
    await notice.waitFor()
    expect(await groupAndCustomer()).toEqual([trade, other.id])
    await press('F9')
    await dialog().waitFor()
    await press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect(await notice.getByRole('button', { name: /^Use / }).innerText()).toMatch(/^Use Season, EUR: €\d/)
    await press('Shift+F7')
    await notice.waitFor({ state: 'hidden' })
    await eventually(groupAndCustomer).toEqual([season, other.id])

    // A group that somebody has given a reason for stays.
    const jubilee = await program.priceGroup('Harbour jubilee 2100')
    await program.patch(`/carts/${cartId}`, { priceGroupId: jubilee, priceGroupReason: 'Promised' })
    await page.reload()
    await current('Harbour jubilee 2100').waitFor()
    await choose(hotel)
    await eventually(groupAndCustomer).toEqual([jubilee, hotel.id])
    await page.getByRole('heading', { name: `Order for ${hotel.firstName}` }).waitFor()
    await page.waitForTimeout(500)
    expect(await groupAndCustomer()).toEqual([jubilee, hotel.id])
    expect(complaints).toEqual([])
  })
})

describe('why a line costs what it costs', () => {
  test('another price is set there by keyboard, so many per cent off, too, and undone', async () => {
    const { page, program, press, lines, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    const line = async () => (await program.readCart(cartId)).orderLines[0]
    const listed = await line()
    const why = page.getByRole('dialog', { name: 'Why this price?' })
    const field = why.getByRole('textbox', { name: 'Price each, tax included' })
    const set = async (text: string): Promise<void> => {
      await press('Control+F9')
      await field.and(page.locator(':focus')).waitFor()
      await page.keyboard.type(text, { delay: 80 })
      await press('Enter')
    }
    await set('ten')
    await why.getByText(/^Write a price such as/).waitFor()
    await field.fill('10%')
    await why.getByText(/^€[\d.]+ each$/).waitFor()
    await press('Enter')
    await why.waitFor({ state: 'hidden' })
    await lines.getByText('Price set').waitFor()
    const off = await line()
    expect(off?.total).toBeCloseTo((listed?.total ?? 0) * 0.9, 1)

    await press('Control+z')
    await eventually(async () => (await line())?.priceIsSet).toBeUndefined()
    expect((await line())?.price).toBe(listed?.price)
    await press('Control+y')
    await eventually(async () => (await line())?.price).toBe(off?.price)

    await set('12.5')
    await why.waitFor({ state: 'hidden' })
    await eventually(async () => (await line())?.total).toBe(12.5)
    await press('Control+F9')
    await why.getByText(/^The price of this line was set to/).waitFor()
    await why.getByRole('button', { name: 'Price of the list' }).press('Enter')
    await why.waitFor({ state: 'hidden' })
    await eventually(async () => (await line())?.total).toBe(listed?.total)
    expect(complaints).toEqual([])
  })

  test('another price that is half typed is there again after a reload, for that line alone', async () => {
    const { page, program, press, scan, lines, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(2)
    const why = page.getByRole('dialog', { name: 'Why this price?' })
    const field = why.getByRole('textbox', { name: 'Price each, tax included' })
    const typedAt = async (goods: RegExp): Promise<string> => {
      await lines
        .filter({ hasText: goods })
        .getByRole('button', { name: /^Why this price/ })
        .click()
      await field.and(page.locator(':focus')).waitFor()
      return field.inputValue()
    }
    const dismiss = async (): Promise<void> => {
      await press('Escape')
      await why.waitFor({ state: 'hidden' })
    }
    expect(await typedAt(/jacket/)).toBe('')
    await field.fill('12.5')
    await page.reload()
    await eventually(async () => lines.count()).toBe(2)
    expect(await typedAt(/mug/)).toBe('')
    await dismiss()
    expect(await typedAt(/jacket/)).toBe('12.5')
    await dismiss()
    expect(await typedAt(/jacket/)).toBe('')
    await field.fill('12.5')
    await page.reload()
    expect(await typedAt(/jacket/)).toBe('12.5')
    // What is typed next takes its place.
    await page.keyboard.type('13', { delay: 120 })
    await press('Enter')
    await why.waitFor({ state: 'hidden' })
    await eventually(async () =>
      (await program.readCart(cartId)).orderLines.map(({ total }) => total),
    ).toContain(13)
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('.line-price.')
    expect(complaints).toEqual([])
  })

  test('is one key away, in words, with the alternatives', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    await press('Control+F9')
    const why = page.getByRole('dialog', { name: 'Why this price?' })
    await why.getByText('Price group: Shop price, EUR, because it is for everybody.').waitFor()
    const [line] = (await program.readCart(cartId)).orderLines
    const text = await why.innerText()
    expect(text).toMatch(/Shop price, EUR sells it for €[\d.]+ each, without tax\./)
    expect(text).toMatch(/Tax of 25%, the rate of the product: €[\d.]+\./)
    expect(text).toContain(`For 1: €${line?.total.toFixed(2) ?? ''}.`)
    expect(text).toMatch(/In the other valid price groups\s+Season, EUR\s+€\d/)
    expect(await accessibilityFaults(page)).toEqual([])
    await press('Escape')
    await why.waitFor({ state: 'hidden' })

    // Of the line that has the focus, at a price that is inherited.
    await program.patch(`/carts/${cartId}`, {
      priceGroupId: await program.priceGroup('Tax-free export'),
      priceGroupReason: 'Sails tomorrow',
    })
    await page.reload()
    await current('Tax-free export').waitFor()
    await press('ArrowUp', 'Control+F9')
    await why
      .getByText(/^Tax-free export has no price of its own for it and takes that of Shop price, EUR/)
      .waitFor()
    await why.getByText('Sails tomorrow').waitFor()
    await why.getByText('Tax of 0%, the rate of Tax-free export: €0.00.').waitFor()
    await press('Escape')
    await why.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })
})

describe('a walk-in who collects', () => {
  test('gives nothing: one key, and the order is placed without a name or an address', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    await press('Shift+F1')
    const delivery = page.getByRole('radiogroup', { name: 'Delivery' }).getByRole('radio')
    await delivery.and(page.locator(':focus')).waitFor()
    await page.getByRole('region', { name: 'Customer' }).getByText('Gives no name or address').waitFor()
    await press('Enter')
    const payment = page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio')
    await payment.and(page.locator(':focus')).waitFor()
    await press('Enter')
    const place = page.getByRole('button', { name: 'Place order' })
    await place.and(page.locator(':focus')).waitFor()
    await press('Enter')
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    const { billingAddress, shipments } = await program.readOrder(cartId)
    expect([billingAddress.firstName, billingAddress.line1, billingAddress.country.name]).toEqual([
      '',
      '',
      'Denmark',
    ])
    expect(shipments).toHaveLength(1)
    expect(complaints).toEqual([])
  })
})

describe('what delivery and payment need of an address', () => {
  test('of what a customer collects it is not said where it is delivered; an address of its own is still asked for', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { cartId } = await program.aCartReadyToPlace({ shipping: 'Collection in the shop' })
    const late = await keepBack(page, ({ pathname }) => pathname === '/api/v1/shipping-methods')
    await goTo(`/carts/${cartId}`)
    const addresses = page.getByRole('region', { name: 'Addresses' })
    await addresses.getByText('Havnegade 12').waitFor()
    const isSame = addresses.getByRole('checkbox', { name: 'Deliver to the billing address' })
    await eventually(late.count).toBe(1)
    expect(await isSame.count()).toBe(0)
    await late.letGo()
    await addresses.getByText('The customer collects it').waitFor()
    expect(await isSame.count()).toBe(0)

    // It may have to go where only another country's methods go.
    await addresses.getByRole('button', { name: 'Change delivery address' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delivery address' })
    await dialog.getByLabel('City', { exact: true }).fill('Ribe')
    await dialog.getByLabel('City', { exact: true }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await addresses.getByText('Ribe').waitFor()
    expect(await isSame.isChecked()).toBe(false)
    await press('Control+z')
    await addresses.getByText('The customer collects it').waitFor()

    await page.getByRole('radio', { name: /^Home delivery/ }).click()
    await isSame.waitFor()
    expect(await isSame.isChecked()).toBe(true)
    await eventually(async () => (await program.readCart(cartId)).shipments[0]?.shipmentName).toBe(
      'Home delivery',
    )
    expect(complaints).toEqual([])
  })

  test('a walk-in who pays by invoice is asked for the address at F9, at the fields that are missing', async () => {
    const { page, program, press } = counter()
    const cartId = await anOrderOfAJacket()
    await press('Shift+F1')
    await page.getByRole('radio', { name: /^Collect/ }).click()
    await page.getByRole('radio', { name: /^Invoice/ }).click()
    await page.getByText('Everything is there.').waitFor()
    await eventually(async () => (await program.readCart(cartId)).shipments.length).toBe(1)
    await page.getByRole('group', { name: 'Totals' }).getByText('Payment fee').waitFor()
    await press('F9')
    const address = page.getByRole('dialog', { name: 'Billing address' })
    const field = (name: string): Locator => address.getByLabel(name, { exact: true })
    await field('First name').and(page.locator(':focus')).waitFor()
    for (const name of ['First name', 'Last name', 'Street and number', 'Postal code', 'City']) {
      expect([name, await faultAt(field(name))]).toEqual([name, 'Please fill this in'])
    }
    await fillAddress(address)
    await press('Enter')
    await page.getByRole('button', { name: 'Place order' }).and(page.locator(':focus')).waitFor()
    await press('F9')
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    expect((await program.readOrder(cartId)).billingAddress.city).toBe('Aarhus')
  })

  test('a walk-in to whom goods are sent, to an address of their own, is told to lack a name before F9', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await anOrderOfAJacket()
    await press('Shift+F1')
    const collect = page.getByRole('radio', { name: /^Collect/ })
    await collect.and(page.locator(':focus')).waitFor()
    await press('Shift+F6')
    const dialog = page.getByRole('dialog', { name: 'Delivery address' })
    await fillAddress(dialog)
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Addresses' }).getByText('Kajen 4').waitFor()
    await page.getByRole('radio', { name: /^Home delivery/ }).click()
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await eventually(async () => (await program.readCart(cartId)).shipments[0]?.shipmentName).toBe(
      'Home delivery',
    )
    await page.getByText('A billing address is missing.').waitFor()
    await press('F9')
    const bill = page.getByRole('dialog', { name: 'Billing address' })
    await bill.getByLabel('First name', { exact: true }).and(page.locator(':focus')).waitFor()
    expect(await page.getByText('is missing', { exact: false }).count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('an address that goods are sent to, and that lacks something, is told of before F9, which leads to it', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { cartId, priceGroupId } = await program.aCartReadyToPlace({ shipping: null })
    const incomplete = await program.post(`/carts/${cartId}/shipping`, {
      priceGroupId,
      shippingMethodId: await program.shippingMethod('Home delivery'),
      shippingAddress: await program.anAddress({ line1: 'Kajen 4', city: null, postalCode: null }),
    })
    expect(incomplete.status).toBe(200)
    await goTo(`/carts/${cartId}`)
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await page.getByText('The delivery address lacks something.').waitFor()
    await press('F9')
    const dialog = page.getByRole('dialog', { name: 'Delivery address' })
    await dialog.getByLabel('Postal code', { exact: true }).and(page.locator(':focus')).waitFor()
    await dialog.getByLabel('Postal code', { exact: true }).fill('8000')
    await dialog.getByLabel('City', { exact: true }).fill('Aarhus')
    await press('Enter')
    await page.getByText('Everything is there.').waitFor()
    await press('F9')
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    expect(complaints).toEqual([])
  })
})
