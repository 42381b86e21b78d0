import fc from 'fast-check'
import { discounted, discountedNow, totalsOf, type Totals } from '../discounts.ts'
import { anyId, Like } from '../match.ts'
import { Refused } from '../model.ts'
import {
  keptCustomer,
  nameless,
  withCart,
  withOrder,
  withStore,
  type Address,
  type Caller,
  type Cart,
  type Order,
  type Outcome,
  type Payment,
  type State,
} from '../state.ts'
import { fromWire, isExact, toWire } from '../money.ts'
import { takeStock } from '../stock.ts'
import { freshEtag, renewed } from '../views.ts'
import { amountFor, type Customer, type Method, type PriceGroup, type StoreWorld } from '../world.ts'
import {
  command,
  culture,
  cultureOf,
  groupIdFor,
  groupPick,
  idOf,
  isSameId,
  mostly,
  mostlyFitting,
  NOBODYS_ID,
  otherStore,
  pickCart,
  place,
  reference,
  storeOf,
} from './command.ts'
import { requireCulture, requireCurrency, requireGroup } from './rules.ts'

/** Section 4.8. */
export const placeOrder = command({
  name: 'place an order',
  weight: 14,
  picks: fc.record({
    cart: place,
    isKnown: mostly(true, false),
    method: reference,
    group: groupPick,
    culture,
    expected: mostly<'none' | 'right' | 'more'>('right', 'none', 'none', 'none', 'more', 'more'),
  }),
  call: (state, picks) => {
    const cart = pickCart(
      state,
      picks.cart,
      ({ lines, billing }) => lines.length > 0 && billing !== undefined,
    )
    if (!cart) return undefined
    const store = storeOf(state, cart.store)
    const priceGroupId = groupIdFor(state, cart, picks.group)
    const group = store.priceGroups.find(({ id }) => isSameId(priceGroupId, id))
    const asked = {
      cartId: picks.isKnown ? cart.id : NOBODYS_ID,
      paymentMethodId: idOf(
        picks.method,
        mostlyFitting(
          store.paymentMethods,
          picks.method.at,
          ({ countries, prices }) =>
            countries.has(cart.billing?.countryId ?? '') &&
            group !== undefined &&
            amountFor(group, prices) !== undefined,
        ),
        otherStore(state, cart.store).paymentMethods,
      ),
      priceGroupId,
      cultureCode: cultureOf(store, picks.culture),
    }
    const current = cart.state === 'open' ? discounted(cart, store, state.now) : cart
    const body = { ...asked, expectedTotal: expectedBy(picks.expected, state, store, current, asked) }
    return {
      store: cart.store,
      method: 'POST',
      path: '/payments',
      body,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        const found = before.carts.find(({ id }) => id === body.cartId)
        if (!found) throw new Refused('NotFound', 'cartId')
        if (found.store !== caller.store.code) throw new Refused('BadRequest', 'cartId')
        const placed = discountedNow(found, caller.store, before.now)
        if (placed.state === 'abandoned') throw new Refused('Conflict')
        requireCulture(caller.store, body.cultureCode)
        const group = requireGroup(caller.store, body.priceGroupId)
        requireCurrency(group, placed.currency)
        const order = before.orders.find(({ id }) => id === placed.id)
        const { same, terms, cost } = costOf(caller.store, placed, order, group, body.paymentMethodId)
        requireSeen(caller, placed, body.expectedTotal, cost)
        if (same && order?.status === 'Return') throw new Refused('Conflict')
        if (same) return answered(same, () => before, same.id)
        if (!terms) throw new Refused('BadRequest', 'paymentMethodId')
        requireWhole(caller.store, placed, terms.method)
        const { method, fixedFee, totals } = terms
        const payment = { ...pendingBy(method, totals), fixedFee }
        return order && placed.state === 'ordered'
          ? paidAgain(before, caller, { order, cart: placed, payment, totals })
          : placedAnew(before, caller, { cart: placed, payment, totals }, order)
      },
    }
  },
})

type NewPayment = Omit<Payment, 'id'>

const pendingBy = (method: Method, totals: Totals): Omit<NewPayment, 'fixedFee'> => ({
  methodId: method.id,
  methodName: method.name,
  state: 'pending',
  amount: totals.orderTotal,
  feeRate: method.rate,
  fee: totals.fee,
  refunded: 0n,
  transactionId: null,
})

interface Placing {
  readonly cart: Cart
  readonly payment: NewPayment
  readonly totals: Totals
}

