import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPerson } from '../../../../core/access/desk.repository.ts'
import { issueTokens } from '../../../../core/access/tokens.ts'
import { CartsAnswer } from '../../../../core/carts/cart.schema.ts'
import { updateCart } from '../../../../core/carts/update-cart.ts'
import { changePrices } from '../../../../core/catalog/manage/prices/change-prices.ts'
import { ManagedProductsAnswer } from '../../../../core/catalog/manage/product.schema.ts'
import { cancelOrder } from '../../../../core/after-sales/cancel-order.ts'
import { placeOrder } from '../../../../core/checkout/place-order.ts'
import { customerNoun } from '../../../../core/customers/manage/customer.noun.ts'
import { organizationNoun } from '../../../../core/customers/manage/circle.noun.ts'
import {
  ManagedCircle,
  ManagedCustomer,
  ManagedCustomersAnswer,
} from '../../../../core/customers/manage/managed-customer.schema.ts'
import type { Engine, WriteDb } from '../../../../core/database/engine.ts'
import type { Context } from '../../../../core/operations/context.ts'
import { Order } from '../../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer, type PlaceOrderBody } from '../../../../core/orders/payments/payment.schema.ts'
import { eraseCustomer } from '../../../../core/people/erase-customer.ts'
import { mergeCustomers } from '../../../../core/people/merge-customers.ts'
import { priceGroupNoun } from '../../../../core/price-groups/manage/price-group.noun.ts'
import { ManagedPriceGroup } from '../../../../core/price-groups/manage/price-group.schema.ts'
import { campaignNoun } from '../../../../core/promotions/manage/campaign.noun.ts'
import { ManagedCampaign } from '../../../../core/promotions/manage/campaign.schema.ts'
import { changeRecord } from '../../../../core/records/change-record.ts'
import { removeRecord } from '../../../../core/records/remove-record.ts'
import { approve } from '../../../../core/staff/approve.ts'
import { Desk } from '../../../../core/staff/desk.schema.ts'
import { staffNoun } from '../../../../core/staff/staff.noun.ts'
import { StaffMember } from '../../../../core/staff/staff.schema.ts'
import { findStaff } from '../../../../core/staff/staff.repository.ts'
import { takeDesk } from '../../../../core/staff/take-desk.ts'
import { findStoreByCode } from '../../../../core/stores/store.repository.ts'
import type { Clerk } from '../../../support/clerk.ts'
import { hire, openDesk, take, type Member } from '../../../support/desks.ts'
import { openPostgres } from '../../../support/engines.ts'
import { interleaved } from '../../../support/interleave.ts'
import { waitersFor, writeElsewhere } from '../../../support/past-the-core.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { locationOf } from '../../../support/storage.ts'

/** How long whoever has locked a first row waits for the other to have one too, in milliseconds. */
const MEETING = 1500

type Work = (db: WriteDb, context: Context) => Promise<unknown>

/** What has become of two writes of two desks, and how often each was run. */
interface AtOnce {
  readonly outcomes: readonly PromiseSettledResult<unknown>[]
  readonly runs: readonly number[]
  /** How often the server has ended one of them because each waited for the other (40P01). */
  readonly deadlocks: number
}

const locks = (sql: string): boolean => sql.endsWith('for update') || /^(update|delete) /.test(sql)

/** Has two desks write at once: each is held up behind its first lock, until both have one or one must be waiting. */
const atOnce = async (shop: Shop, ...works: readonly [Work, Work]): Promise<AtOnce> =>
  atOnceBehind(locks, shop, ...works)

