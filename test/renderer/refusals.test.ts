import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseOpenError } from '../../core/database/open-error.ts'
import { DrawerError } from '../../core/drawer/drawer-fault.ts'
import { unopened } from '../../core/drawer-openings/open-drawer.ts'
import { GiftCard, IssuedGiftCard } from '../../core/gift-cards/gift-card.schema.ts'
import { asCommerceError, codesIn } from '../../core/http/errors.ts'
import { MailError } from '../../core/mail/mail-fault.ts'
import { noMail } from '../../core/mail-settings/change-mail-settings.ts'
import { notTaken } from '../../core/mail-settings/mail-refusal.ts'
import { PlaceOrderAnswer } from '../../core/orders/payments/payment.schema.ts'
import { ApprovalAnswer } from '../../core/staff/desk.schema.ts'
import { AdjustedStock } from '../../core/stock/stock.schema.ts'
import { ApiError, type Fault } from '../../renderer/api/api-error.ts'
import { LOCALES, speak } from '../../renderer/i18n/index.ts'
import { faultLine, faultText } from '../../renderer/ui/fault-text.ts'
import { shopZone } from '../../renderer/ui/shop-zone.ts'
import type { Answer } from '../support/answer.ts'
import type { Clerk } from '../support/clerk.ts'
import { hireAt, openDesk, take, type Member } from '../support/desks.ts'
import { markAsGiftCard } from '../support/gift-cards.ts'
import { openPrinter } from '../support/printer.ts'
import { openShop, sharedShop } from '../support/shop.ts'
import { expectSaidEverywhere } from './said-everywhere.ts'

const shop = sharedShop()
const WITH_CODES = { headers: { prefer: 'fault-codes' } }
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })
afterAll(() => vi.unstubAllGlobals())

const sendElsewhere = async (
  clerk: Clerk,
  country: string,
  beside: object = {},
  choices: Parameters<Clerk['anOrder']>[0] = {},
): Promise<Answer> => {
  const { order } = await clerk.anOrder(choices)
  const shippingAddress = await clerk.anAddress({ line1: 'Kastanievej 5' }, country)
  return clerk.post(`/orders/${order.id}/shipping-address`, { shippingAddress, ...beside }, WITH_CODES)
}

const issueCredit = async (body: object = {}): Promise<Answer> => {
  const manager = await shop().as('admin')
  return manager.post(
    '/gift-cards',
    { amount: 50, currency: 'EUR', reason: 'Torn seam', ...body },
    WITH_CODES,
  )
}

const takeBack = async (cartId: string, method?: string): Promise<Answer> => {
  const manager = await shop().as('admin')
  const body = { cartId, paymentMethodId: await manager.paymentMethod(method), reason: 'No receipt' }
  return manager.post('/returns', body, WITH_CODES)
}

/** An order that was paid, of goods that are a gift card for as long as they are sold. */
async function aSoldGiftCard(clerk: Clerk) {
  const manager = await shop().as('admin')
  await markAsGiftCard(manager)
  const placed = await clerk.anOrder({ quantities: [1] })
  await markAsGiftCard(manager, false)
  await clerk.post(`/payments/${placed.paymentId}/capture`, {})
  return placed
}

