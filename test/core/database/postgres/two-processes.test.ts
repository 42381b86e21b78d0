import { beforeEach, describe, expect, it } from 'vitest'
import { AddLineAnswer } from '../../../../core/carts/cart.schema.ts'
import { TokenResponse } from '../../../../core/access/token.schema.ts'
import { withEngine } from '../../../../core/engines.ts'
import { createLaunchCode } from '../../../../core/access/console-access.ts'
import { OrdersAnswer } from '../../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../../core/orders/payments/payment.schema.ts'
import { OrderTransactionsAnswer } from '../../../../core/orders/payments/transaction.schema.ts'
import { ManagedCampaign } from '../../../../core/promotions/manage/campaign.schema.ts'
import { findFirstStore } from '../../../../core/stores/store.repository.ts'
import type { Answer } from '../../../support/answer.ts'
import { Caller, overSocket } from '../../../support/caller.ts'
import { Clerk } from '../../../support/clerk.ts'
import { serveAt, type Serving } from '../../../support/command.ts'
import { temporaryDir } from '../../../support/core.ts'
import { demoTemplate } from '../../../support/demo-template.ts'
import { listenWith } from '../../../support/event-stream.ts'
import { demoShop } from '../../../support/storage.ts'

/** Clients of each process. */
const CLIENTS = 8

let address: string
let desks: readonly Serving[]
let token: string
beforeEach(async () => {
  const { credentials } = await demoTemplate()
  address = await demoShop()
  desks = await Promise.all([0, 1].map(async () => serveAt(address, await temporaryDir())))
  const { clientId, clientSecret } = credentials.harbour.staff
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  token = (await anyone(0).post('/oauth/token', body)).ok(TokenResponse).access_token
}, 60_000)

const originOf = (desk: number): string => desks[desk]?.ready.api ?? ''
const anyone = (desk: number): Caller => new Caller(overSocket(originOf(desk)))
/** A clerk at each desk, all with the one token that the first desk has given. */
const clerkAt = (desk: number): Clerk =>
  new Clerk(overSocket(originOf(desk)), { authorization: `Bearer ${token}` }, 'harbour')
const both = (): Clerk[] => Array.from({ length: 2 * CLIENTS }, (_, number) => clerkAt(number % 2))

/** One who may do anything. */
async function managerAt(desk: number): Promise<Clerk> {
  const { clientId, clientSecret } = (await demoTemplate()).credentials.harbour.admin
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { access_token } = (await anyone(desk).post('/oauth/token', body)).ok(TokenResponse)
  return new Clerk(overSocket(originOf(desk)), { authorization: `Bearer ${access_token}` }, 'harbour')
}

