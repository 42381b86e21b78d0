import fc from 'fast-check'
import { totalsOf, type Totals } from '../discounts.ts'
import { anyId, Like } from '../match.ts'
import {
  nameless,
  Refused,
  withCart,
  withOrder,
  type Caller,
  type Cart,
  type Order,
  type Outcome,
  type Payment,
  type State,
} from '../model.ts'
import { renewed } from '../views.ts'
import { amountFor, type Customer, type Method } from '../world.ts'
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
    const body = {
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
    return {
      store: cart.store,
      method: 'POST',
      path: '/payments',
      body,
      scopes: ['storefront'],
      decide: (before, caller) => {
        const placed = before.carts.find(({ id }) => id === body.cartId)
        if (!placed) throw new Refused('NotFound', 'cartId')
        if (placed.store !== caller.store.code) throw new Refused('BadRequest', 'cartId')
        if (placed.state === 'abandoned') throw new Refused('Conflict')
        requireCulture(caller.store, body.cultureCode)
        const { billing } = placed
        if (placed.lines.length === 0 || !billing) throw new Refused('BadRequest')
        const group = requireGroup(caller.store, body.priceGroupId)
        requireCurrency(group, placed.currency)
        const method = caller.store.paymentMethods.find(({ id }) => isSameId(body.paymentMethodId, id))
        const fixedFee = method && amountFor(group, method.prices)
        if (!method || fixedFee === undefined || !method.countries.has(billing.countryId)) {
          throw new Refused('BadRequest', 'paymentMethodId')
        }
        const totals = totalsOf(placed, fixedFee, method.rate)
        const payment = { ...pendingBy(method, totals), fixedFee }
        const order = before.orders.find(({ id }) => id === placed.id)
        return order
          ? paidAgain(before, caller, { order, cart: placed, payment, totals })
          : placedFirst(before, caller, { cart: placed, payment, totals })
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

function placedFirst(state: State, caller: Caller, { cart, payment, totals }: Placing): Outcome {
  const { code, orderNumberPrefix } = caller.store
  const number = state.lastOrderNumber[code] + 1
  const customer = customerOf(state, cart)
  return answered(payment, (id) => {
    const buyer = { ...customer, id: customer.id ?? nameless(id) }
    const customers = customer.id === undefined ? [...state.customers[code], buyer] : state.customers[code]
    const order: Order = {
      id: cart.id,
      store: code,
      number: `${orderNumberPrefix}${number}`,
      status: 'New order',
      createdAt: state.now,
      completedAt: null,
      note: cart.note,
      customer: buyer,
      fee: totals.fee,
      total: totals.orderTotal,
      payments: [{ ...payment, id }],
      events: [
        ...(cart.override
          ? [{ at: cart.override.at, actor: cart.override.actor, kind: 'price-group.overridden' }]
          : []),
        { at: state.now, actor: caller.name, kind: 'order.placed' },
      ],
    }
    const then = {
      ...state,
      customers: { ...state.customers, [code]: customers },
      lastOrderNumber: { ...state.lastOrderNumber, [code]: number },
    }
    return withCart(
      withOrder(then, order),
      renewed({ ...cart, state: 'ordered', customerId: buyer.id, fee: totals.fee }),
    )
  })
}

/** The same payment again, or another in the place of one that has not been received. */
function paidAgain(
  state: State,
  { name }: Caller,
  { order, cart, payment, totals }: Placing & { readonly order: Order },
): Outcome {
  const standing = order.payments.filter((other) => other.state !== 'voided')
  const same = standing.find(({ methodId }) => methodId === payment.methodId)
  if (same) return answered(payment, () => state, same.id)
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
    return withCart(withOrder(state, after), renewed({ ...cart, fee: totals.fee }))
  })
}

/** @param next what is then, given the payment's id */
function answered(payment: NewPayment, next: (paymentId: string) => State, id?: string): Outcome {
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
export const isForWalkIns = ({ firstName, lastName }: Omit<Customer, 'id'>): boolean =>
  firstName === '' && lastName === WALK_INS.lastName

/** The cart's customer, the one of all walk-ins, whoever is known under the e-mail of the bill, or somebody new. */
function customerOf(
  state: State,
  { store, customerId, billing, isWalkIn }: Cart,
): Omit<Customer, 'id'> & { id?: string } {
  const known = state.customers[store]
  const own = known.find(({ id }) => id === customerId)
  if (own) return own
  if (isWalkIn) return known.find(isForWalkIns) ?? WALK_INS
  const email = billing?.email?.toLowerCase() ?? null
  const byEmail = known.find(({ emailAddress }) => email !== null && emailAddress === email)
  if (byEmail) return byEmail
  return {
    firstName: billing?.firstName ?? '',
    lastName: billing?.lastName ?? '',
    emailAddress: email,
    phoneNumber: billing?.phoneNumber ?? billing?.mobileNumber ?? null,
  }
}