/** What a clerk may be refused at the counter, each by the call that is refused. */
const REFUSALS: Readonly<Record<string, (clerk: Clerk) => Promise<Answer>>> = {
  'an unknown cart': async (clerk) => clerk.patch(`/carts/${UNKNOWN}`, { note: 'x' }, WITH_CODES),
  'an abandoned cart': async (clerk) => {
    const cartId = await clerk.aCart()
    await clerk.delete(`/carts/${cartId}`)
    return clerk.patch(`/carts/${cartId}`, { note: 'x' }, WITH_CODES)
  },
  'a cart that has changed': async (clerk) => {
    const headers = { ...WITH_CODES.headers, 'if-match': '"99"' }
    return clerk.patch(`/carts/${await clerk.aCart()}`, { note: 'x' }, { headers })
  },
  'an unknown sku': async (clerk) => {
    const line = { ...(await clerk.lineOf(await aProduct(clerk))), sku: 'NO-SUCH' }
    return clerk.post(`/carts/${await clerk.aCart()}/lines`, line, WITH_CODES)
  },
  'too many': async (clerk) => {
    const line = { ...(await clerk.lineOf(await aProduct(clerk))), quantity: 1_000_001 }
    return clerk.post(`/carts/${await clerk.aCart()}/lines`, line, WITH_CODES)
  },
  'more than can be charged': async () => {
    const clerk = await shop().as('staff price')
    const line = await clerk.lineOf(await aProduct(clerk), { price: 10_000_000_000, quantity: 1_000_000 })
    return clerk.post(`/carts/${await clerk.aCart()}/lines`, line, WITH_CODES)
  },
  'a code that nobody knows': async (clerk) =>
    clerk.post(`/carts/${await clerk.aCart()}/promotion-codes/NOTHING`, {}, WITH_CODES),
  'a code that is there already': async (clerk) => {
    const path = `/carts/${await clerk.aCart()}/promotion-codes/WELCOME10`
    await clerk.post(path, {})
    return clerk.post(path, {}, WITH_CODES)
  },
  'a key that is there already': async (clerk) => {
    const path = `/carts/${await clerk.aCart()}/properties`
    await clerk.post(path, { key: 'table', value: '1' })
    return clerk.post(path, { key: 'table', value: '2' }, WITH_CODES)
  },
  'an address that is none': async (clerk) => {
    const address = await clerk.anAddress({ email: 'ida@', city: 'x'.repeat(600), countryId: undefined })
    return clerk.post(`/carts/${await clerk.aCart()}/billing-address`, address, WITH_CODES)
  },
  'an order without anything': async (clerk) => {
    const placing = { ...(await clerk.aCartReadyToPlace()), cartId: await clerk.aCart() }
    return clerk.post('/payments', placing, WITH_CODES)
  },
  'another total than was seen': async (clerk) => {
    const placing = { ...(await clerk.aCartReadyToPlace()), expectedTotal: 1 }
    return clerk.post('/payments', placing, WITH_CODES)
  },
  'an order that is completed twice': async (clerk) => {
    const { order } = await clerk.anOrder()
    return clerk.post(`/orders/${order.id}/complete`, {}, WITH_CODES)
  },
  'an order that is sent to another country': async (clerk) => sendElsewhere(clerk, 'Germany'),
  'an order that is sent where another has sent it': async (clerk) =>
    sendElsewhere(clerk, 'Denmark', { expectedAddressId: UNKNOWN }),
  'an order that is sent and has no shipment': async (clerk) =>
    sendElsewhere(clerk, 'Denmark', {}, { shipping: null }),
  'an order that is sent and is collected': async (clerk) =>
    sendElsewhere(clerk, 'Denmark', {}, { shipping: 'Collection in the shop' }),
  'a payment that is captured twice': async (clerk) => {
    const { paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    return clerk.post(`/payments/${paymentId}/capture`, {}, WITH_CODES)
  },
  'a part in cash that coins cannot pay': async (clerk) => {
    const kroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', payment: 'Cash' }
    const { paymentId } = await clerk.anOrder(kroner)
    return clerk.post(`/payments/${paymentId}/capture`, { amount: 0.2 }, WITH_CODES)
  },
  'more than is on a gift card': async (clerk) => {
    const { code, paymentId } = await toPayByGiftCard(clerk, { amount: 5, currency: 'EUR' })
    return clerk.post(`/payments/${paymentId}/capture`, { giftCardCode: code }, WITH_CODES)
  },
  'a gift card with nothing left on it': async (clerk) => {
    const { code, paymentId } = await toPayByGiftCard(clerk, { amount: 5, currency: 'EUR' })
    const other = await toPayByGiftCard(clerk, { amount: 5, currency: 'EUR' })
    await clerk.post(`/payments/${other.paymentId}/capture`, { amount: 5, giftCardCode: code })
    return clerk.post(`/payments/${paymentId}/capture`, { giftCardCode: code }, WITH_CODES)
  },
  'a gift card of another currency': async (clerk) => {
    const { code, paymentId } = await toPayByGiftCard(clerk, { amount: 5000, currency: 'DKK' })
    return clerk.post(`/payments/${paymentId}/capture`, { giftCardCode: code }, WITH_CODES)
  },
  'a gift card where none is redeemed': async (clerk) => {
    const { paymentId } = await clerk.anOrder({ payment: 'Card terminal' })
    return clerk.post(`/payments/${paymentId}/capture`, { giftCardCode: 'NO-SUCH-CARD' }, WITH_CODES)
  },
  'what gift cards were issued for': async (clerk) => {
    const manager = await shop().as('admin')
    const prices = [{ priceGroupId: await manager.priceGroup(), price: 40 }]
    const catalogId = await manager.catalog('Knitwear')
    const goods = { sku: 'CARD-40', names: { 'en-GB': 'Gift card' }, catalogId, taxRate: 0, isGiftCard: true }
    await manager.post('/manage/products', { ...goods, variants: [{ prices }] })
    const placing = await clerk.aCartReadyToPlace({ quantities: [] })
    await clerk.addLine(placing.cartId, (await clerk.products({ search: 'CARD-40' }))[0])
    const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const { orderLines } = await clerk.readOrder(placing.cartId)
    await clerk.post(`/orders/${placing.cartId}/gift-cards`, { lineId: orderLines[0]?.id })
    return clerk.post(`/payments/${paymentId}/refund`, { reason: 'x' }, WITH_CODES)
  },
  'what was paid by a gift card that is deactivated': async (clerk) => {
    const { code, paymentId } = await toPayByGiftCard(clerk, { amount: 5000, currency: 'EUR' })
    await clerk.post(`/payments/${paymentId}/capture`, { giftCardCode: code })
    const manager = await shop().as('admin')
    const { id } = (await manager.post('/gift-cards/lookup', { code })).ok(GiftCard)
    await manager.post(`/gift-cards/${id}/deactivate`, { reason: 'Stolen' })
    return clerk.post(`/payments/${paymentId}/refund`, { reason: 'x' }, WITH_CODES)
  },
  'more than was paid': async (clerk) => {
    const { paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    return clerk.post(`/payments/${paymentId}/refund`, { amount: 99_999, reason: 'x' }, WITH_CODES)
  },
  'goods that came back before': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const lines = [{ lineId: order.orderLines[0]?.id, quantity: 99 }]
    return clerk.post(`/payments/${paymentId}/refund`, { amount: 1, lines, reason: 'x' }, WITH_CODES)
  },
  'goods of another order': async (clerk) => {
    const { paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const lines = [{ lineId: UNKNOWN, quantity: 1 }]
    return clerk.post(`/payments/${paymentId}/refund`, { amount: 1, lines, reason: 'x' }, WITH_CODES)
  },
  'goods that come back, for all that is left': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const lines = [{ lineId: order.orderLines[0]?.id, quantity: 1 }]
    return clerk.post(`/payments/${paymentId}/refund`, { lines, reason: 'x' }, WITH_CODES)
  },
  'a copy of goods that are sold no more': async (clerk) => {
    const manager = await shop().as('admin')
    const prices = [{ priceGroupId: await manager.priceGroup(), price: 40 }]
    const catalogId = await manager.catalog('Knitwear')
    const body = { sku: 'GONE', names: { 'en-GB': 'Lantern' }, catalogId, taxRate: 0, variants: [{ prices }] }
    await manager.post('/manage/products', body)
    const placing = await clerk.aCartReadyToPlace({ quantities: [] })
    await clerk.addLine(placing.cartId, (await clerk.products({ search: 'GONE' }))[0])
    await clerk.post('/payments', placing)
    await manager.delete('/manage/products/GONE')
    return clerk.post(`/orders/${placing.cartId}/cart`, {}, WITH_CODES)
  },
  'nothing to pay back': async (clerk) => {
    const { paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    return clerk.post(`/payments/${paymentId}/refund`, { amount: 0, reason: 'x' }, WITH_CODES)
  },
  'a part of nothing, or of more than there is': async (clerk) => {
    const { paymentId } = await clerk.anOrder()
    const url = `/payments/${paymentId}/capture`
    const [nothing, tooMuch] = [await clerk.post(url, { amount: 0.001 }, WITH_CODES), { amount: 1e6 }]
    await expectSaidEverywhere(ApiError.fromBody(nothing.status, nothing.body).faults)
    return clerk.post(url, tooMuch, WITH_CODES)
  },
  'what a payment is not received by': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    return clerk.post(`/payments/${paymentId}/capture`, { paymentMethodId: order.id }, WITH_CODES)
  },
  'a change of what is paid in part': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, { amount: 1 })
    return clerk.post(`/orders/${order.id}/reopen`, {}, WITH_CODES)
  },
  'money that is held': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    return clerk.post(`/orders/${order.id}/cancel`, {}, WITH_CODES)
  },
  'a gift card that nobody has': async (clerk) =>
    clerk.post('/gift-cards/lookup', { code: '7KQM-2XRP-9DHW-BT4N' }, WITH_CODES),
  'a code that no gift card may have': async () => issueCredit({ code: 'A-1' }),
  'a code that another gift card has': async () => {
    await issueCredit({ code: 'PRINTED-1' })
    return issueCredit({ code: 'printed 1' })
  },
  'a gift card with nothing on it': async () => issueCredit({ amount: 0.001 }),
  'a gift card that others have changed': async (clerk) => {
    const { giftCard } = (await issueCredit()).ok(IssuedGiftCard)
    const headers = { ...WITH_CODES.headers, 'if-match': '"9"' }
    return clerk.post(`/gift-cards/${giftCard.id}/replace`, {}, { headers })
  },
  'a gift card that is deactivated': async (clerk) => {
    const { giftCard } = (await issueCredit()).ok(IssuedGiftCard)
    const manager = await shop().as('admin')
    await manager.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Stolen' })
    return clerk.post(`/gift-cards/${giftCard.id}/replace`, {}, WITH_CODES)
  },
  'a line that is no gift card': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    return clerk.post(`/orders/${order.id}/gift-cards`, { lineId: UNKNOWN }, WITH_CODES)
  },
  'a gift card that was issued before': async (clerk) => {
    const { order } = await aSoldGiftCard(clerk)
    const lineId = order.orderLines[0]?.id
    const issue = async () => clerk.post(`/orders/${order.id}/gift-cards`, { lineId }, WITH_CODES)
    expect((await issue()).status).toBe(200)
    return issue()
  },
  'a gift card whose money went back': async (clerk) => {
    const { order, paymentId } = await aSoldGiftCard(clerk)
    await clerk.post(`/payments/${paymentId}/refund`, {})
    const lineId = order.orderLines[0]?.id
    return clerk.post(`/orders/${order.id}/gift-cards`, { lineId }, WITH_CODES)
  },
  'goods that are counted twice': async (clerk) => {
    const [goods] = await someGoods(clerk, 1)
    return moveStock(clerk, 'count', [
      { ...goods, quantity: 1 },
      { ...goods, quantity: 2 },
    ])
  },
  'a write-off of what no stock is kept of': async (clerk) => {
    const [, goods] = await someGoods(clerk, 2)
    return moveStock(clerk, 'write-off', [{ ...goods, quantity: 1 }])
  },
  'a count of what no stock is kept of by now': async (clerk) => {
    const [, goods] = await someGoods(clerk, 2)
    return moveStock(clerk, 'count', [{ ...goods, quantity: 1, expectedQuantity: 3 }])
  },
  'a count of what has been sold meanwhile': async (clerk) => {
    const [goods] = await someGoods(clerk, 1)
    await moveStock(clerk, 'count', [{ ...goods, quantity: 40 }])
    return moveStock(clerk, 'count', [{ ...goods, quantity: 39, expectedQuantity: 41 }])
  },
  'stock that others have changed': async (clerk) => {
    const [goods] = await someGoods(clerk, 1)
    const { stock } = (await moveStock(clerk, 'receive', [{ ...goods, quantity: 1 }])).ok(AdjustedStock)
    const manager = await shop().as('admin')
    const headers = { ...WITH_CODES.headers, 'if-match': '"9999"' }
    return manager.patch(`/stock/${stock[0]?.id}`, { reorderPoint: 5 }, { headers })
  },
  'a return of what was placed': async (clerk) => {
    const { order } = await clerk.anOrder({ shipping: null })
    return takeBack(order.id)
  },
  'an order of what was taken back': async (clerk) => {
    const placing = await clerk.aCartReadyToPlace({ shipping: null })
    await takeBack(placing.cartId)
    return clerk.post('/payments', placing, WITH_CODES)
  },
  'a return with a delivery': async (clerk) => takeBack((await clerk.aCartReadyToPlace()).cartId),
  'a return of nothing': async (clerk) => {
    const { cartId } = await clerk.aCartReadyToPlace({ shipping: null, quantities: [1] })
    const [line] = (await clerk.readCart(cartId)).orderLines
    await (await shop().as('staff price')).patch(`/carts/${cartId}/lines/${line?.id}`, { price: 0 })
    return takeBack(cartId)
  },
  'a return of a gift card': async (clerk) => {
    const { cartId } = await clerk.aCartReadyToPlace({ shipping: null, quantities: [1] })
    const [line] = (await clerk.readCart(cartId)).orderLines
    const product = `/manage/products/${line?.sku}`
    const manager = await shop().as('admin')
    await manager.patch(product, { isGiftCard: true })
    onTestFinished(async () => void (await manager.patch(product, { isGiftCard: false })))
    return takeBack(cartId)
  },
  'a return of more than a gift card holds': async (clerk) => {
    const { cartId } = await clerk.aCartReadyToPlace({ shipping: null, quantities: [1] })
    const [line] = (await clerk.readCart(cartId)).orderLines
    const pricing = await shop().as('staff price')
    await pricing.patch(`/carts/${cartId}/lines/${line?.id}`, { price: 10_000_001, taxRate: 0 })
    return takeBack(cartId, 'Gift card')
  },
  'stock of what none is kept of': async (clerk) => clerk.get(`/stock/${UNKNOWN}`, {}, WITH_CODES.headers),
  'an order of more than are there': async (clerk) => {
    const [goods] = await someGoods(clerk, 1)
    await moveStock(clerk, 'count', [{ ...goods, quantity: 2 }])
    const storefront = await shop().as('storefront')
    return storefront.post('/payments', await storefront.aCartReadyToPlace({ quantities: [3] }), WITH_CODES)
  },
  'a drawer where none is set': async (clerk) => clerk.post('/drawer/openings', {}, WITH_CODES),
  'a drawer whose printer is gone': async (clerk) => {
    const manager = await shop().as('admin')
    const gone = await openPrinter()
    await gone.close()
    await manager.request('PUT', '/drawer', { body: { address: gone.address } })
    onTestFinished(async () => void (await manager.request('PUT', '/drawer', { body: { address: null } })))
    return clerk.post('/drawer/openings', {}, WITH_CODES)
  },
  'a paid order that is changed': async (clerk) => {
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    return clerk.patch(`/carts/${order.id}`, { note: 'x' }, WITH_CODES)
  },
}