/** Asks again while it is told to; what is left is an answer. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

describe('two processes on one database, eight clients each', () => {
  it('lose no change of one cart', async () => {
    const first = clerkAt(0)
    const cartId = await first.aCart()
    const [product] = await first.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const line = await first.lineOf(product)
    let added = 0
    await Promise.all(
      both().map(async (clerk) => {
        for (let times = 0; times < 5; times++) {
          const answer = await untilAnswered(async () => clerk.post(`/carts/${cartId}/lines`, line))
          answer.ok(AddLineAnswer)
          added++
        }
      }),
    )
    const cart = await first.readCart(cartId)
    expect(cart.orderLines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(added)
  })

  it('take back no more of a line than was sold, and keep what came back with each refund', async () => {
    const { order, paymentId } = await clerkAt(0).anOrder({ quantities: [5] })
    const [line] = order.orderLines
    await clerkAt(1).post(`/payments/${paymentId}/capture`, {})
    const body = { amount: 0.01, lines: [{ lineId: line?.id, quantity: 1 }] }
    const answers = await Promise.all(
      both().map(async (clerk) =>
        untilAnswered(async () => clerk.post(`/payments/${paymentId}/refund`, body)),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - 5)
    const { transactions } = (await clerkAt(0).get(`/orders/${order.id}/transactions`)).ok(
      OrderTransactionsAnswer,
    )
    const refunds = transactions.filter(({ kind }) => kind === 'refund')
    expect(refunds.map(({ lines }) => lines.map(({ lineId, quantity }) => [lineId, quantity]))).toStrictEqual(
      Array.from({ length: 5 }, () => [[line?.id, 1]]),
    )
  })

  it('let one of many win that change the version they have all seen', async () => {
    const cartId = await clerkAt(0).aCart()
    const etag = String((await clerkAt(1).get(`/carts/${cartId}`)).headers.etag)
    const answers = await Promise.all(
      both().map(async (clerk, number) =>
        untilAnswered(async () =>
          clerk.patch(`/carts/${cartId}`, { note: `by ${number}` }, { headers: { 'if-match': etag } }),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 * CLIENTS - 1)
  })

  it('make one order of one cart, however many place it', async () => {
    const placing = await clerkAt(0).aCartReadyToPlace()
    const answers = await Promise.all(
      both().map(async (clerk) => untilAnswered(async () => clerk.post('/payments', placing))),
    )
    expect(new Set(answers.map((answer) => answer.ok(PlaceOrderAnswer).paymentId)).size).toBe(1)
    expect((await clerkAt(1).get('/orders')).ok(OrdersAnswer).orders).toHaveLength(1)
  })

  it('use a code no oftener than it may be used', async () => {
    const manager = await managerAt(0)
    const campaign = {
      names: { 'en-GB': 'Early bird' },
      priority: 1000,
      exclusive: true,
      currencies: [{ currency: 'EUR', minimum: 0 }],
      items: [{ target: 'order', rate: 0.9, names: { 'en-GB': '90% off' } }],
      codes: [{ code: 'FIVE' }],
      maxUsesPerCode: 5,
    }
    const { id } = (await manager.post('/manage/campaigns', campaign)).ok(ManagedCampaign)
    const placings = await Promise.all(
      both().map(async (clerk, number) => {
        const email = `${number}@codes.example`
        const placing = await clerk.aCartReadyToPlace({ shipping: null, quantities: [1], billing: { email } })
        const given = await clerk.post(`/carts/${placing.cartId}/promotion-codes/five`)
        expect(given.status).toBe(200)
        return placing
      }),
    )
    const answers = await Promise.all(
      both().map(async (clerk, number) =>
        untilAnswered(async () => clerk.post('/payments', placings[number])),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 * CLIENTS - 5)
    const { codes, uses } = (await manager.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign)
    expect([uses, codes]).toStrictEqual([5, [{ code: 'FIVE', uses: 5 }]])
  }, 120_000)

  it('do once what comes with one key, and give one answer', async () => {
    const headers = { 'idempotency-key': 'one and the same' }
    const carts = (await clerkAt(0).openCarts()).length
    const body = { cultureCode: 'en-GB', currency: 'EUR' }
    const answers = await Promise.all(
      both().map(async (clerk) => untilAnswered(async () => clerk.post('/carts', body, { headers }))),
    )
    expect(answers.map(({ status }) => status)).toStrictEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await clerkAt(0).openCarts()).toHaveLength(carts + 1)
  })

  it('give no number twice', async () => {
    await Promise.all(both().map(async (clerk) => clerk.anOrder({ quantities: [1] })))
    const { orders } = (await clerkAt(0).get('/orders', { maxItems: 100 })).ok(OrdersAnswer)
    expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(2 * CLIENTS)
  }, 120_000)

  it('count wrong guesses at the secret of a client together, and take the right one all the same', async () => {
    const { credentials } = await demoTemplate()
    const { clientId, clientSecret } = credentials.harbour.support
    const ask = async (number: number, secret: string) =>
      anyone(number % 2).post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      })
    let guesses = 0
    while ((await ask(guesses, 'wrong')).status === 401) guesses++
    // Ten are free; alone each of the two would take as many.
    expect(guesses).toBeGreaterThanOrEqual(10)
    expect(guesses).toBeLessThan(18)
    expect((await ask(0, clientSecret)).status).toBe(200)
    expect((await ask(0, 'wrong')).status).toBe(401)
  })

  it('let a launch code in once', async () => {
    const code = await withEngine({ kind: 'postgres', address }, async (engine) =>
      engine.transact(async (db) => {
        const store = await findFirstStore(db)
        if (!store) throw new Error('There is no shop.')
        return createLaunchCode(db, new Date(), store.id)
      }),
    )
    const body = { grant_type: 'authorization_code', client_id: 'console', code }
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => anyone(number % 2).post('/oauth/token', body)),
    )
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array<number>(7).fill(400)])
  })
})

describe('what one desk does', () => {
  it('reaches the screens of the other', async () => {
    const heard = await listenWith(token, originOf(1))
    const cartId = await clerkAt(0).aCart()
    await clerkAt(0).setBilling(cartId)
    // Within a second on a machine that does nothing else (`desks.test.ts`).
    await expect
      .poll(() => heard.sent.map(({ data }) => data.id), { timeout: 10_000, interval: 20 })
      .toContain(cartId)
  })

  it('with a token holds at the other: revoked there, it is of no use within a second', async () => {
    expect((await clerkAt(1).get('/carts')).status).toBe(200)
    const { credentials } = await demoTemplate()
    const asAdmin = await managerAt(0)
    const revoked = await asAdmin.delete(`/clients/${credentials.harbour.staff.clientId}`)
    expect(revoked.status).toBeLessThan(300)
    await expect.poll(async () => (await clerkAt(1).get('/carts')).status, { timeout: 1500 }).toBe(401)
  })
})
