import { expect, it } from 'vitest'
import { Cart } from '../../core/carts/cart.schema.ts'
import { compareCarts } from '../../renderer/features/carts/session/cart-differences.ts'
import { sharedShop } from '../support/shop.ts'

const shop = sharedShop()

it('a customer who gives way to another of the same name is told, and how both are reached', async () => {
  const program = await shop().as('staff')
  const cartId = await program.aCart()
  const cartOf = async (email: string): Promise<Cart> => {
    const made = await program.post('/customers', { firstName: 'Mette', lastName: 'Lund', email })
    const { id: customerId } = made.body as { id: string }
    await program.patch(`/carts/${cartId}`, { customerId })
    return (await program.get(`/carts/${cartId}`)).ok(Cart)
  }
  const [before, now] = [await cartOf('one@lund.example'), await cartOf('two@lund.example')]
  expect(compareCarts(before, now)[0]).toStrictEqual({
    kind: 'customer',
    before: 'Mette Lund · one@lund.example',
    now: 'Mette Lund · two@lund.example',
  })
  expect(compareCarts(now, now).map(({ kind }) => kind)).toStrictEqual(['total'])
})

it('a company that is known by nothing else is told as on the bill, and nobody else by what still stands there', async () => {
  const manager = await shop().as('admin')
  const cartId = await manager.aCart()
  await manager.setBilling(cartId, { firstName: null, lastName: null, companyName: 'Quayside Ltd' })
  const countryId = await manager.country('Denmark')
  const told: unknown[] = []
  const seen = async () => (await manager.get(`/carts/${cartId}`)).ok(Cart)
  for (const body of [
    { addresses: [{ countryId, companyName: 'Quayside Ltd' }] },
    { phoneNumber: '+45 12 34 56 78' },
  ]) {
    const before = await seen()
    const made = await manager.post('/manage/customers', body)
    await manager.patch(`/carts/${cartId}`, { customerId: (made.body as { id: string }).id })
    told.push(compareCarts(before, await seen())[0])
  }
  expect(told).toStrictEqual([
    { kind: 'customer', before: '', now: 'Quayside Ltd' },
    { kind: 'customer', before: 'Quayside Ltd', now: '+45 12 34 56 78' },
  ])
})

it('a customer who is known without a name is told by the e-mail, and not as nobody', async () => {
  const manager = await shop().as('admin')
  const cartId = await manager.aCart()
  const before = (await manager.get(`/carts/${cartId}`)).ok(Cart)
  const made = await manager.post('/manage/customers', { email: 'nameless@lund.example' })
  await manager.patch(`/carts/${cartId}`, { customerId: (made.body as { id: string }).id })
  const now = (await manager.get(`/carts/${cartId}`)).ok(Cart)
  expect(compareCarts(before, now)[0]).toStrictEqual({
    kind: 'customer',
    before: '',
    now: 'nameless@lund.example',
  })
})