/** An order that is to be paid by a method that redeems gift cards, and the code of one with so much on it. */
async function toPayByGiftCard(clerk: Clerk, holding: { amount: number; currency: string }) {
  const manager = await shop().as('admin')
  const method = await clerk.paymentMethod('Gift card')
  await manager.patch(`/manage/payment-methods/${method}`, { redeemsGiftCards: true })
  const { code } = (await manager.post('/gift-cards', { ...holding, reason: 'Goodwill' })).ok(IssuedGiftCard)
  const { paymentId } = await clerk.anOrder({ payment: 'Gift card' })
  return { code, paymentId }
}

async function someGoods(clerk: Clerk, count: number) {
  const products = await clerk.products({ maxItems: count })
  return products.map(({ sku, variantSku }) => ({ sku, variantSku }))
}

const moveStock = async (clerk: Clerk, kind: string, items: readonly object[]): Promise<Answer> =>
  clerk.post('/stock/movements', { kind, items }, WITH_CODES)

async function aProduct(clerk: Clerk) {
  const [product] = await clerk.products({ maxItems: 1 })
  if (!product) throw new Error('The shop sells nothing.')
  return product
}

describe('a refusal', () => {
  it.each(Object.entries(REFUSALS))('is said in every language: %s', async (_name, refuse) => {
    const clerk = await shop().as('staff')
    const answer = await refuse(clerk)
    const { faults } = ApiError.fromBody(answer.status, answer.body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    await expectSaidEverywhere(faults)
  })

  it('is said in every language: a desk that uses all of its sessions', async () => {
    const { code, faults } = asCommerceError(Object.assign(new Error(), { code: 'POOL_EXHAUSTED' }))
    expect(code).toBe('database.sessions')
    await expectSaidEverywhere(faults.map((fault) => ({ ...codesIn({ code })(fault), text: fault.text })))
  })

  it('is said in every language: whatever becomes of an approval', async () => {
    const own = await openShop()
    const admin = await own.as('admin')
    const [mia, ava, ben] = [
      await hireAt(own, admin, 'Mia', 'owner', '4711'),
      await hireAt(own, admin, 'Ava', 'clerk', '1111'),
      await hireAt(own, admin, 'Ben', 'manager', '2222'),
    ]
    const [desk, other] = [await openDesk(own), await openDesk(own)]
    const faults: Fault[] = []
    const tell = ({ body, status }: Answer): unknown => faults.push(...ApiError.fromBody(status, body).faults)
    const ask = async (by: Member): Promise<Answer> =>
      desk.put('/desk/approval', { ...by, scope: 'price' }, WITH_CODES)
    const approved = async (by: Member) => (await ask(by)).ok(ApprovalAnswer).approval
    tell(await ask(mia))
    await take(desk, ava)
    await take(other, ava)
    const cartId = await desk.aCart()
    const path = `/carts/${cartId}/lines/${await desk.addLine(cartId)}`
    const use = async (approval: string, at = desk): Promise<Answer> =>
      at.patch(path, { price: 3 }, { headers: { ...WITH_CODES.headers, approval } })
    tell(await ask(ava))
    tell(await use('unknown'))
    const approval = await approved(mia)
    tell(await use(approval, other))
    expect((await use(approval)).status).toBe(200)
    tell(await use(approval))
    const late = await approved(mia)
    const [early, gone] = [await approved(ben), await approved(ben)]
    await admin.patch(`/manage/staff/${ben.staffId}`, { role: 'clerk' })
    tell(await use(early))
    await take(desk, ben)
    tell(await use(gone))
    await take(desk, ava)
    own.clock.advance(120)
    tell(await use(late))
    expect(faults.map(({ code }) => code)).toStrictEqual([
      'approval.nobody',
      'desk.approver',
      ...['unknown', 'other-desk', 'used', 'approver', 'other-person', 'expired'].map(
        (end) => `approval.${end}`,
      ),
    ])
    await expectSaidEverywhere(faults)
  })

  it('is said in every language: whatever keeps a drawer closed', async () => {
    const printer = { host: 'printer.lan', port: 9100 }
    const faults = ['refused', 'silent', 'unknown', 'unreachable', 'closed'] as const
    const errors = faults.map((fault) => unopened(new DrawerError(fault, printer, false)))
    await expectSaidEverywhere(
      errors.flatMap((error) =>
        error.faults.map((fault) => ({ ...codesIn(error)(fault), text: fault.text })),
      ),
    )
  })

  it('is said in every language: a mail server that takes no mail', async () => {
    const faults = [
      ...(['unknown', 'refused', 'unreachable', 'silent', 'closed', 'certificate', 'encryption'] as const),
      ...(['login', 'password', 'busy', 'sender', 'recipient', 'content'] as const),
    ]
    const errors = [noMail(), ...faults.map((fault) => notTaken(new MailError(fault, '550 No')))]
    await expectSaidEverywhere(
      errors.flatMap((error) =>
        error.faults.map((fault) => ({ ...codesIn(error)(fault), text: fault.text })),
      ),
    )
  })

  it('is said in every language: a file that cannot be opened, with its name', async () => {
    for (const code of ['busy', 'damaged', 'newer', 'unreachable', 'unwritable'] as const) {
      const error = asCommerceError(
        new DatabaseOpenError(code, '/shop/backups/one.sqlite', 'As the core says.'),
      )
      const [said] = error.faults.map((fault) => ({ ...codesIn(error)(fault), text: fault.text }))
      const texts: string[] = []
      for (const locale of LOCALES) {
        await speak(locale)
        if (said) texts.push(faultText(said))
      }
      expect(new Set(texts).size, code).toBe(LOCALES.length)
      for (const text of texts) expect(text).toContain('/shop/backups/one.sqlite')
    }
  })

  it('names its field as the page does, its amounts and states too', async () => {
    await speak('da')
    const field = { error: 'BadRequest', text: 'is missing', code: 'field.required', values: {} }
    expect(faultLine({ ...field, field: 'billingAddress.line1' })).toBe(
      'Faktureringsadresse, Vej og nummer: mangler',
    )
    const long = { ...field, field: 'search', code: 'field.maxLength', values: { limit: '512' } }
    expect(faultLine(long)).toBe('Søgning: må være på højst 512 tegn')
    const held = { ...field, field: undefined, code: 'payment.refund', values: { left: '12.50 EUR' } }
    expect(faultText(held)).toBe('Der kan kun betales 12,50\u00a0€ tilbage af betalingen.')
    const state = { ...held, code: 'payment.state', values: { state: 'Captured' } }
    expect(faultText(state)).toBe('Betalingen har status “Hævet”.')
    const sku = { ...held, code: 'line.catalog', values: { sku: 'Paid' } }
    expect(faultText(sku)).toBe('Paid er ikke i dette katalog')
    expect(faultText({ ...held, code: 'nobody.knows', text: 'As the core says.' })).toBe('As the core says.')
  })

  it('stands behind its field as the language writes it', async () => {
    const fault = { error: 'BadRequest', code: 'field.required', field: 'note', text: 'is missing' }
    for (const [locale, line] of [
      ['en', 'Note: is missing'],
      ['da', 'Note: mangler'],
      ['ja', 'メモ：入力してください'],
    ] as const) {
      await speak(locale)
      expect(faultLine(fault)).toBe(line)
    }
  })

  it('tells moments on the shop’s clock', async () => {
    await speak('en')
    onTestFinished(() => (shopZone.value = undefined))
    const changed = { error: 'Conflict', field: undefined, text: '', code: 'record.changed' }
    const values = { actor: 'Ida', date: '2026-11-20T20:30:00.000Z' }
    for (const [zone, moment] of [
      ['Asia/Tokyo', '21 Nov 2026, 05:30'],
      ['America/New_York', '20 Nov 2026, 15:30'],
    ] as const) {
      shopZone.value = zone
      expect(faultText({ ...changed, values })).toContain(moment)
    }
  })

  it('is in plain words where the form of a request is at fault, too', async () => {
    const clerk = await shop().as('staff')
    const { paymentId } = await clerk.anOrder()
    const refund = { amount: 0, reason: 'x' }
    expect((await clerk.post(`/payments/${paymentId}/refund`, refund)).refused('BadRequest')).toStrictEqual([
      'amount: must be more than 0',
    ])
  })

  it('says what it is to those only who ask for it', async () => {
    const clerk = await shop().as('staff')
    const path = `/carts/${await clerk.aCart()}/promotion-codes/NOTHING`
    const text = 'There is no such promotion code.'
    expect((await clerk.post(path, {})).body).toStrictEqual({
      errors: [{ error: 'NotFound', 'error-description': text }],
    })
    expect((await clerk.post(path, {}, WITH_CODES)).body).toStrictEqual({
      errors: [
        { error: 'NotFound', 'error-description': text, code: 'promotion-code.not-found', values: {} },
      ],
    })
  })
})
