import { describe, expect, it } from 'vitest'
import { fieldsOf, type Answer } from '../support/answer.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { servedDocument } from './support/served-document.ts'
import * as contract from './support/contract.ts'
import { UNKNOWN, type Body } from './support/fixtures.ts'

const shop = sharedShop()
const clerk = async (): Promise<Clerk> => shop().as('staff')

interface Scene {
  readonly clerk: Clerk
  readonly cart: string
  readonly line: string
  readonly property: string
  readonly lineProperty: string
}

async function aScene(): Promise<Scene> {
  const staff = await clerk()
  const cart = `/carts/${await staff.aCart()}`
  const line = `${cart}/lines/${await staff.addLine(cart.slice('/carts/'.length))}`
  const propertyOf = async (owner: string): Promise<string> => {
    await staff.post(`${owner}/properties`, { key: 'wrap', value: 'gift' })
    const { customProperties } = (await staff.get(`${owner}/properties`)).body as {
      customProperties: { id: string }[]
    }
    return `${owner}/properties/${customProperties[0]?.id ?? ''}`
  }
  return { clerk: staff, cart, line, property: await propertyOf(cart), lineProperty: await propertyOf(line) }
}

type Call = (scene: Scene, query: { views?: string }) => Promise<Answer>

/** Every operation that changes a cart, and what its answer holds beside the mini cart. */
const changes: readonly (readonly [string, readonly string[], Call])[] = [
  [
    'PATCH a cart',
    ['success'],
    async ({ clerk, cart }, query) => clerk.patch(cart, { note: 'x' }, { query }),
  ],
  ['DELETE a cart', ['success'], async ({ clerk, cart }, query) => clerk.delete(cart, { query })],
  [
    'POST lines',
    ['lineId', 'success'],
    async ({ clerk, cart }, query) => {
      const [product] = await clerk.products({ maxItems: 1 })
      return clerk.post(`${cart}/lines`, product && (await clerk.lineOf(product)), { query })
    },
  ],
  [
    'PATCH a line',
    ['success'],
    async ({ clerk, line }, query) => clerk.patch(line, { quantity: 3 }, { query }),
  ],
  ['DELETE a line', ['success'], async ({ clerk, line }, query) => clerk.delete(line, { query })],
  [
    'POST properties of a cart',
    ['success'],
    async ({ clerk, cart }, query) => clerk.post(`${cart}/properties`, { key: 'a', value: 'b' }, { query }),
  ],
  [
    'PATCH a property of a cart',
    ['success'],
    async ({ clerk, property }, query) => clerk.patch(property, { value: 'b' }, { query }),
  ],
  [
    'DELETE a property of a cart',
    ['success'],
    async ({ clerk, property }, query) => clerk.delete(property, { query }),
  ],
  [
    'POST properties of a line',
    ['success'],
    async ({ clerk, line }, query) =>
      clerk.post(`${line.replace('/lines', '')}/properties`, { key: 'a', value: 'b' }, { query }),
  ],
  [
    'POST properties of a line, with lines in the path',
    ['success'],
    async ({ clerk, line }, query) => clerk.post(`${line}/properties`, { key: 'a', value: 'b' }, { query }),
  ],
  [
    'PATCH a property of a line',
    ['success'],
    async ({ clerk, lineProperty }, query) => clerk.patch(lineProperty, { value: 'b' }, { query }),
  ],
  [
    'DELETE a property of a line',
    ['success'],
    async ({ clerk, lineProperty }, query) => clerk.delete(lineProperty, { query }),
  ],
  [
    'POST billing-address',
    ['success'],
    async ({ clerk, cart }, query) =>
      clerk.post(`${cart}/billing-address`, await clerk.anAddress(), { query }),
  ],
  [
    'POST shipping',
    ['success'],
    async ({ clerk, cart }, query) =>
      clerk.post(
        `${cart}/shipping`,
        {
          priceGroupId: await clerk.priceGroup(),
          shippingMethodId: await clerk.shippingMethod('Home delivery'),
          shippingAddress: await clerk.anAddress(),
        },
        { query },
      ),
  ],
]

describe('4.1 Common conventions', () => {
  it('Authorization: Bearer on every call', async () => {
    for (const { method, path, operation } of (await servedDocument()).operations) {
      if (operation.security?.length === 0) continue
      const address = path.slice('/api/v1'.length).replaceAll(/\{\w+\}/g, UNKNOWN)
      const answer = await shop().anyone.request(method as 'GET', address)
      expect(answer.refused('BadRequest'), address).toStrictEqual(['The access token is missing.'])
    }
  })
})

describe('4.2 Views for cart-modifying operations', () => {
  it.each(changes)('%s: views=miniCart carries the fields of 2.11', async (_name, others, call) => {
    const answer = await call(await aScene(), { views: 'miniCart' })
    expect(answer.status, answer.text).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual([...others, 'miniCart'].toSorted())
    const { miniCart } = answer.body as { miniCart: Body }
    expect(fieldsOf(miniCart)).toStrictEqual(fieldsOf(contract.miniCart))
    for (const line of miniCart['orderLines'] as object[]) {
      expect(fieldsOf(line)).toStrictEqual(fieldsOf(contract.cartLine))
    }
  })

  it.each(changes)(
    '%s: the mini cart is the cart that a Get Cart call answers',
    async (name, _others, call) => {
      const scene = await aScene()
      const { miniCart } = (await call(scene, { views: 'miniCart' })).body as { miniCart: Body }
      if (name === 'DELETE a cart') return
      expect((await scene.clerk.get(scene.cart)).body).toMatchObject(miniCart)
    },
  )

  it.each(changes)('%s: without the view', async (name, others, call) => {
    const { body } = await call(await aScene(), {})
    const isAddress = name.endsWith('billing-address') || name.endsWith('shipping')
    expect(fieldsOf(body as object)).toStrictEqual(isAddress ? others : [...others, 'miniCart'].toSorted())
    expect(body).toMatchObject(isAddress ? { success: 'true' } : { success: true, miniCart: null })
  })

  it.each(changes)('%s: any other value is a bad request', async (_name, _others, call) => {
    const scene = await aScene()
    for (const views of ['', 'MiniCart', 'cart']) {
      expect((await call(scene, { views })).faultyFields('BadRequest')).toStrictEqual(['views'])
    }
  })
})
