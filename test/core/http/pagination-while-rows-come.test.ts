import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { Customer, CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { OrdersAnswer } from '../../../core/orders/order.schema.ts'
import type { Query } from '../../support/caller.ts'
import { rounds } from '../../support/rounds.ts'
import { openShop } from '../../support/shop.ts'

/** Reads a list page by page, letting something happen between them. */
async function readAll(
  read: (token: string | undefined) => Promise<{ ids: string[]; next: string | null }>,
  between: () => Promise<unknown>,
) {
  const ids: string[] = []
  let token: string | undefined
  for (;;) {
    const { ids: some, next } = await read(token)
    ids.push(...some)
    if (next === null) return ids
    token = next
    await between()
  }
}

it('pages by name show each customer once while others are registered before and behind (section 4.12)', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const letter = fc.constantFrom('a', 'b', 'm', 'n', 'y', 'z', 'æ', 'ø', 'å')
  const name = fc.string({ unit: letter, minLength: 1, maxLength: 3 })
  const names = fc.array(name, { minLength: 1, maxLength: 8 })
  let family = 0
  await fc.assert(
    fc.asyncProperty(names, names, fc.integer({ min: 1, max: 4 }), async (before, coming, maxItems) => {
      const lastName = `Pagesen${++family}x`
      const register = async (firstName: string) =>
        (await clerk.post('/customers', { firstName, lastName })).ok(Customer).id
      const list = async (query: Query) => {
        const answer = (await clerk.get('/customers', { search: lastName, ...query })).ok(CustomersAnswer)
        return { ids: answer.customers.map(({ id }) => id), next: answer.nextPagingToken }
      }
      for (const firstName of before) await register(firstName)
      const known = (await list({})).ids
      expect(known).toHaveLength(before.length)
      const left = [...coming]
      const seen = await readAll(
        async (nextPagingToken) => list({ maxItems, nextPagingToken }),
        async () => {
          const firstName = left.pop()
          if (firstName !== undefined) await register(firstName)
        },
      )
      expect(seen.filter((id) => known.includes(id))).toStrictEqual(known)
      expect(new Set(seen).size).toBe(seen.length)
    }),
    { numRuns: rounds(15) },
  )
})

it('pages of orders, newest first, show each once while new ones are placed', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const known: string[] = []
  for (let number = 0; number < 5; number++) known.unshift((await clerk.anOrder()).order.id)
  const seen = await readAll(
    async (nextPagingToken) => {
      const answer = (await clerk.get('/orders', { maxItems: 2, nextPagingToken })).ok(OrdersAnswer)
      return { ids: answer.orders.map(({ id }) => id), next: answer.nextPagingToken }
    },
    async () => clerk.anOrder(),
  )
  expect(seen).toStrictEqual(known)
})

it('pages of carts, newest change first, show none twice while the changed ones move to the front', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const known: string[] = []
  for (let number = 0; number < 6; number++) {
    shop.clock.advance(1)
    known.unshift(await clerk.aCart())
  }
  const seen = await readAll(
    async (nextPagingToken) => {
      const query = { maxItems: 2, nextPagingToken, state: 'open' }
      const answer = (await clerk.get('/carts', query)).ok(CartsAnswer)
      return { ids: answer.carts.map(({ id }) => id), next: answer.nextPagingToken }
    },
    async () => {
      shop.clock.advance(1)
      await clerk.patch(`/carts/${known[0] ?? ''}`, { note: 'Seen already' })
    },
  )
  expect(seen.slice(0, 6)).toStrictEqual(known)
  expect(new Set(seen).size).toBe(seen.length)
})
