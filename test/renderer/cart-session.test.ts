import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { ManagedStoresAnswer } from '../../core/store-settings/store-settings.schema.ts'
import { ApiError } from '../../renderer/api/api-error.ts'
import {
  addLine,
  addProperty,
  numberOfVersion,
  removeLine,
  removePromotionCode,
  updateCart,
  updateLine,
  type Cart,
  type ChangeOptions,
} from '../../renderer/api/carts.ts'
import { startSession } from '../../renderer/api/session.ts'
import { getStore } from '../../renderer/api/stores.ts'
import { mergeAddresses } from '../../renderer/features/addresses/address-body.ts'
import { ChangeDropped, ChangeUnsure } from '../../renderer/features/carts/session/change.ts'
import { createCartSession, type CartSession } from '../../renderer/features/carts/session/cart-session.ts'
import { onLine, unlessGone } from '../../renderer/features/carts/session/gone.ts'
import {
  withoutLine,
  withProperty,
  withQuantity,
  withTerms,
  type Meant,
} from '../../renderer/features/carts/session/meant-cart.ts'
import type { Clerk } from '../support/clerk.ts'
import { writeElsewhere } from '../support/past-the-core.ts'
import { sharedShop } from '../support/shop.ts'
import { openConsoleWindow } from './console-window.ts'

const shop = sharedShop()
const consoleWindow = openConsoleWindow(shop)
let other: Clerk
let goods: Product[]

beforeAll(async () => {
  other = await shop().as('staff')
  goods = await other.products({ maxItems: 3 })
  const address = new URL(await shop().core.consolePath(), 'http://127.0.0.1')
  await startSession(address.searchParams.get('launch') ?? '')
})

async function openCart(): Promise<{ cartId: string; session: CartSession }> {
  const cartId = await other.aCart()
  const session = createCartSession(cartId)
  await session.load()
  return { cartId, session }
}

async function add(session: CartSession, cartId: string, index: number) {
  const product = goods[index]
  if (!product) throw new Error('The shop sells too little.')
  const line = await other.lineOf(product)
  return session.change((options) => addLine(cartId, line, options), { isRepeatable: true })
}

const quantities = (session: CartSession) => session.cart.value?.orderLines.map(({ quantity }) => quantity)

