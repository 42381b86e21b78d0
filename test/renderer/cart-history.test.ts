import { beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import {
  addLine,
  addProperty,
  addPromotionCode,
  deleteProperty,
  removeLine,
  setBillingAddress,
  setShipping,
  updateCart,
  updateLine,
  type Cart,
} from '../../renderer/api/carts.ts'
import { startSession } from '../../renderer/api/session.ts'
import type { CartDraft } from '../../renderer/features/carts/session/cart-draft.ts'
import { useCartHistory } from '../../renderer/features/carts/session/cart-history.ts'
import { createCartSession } from '../../renderer/features/carts/session/cart-session.ts'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { openConsoleWindow } from './console-window.ts'

const shop = sharedShop()
const consoleWindow = openConsoleWindow(shop)
let program: Clerk
let goods: Product[]

beforeAll(async () => {
  program = await shop().as('staff')
  goods = await program.products({ maxItems: 4 })
  const address = new URL(await shop().core.consolePath(), 'http://127.0.0.1')
  await startSession(address.searchParams.get('launch') ?? '')
})

/** A cart of three lines, with everything that a clerk may do to it. */
async function openCart() {
  const cartId = await program.aCart()
  for (const product of goods.slice(0, 3)) await program.addLine(cartId, product, { quantity: 2 })
  const session = createCartSession(cartId)
  await session.load()
  const draft: CartDraft = {
    priceGroupId: undefined,
    shippingMethodId: undefined,
    paymentMethodId: undefined,
  }
  const history = useCartHistory(cartId, session, draft)
  const { change } = session
  const cart = (): Cart => session.cart.value as Cart
  const lineId = (index: number): string => cart().orderLines[index]?.id ?? ''
  return { cartId, session, draft, history, change, cart, lineId }
}

/** What a cart says, without what every restoration makes anew: ids of lines, addresses and properties, who and when. */
function contentsOf(cart: Cart): unknown {
  const ids = new Set(['id', 'date', 'addressName'])
  return JSON.parse(JSON.stringify(cart), (key, value: unknown) => (ids.has(key) ? undefined : value))
}

describe('every step of a clerk', () => {
  it('is taken back and done again, one after the other, with places and order', async () => {
    const { cartId, history, change, cart, lineId } = await openCart()
    const { customers } = (await program.get('/customers')).ok(CustomersAnswer)
    const address = await program.anAddress()
    const shippingMethodId = await program.shippingMethod('Home delivery')
    const [shopPrice, jubilee] = [
      await program.priceGroup(),
      await program.priceGroup('Harbour jubilee 2100'),
    ]
    const line = await program.lineOf(goods[3] as Product)
    const engraving = { key: 'engraving', value: 'For Ida' }
    const steps: (() => Promise<unknown>)[] = [
      () => change((options) => addLine(cartId, line, options)),
      () => change((options) => updateLine(cartId, lineId(1), { quantity: 7 }, options)),
      () => change((options) => addProperty({ cartId, lineId: lineId(1) }, engraving, options)),
      () => change((options) => removeLine(cartId, lineId(1), options)),
      () => change((options) => removeLine(cartId, lineId(0), options)),
      () => change((options) => updateCart(cartId, { note: 'Call first' }, options)),
      () => change((options) => updateCart(cartId, { customerId: customers[0]?.id ?? null }, options)),
      () => change((options) => setBillingAddress(cartId, address, options)),
      () =>
        change((options) =>
          setShipping(
            cartId,
            { priceGroupId: shopPrice, shippingMethodId, shippingAddress: address },
            options,
          ),
        ),
      () =>
        change((options) =>
          updateCart(cartId, { priceGroupId: jubilee, priceGroupReason: 'Rehearsal' }, options),
        ),
      () => change((options) => addProperty({ cartId }, { key: 'table', value: '7' }, options)),
      () => change((options) => updateCart(cartId, { cultureCode: 'da-DK', name: 'Blue tent' }, options)),
      () => change((options) => updateCart(cartId, { walkIn: true }, options)),
    ]
    const states = [contentsOf(cart())]
    for (const step of steps) {
      await step()
      states.push(contentsOf(cart()))
    }
    for (const state of states.slice(0, -1).reverse()) {
      await history.undo()
      expect(contentsOf(cart())).toEqual(state)
    }
    expect(history.last.value).toBeUndefined()
    await history.undo()
    expect(contentsOf(cart())).toEqual(states[0])
    for (const state of states.slice(1)) {
      await history.redo()
      expect(contentsOf(cart())).toEqual(state)
    }
    expect(history.next.value).toBeUndefined()
    expect(contentsOf(await program.readCart(cartId))).toEqual(states.at(-1))
  })

  it('takes back what was on its way when it was asked for, also where more is on its way behind it', async () => {
    const { cartId, session, history, change, cart, lineId } = await openCart()
    const before = contentsOf(cart())
    await change((options) => updateCart(cartId, { name: 'Blue tent' }, options))
    const named = contentsOf(cart())
    const id = lineId(1)
    const removing = change((options) => removeLine(cartId, id, options))
    const undoing = history.undo()
    const noting = change((options) => updateCart(cartId, { note: 'Call first' }, options))
    await Promise.all([removing, undoing, noting])
    expect(contentsOf(cart())).toEqual({ ...(named as object), note: 'Call first' })
    await history.undo()
    expect(contentsOf(cart())).toEqual(named)
    await history.undo()
    expect(contentsOf(cart())).toEqual(before)
    expect(contentsOf(await program.readCart(cartId))).toEqual(before)
    expect(session.pending.value).toBe(0)
  })

  it('is left where what was on its way when it was to be taken back is refused: that was meant', async () => {
    const { cartId, history, change, cart, lineId } = await openCart()
    await change((options) => updateCart(cartId, { name: 'Blue tent' }, options))
    await change((options) => updateLine(cartId, lineId(1), { quantity: 7 }, options))
    const wanted = contentsOf(cart())
    const refusing = change((options) => addPromotionCode(cartId, 'NO-SUCH-CODE', options))
    const undoing = history.undo()
    await expect(refusing).rejects.toMatchObject({ status: 404 })
    await undoing
    expect(contentsOf(cart())).toEqual(wanted)
    // Of two on their way the later one is meant, whatever has become of the other.
    const refused = change((options) => addPromotionCode(cartId, 'NO-SUCH-CODE', options))
    const noting = change((options) => updateCart(cartId, { note: 'Call first' }, options))
    await Promise.allSettled([refused, noting, history.undo()])
    expect(contentsOf(cart())).toEqual(wanted)
    await history.undo()
    expect(cart().orderLines[1]?.quantity).toBe(2)
  })

  it('takes back a promotion code, and what belongs together as one', async () => {
    const { cartId, history, change, cart } = await openCart()
    const before = contentsOf(cart())
    const given = { codes: { given: ['WELCOME10'], taken: [] } }
    const codes = async () =>
      ((await program.get(`/carts/${cartId}/promotion-codes`)).body as { promotionCodes: unknown[] })
        .promotionCodes
    await change((options) => addPromotionCode(cartId, 'WELCOME10', options), given)
    expect(await codes()).toHaveLength(1)
    await history.undo()
    expect(await codes()).toHaveLength(0)
    await history.redo()
    expect(await codes()).toHaveLength(1)
    await history.undo()

    await change((options) => updateCart(cartId, { note: 'a' }, options), { step: 'one' })
    await change((options) => updateCart(cartId, { name: 'b' }, options), { step: 'one' })
    await history.undo()
    expect(contentsOf(cart())).toEqual(before)
  })

  it('leaves what somebody else has done meanwhile, and a new step ends what could be done again', async () => {
    const { cartId, session, history, change, cart, lineId } = await openCart()
    await change((options) => updateLine(cartId, lineId(0), { quantity: 5 }, options))
    await change((options) => updateCart(cartId, { note: 'mine' }, options))
    await program.patch(`/carts/${cartId}/lines/${lineId(0)}`, { quantity: 9 })
    await program.post(`/carts/${cartId}/properties`, { key: 'theirs', value: '1' })
    await session.takeOver()
    await history.undo()
    await history.undo()
    expect(cart().note).toBeNull()
    expect(cart().orderLines[0]?.quantity).toBe(9)
    expect(cart().customProperties).toMatchObject([{ key: 'theirs' }])
    expect(history.next.value).toBeDefined()
    await change((options) => updateCart(cartId, { note: 'new' }, options))
    expect(history.next.value).toBeUndefined()
  })

  it('leaves goods of one’s own where somebody else has made something of them since', async () => {
    const { cartId, session, history, change, cart } = await openCart()
    const body = await program.lineOf(goods[3] as Product)
    const { lineId: id } = await change((options) => addLine(cartId, body, options))
    const last = () => cart().orderLines.at(-1)
    await program.patch(`/carts/${cartId}/lines/${id}`, { quantity: 9 })
    await session.takeOver()
    await history.undo()
    expect(last()).toMatchObject({ id, quantity: 9 })
    expect(history.moved.value?.kind).toBe('notUndone')

    await change((options) => removeLine(cartId, id, options))
    await history.undo()
    const back = last()?.id
    await program.post(`/carts/${cartId}/${back}/properties`, { key: 'engraving', value: 'For Ida' })
    await session.takeOver()
    await history.redo()
    expect(last()?.customProperties).toMatchObject([{ key: 'engraving' }])
    expect(history.moved.value?.kind).toBe('notRedone')
  })

  it('takes goods back whose properties it has brought back in another order', async () => {
    const { cartId, history, change, cart } = await openCart()
    const customProperties = ['a', 'b'].map((key) => ({ key, value: key }))
    const body = { ...(await program.lineOf(goods[3] as Product)), customProperties }
    const { lineId } = await change((options) => addLine(cartId, body, options))
    const propertyId = cart().orderLines.at(-1)?.customProperties[0]?.id ?? ''
    await change((options) => deleteProperty({ cartId, lineId }, propertyId, options))
    await history.undo()
    await history.undo()
    expect(cart().orderLines).toHaveLength(3)
  })

  it('leaves whom, what note, name, address, property and price group somebody else has given meanwhile', async () => {
    const { cartId, session, history, change, cart } = await openCart()
    const { customers } = (await program.get('/customers')).ok(CustomersAnswer)
    const [mine, theirs] = customers.map(({ id }) => id)
    const shippingMethodId = await program.shippingMethod('Home delivery')
    const priceGroupId = await program.priceGroup()
    const address = await program.anAddress()
    const shipping = { priceGroupId, shippingMethodId, shippingAddress: address }
    await change((options) => updateCart(cartId, { note: 'mine' }, options))
    await change((options) => updateCart(cartId, { name: 'mine' }, options))
    await change((options) => addProperty({ cartId }, { key: 'table', value: 'mine' }, options))
    await change((options) => updateCart(cartId, { customerId: mine ?? null }, options), { step: 'whom' })
    await change((options) => setBillingAddress(cartId, address, options), { step: 'whom' })
    await change((options) => setShipping(cartId, shipping, options))
    const terms = { note: 'theirs', name: 'theirs', customerId: theirs }
    expect((await program.patch(`/carts/${cartId}`, terms)).status).toBe(200)
    const [property] = cart().customProperties
    await program.patch(`/carts/${cartId}/properties/${property?.id}`, { value: 'theirs' })
    await program.setBilling(cartId, { line1: 'Theirs 1' })
    await program.setShipping(cartId, 'Express courier')
    await session.takeOver()
    const before = contentsOf(cart())
    while (history.last.value) await history.undo()
    expect(contentsOf(cart())).toEqual(before)
    expect(history.moved.value?.kind).toBe('notUndone')
  })

  it('goes on to the step before one that is refused whenever it is tried', async () => {
    const { cartId, history, change, cart } = await openCart()
    const manager = await shop().as('admin')
    const all = await program.products()
    const gone = all.findLast(({ sku }) => !goods.some((kept) => kept.sku === sku)) as Product
    const { lineId } = await change(async (options) => addLine(cartId, await program.lineOf(gone), options))
    await change((options) => updateCart(cartId, { note: 'mine' }, options))
    await change((options) => removeLine(cartId, lineId, options))
    expect((await manager.delete(`/manage/products/${gone.sku}`)).status).toBe(200)

    await expect(history.undo()).rejects.toMatchObject({ status: 400 })
    expect(cart().note).toBe('mine')
    await history.undo()
    expect(cart().note).toBeNull()
    expect(history.moved.value).toMatchObject({ kind: 'undone' })
    await history.redo()
    expect(cart().note).toBe('mine')
    expect(history.next.value).toBeUndefined()
  })

  it('is not said to be taken back or done again where somebody else has left nothing of it', async () => {
    const { cartId, session, history, change, lineId } = await openCart()
    await change((options) => updateCart(cartId, { note: 'mine' }, options))
    await change((options) => updateLine(cartId, lineId(0), { quantity: 7 }, options))
    expect((await program.delete(`/carts/${cartId}/lines/${lineId(0)}`)).status).toBe(200)
    await session.takeOver()
    await history.undo()
    expect(history.moved.value?.kind).toBe('notUndone')
    expect(history.next.value).toBeUndefined()
    await history.undo()
    expect(history.moved.value?.kind).toBe('undone')

    await history.redo()
    await change((options) => updateLine(cartId, lineId(0), { quantity: 5 }, options))
    await history.undo()
    expect((await program.delete(`/carts/${cartId}/lines/${lineId(0)}`)).status).toBe(200)
    await session.takeOver()
    await history.redo()
    expect(history.moved.value?.kind).toBe('notRedone')
    expect(history.next.value).toBeUndefined()
  })

  it('is taken back whole although each of its answers is lost', async () => {
    const { cartId, history, change, cart, lineId } = await openCart()
    const { customers } = (await program.get('/customers')).ok(CustomersAnswer)
    const address = await program.anAddress()
    const shippingMethodId = await program.shippingMethod('Home delivery')
    const body = { priceGroupId: await program.priceGroup(), shippingMethodId, shippingAddress: address }
    const before = contentsOf(cart())
    const one = { step: 'one' }
    const customerId = customers[0]?.id ?? null
    await change((options) => updateCart(cartId, { customerId, note: 'a', name: 'b' }, options), one)
    await change((options) => setBillingAddress(cartId, address, options), one)
    await change((options) => setShipping(cartId, body, options), one)
    await change((options) => removeLine(cartId, lineId(0), options), one)

    consoleWindow.loseFirstAnswers(true)
    await history.undo()
    consoleWindow.loseFirstAnswers(false)
    expect(contentsOf(cart())).toEqual(before)
    expect(contentsOf(await program.readCart(cartId))).toEqual(before)
  })
})
