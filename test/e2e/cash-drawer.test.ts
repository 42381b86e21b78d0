import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Drawer } from '../../core/drawer-openings/drawer-opening.schema.ts'
import { Till } from '../../core/till-counts/till-count.schema.ts'
import { ManagedTill } from '../../core/tills/till.schema.ts'
import { openPrinter, PULSE, type Printer } from '../support/printer.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()

let printer: Printer
beforeAll(async () => (printer = await openPrinter()))
afterAll(async () => printer.close())

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const dialog = (name: string): Locator => page().getByRole('dialog', { name })
const button = (name: string): Locator => page().getByRole('button', { name, exact: true })
const drawer = async () => (await counter().program.get('/drawer')).ok(Drawer)
const till = async () => (await counter().program.get('/till')).ok(Till)

/** Waits until the drawer has opened so many times more; what is not to come gets some time to come all the same. */
async function opensAfter(step: () => Promise<unknown>, times: number): Promise<void> {
  const before = printer.jobs.length
  await step()
  await eventually(async () => Promise.resolve(printer.jobs.length - before)).toBe(times)
  await page().waitForTimeout(100)
  expect(printer.jobs.slice(before)).toEqual(Array.from({ length: times }, () => PULSE))
}

/** An order that stands at the counter, still to be paid. */
async function anOrderToPay(payment: string) {
  const { order } = await counter().program.anOrder({ payment, shipping: null })
  await counter().goTo(`/orders/${order.id}`)
  await page()
    .getByRole('heading', { name: `Order ${order.orderNumber}` })
    .waitFor()
  return order
}

async function capture(): Promise<void> {
  await button('Capture payment').click()
  await dialog('Capture this payment?').waitFor()
  await counter().press('Enter')
  await dialog('Capture this payment?').waitFor({ state: 'detached' })
  await page().getByRole('region', { name: 'Payment' }).getByText('Captured', { exact: true }).waitFor()
}