describe('the session of a cart', () => {
  it('puts everything that is scanned at once into the cart, in the order of the scans', async () => {
    const { cartId, session } = await openCart()

    await Promise.all([2, 0, 2, 1, 0, 2].map((index) => add(session, cartId, index)))

    expect(session.cart.value?.orderLines.map(({ sku }) => sku)).toEqual(
      [2, 0, 1].map((index) => goods[index]?.sku),
    )
    expect(quantities(session)).toEqual([3, 2, 1])
    expect(session.isConflicting.value).toBe(false)
  })

  it('puts what is scanned while another program writes for long into the cart, once that has ended', async () => {
    const { cartId, session } = await openCart()
    await add(session, cartId, 0)
    const scans = () =>
      consoleWindow.exchanges.filter(({ method, path }) => method === 'POST' && path.includes('/lines'))
    const before = scans().length
    const endOfImport = await writeElsewhere(shop().dataDir, 'carts')

    const adding = add(session, cartId, 0)
    // The core has refused it once by then.
    await expect.poll(() => scans().length).toBeGreaterThan(before + 1)
    await endOfImport()
    await adding

    expect(quantities(session)).toEqual([2])
    expect((await other.readCart(cartId)).orderLines.map(({ quantity }) => quantity)).toEqual([2])
  })

  it('shows the cart that the answer carries, with its totals, and reads nothing again', async () => {
    const { cartId, session } = await openCart()
    await session.setTotals(await other.paymentMethod('Invoice'), await other.priceGroup())
    const before = consoleWindow.exchanges.length

    await add(session, cartId, 0)

    expect(consoleWindow.exchanges.slice(before).map(({ method }) => method)).toEqual(['POST'])
    const totals = { paymentMethodId: await other.paymentMethod('Invoice') }
    expect(session.cart.value?.paymentTotal).toBeGreaterThan(0)
    expect(session.cart.value).toEqual((await other.get(`/carts/${cartId}`, totals)).body)
  })

  it('asks nobody about what the clerk has changed themselves while they pressed or typed the next', async () => {
    const { cartId, session } = await openCart()
    const { lineId } = await add(session, cartId, 0)
    // Each on the cart as it was in sight: the answer to the one before had not come.
    const since = session.seen()
    const set = async (quantity: number) =>
      session.change((options) => updateLine(cartId, lineId, { quantity }, options), {
        key: `quantity ${lineId}`,
        meant: withQuantity(lineId, quantity),
        since,
      })
    await Promise.all([set(2), set(3)])
    await set(4)

    expect(session.isConflicting.value).toBe(false)
    expect(quantities(session)).toEqual([4])
    expect((await other.readCart(cartId)).orderLines.map(({ quantity }) => quantity)).toEqual([4])
  })

  it('sends only the newest of several quantities that wait', async () => {
    const { cartId, session } = await openCart()
    const { lineId } = await add(session, cartId, 0)
    const before = consoleWindow.exchanges.length

    await Promise.all(
      [2, 3, 4, 5].map((quantity) =>
        session.change((options) => updateLine(cartId, lineId, { quantity }, options), { key: 'quantity' }),
      ),
    )

    expect(quantities(session)).toEqual([5])
    const sent = consoleWindow.exchanges.slice(before).filter(({ method }) => method === 'PATCH')
    expect(sent.length).toBeLessThan(4)
  })

  it('stops at a change of somebody else, and goes on with the scans once it has been seen', async () => {
    const { cartId, session } = await openCart()
    await other.patch(`/carts/${cartId}`, { note: 'Customer waits outside' })

    const scans = Promise.all([add(session, cartId, 0), add(session, cartId, 1)])
    await expect.poll(() => session.isConflicting.value).toBe(true)
    expect((await other.readCart(cartId)).orderLines).toEqual([])

    await session.takeOver()
    await scans
    expect(session.cart.value?.note).toBe('Customer waits outside')
    expect(quantities(session)).toEqual([1, 1])
  })

  it('sends nothing before the clerk has chosen, and asks once', async () => {
    const { cartId, session } = await openCart()
    await add(session, cartId, 0)
    await other.addLine(cartId, goods[1], { quantity: 50 })
    await session.follow(Infinity)
    expect(session.isConflicting.value).toBe(true)

    const scan = add(session, cartId, 2)
    // As soon as it could be on its way.
    await new Promise((resolve) => setTimeout(resolve))
    session.accept()

    await scan
    expect(session.isConflicting.value).toBe(false)
    expect(quantities(session)).toEqual([1, 50, 1])
  })

  it('drops a change that was made on sight of the old cart', async () => {
    const { cartId, session } = await openCart()
    await other.patch(`/carts/${cartId}`, { note: 'Theirs' })

    const change = session.change((options) => updateCart(cartId, { note: 'Mine' }, options))
    const outcome = expect(change).rejects.toBeInstanceOf(ChangeDropped)
    await expect.poll(() => session.isConflicting.value).toBe(true)
    await session.takeOver()

    await outcome
    expect((await other.readCart(cartId)).note).toBe('Theirs')
  })

  it('never slips in what somebody else did: not with totals read again, nor behind a change of its own', async () => {
    const { cartId, session } = await openCart()
    await add(session, cartId, 0)
    await other.addLine(cartId, goods[1], { quantity: 50 })

    await session.setTotals(await other.paymentMethod(), undefined)

    expect(quantities(session)).toEqual([1])
    expect(session.isConflicting.value).toBe(true)
    expect(session.move.value?.now.cart.orderLines).toHaveLength(2)
    session.accept()
    expect(quantities(session)).toEqual([1, 50])
    expect([session.isConflicting.value, session.move.value]).toEqual([false, undefined])
  })

  it('never makes a scan twice though its answer is lost', async () => {
    const { cartId, session } = await openCart()
    consoleWindow.loseAnswers(/\/lines\?/, 1)

    await add(session, cartId, 0).catch((error: unknown) => expect(error).toBeInstanceOf(ChangeUnsure))

    expect(quantities(session)).toEqual([1])
    expect(session.isConflicting.value).toBe(false)
  })

  it('knows a change as made whose answer was lost, where it is all that has become of the cart', async () => {
    const { cartId, session } = await openCart()
    const { lineId } = await add(session, cartId, 0)
    await add(session, cartId, 1)
    const steps: [number[], number[]][] = []
    const counts = ({ orderLines }: Cart): number[] => orderLines.map(({ quantity }) => quantity)
    session.watchChanges((before, after) => steps.push([counts(before), counts(after)]))
    const lines = new RegExp(`/lines/${lineId}`)

    consoleWindow.loseAnswers(lines, 1)
    const write = (options: ChangeOptions) => updateLine(cartId, lineId, { quantity: 4 }, options)
    await session.change(write, { meant: withQuantity(lineId, 4) })
    consoleWindow.loseAnswers(lines, 1)
    await session.change((options) => removeLine(cartId, lineId, options), { meant: withoutLine(lineId) })

    // To be taken back as any other step.
    expect(steps).toEqual([
      [
        [1, 1],
        [4, 1],
      ],
      [[4, 1], [1]],
    ])
    expect([quantities(session), session.isConflicting.value]).toEqual([[1], false])
  })

  it('knows so of a cart that is one for a walk-in then, whose bill has the country of the store', async () => {
    const { cartId } = await other.aCartReadyToPlace({ shipping: 'Collection in the shop' })
    const session = createCartSession(cartId)
    await session.load()
    const { defaultCountryId } = await getStore()
    consoleWindow.loseAnswers(new RegExp(cartId), 1)
    const write = (options: ChangeOptions) => updateCart(cartId, { walkIn: true }, options)
    await session.change(write, { meant: withTerms({ walkIn: true }, null, defaultCountryId) })
    expect(session.cart.value?.walkIn).toBe(true)
  })

  it('knows so of a cart that got the delivery of walk-ins with it', async () => {
    const manager = await shop().as('admin')
    const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    const walkInShippingMethodId = await other.shippingMethod('Collection in the shop')
    const set = async (id: string | null) =>
      manager.patch(`/manage/stores/${store?.id}`, { walkInShippingMethodId: id })
    expect((await set(walkInShippingMethodId)).status).toBe(200)
    onTestFinished(async () => void (await set(null)))
    const { cartId, session } = await openCart()
    await add(session, cartId, 0)
    const { defaultCountryId } = await getStore()
    consoleWindow.loseAnswers(new RegExp(cartId), 1)
    const write = (options: ChangeOptions) => updateCart(cartId, { walkIn: true }, options)
    await session.change(write, {
      meant: withTerms({ walkIn: true }, null, defaultCountryId, walkInShippingMethodId),
    })
    expect(session.cart.value?.shipments).toMatchObject([{ shippingMethod: { id: walkInShippingMethodId } }])
  })

  it('knows so of a code that was taken away, and not where another one was', async () => {
    const { cartId, session } = await openCart()
    await add(session, cartId, 0)
    for (const code of ['WELCOME10', 'SORRY50'])
      expect((await other.post(`/carts/${cartId}/promotion-codes/${code}`)).status).toBe(200)
    await session.load()
    const taken = (code: string) => ({ codes: { given: [], taken: [code] } })

    consoleWindow.loseAnswers(/promotion-codes/, 1)
    const write = (options: ChangeOptions) => removePromotionCode(cartId, 'WELCOME10', options)
    const { promotionCodes } = await session.change(write, taken('WELCOME10'))
    expect(promotionCodes.map(({ code }) => code)).toEqual(['SORRY50'])
    expect(session.isConflicting.value).toBe(false)

    let tries = 0
    const elsewhere = session.change(async (options): ReturnType<typeof write> => {
      if (tries++ > 0) return removePromotionCode(cartId, 'SORRY50', options)
      await other.post(`/carts/${cartId}/promotion-codes/WELCOME10`)
      throw new ApiError(0, [])
    }, taken('SORRY50'))
    await expect(elsewhere).rejects.toBeInstanceOf(ChangeUnsure)
  })

  it('does not know so of a change that somebody else was first to', async () => {
    const { cartId, session } = await openCart()
    const { lineId } = await add(session, cartId, 0)
    let tries = 0
    const write = async (options: ChangeOptions) => {
      tries += 1
      if (tries > 1) return updateLine(cartId, lineId, { quantity: 4 }, options)
      // It never arrives.
      await other.patch(`/carts/${cartId}`, { note: 'Theirs' })
      throw new ApiError(0, [])
    }

    await expect(session.change(write, { meant: withQuantity(lineId, 4) })).rejects.toBeInstanceOf(
      ChangeUnsure,
    )
    expect(quantities(session)).toEqual([1])
  })

  it('sends what was lost with the page again as it was: it is made once, and shows no older cart', async () => {
    const { cartId, session } = await openCart()
    const line = await other.lineOf(goods[0] as Product)
    let sent: ChangeOptions | undefined
    await session.change((options) => addLine(cartId, line, (sent = options)))
    await other.addLine(cartId, goods[1], { quantity: 3 })

    const after = createCartSession(cartId)
    await after.load()
    const again = after.change((options) => addLine(cartId, line, options), {
      isRepeatable: true,
      ...(sent && { sent }),
    })

    expect((await again).cart.orderLines).toHaveLength(1)
    expect(quantities(after)).toEqual([1, 3])
    expect((await other.readCart(cartId)).orderLines.map(({ quantity }) => quantity)).toEqual([1, 3])
  })

  it('hands on what the core refuses, and stays usable', async () => {
    const { cartId, session } = await openCart()
    const line = { ...(await other.lineOf(goods[0] as Product)), sku: 'NO-SUCH-SKU', variantSku: null }

    const refused = session.change((options) => addLine(cartId, line, options))

    await expect(refused).rejects.toBeInstanceOf(ApiError)
    await add(session, cartId, 1)
    expect(quantities(session)).toEqual([1])
  })
})

