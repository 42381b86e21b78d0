import { describe, expect, it } from 'vitest'
import type { ManagedCustomer } from '../../core/customers/manage/managed-customer.schema.ts'
import { Order } from '../../core/orders/order.schema.ts'
import { StockLevel, type AdjustedStock } from '../../core/stock/stock.schema.ts'
import { ApiError } from '../../renderer/api/api-error.ts'
import { createTry, makeOnce } from '../../renderer/api/tries.ts'
import type { Answer } from '../support/answer.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'

const shop = sharedShop()

/** As the console reads an answer. @throws ApiError */
function read({ body, status }: Answer): unknown {
  if (status === 200) return body
  throw ApiError.fromBody(status, body)
}

/** What was asked reaches the core; its answer does not come back. */
function lost(): never {
  throw new ApiError(0, [])
}

const post = async (clerk: Clerk, path: string, body: object, key: string): Promise<Answer> =>
  clerk.post(path, body, { headers: { prefer: 'fault-codes', 'idempotency-key': key } })

describe('a refund', () => {
  async function paid() {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const refund = (amount: number) => async (key: string) =>
      post(clerk, `/payments/${paymentId}/refund`, { amount, reason: 'broken' }, key)
    const refunded = async (): Promise<number | undefined> =>
      (await clerk.get(`/orders/${order.id}`)).ok(Order).payments[0]?.refunded
    return { refund, refunded }
  }

  it('whose answer is lost is paid back once, however often it is tried again; then another one may follow', async () => {
    const { refund, refunded } = await paid()
    const trying = createTry()
    const lose = async (key: string) => {
      await refund(1)(key)
      return lost()
    }
    await expect(trying(lose)).rejects.toMatchObject({ status: 0 })
    await expect(trying(lose)).rejects.toMatchObject({ status: 0 })
    expect((await trying(refund(1))).ok(Order).payments[0]?.refunded).toBe(1)
    expect(await refunded()).toBe(1)
    await trying(refund(1))
    expect(await refunded()).toBe(2)
  })

  it('of another amount after one whose answer was lost is refused once, and told why', async () => {
    const { refund, refunded } = await paid()
    const trying = createTry()
    await expect(trying(async (key) => refund(1)(key).then(lost))).rejects.toMatchObject({ status: 0 })
    const other = async () => trying(async (key) => read(await refund(2)(key)))
    await expect(other()).rejects.toMatchObject({
      status: 409,
      faults: [{ code: 'idempotency.reused', field: undefined }],
    })
    expect(await refunded()).toBe(1)
    await other()
    expect(await refunded()).toBe(3)
  })
})

describe('a delivery whose answer is lost', () => {
  /** Asked again, and not let in. */
  const DOORS: Readonly<Record<string, () => Promise<Clerk>>> = {
    'may do it no more': async () => shop().as('support'),
    'are signed out meanwhile': async () => {
      const admin = await shop().as('admin')
      const client = await shop().register({ scope: 'staff' })
      const out = shop().withToken(await shop().tokenOf(client))
      expect((await admin.delete(`/clients/${client.clientId}`)).status).toBe(200)
      return out
    },
  }
  it.for(Object.entries(DOORS))('is received once, though they %s', async ([, turnedAway]) => {
    const clerk = await shop().as('staff')
    const [goods] = await clerk.products({ maxItems: 1 })
    const item = { sku: goods?.sku, variantSku: goods?.variantSku ?? null, quantity: 4 }
    const send = async (by: Clerk, key: string, kind = 'receive') =>
      read(await post(by, '/stock/movements', { kind, items: [item] }, key)) as AdjustedStock
    await send(clerk, crypto.randomUUID(), 'count')
    const trying = createTry()
    await expect(trying(async (key) => send(clerk, key).then(lost))).rejects.toMatchObject({ status: 0 })
    const other = await turnedAway()
    await expect(trying(async (key) => send(other, key))).rejects.toThrow()
    const { stock } = await trying(async (key) => send(clerk, key))
    expect(stock[0]?.quantity).toBe(8)
    expect((await clerk.get(`/stock/${stock[0]?.id}`)).ok(StockLevel).quantity).toBe(8)
  })
})

describe('a record whose answer is lost', () => {
  async function maker(loses: number) {
    const clerk = await shop().as('admin')
    let left = loses
    const lastName = `Tried ${crypto.randomUUID()}`
    const { make } = makeOnce<object, ManagedCustomer>(
      async (body, key) => {
        const answer = await post(clerk, '/manage/customers', { lastName, ...body }, key)
        return left-- > 0 ? lost() : (read(answer) as ManagedCustomer)
      },
      async ({ id, version }, body) => {
        const headers = { 'if-match': `"${version}"` }
        return read(
          await clerk.put(`/manage/customers/${id}`, { lastName, ...body }, { headers }),
        ) as ManagedCustomer
      },
    )
    const count = async (): Promise<number> => {
      const { customers } = (await clerk.get('/manage/customers', { search: lastName })).body as {
        customers: unknown[]
      }
      return customers.length
    }
    return { make, count }
  }

  it('is made once when it is saved again as it was', async () => {
    const { make, count } = await maker(2)
    for (let tries = 0; tries < 2; tries++) await expect(make({ firstName: 'Ida' })).rejects.toThrow()
    expect(await make({ firstName: 'Ida' })).toMatchObject({ firstName: 'Ida', version: 1 })
    expect(await count()).toBe(1)
  })

  it('is made once when something else has been typed since', async () => {
    const { make, count } = await maker(1)
    await expect(make({ firstName: 'Ida' })).rejects.toThrow()
    expect(await make({ firstName: 'Ina' })).toMatchObject({ firstName: 'Ina', version: 2 })
    expect(await count()).toBe(1)
  })

  it('and that was refused is made as it is typed then', async () => {
    const { make, count } = await maker(1)
    await expect(make({ email: 'none' })).rejects.toMatchObject({ status: 0 })
    expect(await make({ firstName: 'Ida' })).toMatchObject({ firstName: 'Ida', version: 1 })
    expect(await count()).toBe(1)
  })
})