/** What an order would cost: by the payment it has, or by the method's terms; nothing where it has none, as the method is refused then. */
function costOf(
  { paymentMethods }: StoreWorld,
  cart: Cart,
  order: Order | undefined,
  group: PriceGroup,
  sent: string,
) {
  const standing = cart.state === 'ordered' ? order?.payments.filter(({ state }) => state !== 'voided') : []
  const same = standing?.find(({ methodId }) => isSameId(sent, methodId))
  const method = paymentMethods.find(({ id }) => isSameId(sent, id))
  const fixedFee = method && amountFor(group, method.prices)
  const isServed = cart.billing === undefined || method?.countries.has(cart.billing.countryId) === true
  const totals = totalsOf(cart, isServed ? (fixedFee ?? 0n) : 0n, isServed && method ? method.rate : 0n)
  const terms = method && fixedFee !== undefined && isServed ? { method, fixedFee, totals } : undefined
  const paid = standing?.reduce((sum, { amount }) => sum + amount, 0n)
  return { same, terms, cost: same ? paid : terms?.totals.orderTotal, shown: totals.orderTotal }
}

/** What the caller says that it has seen: what is so, a unit more, or nothing. */
function expectedBy(
  how: 'none' | 'right' | 'more',
  state: State,
  store: StoreWorld,
  cart: Cart,
  { priceGroupId, paymentMethodId }: { priceGroupId: string; paymentMethodId: string },
): number | undefined {
  const group = store.priceGroups.find(({ id }) => isSameId(priceGroupId, id))
  if (how === 'none' || group?.currency.isoCode !== cart.currency) return undefined
  try {
    const order = state.orders.find(({ id }) => id === cart.id)
    const { cost, shown } = costOf(store, cart, order, group, paymentMethodId)
    const seen = cost ?? shown
    const expected = how === 'more' ? seen + 1n : seen
    return isExact(expected) ? toWire(expected, cart.currency) : undefined
  } catch {
    return undefined
  }
}

/** Nobody is charged what they have not seen. */
export function requireSeen(
  { ifMatch }: Caller,
  cart: Cart,
  expected: number | undefined,
  cost: bigint | undefined,
): void {
  const seen = [cart.etag, ...cart.placedEtags]
  const isStale = ifMatch !== undefined && ifMatch !== '*' && !seen.includes(ifMatch)
  const isOther = cost !== undefined && expected !== undefined && fromWire(expected, cart.currency) !== cost
  const faults = [...(isStale ? [undefined] : []), ...(isOther ? ['expectedTotal'] : [])]
  if (faults.length > 0) throw new Refused('Conflict', faults, freshEtag(cart))
}

/** A cart is a draft; an order is not. */
export function requireWhole(
  { shippingMethods }: StoreWorld,
  cart: Cart,
  { sends }: Pick<Method, 'sends'>,
): void {
  const { billing, shipment } = cart
  const faults: (string | undefined)[] = cart.lines.length === 0 ? [undefined] : []
  const delivers =
    shipment !== undefined && shippingMethods.find(({ id }) => id === shipment.methodId)?.sends === true
  if (billing) {
    const asksName = !cart.isWalkIn || sends || delivers
    faults.push(...missing('billingAddress', billing, asksName, sends))
  } else {
    faults.push(undefined)
  }
  if (delivers) faults.push(...missing('shippingAddress', shipment.address, true, true))
  if (faults.length > 0) throw new Refused('BadRequest', faults)
}

/** The fields of an address that are asked for and empty. */
export function missing(what: string, address: Address, asksName: boolean, asksPlace: boolean): string[] {
  const names = asksName && address.companyName === null ? (['firstName', 'lastName'] as const) : []
  const places = asksPlace ? (['line1', 'city', 'postalCode'] as const) : []
  return [...names, ...places].filter((field) => address[field] === '').map((field) => `${what}.${field}`)
}

/** The first time, or once more after it was opened again: number and date stay. */
function placedAnew(
  state: State,
  caller: Caller,
  { cart, payment, totals }: Placing,
  earlier: Order | undefined,
): Outcome {
  const { stock, taken } = takeStock(caller, cart.lines, earlier?.taken ?? {})
  const then = withStore(state, { ...caller.store, stock })
  return answered(payment, (id) =>
    withOrderOf(then, caller, { cart, totals, earlier }, id, {
      status: 'New order',
      completedAt: null,
      payments: [...(earlier?.payments ?? []), { ...payment, id }],
      taken,
      happened: ['order.placed'],
    }),
  )
}

type Became = Pick<Order, 'status' | 'completedAt' | 'payments' | 'taken'> & {
  /** What its history says of it. */
  readonly happened: readonly string[]
}

/**
 * A cart that has become an order.
 * @param name by which a customer is known meanwhile who is new
 */