describe('the session of the window', () => {
  it('renews an expired token once, however many requests wait for it', async () => {
    const { session } = await openCart()
    shop().clock.advance(3600)
    other = await shop().as('staff')
    const before = consoleWindow.exchanges.length

    await Promise.all([session.load(), createCartSession(session.cart.value?.id ?? '').load()])

    const renewals = consoleWindow.exchanges.slice(before).filter(({ path }) => path.endsWith('/oauth/token'))
    expect(renewals).toHaveLength(1)
  })
})

describe('two people on one cart:', () => {
  const note = (session: CartSession, cartId: string, text: string | null) =>
    session.change((options) => updateCart(cartId, { note: text }, options), {
      meant: withTerms({ note: text }, null),
    })
  const conflict = (session: CartSession) => expect.poll(() => session.isConflicting.value).toBe(true)

  it('what both have done stays where it fits together, and can be taken back', async () => {
    const { cartId, session } = await openCart()
    await other.patch(`/carts/${cartId}`, { name: 'Theirs' })
    const change = note(session, cartId, 'Mine')
    await conflict(session)
    expect(session.move.value).toMatchObject({ isClash: false, mine: { note: 'Mine' } })

    session.keepMine()
    await change
    expect(await other.readCart(cartId)).toMatchObject({ name: 'Theirs', note: 'Mine' })
    expect(session.cart.value).toMatchObject({ name: 'Theirs', note: 'Mine' })
    expect([session.isConflicting.value, session.move.value]).toEqual([false, undefined])
  })

  it('of the same field the clerk chooses one; everything that waits goes with it', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { cartId, session } = await openCart()
      const { lineId } = await add(session, cartId, 0)
      await other.patch(`/carts/${cartId}`, { note: 'Theirs' })
      const changes = [
        note(session, cartId, 'Mine'),
        session.change((options) => updateLine(cartId, lineId, { quantity: 7 }, options), {
          meant: withQuantity(lineId, 7),
        }),
      ]
      const outcomes = Promise.allSettled(changes)
      await conflict(session)
      expect(session.move.value).toMatchObject({ isClash: true })
      expect(session.move.value?.mine?.orderLines[0]?.quantity).toBe(7)
      if (choice === 'mine') session.keepMine()
      else await session.takeOver()

      const wanted = choice === 'mine' ? 'fulfilled' : 'rejected'
      expect((await outcomes).map(({ status }) => status)).toEqual([wanted, wanted])
      const { note: kept, orderLines } = await other.readCart(cartId)
      expect([kept, orderLines[0]?.quantity]).toEqual(choice === 'mine' ? ['Mine', 7] : ['Theirs', 1])
    }
  })

  it('a line that the other has removed is added again in its place, as the clerk meant it, or stays gone', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { cartId, session } = await openCart()
      const { lineId } = await add(session, cartId, 0)
      await add(session, cartId, 1)
      await session.change((options) =>
        addProperty({ cartId, lineId }, { key: 'table', value: '1' }, options),
      )
      await other.delete(`/carts/${cartId}/lines/${lineId}`)
      const cart = session.cart.value
      const change = async (meant: Meant, write: Parameters<typeof onLine>[4]) =>
        session.change(onLine(session, cart, lineId, meant, write), { meant })
      const changes = [
        change(
          withQuantity(lineId, 7),
          (id) => (options) => updateLine(cartId, id, { quantity: 7 }, options),
        ),
        change(
          withProperty(lineId, 'gift', 'yes'),
          (id) => (options) => addProperty({ cartId, lineId: id }, { key: 'gift', value: 'yes' }, options),
        ),
      ]
      const outcomes = Promise.allSettled(changes)
      await conflict(session)
      expect(session.move.value).toMatchObject({ isClash: true })
      if (choice === 'mine') session.keepMine()
      else await session.takeOver()
      const wanted = choice === 'mine' ? 'fulfilled' : 'rejected'
      expect((await outcomes).map(({ status }) => status)).toEqual([wanted, wanted])
      const { orderLines } = await other.readCart(cartId)
      const lines = orderLines.map(({ sku, quantity, customProperties }) => [
        sku,
        quantity,
        customProperties.map(({ value }) => value),
      ])
      const second = [goods[1]?.sku, 1, []]
      expect(lines).toEqual(choice === 'mine' ? [[goods[0]?.sku, 7, ['1', 'yes']], second] : [second])
    }
  })

  it('a line that is added again costs what the clerk had set for it; one at the list’s price follows the list', async () => {
    const { cartId, session } = await openCart()
    const [own, listed] = [await add(session, cartId, 0), await add(session, cartId, 1)]
    const terms = { price: 1.23, taxRate: 0.05 }
    await session.change((options) => updateLine(cartId, own.lineId, terms, options))
    for (const { lineId } of [own, listed]) await other.delete(`/carts/${cartId}/lines/${lineId}`)
    const cart = session.cart.value
    const changes = [own, listed].map(async ({ lineId }) => {
      const meant = withQuantity(lineId, 2)
      const write = (id: string) => (options: ChangeOptions) =>
        updateLine(cartId, id, { quantity: 2 }, options)
      return session.change(onLine(session, cart, lineId, meant, write), { meant })
    })
    await conflict(session)
    consoleWindow.loseAnswers(/\/lines/, 1)
    session.keepMine()
    await Promise.all(changes)
    expect((await other.readCart(cartId)).orderLines[0]).toMatchObject({ sku: goods[0]?.sku, ...terms })

    const priceGroupId = await other.priceGroup('Harbour Club, EUR')
    const moved = await other.patch(`/carts/${cartId}`, { priceGroupId, priceGroupReason: 'A friend' })
    expect(moved.status, moved.text).toBe(200)
    const list = await other.products({ priceGroup: 'Harbour Club, EUR', search: goods[1]?.sku ?? '' })
    expect((await other.readCart(cartId)).orderLines).toMatchObject([
      { sku: goods[0]?.sku, quantity: 2, price: terms.price },
      { sku: goods[1]?.sku, quantity: 2, price: list[0]?.price },
    ])
  })

  it('a line is removed with what the other has made of it only where the clerk says so, and twice is once', async () => {
    const { cartId, session } = await openCart()
    const { lineId } = await add(session, cartId, 0)
    const remove = async () =>
      session.change(
        unlessGone(lineId, (options) => removeLine(cartId, lineId, options)),
        { meant: withoutLine(lineId) },
      )
    await other.post(`/carts/${cartId}/lines/${lineId}/properties`, { key: 'gift', value: 'yes' })
    const removals = [remove(), remove()]
    await conflict(session)
    expect(session.move.value).toMatchObject({ isClash: true })
    session.keepMine()
    await Promise.all(removals)
    expect((await other.readCart(cartId)).orderLines).toEqual([])
  })

  it('asks before something is overwritten that was set, and shown, while the clerk typed', async () => {
    const { cartId, session } = await openCart()
    const since = session.seen()
    await other.patch(`/carts/${cartId}`, { note: 'Theirs' })
    await session.takeOver()

    const change = session.change((options) => updateCart(cartId, { note: 'Mine' }, options), {
      meant: withTerms({ note: 'Mine' }, null),
      since,
    })
    await conflict(session)
    expect(session.move.value).toMatchObject({ isClash: true, before: { version: since?.version } })
    session.keepMine()
    await change
    expect((await other.readCart(cartId)).note).toBe('Mine')
  })

  it('an address that both have mended keeps what each has mended', () => {
    const before = { countryId: 'DK', firstName: 'Ida', line1: 'Kajen 4', phoneNumber: '1' }
    const mine = { ...before, line1: 'Kajen 14' }
    const theirs = { ...before, phoneNumber: '2', email: 'ida@example.com' }
    expect(mergeAddresses(before, mine, theirs)).toEqual({ ...theirs, line1: 'Kajen 14' })
    expect(mergeAddresses(undefined, mine, theirs)).toEqual(mine)
  })

  it('tells what others have done as soon as it hears of it, and nothing of its own', async () => {
    const { cartId, session } = await openCart()
    await add(session, cartId, 0)
    const before = consoleWindow.exchanges.length
    await session.follow(numberOfVersion(session.seen()?.version))
    expect([session.isConflicting.value, consoleWindow.exchanges.length]).toEqual([false, before])

    await other.patch(`/carts/${cartId}`, { note: 'Theirs' })
    await session.follow(numberOfVersion(session.seen()?.version) + 1)
    expect(session.isConflicting.value).toBe(true)
    expect(session.move.value).toMatchObject({ mine: undefined, now: { cart: { note: 'Theirs' } } })
  })
})
