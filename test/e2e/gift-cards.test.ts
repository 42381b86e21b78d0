import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { GiftCard, GiftCardsOfOrder, IssuedGiftCard } from '../../core/gift-cards/gift-card.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { markAsGiftCard } from '../support/gift-cards.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
let manager: Clerk

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const button = (name: string | RegExp): Locator => page().getByRole('button', { name })
const dialog = (name: string): Locator => page().getByRole('dialog', { name })
const isAt = async (place: Locator): Promise<void> => place.and(page().locator(':focus')).waitFor()
const search = (): Locator => page().getByRole('searchbox', { name: 'Search gift cards' })
const row = (last: string): Locator =>
  page()
    .getByRole('row')
    .filter({ hasText: `…${last}` })
const made = (): Locator => dialog('The code of the gift card')
const codeField = (of: Locator): Locator => of.getByRole('textbox', { name: 'Code' })
const history = (): Locator => page().getByRole('list', { name: 'What has happened to it' })
const ofOrder = (): Locator => page().getByRole('region', { name: 'Gift cards', exact: true })

const MADE_CODE = /\b[A-Z2-9]{4}(-[A-Z2-9]{4}){3}\b/
async function madeCode(): Promise<string> {
  await isAt(made().getByRole('button', { name: 'Print' }))
  const [code = ''] = MADE_CODE.exec(await made().innerText()) ?? []
  expect(code).toMatch(MADE_CODE)
  return code
}

/** An order of pieces that are gift cards. */
async function anOrderOfCards(quantity = 1) {
  await markAsGiftCard(manager)
  const placed = await counter().program.anOrder({
    payment: 'Card terminal',
    shipping: null,
    quantities: [quantity],
  })
  return { ...placed, piece: placed.order.orderTotal / quantity }
}
async function issued(body: object = {}): Promise<IssuedGiftCard> {
  const credit = { amount: 50, currency: 'EUR', reason: 'A torn seam', ...body }
  return (await manager.post('/gift-cards', credit)).ok(IssuedGiftCard)
}
const cardOf = async (code: string) => manager.post('/gift-cards/lookup', { code })
const euros = (amount: number): string => `€${amount.toFixed(2)}`

async function openList(): Promise<void> {
  await counter().goTo('/orders')
  await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page().getByRole('link', { name: 'Gift cards' }).click()
  await page().getByRole('heading', { name: 'Gift cards', exact: true }).waitFor()
}
async function openCard({ id, lastCharacters }: GiftCard): Promise<void> {
  await counter().goTo(`/gift-cards/${id}`)
  await page()
    .getByRole('heading', { name: `Gift card …${lastCharacters}` })
    .waitFor()
}

beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
})