export function withOrderOf(
  state: State,
  caller: Caller,
  { cart, totals, earlier }: Omit<Placing, 'payment'> & { readonly earlier: Order | undefined },
  name: string,
  { happened, ...became }: Became,
): State {
  const { code, orderNumberPrefix } = caller.store
  const number = state.lastOrderNumber[code] + (earlier ? 0 : 1)
  const customer = customerOf(state, cart, earlier)
  const buyer = { ...customer, id: customer.id ?? nameless(name) }
  const customers = customer.id === undefined ? [...state.customers[code], buyer] : state.customers[code]
  const past = earlier?.events ?? []
  const override = cart.override && {
    at: cart.override.at,
    actor: cart.override.actor,
    kind: 'price-group.overridden',
  }
  const isNew = override && !past.some(({ kind, at: when }) => kind === override.kind && when === override.at)
  const order: Order = {
    ...became,
    id: cart.id,
    placed: cart,
    store: code,
    number: earlier?.number ?? `${orderNumberPrefix}${number}`,
    createdAt: earlier?.createdAt ?? state.now,
    note: cart.note,
    customer: buyer,
    fee: totals.fee,
    total: totals.orderTotal,
    events: [
      ...past,
      ...(isNew ? [override] : []),
      ...happened.map((kind) => ({ at: state.now, actor: caller.name, kind })),
    ],
  }
  const then = {
    ...state,
    customers: { ...state.customers, [code]: customers },
    lastOrderNumber: { ...state.lastOrderNumber, [code]: number },
  }
  const placed = renewed({
    ...cart,
    state: 'ordered',
    customerId: buyer.id,
    isCustomerFromBill: cart.customerId === null || cart.isCustomerFromBill,
    fee: totals.fee,
    placedEtags: known(cart.etag),
  })
  return withCart(withOrder(then, order), placed)
}

const known = (etag: string | undefined): string[] => (etag === undefined ? [] : [etag])

/** Another payment in the place of one that has not been received. */
function paidAgain(
  state: State,
  { name }: Caller,
  { order, cart, payment, totals }: Placing & { readonly order: Order },
): Outcome {
  const standing = order.payments.filter((other) => other.state !== 'voided')
  if (order.status !== 'New order' || standing.some((other) => other.state !== 'pending')) {
    throw new Refused('Conflict')
  }
  return answered(payment, (id) => {
    const after: Order = {
      ...order,
      fee: totals.fee,
      total: totals.orderTotal,
      payments: [
        ...order.payments.map((other) =>
          standing.includes(other) ? { ...other, state: 'voided' as const } : other,
        ),
        { ...payment, id },
      ],
      events: [
        ...order.events,
        ...standing.map(() => ({ at: state.now, actor: name, kind: 'payment.voided' })),
        { at: state.now, actor: name, kind: 'payment.chosen' },
      ],
    }
    const placedEtags = [...cart.placedEtags, ...known(cart.etag)]
    return withCart(withOrder(state, after), renewed({ ...cart, fee: totals.fee, placedEtags }))
  })
}

/** @param next what is then, given the payment's id */
function answered(
  payment: Pick<Payment, 'methodId'>,
  next: (paymentId: string) => State,
  id?: string,
): Outcome {
  const url = new Like('the address of its page', (actual) => {
    const { pathname, searchParams } = new URL(String(actual), 'http://127.0.0.1')
    const method = searchParams.get('paymentMethod') ?? ''
    return (
      pathname === '/api/v1/checkout' && searchParams.has('payment') && isSameId(method, payment.methodId)
    )
  })
  return {
    status: 200,
    body: { paymentId: id ?? anyId, paymentUrl: url },
    next: ({ body }) => next((body as { paymentId: string }).paymentId),
  }
}

/** Whom the store books all walk-ins on. */
const WALK_INS = { firstName: '', lastName: 'Walk-in customer', emailAddress: null, phoneNumber: null }
/** What of a bill says who it is for. */
const NAMED = ['firstName', 'lastName', 'companyName', 'email'] as const
export const isForWalkIns = ({ firstName, lastName }: Omit<Customer, 'id'>): boolean =>
  firstName === '' && lastName === WALK_INS.lastName

/**
 * The cart's customer, the one of all walk-ins, the one that it was placed for where the bill still names them, whoever is
 * known under the e-mail of the bill, or somebody new.
 */
function customerOf(
  state: State,
  { store, customerId, billing, isCustomerFromBill, isWalkIn }: Cart,
  earlier: Order | undefined,
): Omit<Customer, 'id'> & { id?: string } {
  const known = state.customers[store]
  const own = known.find(({ id }) => id === customerId)
  if (own) return own
  if (isWalkIn) return known.find(isForWalkIns) ?? WALK_INS
  const before = earlier?.placed.billing
  const namesSame = NAMED.every((field) => billing?.[field] === before?.[field])
  if (isCustomerFromBill && earlier && namesSame) {
    return known.find(({ id }) => id === earlier.customer.id) ?? earlier.customer
  }
  const email = billing?.email?.toLowerCase() ?? null
  const byEmail = known.find(({ emailAddress }) => email !== null && emailAddress === email)
  if (byEmail) return byEmail
  const double = state.doubles.find((other) => email !== null && other.email === email)
  const kept = double && keptCustomer(state, store, double.keptId)
  if (kept) return kept
  return {
    firstName: billing?.firstName ?? '',
    lastName: billing?.lastName ?? '',
    emailAddress: email,
    phoneNumber: billing?.phoneNumber ?? billing?.mobileNumber ?? null,
  }
}
