import type { Locator } from 'playwright'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CartEventsAnswer } from '../../core/carts/cart-event.schema.ts'
import { GiftCard } from '../../core/gift-cards/gift-card.schema.ts'
import { Order } from '../../core/orders/order.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { hire, type Member } from '../support/desks.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
/** As a hand types: a scanner would be faster. */
const HAND = { delay: 120 }
let admin: Clerk
let mia: Member

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, HAND)
const focused = (place: Locator): Locator => place.and(page().locator(':focus'))
const lockScreen = (): Locator => page().getByRole('dialog', { name: 'This desk is locked' })
const taking = (): Locator => page().getByRole('dialog', { name: 'Take goods back' })
const why = (): Locator => page().getByRole('dialog', { name: 'Why this price?' })
const approverIn = (dialog: Locator): Locator => dialog.getByRole('combobox', { name: 'Approved by' })
const pinIn = (dialog: Locator): Locator => dialog.getByLabel(/^PIN/)

async function comes(name: string, pin: string): Promise<void> {
  await focused(lockScreen().getByLabel('PIN', { exact: true })).waitFor()
  await type(name.toLowerCase())
  await type(pin)
  await page().keyboard.press('Enter')
  await lockScreen().waitFor({ state: 'hidden' })
}
/** Enter counts once the question has been in sight. */
async function confirm(): Promise<void> {
  await taking().locator('button[type="submit"]:not([aria-disabled])').waitFor()
  await counter().press('Enter')
}
/** Asks to take the goods of a cart back, up to the reason. @returns the cart's id */
async function aReturn(): Promise<string> {
  const { goTo, press, program } = counter()
  const { cartId } = await program.aCartReadyToPlace({ quantities: [1], shipping: null })
  await goTo(`/carts/${cartId}`)
  await counter().lines.first().waitFor()
  await press('Control+Shift+F9')
  await focused(taking().getByRole('textbox', { name: 'Reason' })).waitFor()
  await type('No receipt')
  return cartId
}
const statusOf = async (cartId: string): Promise<string | undefined> => {
  const answer = await admin.get(`/orders/${cartId}`)
  return answer.status === 200 ? answer.ok(Order).orderStatus.name : undefined
}
async function isTakenBack(cartId: string): Promise<void> {
  await page().waitForURL((url) => url.hash.startsWith(`#/orders/${cartId}`))
  await page()
    .getByRole('region', { name: 'History' })
    .getByText('Ava Holm (✓ Mia Berg)', { exact: false })
    .first()
    .waitFor()
}

beforeAll(async () => {
  admin = await localProgram(counter().core, 'admin')
  await hire(admin, 'Olga Bank', 'owner', '2580')
  mia = await hire(admin, 'Mia Berg', 'manager', '4711')
  await hire(admin, 'Ava Holm', 'clerk', '3691')
  await hire(admin, 'Ben Krog', 'clerk', '2222')
})

/** Ava is at the desk, where nobody has approved anything yet. */
beforeEach(async () => {
  await page().evaluate(() => localStorage.removeItem('backcounter.last-approver'))
  await page().reload()
  const isHere = page()
    .getByRole('banner')
    .getByRole('button', { name: /Ava|Ben|Mia|Olga/ })
  await lockScreen().or(isHere).waitFor()
  if (!(await lockScreen().isVisible())) await page().keyboard.press('Control+Shift+L')
  await comes('Ava', '3691')
})

