import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CreatedClient } from '../../../core/access/clients.ts'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { Cart, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { Caller, overSocket } from '../../support/caller.ts'
import { Clerk } from '../../support/clerk.ts'
import { run, serve } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { demoTemplate } from '../../support/demo-template.ts'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import { withFile } from '../../support/data.ts'

const ROUNDS = 2
const TILLS = 6

/** What the core has answered, and so must still know after any accident. */
interface Promised {
  readonly carts: Set<string>
  /** Lines by cart. */
  readonly lines: Map<string, number>
  readonly notes: Map<string, string>
  /** Payment by order. */
  readonly orders: Map<string, string>
}

async function clerkAt(
  api: string,
  { clientId: client_id, clientSecret: client_secret }: CreatedClient,
): Promise<Clerk> {
  const answer = await new Caller(overSocket(api)).post('/oauth/token', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  })
  const { access_token } = answer.ok(TokenResponse)
  return new Clerk(overSocket(api), { authorization: `Bearer ${access_token}` }, 'harbour')
}

/** Sells until the core is gone, and notes whatever it answered. */
async function sell(clerk: Clerk, goods: readonly Product[], promised: Promised): Promise<void> {
  for (;;) {
    const created = await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })
    const { cartId } = created.ok(CreateCartAnswer)
    promised.carts.add(cartId)
    for (const product of goods) {
      const added = await clerk.post(`/carts/${cartId}/lines`, await clerk.lineOf(product, { quantity: 3 }))
      expect(added.status).toBe(200)
      promised.lines.set(cartId, (promised.lines.get(cartId) ?? 0) + 1)
    }
    await clerk.setBilling(cartId, { email: null })
    await clerk.setShipping(cartId, 'Home delivery')
    expect((await clerk.patch(`/carts/${cartId}`, { note: `Note ${cartId}` })).status).toBe(200)
    promised.notes.set(cartId, `Note ${cartId}`)
    const placed = await clerk.post('/payments', {
      cartId,
      paymentMethodId: await clerk.paymentMethod(),
      priceGroupId: await clerk.priceGroup(),
      cultureCode: 'en-GB',
    })
    promised.orders.set(cartId, placed.ok(PlaceOrderAnswer).paymentId)
  }
}

it('kill -9 in the middle of orders loses nothing that was answered and leaves no half order', async () => {
  const dataDir = await temporaryDir()
  const { file, credentials } = await demoTemplate()
  await copyFile(file, join(dataDir, 'backcounter.sqlite'))
  const promised: Promised = { carts: new Set(), lines: new Map(), notes: new Map(), orders: new Map() }

  for (let round = 0; round <= ROUNDS; round++) {
    const { child, ready, ended } = await serve(dataDir)
    const clerk = await clerkAt(ready.api, credentials.harbour.staff)
    const numbers = new Set<string>()
    for (const [orderId, paymentId] of promised.orders) {
      const order = await clerk.readOrder(orderId)
      expect(order).toMatchObject({
        id: orderId,
        note: `Note ${orderId}`,
        payments: [{ id: paymentId, amount: order.orderTotal }],
      })
      expect(order.orderLines).toHaveLength(3)
      expect(order.shipments).toHaveLength(1)
      numbers.add(order.orderNumber)
    }
    expect(numbers.size).toBe(promised.orders.size)
    for (const cartId of promised.carts) {
      const cart = (await clerk.get(`/carts/${cartId}`)).ok(Cart)
      expect(cart.orderLines.length).toBeGreaterThanOrEqual(promised.lines.get(cartId) ?? 0)
      if (promised.notes.has(cartId)) expect(cart.note).toBe(promised.notes.get(cartId))
    }

    if (round === ROUNDS) {
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
      break
    }
    const goods = await clerk.products({ maxItems: 3 })
    const tills = Array.from({ length: TILLS }, async () => sell(clerk, goods, promised))
    const before = promised.orders.size
    const [first] = await Promise.all([
      Promise.allSettled(tills),
      // Not before it has answered some orders, however slow the machine; then at any moment.
      expect
        .poll(() => promised.orders.size, { timeout: 20_000, interval: 5 })
        .toBeGreaterThan(before + 1)
        .then(async () => sleep(Math.random() * 300))
        .finally(() => child.kill('SIGKILL')),
    ])
    // Every till stopped because the connection broke, none because it was refused something.
    for (const till of first)
      expect(till).toMatchObject({ status: 'rejected', reason: { message: 'fetch failed' } })
    expect((await ended).signal).toBe('SIGKILL')
  }

  expect(promised.orders.size).toBeGreaterThan(ROUNDS)
  const checked = await run('check', '--json', '--data', dataDir)
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, database: [], faults: [] })
  expect(checked.code).toBe(0)
  withFile(dataDir, (opened) => {
    const count = (query: string): unknown => opened.prepare(query).pluck().get()
    expect(count('select count(*) from orders')).toBeGreaterThanOrEqual(promised.orders.size)
    for (const [table, order = 'order_id'] of [
      ['order_lines'],
      ['order_events'],
      ['order_terms', 'owner_id'],
      ['payments'],
    ] as const) {
      expect(
        count(`select count(*) from orders where id not in (select ${order} from ${table})`),
        table,
      ).toBe(0)
    }
    expect(count('select count(*) from orders where billing_address is null or shipment_id is null')).toBe(0)
    expect(
      count(`select count(*) from carts where state = 'ordered' and id not in (select id from orders)`),
    ).toBe(0)
  })
}, 120_000)