/** The same behind the first lock that is meant. */
async function atOnceBehind(
  isMeant: (sql: string) => boolean,
  shop: Shop,
  ...works: readonly [Work, Work]
): Promise<AtOnce> {
  const location = await locationOf(shop.dataDir)
  if (location.kind !== 'postgres') throw new Error('This is of PostgreSQL only.')
  const desks = await Promise.all(works.map(async () => openPostgres(location.address)))
  onTestFinished(async () => void (await Promise.all(desks.map(async (desk) => desk.close()))))
  const both = Promise.withResolvers<undefined>()
  let locked = 0
  let deadlocks = 0
  const met = (db: WriteDb): WriteDb => {
    const executor = db.getExecutor()
    const [execute, run] = [executor.executeQuery.bind(executor), db.run.bind(db)]
    let isFirst = true
    const heldUp = async <T>({ sql }: { readonly sql: string }, answering: Promise<T>): Promise<T> => {
      const answer = await answering.catch((error: unknown) => {
        if ((error as { code?: unknown }).code === '40P01') deadlocks++
        throw error
      })
      if (!isFirst || !isMeant(sql)) return answer
      isFirst = false
      if (++locked === 2) both.resolve(undefined)
      setTimeout(() => both.resolve(undefined), MEETING)
      await both.promise
      return answer
    }
    executor.executeQuery = async <R>(query: CompiledQuery<R>) => heldUp(query, execute(query))
    db.run = async (query) => heldUp(query, run(query))
    return db
  }
  const runs = works.map(() => 0)
  const outcomes = await Promise.allSettled(
    works.map(async (work, index) =>
      desks[index]?.transact(async (db) => {
        runs[index] = (runs[index] ?? 0) + 1
        const store = await findStoreByCode(db, 'harbour')
        await work(met(db), contextOf(shop, store?.id ?? ''))
      }),
    ),
  )
  return { outcomes, runs, deadlocks }
}