describe('gift cards that were sold', () => {
  test('are issued by keyboard once their order is paid: one with a code that is made, one that was printed before', async () => {
    const { complaints, goTo, press, program, scan } = counter()
    const { order, piece } = await anOrderOfCards(2)
    await goTo(`/orders/${order.id}?placed`)
    await isAt(button('Capture payment'))
    expect(await ofOrder().count()).toBe(0)
    await press('Enter')
    await dialog('Capture this payment?').waitFor()
    await press('Enter')

    const step = ofOrder().getByRole('button', { name: /^Issue: / })
    await isAt(step)
    await ofOrder()
      .getByText(`2 × ${euros(piece)} to issue`)
      .waitFor()
    await press('Enter')
    await isAt(codeField(dialog('Issue gift card')))
    await press('Enter')
    const code = await madeCode()
    await page().emulateMedia({ media: 'print' })
    const slip = page().locator('.gift-card-slip')
    for (const text of [euros(piece), code, 'Gift card'])
      await slip.getByText(text, { exact: true }).waitFor()
    expect(await made().isVisible()).toBe(false)
    expect(await page().getByRole('main').isVisible()).toBe(false)
    await page().emulateMedia({ media: 'screen' })
    await press('Enter', 'Escape')
    await made().waitFor({ state: 'detached' })
    expect(await slip.count()).toBe(0)

    await isAt(step)
    await press('Enter')
    await isAt(codeField(dialog('Issue gift card')))
    await scan('PRINTED0001')
    await eventually(async () => codeField(dialog('Issue gift card')).inputValue()).toBe('PRINTED0001')
    await isAt(dialog('Issue gift card').getByRole('button', { name: 'Issue' }))
    await press('Enter')
    await dialog('Issue gift card').waitFor({ state: 'detached' })
    await isAt(button('New order'))
    await step.waitFor({ state: 'detached' })

    const { giftCards, toIssue } = (await program.get(`/orders/${order.id}/gift-cards`)).ok(GiftCardsOfOrder)
    expect(toIssue).toEqual([])
    expect(giftCards).toMatchObject([
      { balance: piece, lastCharacters: code.slice(-4), state: 'active' },
      { balance: piece, lastCharacters: '0001', orderNumber: order.orderNumber },
    ])
    expect((await cardOf(code)).ok(GiftCard).id).toBe(giftCards[0]?.id)
    expect((await cardOf('printed-0001')).ok(GiftCard).id).toBe(giftCards[1]?.id)
    await eventually(async () => page().getByRole('region', { name: 'History' }).innerText()).toContain(
      'gift card …0001',
    )
    await ofOrder().getByRole('link', { name: '…0001' }).click()
    await page().getByRole('heading', { name: 'Gift card …0001' }).waitFor()
    await history()
      .getByRole('link', { name: `Order ${order.orderNumber}` })
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('what the core refuses is said at the field, and what others issue meanwhile is seen', async () => {
    const { goTo, press, program, scan } = counter()
    await issued({ code: 'TAKEN000001' })
    const { order, paymentId } = await anOrderOfCards()
    await goTo(`/orders/${order.id}`)
    await button('Capture payment').waitFor()
    await program.post(`/payments/${paymentId}/capture`, {})
    const step = ofOrder().getByRole('button', { name: /^Issue: / })
    await step.click()
    const form = dialog('Issue gift card')
    await isAt(codeField(form))
    await type('AB1')
    await press('Enter')
    await eventually(() => faultAt(codeField(form))).toContain('must be 6 to 40 letters and digits')
    await scan('TAKEN000001')
    await isAt(form.getByRole('button', { name: 'Issue' }))
    await press('Enter')
    await eventually(() => faultAt(codeField(form))).toContain('is the code of another gift card')
    const [line] = order.orderLines
    expect((await program.post(`/orders/${order.id}/gift-cards`, { lineId: line?.id })).status).toBe(200)
    await codeField(form).fill('')
    await press('Enter')
    await form.getByText('The gift cards of this line have been issued.').waitFor()
    await press('Escape')
    await step.waitFor({ state: 'detached' })
    await ofOrder().getByText('Active').waitFor()
  })

  test('a code whose answer was lost is made anew, and the card is issued once', async () => {
    const { goTo, press, program } = counter()
    const { order, paymentId } = await anOrderOfCards(2)
    await program.post(`/payments/${paymentId}/capture`, {})
    await goTo(`/orders/${order.id}`)
    await ofOrder()
      .getByRole('button', { name: /^Issue: / })
      .click()
    const form = dialog('Issue gift card')
    await isAt(codeField(form))
    await page().route(
      /\/orders\/[^/]+\/gift-cards$/,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press('Enter')
    await form.getByText(/try again/i).waitFor()
    await press('Enter')
    const code = await madeCode()
    const { giftCards } = (await program.get(`/orders/${order.id}/gift-cards`)).ok(GiftCardsOfOrder)
    expect(giftCards).toHaveLength(1)
    expect((await cardOf(code)).ok(GiftCard).id).toBe(giftCards[0]?.id)
    await press('Escape')
    // On with the next; behind the last one the keyboard is left to the page.
    await isAt(ofOrder().getByRole('button', { name: /^Issue: / }))
    await press('Enter')
    await isAt(codeField(form))
    await press('Enter')
    expect(await madeCode()).not.toBe(code)
    await press('Escape')
    await made().waitFor({ state: 'detached' })
    await isAt(page().getByRole('main'))
  })
})

describe('the code of a card', () => {
  test('is seen before the page is left, where its answer comes late', async () => {
    const { goTo, press, program } = counter()
    const { order, paymentId } = await anOrderOfCards()
    await program.post(`/payments/${paymentId}/capture`, {})
    await goTo(`/orders/${order.id}`)
    await ofOrder()
      .getByRole('button', { name: /^Issue: / })
      .click()
    const form = dialog('Issue gift card')
    await isAt(codeField(form))
    const kept = await keepBack(
      page(),
      ({ pathname }, method) => method === 'POST' && pathname.endsWith('/gift-cards'),
    )
    await press('Enter')
    await eventually(kept.count).toBe(1)
    await press('Escape')
    await form.waitFor({ state: 'detached' })
    await press('F3')
    await kept.letGo()
    expect((await cardOf(await madeCode())).ok(GiftCard).orderId).toBe(order.id)
    await press('Escape')
    await made().waitFor({ state: 'detached' })
    await press('F3')
    await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  })
})

describe('the gift cards of a shop', () => {
  test('are found by a scan, by what is typed, by the last four and by state; a code stands in no address', async () => {
    const { complaints, press, scan } = counter()
    const { code, giftCard } = await issued()
    const addresses: string[] = []
    page().on('request', (request) => addresses.push(request.url()))
    await openList()
    await row(giftCard.lastCharacters).first().waitFor()
    await page().getByText('On all cards:').waitFor()
    await scan(code ?? '')
    await page()
      .getByRole('heading', { name: `Gift card …${giftCard.lastCharacters}` })
      .waitFor()
    addresses.push(page().url())

    await button('Back to the gift cards').click()
    await isAt(search())
    await type((code ?? '').toLowerCase().replaceAll('-', ' '))
    await press('Enter')
    await page()
      .getByRole('heading', { name: `Gift card …${giftCard.lastCharacters}` })
      .waitFor()

    // So does a scan where no page takes it.
    await counter().goTo('/today')
    await page().getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await scan(code ?? '')
    await page()
      .getByRole('heading', { name: `Gift card …${giftCard.lastCharacters}` })
      .waitFor()
    addresses.push(page().url())
    // While it is typed its first four may be the last four of another.
    const [, second = '', third = ''] = (code ?? '').split('-')
    const written = addresses
      .join('\n')
      .toUpperCase()
      .replaceAll(/%20|[+-]/g, '')
    expect(written).not.toContain(second + third)
    // On every list, also where something else is looked for.
    for (const place of ['/orders', '/customers', '/products', '/stock']) {
      await counter().goTo(place)
      await page().getByRole('searchbox').first().waitFor()
      await scan(code ?? '')
      await page()
        .getByRole('heading', { name: `Gift card …${giftCard.lastCharacters}` })
        .waitFor()
    }
    expect(
      addresses
        .join('\n')
        .toUpperCase()
        .replaceAll(/%20|[+-]/g, ''),
    ).not.toContain(second + third)
    await openList()
    await scan('7KQM-2XRP-9DHW-BT4N')
    await page().getByText('No gift card fits').waitFor()
    await search().fill(giftCard.lastCharacters)
    await row(giftCard.lastCharacters).first().waitFor()
    await page().waitForURL(/search=/)
    await page().getByRole('combobox', { name: 'State' }).click()
    await page().getByRole('option', { name: 'Deactivated' }).click()
    await page().getByText('No gift card fits').waitFor()
    expect((await manager.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Stolen' })).status).toBe(
      200,
    )
    // The list follows.
    await row(giftCard.lastCharacters).getByText('Deactivated').waitFor()
    expect(complaints).toEqual([])
  })

  test('a manager issues one that was not sold: what is missing is said, and its page is opened', async () => {
    const { complaints, press } = counter()
    await openList()
    await button('Issue gift card').click()
    const form = dialog('Issue gift card')
    const amount = form.getByRole('textbox', { name: 'Amount' })
    await isAt(amount)
    await press('Enter')
    await eventually(() => faultAt(amount)).toContain('Write an amount such as 50.00')
    await type('25.50')
    await form.getByRole('textbox', { name: 'Reason' }).focus()
    await type('Sorry')
    await page().reload()
    await page().getByRole('heading', { name: 'Gift cards', exact: true }).waitFor()
    await button('Issue gift card').click()
    await isAt(amount)
    expect(await amount.inputValue()).toBe('25.50')
    await press('Enter')
    const code = await madeCode()
    await press('Escape')
    await page()
      .getByRole('heading', { name: `Gift card …${code.slice(-4)}` })
      .waitFor()
    await history().getByText('Sorry').waitFor()
    expect((await cardOf(code)).ok(GiftCard)).toMatchObject({
      balance: 25.5,
      currency: 'EUR',
      orderId: null,
      reason: 'Sorry',
    })
    expect(complaints).toEqual([])
  })

  test('one that was lost gets another code, and is deactivated with a reason; others are not overtaken', async () => {
    const { complaints, press } = counter()
    const { code, giftCard } = await issued({ amount: 80 })
    await openCard(giftCard)
    await button('Replace').click()
    const replacing = dialog('Replace this gift card?')
    await replacing.getByText('€80.00').waitFor()
    // Somebody else is first.
    const { code: second } = (await manager.post(`/gift-cards/${giftCard.id}/replace`, {})).ok(IssuedGiftCard)
    await press('Enter')
    await replacing.getByText(/has been changed in the meantime/).waitFor()
    await press('Enter')
    const third = await madeCode()
    await press('Escape')
    await page()
      .getByRole('heading', { name: `Gift card …${third.slice(-4)}` })
      .waitFor()
    for (const old of [code, second]) expect((await cardOf(old ?? '')).status).toBe(404)
    expect((await cardOf(third)).ok(GiftCard)).toMatchObject({ id: giftCard.id, balance: 80 })
    await eventually(async () => history().getByText('Got another code').count()).toBe(2)

    await button('Deactivate').click()
    const asking = dialog('Deactivate this gift card?')
    await asking.getByText('€80.00').waitFor()
    await press('Enter')
    await eventually(() => faultAt(asking.getByRole('textbox', { name: 'Reason' }))).toContain(
      'Please fill this in',
    )
    await type('Stolen')
    await press('Enter')
    await asking.waitFor({ state: 'detached' })
    await page().getByText('What is on it can be spent no more.').waitFor()
    await history().getByText('Stolen').waitFor()
    await page().getByRole('status').getByText('Deactivated · Console').waitFor()
    expect(await button('Replace').count()).toBe(0)
    expect((await manager.get(`/gift-cards/${giftCard.id}`)).ok(GiftCard).state).toBe('deactivated')
    expect(complaints).toEqual([])
  })
})

describe('every screen of gift cards is fit for everybody', () => {
  const SCREENS: Readonly<Record<string, () => Promise<void>>> = {
    'the list': async () => {
      const { giftCard } = await issued()
      await openList()
      await row(giftCard.lastCharacters).first().waitFor()
    },
    'a card': async () => {
      const { giftCard } = await issued()
      await manager.post(`/gift-cards/${giftCard.id}/replace`, { reason: 'Lost on the beach' })
      await openCard((await manager.get(`/gift-cards/${giftCard.id}`)).ok(GiftCard))
      await history().getByText('Lost on the beach').waitFor()
    },
    'one that is not sold': async () => {
      await openList()
      await button('Issue gift card').click()
      await dialog('Issue gift card').waitFor()
    },
    'replacing one': async () => {
      await openCard((await issued()).giftCard)
      await button('Replace').click()
      await dialog('Replace this gift card?').waitFor()
    },
    'the code of one': async () => {
      await openCard((await issued()).giftCard)
      await button('Replace').click()
      await dialog('Replace this gift card?').waitFor()
      await counter().press('Enter')
      await made().waitFor()
    },
    'an order with some': async () => {
      const { order, paymentId } = await anOrderOfCards(2)
      await counter().program.post(`/payments/${paymentId}/capture`, {})
      const lineId = order.orderLines[0]?.id
      expect((await manager.post(`/orders/${order.id}/gift-cards`, { lineId })).status).toBe(200)
      await counter().goTo(`/orders/${order.id}`)
      await ofOrder()
        .getByRole('button', { name: /^Issue: / })
        .waitFor()
    },
  }
  test.for(Object.entries(SCREENS).map(([name, show], nth) => [name, show, nth] as const))(
    '%s',
    async ([, show, nth]) => {
      const { complaints, press } = counter()
      await show()
      expect(await accessibilityFaults(page(), nth)).toEqual([])
      expect(complaints).toEqual([])
      if (await page().getByRole('dialog').isVisible()) await press('Escape')
      await page().getByRole('dialog').waitFor({ state: 'hidden' })
    },
  )
})