describe('goods that a clerk takes back', () => {
  test('are approved by a manager in the same dialog, by keyboard alone, and the history has both', async () => {
    const { complaints, press } = counter()
    const first = await aReturn()
    await confirm()
    // Two could approve it: who does is asked first, and then for the PIN.
    expect(await faultAt(approverIn(taking()))).toBe('Choose who approves it.')
    await focused(approverIn(taking())).waitFor()
    await type('mia')
    await press('Tab')
    await focused(pinIn(taking())).waitFor()
    expect(await pinIn(taking()).getAttribute('type')).toBe('password')
    expect(await accessibilityFaults(page())).toStrictEqual([])
    await confirm()
    await eventually(async () => faultAt(pinIn(taking()))).toBe('Four to eight digits')
    await type('4711')
    await confirm()
    await isTakenBack(first)

    // Whoever approved last is there already; Enter in the reason leads to the PIN.
    const second = await aReturn()
    await confirm()
    await focused(taking().getByLabel('PIN of Mia Berg')).waitFor()
    await type('4711')
    await confirm()
    await isTakenBack(second)
    const { payments } = (await admin.get(`/orders/${second}`)).ok(Order)
    expect(payments).toMatchObject([{ state: 'Refunded' }])
    expect(complaints).toStrictEqual([])
  })

  test('stay where they are with a wrong PIN, which is gone then; the right one takes them back', async () => {
    const { complaints, press } = counter()
    const cartId = await aReturn()
    await approverIn(taking()).focus()
    await type('mia')
    await press('Tab')
    await type('0000')
    await confirm()
    await eventually(async () => faultAt(pinIn(taking()))).toBe('That is not the PIN.')
    await focused(pinIn(taking())).waitFor()
    expect(await pinIn(taking()).inputValue()).toBe('')
    expect(await statusOf(cartId)).toBeUndefined()
    await type('4711')
    await confirm()
    await isTakenBack(cartId)
    expect(complaints).toStrictEqual([])
  })

  test('too many wrong PINs are told with how long it has to be waited', async () => {
    const { complaints, press } = counter()
    await aReturn()
    await approverIn(taking()).focus()
    await type('mia')
    await press('Tab')
    const TOO_MANY = /^Too many wrong PINs\. Try again in \d+ s\.$/
    let told = ''
    // Whoever guesses slowly has waited meanwhile: each wrong one makes the next wait longer.
    for (let guess = 0; guess < 20 && !TOO_MANY.test(told); guess++) {
      await type('0000')
      await confirm()
      await eventually(async () => pinIn(taking()).inputValue()).toBe('')
      await eventually(async () => faultAt(pinIn(taking()))).not.toBe('')
      told = await faultAt(pinIn(taking()))
    }
    expect(told).toMatch(TOO_MANY)
    await focused(pinIn(taking())).waitFor()
    // Who is given a PIN begins afresh.
    await admin.put(`/manage/staff/${mia.staffId}/pin`, { pin: '4711' })
    expect(complaints).toStrictEqual([])
  })

  test('a PIN is not kept, nor shown where it comes as fast as a scan; other scans come back with the rest', async () => {
    const { complaints, lines, press, program, scan } = counter()
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    const cartId = await aReturn()
    await approverIn(taking()).focus()
    await type('mia')
    await press('Tab')
    await scan('4711')
    await eventually(async () => faultAt(pinIn(taking()))).toBe(
      'That came as fast as from a scanner. Please type the PIN by hand.',
    )
    expect(await pinIn(taking()).inputValue()).toBe('')
    await scan(mug?.barcode ?? '')
    await eventually(async () => (await program.readCart(cartId)).orderLines.length).toBe(2)
    expect(await page().getByText('4711').count()).toBe(0)
    await type('4798')
    await page().reload()
    await eventually(async () => lines.count()).toBe(2)
    await press('Control+Shift+F9')
    await taking().waitFor()
    expect(await taking().getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('No receipt')
    expect(await pinIn(taking()).inputValue()).toBe('')
    const kept = await page().evaluate(() =>
      [sessionStorage, localStorage].map((storage) => Object.entries(storage).flat().join(' ')).join(' '),
    )
    expect(kept).toContain('No receipt')
    expect(kept).not.toContain('4798')
    // Nor is what stands there left to whoever comes next.
    await pinIn(taking()).focus()
    await type('4711')
    await press('Control+Shift+L')
    await comes('Ava', '3691')
    await taking().waitFor()
    expect(await pinIn(taking()).inputValue()).toBe('')
    expect(complaints).toStrictEqual([])
  })

  test('onto a gift card whose code was lost on its way, once more, too, has a code all the same, and another one where it was not printed', async () => {
    const { complaints, press } = counter()
    const made = page().getByRole('dialog', { name: 'The code of the gift card' })
    const madeCode = async (): Promise<string> => {
      await made.waitFor()
      const [code = ''] = /\b[A-Z2-9]{4}(-[A-Z2-9]{4}){3}\b/.exec(await made.innerText()) ?? []
      return code
    }
    const cardOf = async (code: string) => admin.post('/gift-cards/lookup', { code })
    const cartId = await aReturn()
    await taking().getByRole('combobox', { name: 'Paid back by' }).click()
    await page().getByRole('option', { name: 'Gift card' }).click()
    await approverIn(taking()).focus()
    await type('mia')
    await press('Tab')
    await type('4711')
    let lost = 0
    for (const path of ['**/api/v1/returns', '**/api/v1/gift-cards/*/replace'])
      await page().route(
        path,
        async (route) => {
          lost++
          await route.fetch()
          await route.abort('connectionreset')
        },
        { times: 1 },
      )
    await confirm()
    const first = await madeCode()
    expect(lost).toBe(2)
    const card = (await cardOf(first)).ok(GiftCard)
    expect(card).toMatchObject({ orderId: cartId, version: 3, issuedBy: 'Ava Holm (✓ Mia Berg)' })
    await press('Escape')
    await isTakenBack(cartId)

    await page()
      .getByRole('link', { name: `…${card.lastCharacters}` })
      .click()
    const replace = page().getByRole('button', { name: 'Replace' })
    await replace.waitFor()
    expect(await page().getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
    await replace.press('Enter')
    await page()
      .getByRole('dialog', { name: 'Replace this gift card?' })
      .locator('button[type="submit"]:not([aria-disabled])')
      .press('Enter')
    const second = await madeCode()
    expect((await cardOf(first)).status).toBe(404)
    expect((await cardOf(second)).ok(GiftCard).id).toBe(card.id)
    await press('Escape')
    // Not for a colleague.
    await press('Control+Shift+L')
    await comes('Ben', '2222')
    await replace.waitFor({ state: 'detached' })
    await page().getByText('Got another code').first().waitFor()
    expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_RESET'))).toStrictEqual([])
  })

  test('whose answer is lost are taken back once, and the page goes on', async () => {
    const { press } = counter()
    const cartId = await aReturn()
    await approverIn(taking()).focus()
    await type('mia')
    await press('Tab')
    await type('4711')
    let lost = 0
    await page().route('**/api/v1/returns', async (route) => {
      if (lost++ > 0) return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await confirm()
    await isTakenBack(cartId)
    await page().unroute('**/api/v1/returns')
    expect(lost).toBeGreaterThan(1)
  })

  test('wait for the manager at the desk, too, who is asked for no PIN', async () => {
    const { complaints, press } = counter()
    const cartId = await aReturn()
    await press('Control+Shift+L')
    await comes('Mia', '4711')
    await taking().waitFor()
    await approverIn(taking()).waitFor({ state: 'hidden' })
    await taking().getByRole('textbox', { name: 'Reason' }).focus()
    await confirm()
    await eventually(async () => statusOf(cartId)).toBe('Return')
    expect(complaints).toStrictEqual([])
  })
})

describe('another price that a clerk sets', () => {
  test('asks who approves it once it is typed; the price of the list asks nobody', async () => {
    const { complaints, goTo, lines, press, program } = counter()
    const cartId = await program.aCart()
    await program.addLine(cartId)
    const line = async () => (await program.readCart(cartId)).orderLines[0]
    const listed = await line()
    await goTo(`/carts/${cartId}`)
    await lines.first().waitFor()
    await press('Control+F9')
    const price = why().getByRole('textbox', { name: 'Price each, tax included' })
    await focused(price).waitFor()
    expect(await approverIn(why()).count()).toBe(0)
    await type('12.5')
    await approverIn(why()).waitFor()
    await press('Tab')
    await type('mia')
    await press('Tab')
    expect(await accessibilityFaults(page())).toStrictEqual([])
    await type('1234')
    await press('Enter')
    await eventually(async () => faultAt(pinIn(why()))).toBe('That is not the PIN.')
    await focused(pinIn(why())).waitFor()
    await type('4711')
    await press('Enter')
    await why().waitFor({ state: 'hidden' })
    await eventually(async () => (await line())?.total).toBe(12.5)
    const { events } = (await program.get(`/carts/${cartId}/events`)).ok(CartEventsAnswer)
    expect(events.at(-1)?.actor).toBe('Ava Holm (✓ Mia Berg)')

    // What everybody pays needs nobody's approval, and the undo of a price goes back to it.
    await press('Control+F9')
    await why().getByRole('button', { name: 'Price of the list' }).press('Enter')
    await why().waitFor({ state: 'hidden' })
    await eventually(async () => (await line())?.total).toBe(listed?.total)
    expect(complaints).toStrictEqual([])
  })

  test('is taken back without approval, and is done again with one; a line that was removed says so', async () => {
    const { complaints, goTo, lines, press, program } = counter()
    const cartId = await program.aCart()
    await program.addLine(cartId)
    const line = async () => (await program.readCart(cartId)).orderLines[0]
    const listed = await line()
    const unset = page()
      .getByRole('status')
      .filter({ hasText: '€12.50 each, as before, has to be approved again' })
    const approve = async (): Promise<void> => {
      await unset.getByRole('button', { name: 'Set price' }).press('Enter')
      const price = why().getByRole('textbox', { name: 'Price each, tax included' })
      await eventually(async () => price.inputValue()).toBe('12.50')
      await pinIn(why()).focus()
      await type('4711')
      await press('Enter')
      await why().waitFor({ state: 'hidden' })
      await eventually(async () => (await line())?.total).toBe(12.5)
    }
    await goTo(`/carts/${cartId}`)
    await lines.first().waitFor()
    await press('Control+F9')
    await focused(why().getByRole('textbox', { name: 'Price each, tax included' })).waitFor()
    await type('12.5')
    await press('Tab')
    await type('mia')
    await press('Tab')
    await type('4711')
    await press('Enter')
    await why().waitFor({ state: 'hidden' })
    await eventually(async () => (await line())?.total).toBe(12.5)

    await press('Control+z')
    await eventually(async () => (await line())?.priceIsSet).toBeUndefined()
    expect((await line())?.total).toBe(listed?.total)
    await press('Control+y')
    await unset.waitFor()
    expect(await accessibilityFaults(page())).toStrictEqual([])
    expect((await line())?.total).toBe(listed?.total)
    await approve()

    await lines.first().getByRole('spinbutton').focus()
    await press('Control+Delete')
    await eventually(line).toBeUndefined()
    await press('Control+z')
    await eventually(async () => (await line())?.total).toBe(listed?.total)
    await unset.waitFor()
    // As it came back it is taken out again, and comes again.
    await press('Control+y')
    await eventually(line).toBeUndefined()
    await press('Control+z')
    await eventually(async () => (await line())?.total).toBe(listed?.total)
    expect(complaints).toStrictEqual([])
  })

  test('whose answer is lost is set, and told as such', async () => {
    const { goTo, lines, press, program } = counter()
    const cartId = await program.aCart()
    await program.addLine(cartId)
    await goTo(`/carts/${cartId}`)
    await lines.first().waitFor()
    await press('Control+F9')
    await focused(why().getByRole('textbox', { name: 'Price each, tax included' })).waitFor()
    await type('12.5')
    await press('Tab')
    await type('mia')
    await press('Tab')
    await type('4711')
    let lost = 0
    await page().route('**/lines/*', async (route) => {
      if (route.request().method() !== 'PATCH' || lost++ > 0) return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await press('Enter')
    await why().waitFor({ state: 'hidden' })
    await lines.getByText('Price set').waitFor()
    await page().unroute('**/lines/*')
    const { events } = (await program.get(`/carts/${cartId}/events`)).ok(CartEventsAnswer)
    expect(events.map(({ kind }) => kind)).toStrictEqual(['line.added', 'line.changed'])
  })
})