/** The second is refused, and neither waits for ever. */
function expectOneDone({ deadlocks, outcomes }: AtOnce): void {
  expect(outcomes.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected'])
  expect(deadlocks).toBe(0)
}

const contextOf = ({ clock }: Shop, storeId: string): Context => ({
  clientId: '',
  storeId,
  name: 'Test',
  scopes: new Set(['staff']),
  expires: clock.read(),
  now: clock.read(),
  ifMatch: undefined,
  changes: [],
})

async function open(): Promise<{ shop: Shop; clerk: Clerk; manager: Clerk }> {
  const shop = await openShop()
  return { shop, clerk: await shop.as('staff'), manager: await shop.as('admin') }
}

describe('of two who write some of the same at once one waits for the other, and neither for ever, where', () => {
  it('an order is cancelled and placed again', async () => {
    const { shop, clerk } = await open()
    const { order, placing } = await clerk.anOrder()
    await clerk.post(`/orders/${order.id}/reopen`, { reason: 'once more' })
    const { deadlocks, outcomes, runs } = await atOnce(
      shop,
      async (db, context) => cancelOrder(db, context, order.id, { reason: null, refund: undefined }),
      async (db, context) => placeOrder(db, context, placing),
    )
    // Whoever is second sees what the first has done: a placed order may be cancelled, a cancelled one not placed.
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
    expect((await clerk.readOrder(order.id)).orderStatus.name).toBe('Cancelled')
    expect({ runs, deadlocks }).toStrictEqual({ runs: [1, 1], deadlocks: 0 })
  })

  it('a campaign is deleted and its codes are changed', async () => {
    const { shop, manager } = await open()
    const { id } = (
      await manager.post('/manage/campaigns', {
        names: { 'en-GB': 'Early bird' },
        currencies: [{ currency: 'EUR', minimum: 0 }],
        items: [{ target: 'order', rate: 0.1, names: { 'en-GB': '10% off' } }],
        codes: [{ code: 'EARLY' }, { code: 'BIRD' }],
      })
    ).ok(ManagedCampaign)
    const { deadlocks } = await atOnce(
      shop,
      async (db, context) => removeRecord(db, context, campaignNoun, id),
      async (db, context) => changeRecord(db, context, campaignNoun, id, { codes: [{ code: 'BIRD' }] }),
    )
    expect(deadlocks).toBe(0)
    expect((await manager.get(`/manage/campaigns/${id}`)).status).toBe(404)
  })

  it('prices of two products are changed, in one order and in the other', async () => {
    const { shop, manager } = await open()
    const { products } = (await manager.get('/manage/products', { maxItems: 2 })).ok(ManagedProductsAnswer)
    const priceGroupId = await manager.priceGroup()
    const at = (price: number) =>
      products.map(({ id, variants: [variant], version }) => ({
        id,
        version,
        variants: [{ variantSku: variant?.variantSku ?? null, prices: [{ priceGroupId, price }] }],
      }))
    // The second has seen another version.
    expectOneDone(
      await atOnce(
        shop,
        async (db, context) => changePrices(db, context, { products: at(7) }),
        async (db, context) => changePrices(db, context, { products: at(9).toReversed() }),
      ),
    )
  })
})

describe('two carts that are priced with limited campaigns', () => {
  const aCampaign = async (manager: Clerk, name: string, limits: object): Promise<ManagedCampaign> =>
    (
      await manager.post('/manage/campaigns', {
        names: { 'en-GB': name },
        exclusive: true,
        currencies: [{ currency: 'EUR', minimum: 0 }],
        items: [{ target: 'order', rate: 0.1, names: { 'en-GB': name } }],
        ...limits,
      })
    ).ok(ManagedCampaign)
  const campaignOf = async (manager: Clerk, cartId: string): Promise<string | undefined> =>
    (await manager.readCart(cartId)).discounts[0]?.campaignName
  const aCartOf = async (manager: Clerk, email: string): Promise<PlaceOrderBody> =>
    manager.aCartReadyToPlace({ shipping: null, billing: { email } })
  const place = async (manager: Clerk, placing: PlaceOrderBody): Promise<unknown> =>
    (await manager.post('/payments', placing)).ok(PlaceOrderAnswer)
  const isLockOfCampaigns = (sql: string): boolean => sql.includes('from "campaigns"') && locks(sql)

  it('each as the other was before, are placed: neither waits for the other for ever', async () => {
    const { shop, manager } = await open()
    const each = { maxUsesPerCustomer: 1 }
    await aCampaign(manager, 'First', { ...each, priority: 1002 })
    await aCampaign(manager, 'Second', { ...each, priority: 1001 })
    // One was to have the first, and has used it since; the other is to have it again, whose order was cancelled.
    const cancelled = await aCartOf(manager, 'other@limits.example')
    await place(manager, cancelled)
    const carts = [
      await aCartOf(manager, 'one@limits.example'),
      await aCartOf(manager, 'other@limits.example'),
    ] as const
    for (const email of ['one@limits.example', 'other@limits.example'])
      await place(manager, await aCartOf(manager, email))
    ;(await manager.post(`/orders/${cancelled.cartId}/cancel`, { reason: 'no more' })).ok(Order)
    const shown = await Promise.all(carts.map(async ({ cartId }) => manager.readCart(cartId)))
    expect(shown.map(({ discounts }) => discounts[0]?.campaignName)).toStrictEqual(['Second', 'First'])

    const placing =
      (of: 0 | 1): Work =>
      async (db, context) =>
        placeOrder(db, context, { ...carts[of], expectedTotal: shown[of]?.orderTotal ?? 0 })
    const { deadlocks, outcomes, runs } = await atOnceBehind(isLockOfCampaigns, shop, placing(0), placing(1))
    expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled'])
    expect({ deadlocks, runs }).toStrictEqual({ deadlocks: 0, runs: [1, 1] })
    expect(await Promise.all(carts.map(async ({ cartId }) => campaignOf(manager, cartId)))).toStrictEqual([
      'Second',
      'First',
    ])
  })
})

describe('a price group is made to derive from another, and only one of both is done, while that one', () => {
  it.for<[what: string, (id: string) => Work]>([
    [
      'gets another currency',
      (id) => async (db, context) => changeRecord(db, context, priceGroupNoun, id, { currency: 'DKK' }),
    ],
    [
      'is retired',
      (id) => async (db, context) => changeRecord(db, context, priceGroupNoun, id, { state: 'retired' }),
    ],
    ['is removed', (id) => async (db, context) => removeRecord(db, context, priceGroupNoun, id)],
  ])('%s', async ([what, change]) => {
    const { shop, manager } = await open()
    const aGroup = async (name: string) =>
      (await manager.post('/manage/price-groups', { names: { 'en-GB': name }, currency: 'EUR' })).ok(
        ManagedPriceGroup,
      ).id
    const [own, base] = [await aGroup('Own'), await aGroup('Base')]
    if (what === 'is removed') {
      // What was derived from once stays, retired.
      const once = await aGroup('Once')
      for (const patch of [{ basePriceGroupId: base }, { state: 'retired' }])
        (await manager.patch(`/manage/price-groups/${once}`, patch)).ok(ManagedPriceGroup)
    }
    expectOneDone(
      await atOnce(shop, change(base), async (db, context) =>
        changeRecord(db, context, priceGroupNoun, own, { basePriceGroupId: base }),
      ),
    )
  })
})

it('a price group is offered again, or what it derives from is retired, and not both', async () => {
  const { shop, manager } = await open()
  const aGroup = async (fields: object) =>
    (
      await manager.post('/manage/price-groups', { names: { 'en-GB': 'Own' }, currency: 'EUR', ...fields })
    ).ok(ManagedPriceGroup).id
  const base = await aGroup({})
  const derived = await aGroup({ basePriceGroupId: base })
  ;(await manager.patch(`/manage/price-groups/${derived}`, { state: 'retired' })).ok(ManagedPriceGroup)
  expectOneDone(
    await atOnce(
      shop,
      async (db, context) => changeRecord(db, context, priceGroupNoun, base, { state: 'retired' }),
      async (db, context) => changeRecord(db, context, priceGroupNoun, derived, { state: 'active' }),
    ),
  )
})

it('of two of the staff who are given one name at once, one gets it: histories tell people by their names', async () => {
  const { shop, manager } = await open()
  const hired = async (name: string) =>
    (await manager.post('/manage/staff', { name, role: 'clerk' })).ok(StaffMember).id
  const [olga, carl] = [await hired('Olga'), await hired('Carl')]
  expectOneDone(
    await atOnce(
      shop,
      async (db, context) => changeRecord(db, context, staffNoun, olga, { name: 'Ida' }),
      async (db, context) => changeRecord(db, context, staffNoun, carl, { name: 'IDA' }),
    ),
  )
})

it('two managers approve for each other: neither waits for the other, who is asked for as well', async () => {
  const { shop, manager } = await open()
  const [mia, noa] = [
    await hire(manager, 'Mia', 'manager', '4711'),
    await hire(manager, 'Noa', 'manager', '1147'),
  ]
  for (const member of [mia, noa]) expect((await take(await openDesk(shop), member)).status).toBe(200)
  const approving =
    (asking: Member, approver: Member): Work =>
    async (db, context) => {
      const person = await findPerson(db, context.storeId, asking.staffId)
      const { id: grantId } = await db
        .selectFrom('grants')
        .select('id')
        .where('staff_id', '=', asking.staffId)
        .executeTakeFirstOrThrow()
      const proved = await findStaff(db, context.storeId, approver.staffId)
      if (proved)
        await approve(db, { ...context, desk: { grantId, person, isLocked: false } }, proved, 'price')
    }
  const { deadlocks, outcomes } = await atOnceBehind(
    (sql) => / from "staff" .* for [a-z ]*update$/.test(sql),
    shop,
    approving(mia, noa),
    approving(noa, mia),
  )
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled'])
  expect(deadlocks).toBe(0)
})

it('whoever takes a desk with a PIN that is changed at another one meanwhile is at none', async () => {
  const { shop, manager } = await open()
  await hire(manager, 'Olga', 'owner', '2580')
  const { staffId } = await hire(manager, 'Carl', 'clerk', '1111')
  const desk = await openDesk(shop)
  const location = await locationOf(shop.dataDir)
  if (location.kind !== 'postgres') throw new Error('This is of PostgreSQL only.')
  const engine = await openPostgres(location.address)
  onTestFinished(async () => engine.close())
  // It is held up where it has seen that the PIN is right.
  const goOn = await writeElsewhere(shop.dataDir, 'wrong_guesses')
  const taking = engine.transact(async (db) => {
    const store = await findStoreByCode(db, 'harbour')
    const context = contextOf(shop, store?.id ?? '')
    const grant = await db.selectFrom('grants').select('id').executeTakeFirstOrThrow()
    const proved = await findStaff(db, context.storeId, staffId)
    if (proved) await takeDesk(db, context, grant.id, proved)
  })
  await waitersFor(shop.dataDir, 1)
  const changing = manager.request('PUT', `/manage/staff/${staffId}/pin`, { body: { pin: '2222' } })
  await Promise.race([changing, pause(MEETING)])
  await goOn()
  await taking
  expect((await changing).status).toBe(200)
  expect((await desk.get('/desk')).ok(Desk).person).toBeNull()
})

it('what a program gets by its old secret, while it is given another one, ends with that', async () => {
  const { shop, manager } = await open()
  const { clientId, clientSecret } = await shop.register({ scope: 'staff' })
  const location = await locationOf(shop.dataDir)
  if (location.kind !== 'postgres') throw new Error('This is of PostgreSQL only.')
  const engine = await openPostgres(location.address)
  onTestFinished(async () => engine.close())
  let rotating: ReturnType<Clerk['post']> | undefined
  const rotate = async (): Promise<void> => {
    rotating = manager.post(`/clients/${clientId}/secret`)
    await Promise.race([rotating, pause(MEETING)])
  }
  const heldUp: Pick<Engine, 'read' | 'transact'> = {
    read: engine.read.bind(engine),
    transact: async (work) =>
      engine.transact(async (db) =>
        interleaved(db, 'insert into "access_tokens"', rotate, async () => work(db)),
      ),
  }
  const request = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const tokens = await issueTokens(heldUp, shop.clock.read(), request)
  if (!('access_token' in tokens)) throw new Error(tokens.error_description)
  expect((await rotating)?.status).toBe(200)
  expect((await shop.withToken(tokens.access_token).get('/orders')).status).toBe(401)
})

describe('an order is placed while its customer', () => {
  /** A cart of a customer, ready to be placed. */
  async function aCartOf(clerk: Clerk, customerId: string): Promise<PlaceOrderBody> {
    const placing = await clerk.aCartReadyToPlace()
    await clerk.patch(`/carts/${placing.cartId}`, { customerId })
    return placing
  }
  const aCustomer = async (clerk: Clerk, lastName: string): Promise<string> =>
    (await clerk.post('/manage/customers', { firstName: 'Karen', lastName })).ok(ManagedCustomer).id

  it('is merged into another: neither waits for ever, and the order is of the one who stays', async () => {
    const { shop, clerk } = await open()
    const [kept, double] = [await aCustomer(clerk, 'Blixen'), await aCustomer(clerk, 'Dinesen')]
    const placing = await aCartOf(clerk, double)
    const { deadlocks, outcomes } = await atOnce(
      shop,
      async (db, context) => placeOrder(db, context, placing),
      async (db, context) => mergeCustomers(db, context, kept, double),
    )
    expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled'])
    expect(deadlocks).toBe(0)
    expect((await clerk.readOrder(placing.cartId)).customer.id).toBe(kept)
  })

  it('is erased: neither waits for ever, and whoever is second is refused', async () => {
    const { shop, clerk } = await open()
    const customer = await aCustomer(clerk, 'Blixen')
    const placing = await aCartOf(clerk, customer)
    const { deadlocks, outcomes } = await atOnce(
      shop,
      async (db, context) => placeOrder(db, context, placing),
      async (db, context) => eraseCustomer(db, context, customer),
    )
    expect(deadlocks).toBe(0)
    expect(outcomes.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected'])
    expect(outcomes).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ kind: 'Conflict' }) as unknown,
    })
  })
})