describe('the cash drawer', () => {
  test('is set where its printer is, refused where that is no address, and tried', async () => {
    const { press, goTo, complaints } = counter()
    // Before that there is nothing to open, and nobody is offered to.
    await goTo('/till')
    await page().getByRole('heading', { name: 'Till', exact: true }).waitFor()
    await button('Put money in').or(page().getByText('The till was never counted.')).waitFor()
    expect(await button('Open the drawer').count()).toBe(0)
    await press('Control+d')
    const note = page().getByRole('status').filter({ hasText: 'No drawer is set at this desk.' })
    await note.waitFor()
    expect(await dialog('Open the drawer').count()).toBe(0)
    await note.getByRole('button', { name: 'Close' }).press('Enter')
    await note.waitFor({ state: 'detached' })

    await goTo('/settings/drawer')
    const address = page().getByRole('textbox', { name: 'Address of the printer' })
    await address.and(page().locator(':focus')).waitFor()
    await type('http://till')
    await press('Enter')
    await eventually(async () => faultAt(address)).toContain('A number or a name, such as 192.168.1.50')
    expect((await drawer()).printer).toBeNull()
    await address.fill(printer.address)
    await opensAfter(async () => {
      await button('Save and try it').press('Enter')
      await page().getByText('The printer has taken it: the drawer should be open.').waitFor()
    }, 1)
    expect((await drawer()).printer).toMatchObject({ address: printer.address, pin: 2 })
    await page().reload()
    await eventually(async () => address.inputValue()).toBe(printer.address)
    await page()
      .getByText(/^Set by Console, /)
      .waitFor()
    expect((await till()).drawerOpenings).toMatchObject([{ purpose: 'test', didOpen: true }])
    expect(complaints).toEqual([])
  })

  test('opens for a sale in cash and for what is paid back in cash, once each, and not for a card', async () => {
    const { press, program, complaints } = counter()
    await anOrderToPay('Card terminal')
    await opensAfter(capture, 0)
    const order = await anOrderToPay('Cash')
    await opensAfter(capture, 1)
    await opensAfter(async () => {
      await button('Refund').click()
      const refund = dialog('Pay back')
      await refund.waitFor()
      await refund.getByRole('textbox', { name: 'Reason' }).fill('Torn seam')
      await press('Enter')
      await refund.waitFor({ state: 'detached' })
    }, 1)
    expect((await program.readOrder(order.id)).payments).toMatchObject([{ state: 'Refunded' }])
    expect((await till()).drawerOpenings).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('opens by the keyboard without a sale, to count and for money put in, and the paper says so', async () => {
    const { press, goTo, program, complaints } = counter()
    await program.post('/till/counts', { currency: 'EUR', counted: 100 })
    const manager = await localProgram(counter().core, 'manage')
    const bar = (await manager.post('/manage/tills', { name: 'Bar' })).ok(ManagedTill).id
    await program.post('/till/counts', { currency: 'EUR', counted: 10, tillId: bar })
    await counter().newOrder()
    await opensAfter(async () => {
      await press('Control+d')
      await dialog('Open the drawer')
        .getByRole('textbox', { name: 'Reason' })
        .and(page().locator(':focus'))
        .waitFor()
      await type('change of 50')
      await press('Enter')
      await dialog('Open the drawer').waitFor({ state: 'detached' })
    }, 1)
    await goTo('/till')
    const should = page().getByRole('region', { name: 'Should be in the till' })
    await should
      .getByRole('list', { name: 'Drawer opened without a sale' })
      .getByText(/^change of 50 · /)
      .waitFor()
    await opensAfter(async () => button('Open to count').press('Enter'), 1)
    const first = page().getByRole('textbox', { name: 'How many of €500', exact: true })
    await first.and(page().locator(':focus')).waitFor()
    await should.getByText(/^to count · /).waitFor()
    await opensAfter(async () => {
      await button('Put money in').press('Enter')
      await type('20')
      await press('Tab')
      await type('float')
      await press('Enter')
      await should.getByText(/^float · /).waitFor()
    }, 1)
    // What is put into the till of another desk opens none here.
    await goTo(`/till?till=${bar}`)
    await button('Use it at this desk').waitFor()
    await opensAfter(async () => {
      await button('Put money in').press('Enter')
      await type('0.01')
      await press('Tab')
      await type('found')
      await press('Enter')
      await should.getByText(/^found · /).waitFor()
    }, 0)
    await goTo('/till')
    await should.getByText(/^float · /).waitFor()
    await press('Control+k')
    await type('open the drawer')
    await opensAfter(async () => {
      await page()
        .getByRole('option', { name: /^Open the drawer/ })
        .waitFor()
      await press('Enter')
      await dialog('Open the drawer').waitFor()
      await press('Enter')
      await dialog('Open the drawer').waitFor({ state: 'detached' })
    }, 1)
    await page().getByRole('textbox', { name: 'Counted' }).fill('120')
    await press('Enter')
    await dialog('Close the count').waitFor()
    await opensAfter(async () => {
      await press('Enter')
      const paper = page().getByRole('region', { name: 'Preview' }).getByRole('article')
      const openings = paper.getByRole('list', { name: 'Drawer opened without a sale' })
      await openings.getByText(/^no sale · /).waitFor()
      expect(await openings.getByRole('listitem').count()).toBe(3)
    }, 0)
    expect(complaints).toEqual([])
  })

  test('that does not answer is told of, and the order is paid all the same', async () => {
    const { goTo, program, complaints } = counter()
    await printer.close()
    const order = await anOrderToPay('Cash')
    await capture()
    const note = page()
      .getByRole('status')
      .filter({ hasText: `The drawer did not open: the printer at ${printer.address} takes no connection.` })
    await note.getByText('It is booked all the same.').waitFor()
    expect((await program.readOrder(order.id)).payments).toMatchObject([{ state: 'Captured' }])
    await note.getByRole('button', { name: 'Close' }).press('Enter')
    await note.waitFor({ state: 'detached' })
    await goTo('/till')
    await button('Open the drawer').press('Enter')
    await dialog('Open the drawer').waitFor()
    await counter().press('Enter')
    await dialog('Open the drawer')
      .getByText(/^The drawer did not open: /)
      .waitFor()
    await counter().press('Escape')
    await page().getByText('(stayed closed)').waitFor()
    expect(complaints).toEqual([])
  })
})
