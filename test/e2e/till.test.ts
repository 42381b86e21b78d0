import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { Till, TillCountsAnswer, TillCountWithMovements } from '../../core/till-counts/till-count.schema.ts'
import { ManagedTill, ManagedTillsAnswer } from '../../core/tills/till.schema.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const field = (name: string | RegExp): Locator => page().getByRole('textbox', { name })
const many = (value: string): Locator =>
  page().getByRole('textbox', { name: `How many of ${value}`, exact: true })
const dialog = (name: string): Locator => page().getByRole('dialog', { name })
const isAt = async (place: Locator): Promise<void> => place.and(page().locator(':focus')).waitFor()
const paper = (): Locator => page().getByRole('region', { name: 'Preview' }).getByRole('article')
const should = (): Locator => page().getByRole('region', { name: 'Should be in the till' })

const till = async (currency = 'EUR') => (await counter().program.get('/till', { currency })).ok(Till)
const counts = async (currency = 'EUR') =>
  (await counter().program.get('/till/counts', { currency })).ok(TillCountsAnswer).tillCounts
const countElsewhere = async (body: object) =>
  (await counter().program.post('/till/counts', { currency: 'EUR', ...body })).ok(TillCountWithMovements)

/** An order that was paid in cash. @returns what came into the till */
async function aSale(): Promise<number> {
  const { program } = counter()
  const { order, paymentId } = await program.anOrder({ payment: 'Cash', shipping: null })
  expect((await program.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  return order.orderTotal
}

/** From another page: where one is at the till already, the keyboard stays where it was. */
async function openTill(): Promise<void> {
  await counter().goTo('/today')
  await page().getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await counter().goTo('/till')
  await page().getByRole('heading', { name: 'Till', exact: true }).waitFor()
  await isAt(many('€500'))
}

/** A till with a name that was counted once, empty. @returns its id */
async function aTill(name: string): Promise<string> {
  const manager = await localProgram(counter().core, 'manage')
  const { id } = (await manager.post('/manage/tills', { name })).ok(ManagedTill)
  await countElsewhere({ counted: 0, tillId: id })
  return id
}
const received = async (tillId: string) =>
  (await counter().program.get('/till', { tillId })).ok(Till).received

async function chooseAtDesk(name: string): Promise<void> {
  await counter().goTo('/till')
  await page().getByRole('combobox', { name: 'Till' }).click()
  await page().getByRole('option', { name }).click()
  await page().getByRole('combobox', { name: 'Till' }).filter({ hasText: name }).waitFor()
  const isOfDesk = page().getByText('The cash of this desk goes into it.')
  const button = page().getByRole('button', { name: 'Use it at this desk' })
  await button.or(isOfDesk).waitFor()
  if (await button.isVisible()) await button.click()
  await isOfDesk.waitFor()
}

/** The next one is done, and no answer comes. */
const loseAnswerTo = async (address: RegExp): Promise<unknown> =>
  page().route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

const euros = (amount: number) => `€${amount.toFixed(2)}`

describe('the till', () => {
  test('is counted by keyboard: begun, followed through the day, counted coin by coin, and on paper', async () => {
    const { press, complaints } = counter()
    await press('Control+k')
    await type('count the till')
    await page()
      .getByRole('option', { name: /^Count the till/ })
      .waitFor()
    await press('Enter')
    await page().getByText('The till was never counted.').waitFor()
    await isAt(many('€500'))
    await field('Counted').focus()
    await type('200')
    await press('Enter')
    await dialog('Close the count').getByText('Counting begins here').waitFor()
    await press('Enter')
    await paper().getByText('Count 1 of the till').waitFor()
    await press('Escape')

    await should().getByText('Should be there').waitFor()
    const received = await aSale()
    await should()
      .getByText(euros(200 + received))
      .waitFor()
    await page().getByRole('button', { name: 'Take money out' }).focus()
    await press('Enter')
    await dialog('Take money out').waitFor()
    await press('Enter')
    await dialog('Take money out').getByText('Please fill this in').waitFor()
    await type('12.40')
    await press('Tab')
    await type('stamps')
    await press('Enter')
    await dialog('Take money out').waitFor({ state: 'detached' })
    const expected = 200 + received - 12.4
    await should().getByText(euros(expected)).waitFor()
    await should()
      .getByText(/^stamps/)
      .waitFor()

    await many('€100').focus()
    await type('1')
    await press('Enter')
    await isAt(many('€50'))
    await type('2')
    await many('€0.05').focus()
    await type('3')
    expect(await field('Counted').inputValue()).toBe('200.15')
    await page().reload()
    await eventually(async () => field('Counted').inputValue()).toBe('200.15')
    const missing = Math.round((expected - 200.15) * 100) / 100
    await page()
      .getByText(`${euros(missing)} missing`)
      .waitFor()
    await field('Stays in the till').fill('200.16')
    await press('Enter')
    await page().getByText('At most €200.15, which is there').waitFor()
    await field('Stays in the till').fill('150')
    await page().getByText('€50.15', { exact: true }).waitFor()
    await press('Enter')
    await dialog('Close the count')
      .getByText(`${euros(missing)} missing`)
      .waitFor()
    await press('Enter')
    await paper().getByText('Count 2 of the till').waitFor()
    await isAt(page().getByRole('button', { name: 'Print' }))
    for (const text of ['3 × €0.05', `${euros(missing)} missing`, euros(expected), '€50.15'])
      await paper().getByText(text, { exact: true }).waitFor()
    await paper()
      .getByText(/^stamps/)
      .waitFor()

    const [second] = await counts()
    expect(second).toMatchObject({
      number: 2,
      counted: 200.15,
      difference: -missing,
      float: 150,
      deposit: 50.15,
    })
    await press('Escape')
    await page().getByRole('link', { name: 'Count 2 of the till' }).waitFor()
    // The next one begins with nothing.
    expect(await field('Counted').inputValue()).toBe('')
    await should().getByText('€150.00').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('is counted as it was seen: a sale while somebody answers is told first', async () => {
    const { press } = counter()
    await countElsewhere({ counted: 100 })
    await openTill()
    await should().getByText('€100.00').first().waitFor()
    await field('Counted').fill('100')
    await page().getByText('Agrees').waitFor()
    await press('Enter')
    await dialog('Close the count').getByText('Agrees').waitFor()
    const received = await aSale()
    const before = (await counts()).length
    await press('Enter')
    await dialog('Close the count')
      .getByText(`The till should hold ${euros(100 + received)} by now; please look at it again.`)
      .waitFor()
    expect(await counts()).toHaveLength(before)
    await dialog('Close the count')
      .getByText(`${euros(received)} missing`)
      .waitFor()
    await press('Enter')
    await paper().waitFor()
    expect((await counts())[0]).toMatchObject({ counted: 100, difference: -received })
  })

  test('is not counted twice: by two people, by a double click, or where the answer is late', async () => {
    await countElsewhere({ counted: 100 })
    await openTill()
    await field('Counted').fill('90')
    await page().getByRole('button', { name: 'Close the count' }).click()
    await dialog('Close the count').waitFor()
    await countElsewhere({ counted: 95 })
    await counter().press('Enter')
    await dialog('Close the count')
      .getByText(/has been counted in the meantime/)
      .waitFor()
    await dialog('Close the count').getByText('€5.00 missing').waitFor()
    const before = (await counts()).length

    const isCount = ({ pathname }: URL, method: string) =>
      method === 'POST' && pathname.endsWith('/till/counts')
    const kept = await keepBack(page(), isCount)
    await page().waitForTimeout(600)
    await page().getByRole('button', { name: 'Keep the count' }).dblclick()
    await eventually(async () => kept.count()).toBe(1)
    await kept.letGo()
    await paper().waitFor()
    expect(await counts()).toHaveLength(before + 1)
    expect(await till()).toMatchObject({ opening: 90, expected: 90 })
  })

  test('is not counted twice where no answer came, and the page is loaded anew', async () => {
    await countElsewhere({ counted: 100 })
    await openTill()
    await field('Counted').fill('150')
    await field('Stays in the till').fill('90')
    await loseAnswerTo(/\/till\/counts$/)
    const close = async (): Promise<void> => {
      await page().getByRole('button', { name: 'Close the count' }).click()
      await dialog('Close the count').waitFor()
      await counter().press('Enter')
      await dialog('Close the count').getByRole('alert').waitFor()
    }
    await close()
    const before = (await counts()).length
    await page().reload()
    await eventually(async () => field('Counted').inputValue()).toBe('150')
    await close()
    await dialog('Close the count')
      .getByText(/^The try before this one has gone through/)
      .waitFor()
    expect(await counts()).toHaveLength(before)
    await counter().press('Escape')
    await field('Counted').fill('')
    await field('Stays in the till').fill('')
  })

  test('gives money out once where no answer came, and the page is loaded anew; what is typed outlasts it', async () => {
    await countElsewhere({ counted: 100 })
    await openTill()
    const takeOut = async (): Promise<void> => {
      await page().getByRole('button', { name: 'Take money out' }).click()
      await dialog('Take money out').waitFor()
    }
    await takeOut()
    await field('Amount').fill('12.40')
    await page().reload()
    await takeOut()
    expect(await field('Amount').inputValue()).toBe('12.40')
    await field('Reason').fill('stamps')
    await loseAnswerTo(/\/till\/movements$/)
    await counter().press('Enter')
    await dialog('Take money out').getByRole('alert').waitFor()
    await page().reload()
    await takeOut()
    expect(await field('Reason').inputValue()).toBe('stamps')
    await counter().press('Enter')
    await dialog('Take money out').waitFor({ state: 'detached' })
    expect(await till()).toMatchObject({ paidOut: 12.4, expected: 87.6 })
    // The next one begins with nothing, as one does that was given up.
    await takeOut()
    expect(await field('Amount').inputValue()).toBe('')
    await field('Amount').fill('5')
    await counter().press('Escape')
    await dialog('Take money out').waitFor({ state: 'detached' })
    await takeOut()
    expect(await field('Amount').inputValue()).toBe('')
    await counter().press('Escape')
  })

  test.for([
    { when: 'before', left: '12.40' },
    { when: 'after', left: '' },
  ])(
    'gives out once what somebody has left the dialog over, who opens it again $when the answer',
    async ({ when, left }) => {
      await countElsewhere({ counted: 100 })
      await openTill()
      const takeOut = async (): Promise<void> => {
        await page().getByRole('button', { name: 'Take money out' }).click()
        await dialog('Take money out').waitFor()
      }
      await takeOut()
      await field('Amount').fill('12.40')
      await field('Reason').fill('stamps')
      const late = await keepBack(page(), ({ pathname }) => pathname.endsWith('/till/movements'))
      await counter().press('Enter')
      await eventually(late.count).toBe(1)
      await counter().press('Escape')
      await dialog('Take money out').waitFor({ state: 'detached' })
      if (when === 'before') await takeOut()
      await late.letGo()
      await eventually(async () => (await till()).expected).toBe(87.6)
      await page().waitForTimeout(300)
      if (when === 'after') await takeOut()
      expect(await field('Amount').inputValue()).toBe(left)
      await counter().press(left === '' ? 'Escape' : 'Enter')
      await dialog('Take money out').waitFor({ state: 'detached' })
      expect((await till()).expected).toBe(87.6)
      await takeOut()
      expect(await field('Amount').inputValue()).toBe('')
      await counter().press('Escape')
    },
  )

  test('is one for each currency, and what is typed in one stays there', async () => {
    const { complaints } = counter()
    await openTill()
    await many('€20').fill('4')
    await page().getByRole('combobox', { name: 'Currency' }).click()
    await page().getByRole('option', { name: 'DKK' }).click()
    await page().getByText('The till was never counted.').waitFor()
    await page()
      .getByRole('textbox', { name: /^How many of .*500/ })
      .waitFor()
    expect(await field('Counted').inputValue()).toBe('')
    await page().goBack()
    await openTill()
    expect(await field('Counted').inputValue()).toBe('80.00')
    await many('€20').fill('x')
    await page().getByRole('button', { name: 'Close the count' }).click()
    await page().getByRole('alert').getByText('must be a whole number').waitFor()
    expect(await dialog('Close the count').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('is that of the desk, where a shop has several: its cash goes into it, and is counted there', async () => {
    const { press, program, goTo, complaints } = counter()
    await goTo('/settings/tills')
    await page().getByRole('button', { name: 'New till' }).first().press('Enter')
    await isAt(field('Name'))
    await type('Front')
    await press('Enter')
    await page().getByText('Added', { exact: true }).waitFor()

    await openTill()
    await page().getByRole('combobox', { name: 'Till' }).click()
    await page().getByRole('option', { name: 'Front' }).click()
    await page().getByText('The till was never counted.').waitFor()
    await page().getByRole('button', { name: 'Use it at this desk' }).click()
    await page().getByText('The cash of this desk goes into it.').waitFor()
    await page().reload()
    await openTill()
    await page().getByText('The cash of this desk goes into it.').waitFor()
    await field('Counted').fill('50')
    await press('Enter')
    await dialog('Close the count').waitFor()
    await press('Enter')
    await paper().getByText('Till: Front').waitFor()
    await countElsewhere({ counted: 10 })

    // A sale at this desk, part of it paid back here, another one at no desk, and one that is cancelled here.
    const { order } = await program.anOrder({ payment: 'Cash', shipping: null })
    await goTo(`/orders/${order.id}`)
    await page().getByRole('button', { name: 'Capture payment' }).click()
    await dialog('Capture this payment?').getByText('Into the till: Front').waitFor()
    await press('Enter')
    await dialog('Capture this payment?').waitFor({ state: 'detached' })
    await page().getByRole('button', { name: 'Refund' }).click()
    await dialog('Pay back').getByText('Out of the till: Front').waitFor()
    await dialog('Pay back').getByRole('textbox', { name: 'Amount' }).fill('1.00')
    await dialog('Pay back').getByRole('textbox', { name: 'Reason' }).fill('broken')
    await press('Enter')
    await dialog('Pay back').waitFor({ state: 'detached' })
    const elsewhere = await aSale()

    await goTo('/till')
    await should()
      .getByText(euros(50 + order.orderTotal - 1))
      .waitFor()
    expect(await page().getByRole('combobox', { name: 'Till' }).innerText()).toBe('Front')
    expect((await till()).received).toBe(elsewhere)

    await goTo(`/orders/${order.id}`)
    await page().getByRole('button', { name: 'Cancel order' }).click()
    await page()
      .getByRole('radio', { name: /^Pay .* back/ })
      .check()
    await press('Enter')
    await dialog('Cancel this order?').waitFor({ state: 'detached' })
    await goTo('/till')
    await should().getByText('€50.00').nth(1).waitFor()

    // Somebody puts it away: cash goes into the till of the shop from then on, and it is counted once more.
    await many('€20').fill('4')
    const manager = await localProgram(counter().core, 'manage')
    const { tills } = (await manager.get('/manage/tills')).ok(ManagedTillsAnswer)
    await manager.delete(`/manage/tills/${tills[0]?.id}`)
    await should().getByText('It is retired: no cash goes into it any more.').waitFor()
    expect(await page().getByRole('combobox', { name: 'Till' }).innerText()).toBe('Front (Retired)')
    expect(await many('€20').inputValue()).toBe('4')
    await goTo('/today')
    await openTill()
    expect(await page().getByRole('combobox', { name: 'Till' }).innerText()).toBe('Till of the shop')
    // An address of another store names none: it is that of the desk.
    const back = await aTill('Back')
    await chooseAtDesk('Back')
    await goTo('/today')
    await page().getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await goTo('/till?till=0199a0b0-0000-7000-8000-00000000ffff')
    await page().waitForURL((url) => url.hash.endsWith(`till=${back}`))
    await chooseAtDesk('Till of the shop')
    expect(complaints).toEqual([])
  })

  test('is the one that the capture names, also where another window of the desk chooses another', async () => {
    const { press, program, goTo, complaints } = counter()
    const [front, back] = [await aTill('Door'), await aTill('Yard')]
    await chooseAtDesk('Door')
    const { order } = await program.anOrder({ payment: 'Cash', shipping: null })
    await goTo(`/orders/${order.id}`)
    await page().getByRole('button', { name: 'Capture payment' }).click()
    await dialog('Capture this payment?').getByText('Into the till: Door').waitFor()
    const other = await page().context().newPage()
    await other.goto(`${counter().core.api}/#/till?till=${back}`)
    await other.getByRole('button', { name: 'Use it at this desk' }).click()
    await other.getByText('The cash of this desk goes into it.').waitFor()
    await other.close()
    await dialog('Capture this payment?').getByText('Into the till: Yard').waitFor()
    await press('Enter')
    await dialog('Capture this payment?').waitFor({ state: 'detached' })
    expect([await received(front), await received(back)]).toEqual([0, order.orderTotal])
    expect(complaints).toEqual([])
  })

  test('is that out of which a refund was sent first, when it is sent again', async () => {
    const { press, program, goTo } = counter()
    const { order, paymentId } = await program.anOrder({ payment: 'Cash', shipping: null })
    await program.post(`/payments/${paymentId}/capture`, {})
    await aTill('Gate')
    await chooseAtDesk('Till of the shop')
    await goTo(`/orders/${order.id}`)
    const send = async (): Promise<void> => {
      await page().getByRole('button', { name: 'Refund' }).click()
      await field('Amount').fill('1.00')
      await field('Reason').fill('broken')
      await press('Enter')
    }
    await loseAnswerTo(/\/refund$/)
    await send()
    await dialog('Pay back').getByRole('alert').waitFor()
    await chooseAtDesk('Gate')
    await goTo(`/orders/${order.id}`)
    await send()
    await dialog('Pay back').waitFor({ state: 'detached' })
    expect((await program.readOrder(order.id)).payments[0]?.refunded).toBe(1)
  })
})
