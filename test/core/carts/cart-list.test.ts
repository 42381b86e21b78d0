import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CountAnswer } from '../../../core/http/schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const idsOf = async (clerk: Clerk, query: Query): Promise<string[]> =>
  (await clerk.get('/carts', query)).ok(CartsAnswer).carts.map(({ id }) => id)

describe('the list of carts (extension)', () => {
  const shop = sharedShop()

  it('answers exactly what a clerk needs to see of each', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await clerk.aCartReadyToPlace()
    const answer = await clerk.get('/carts', { search: cartId })
    const { orderTotal, createdDate, billingCurrency } = await clerk.readCart(cartId)
    expect(answer.body).toStrictEqual({
      carts: [
        {
          id: cartId,
          createdDate,
          updatedDate: shop().clock.read().toISOString(),
          state: 'open',
          cultureCode: 'en-GB',
          billingCurrency,
          customerName: 'Ida Møller',
          name: null,
          lineCount: 2,
          orderTotal,
        },
      ],
      nextPagingToken: null,
    })
    expect(fieldsOf(answer.body as object)).toStrictEqual(['carts', 'nextPagingToken'])
  })

  it('is counted with its filter, up to a thousand', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const count = async (query: Query) => (await clerk.get('/carts/count', query)).ok(CountAnswer)
    const { count: before } = await count({})
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { name: 'Blue van' })
    expect(await count({})).toStrictEqual({ count: before + 1, more: false })
    expect(await count({ search: 'blue' })).toStrictEqual({ count: 1, more: false })
    expect(await count({ search: 'blue', state: 'abandoned' })).toStrictEqual({ count: 0, more: false })
    const copies = async (from: number, to: number) =>
      inDatabase(own.dataDir, async (db) => {
        const cart = await db
          .selectFrom('carts')
          .selectAll()
          .where('id', '=', cartId)
          .executeTakeFirstOrThrow()
        for (let number = from; number <= to; number++) {
          const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
          await db
            .insertInto('carts')
            .values({ ...cart, id })
            .execute()
        }
      })
    await copies(1, 999)
    expect(await count({ search: 'blue' })).toStrictEqual({ count: 1000, more: false })
    await copies(1000, 1000)
    expect(await count({ search: 'blue' })).toStrictEqual({ count: 1000, more: true })
    expect((await clerk.get('/carts/count', { state: 'lost' })).faultyFields('BadRequest')).toStrictEqual([
      'state',
    ])
  })

  it('holds all states, or one', async () => {
    const clerk = await shop().as('staff')
    const open = await clerk.aCart()
    const abandoned = await clerk.aCart()
    await clerk.delete(`/carts/${abandoned}`)
    const { order } = await clerk.anOrder()
    const own = [open, abandoned, order.id]
    const listed = async (query: Query) => (await idsOf(clerk, query)).filter((id) => own.includes(id)).sort()
    expect(await listed({})).toStrictEqual(own.toSorted())
    expect(await listed({ state: 'open' })).toStrictEqual([open])
    expect(await listed({ state: 'ordered' })).toStrictEqual([order.id])
    expect(await listed({ state: 'abandoned' })).toStrictEqual([abandoned])
  })

  it('goes page by page through all states, whatever was changed last first', async () => {
    const clerk = await shop().as('staff')
    const changed: string[] = []
    const make = [
      async () => clerk.aCart(),
      async () => {
        const cartId = await clerk.aCart()
        await clerk.delete(`/carts/${cartId}`)
        return cartId
      },
      async () => (await clerk.anOrder()).order.id,
    ]
    for (let n = 0; n < 9; n++) {
      shop().clock.advance(1)
      changed.unshift((await make[n % 3]?.()) ?? '')
    }
    for (const maxItems of [1, 2, 4, 9]) {
      const listed: string[] = []
      let nextPagingToken: string | null = null
      while (listed.length < changed.length) {
        const query: Query = { maxItems, ...(nextPagingToken !== null && { nextPagingToken }) }
        const page: CartsAnswer = (await clerk.get('/carts', query)).ok(CartsAnswer)
        expect(page.carts).toHaveLength(maxItems)
        listed.push(...page.carts.map(({ id }) => id))
        nextPagingToken = page.nextPagingToken
      }
      expect(listed.slice(0, changed.length)).toStrictEqual(changed)
    }
    // The last page of all, and none behind it.
    const { carts, nextPagingToken } = (await clerk.get('/carts', { maxItems: 100 })).ok(CartsAnswer)
    expect(new Set(carts.map(({ id }) => id)).size).toBe(carts.length)
    expect(nextPagingToken).toBeNull()
  })

  it('finds a cart in any state by any spelling of its id, and one of another store never', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const pasted = [
      ...[cartId, cartId.toUpperCase(), ` {${cartId}} `, cartId.replaceAll('-', ''), `Cart “${cartId}”,`],
      `http://127.0.0.1:4780/#/carts/${cartId}`,
    ]
    for (const search of pasted) {
      expect(await idsOf(clerk, { search }), search).toStrictEqual([cartId])
    }
    expect(await idsOf(await shop().as('staff', 'uptown'), { search: cartId })).toStrictEqual([])
  })

  it('finds carts by words of their customer, without accents and case', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await clerk.setBilling(cartId, {
      firstName: 'Åse',
      lastName: 'Kjølhede',
      companyName: 'Kjølhede Sejl',
      email: 'aase@sejl.example',
    })
    for (const search of ['Kjølhede', 'kjolhede ASE', 'kjol', 'sejl', 'aase@sejl.example']) {
      expect(await idsOf(clerk, { search }), search).toStrictEqual([cartId])
    }
    expect(await idsOf(clerk, { search: 'Kjølhede Bo' })).toStrictEqual([])
    expect(await idsOf(clerk, { search: '%' })).not.toContain(cartId)
  })

  it('finds an order that is billed to somebody else by them, and shows them', async () => {
    const clerk = await shop().as('staff')
    const billing = { firstName: 'Idalina', lastName: 'Holmquist', email: 'idalina@bills.example' }
    const { placing } = await clerk.anOrder({ shipping: null, billing })
    const { cartId } = placing
    const found = async (search: string) =>
      (await clerk.get('/carts', { search })).ok(CartsAnswer).carts.map(({ customerName }) => customerName)
    const other = { firstName: 'Bogdan', lastName: 'Juhlsen', email: 'bogdan@bills.example' }
    await clerk.setBilling(cartId, other)
    for (const isPlaced of [false, true]) {
      if (isPlaced) expect((await clerk.post('/payments', placing)).status).toBe(200)
      expect(await found('juhlsen')).toStrictEqual(['Bogdan Juhlsen'])
      expect(await found('holmquist')).toStrictEqual([])
    }
    expect((await clerk.delete(`/carts/${cartId}/billing-address`)).status).toBe(200)
    expect(await found(cartId)).toStrictEqual([null])
  })

  it('names every state there is where another is asked for', async () => {
    const clerk = await shop().as('staff')
    const [text = ''] = (await clerk.get('/carts', { state: 'lost' })).refused('BadRequest')
    expect(text).toMatch(/^state: /)
    for (const state of ['open', 'ordered', 'abandoned']) expect(text).toContain(state)
  })
})

it('the list of carts shows the newest change first', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const ids: string[] = []
  for (let number = 0; number < 4; number++) {
    shop.clock.advance(1)
    ids.unshift(await clerk.aCart())
  }
  expect(await idsOf(clerk, { maxItems: 4 })).toStrictEqual(ids)
  shop.clock.advance(1)
  const oldest = ids[3] ?? ''
  await clerk.patch(`/carts/${oldest}`, { note: 'Came back' })
  expect(await idsOf(clerk, { maxItems: 4 })).toStrictEqual([oldest, ...ids.slice(0, 3)])
})