it('a customer is renamed while a cart is given to them: it goes by the new name', async () => {
  const { shop, clerk } = await open()
  const body = { firstName: 'Tanne', lastName: 'Westenholz' }
  const customer = (await clerk.post('/manage/customers', body)).ok(ManagedCustomer)
  const cartId = await clerk.aCart()
  const { outcomes, runs } = await atOnce(
    shop,
    async (db, context) => {
      await changeRecord(db, context, customerNoun, customer.id, { firstName: 'Isak', lastName: 'Dinesen' })
      // Longer than the other needs, who would know the old name only.
      await pause(MEETING)
    },
    async (db, context) => updateCart(db, context, cartId, { customerId: customer.id }),
  )
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled'])
  expect(runs).toStrictEqual([1, 1])
  const { carts } = (await clerk.get('/carts', { search: 'dinesen' })).ok(CartsAnswer)
  expect(carts.map(({ id }) => id)).toStrictEqual([cartId])
})

it('a customer is renamed while their organization is: they are found by both new names, and by no old one', async () => {
  const { shop, clerk, manager } = await open()
  const organization = (await manager.post('/manage/organizations', { name: 'Rungstedlund' })).ok(
    ManagedCircle,
  )
  const customer = (
    await clerk.post('/manage/customers', {
      firstName: 'Tanne',
      lastName: 'Westenholz',
      organizationId: organization.id,
    })
  ).ok(ManagedCustomer)
  const { deadlocks, outcomes } = await atOnce(
    shop,
    async (db, context) => changeRecord(db, context, organizationNoun, organization.id, { name: 'Mbogani' }),
    async (db, context) =>
      changeRecord(db, context, customerNoun, customer.id, { firstName: 'Isak', lastName: 'Dinesen' }),
  )
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled'])
  expect(deadlocks).toBe(0)
  const found = async (search: string): Promise<number> =>
    (await clerk.get('/manage/customers', { search })).ok(ManagedCustomersAnswer).customers.length
  expect(await Promise.all(['Isak', 'Mbogani', 'Tanne', 'Rungstedlund'].map(found))).toStrictEqual([
    1, 1, 0, 0,
  ])
})
