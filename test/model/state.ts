import type { Like } from './match.ts'
import type { Minor } from './money.ts'
import type { Customer, StoreCode, StoreWorld, Variant, World } from './world.ts'

/** What the model takes a shop to be, at a moment of a story. */
export interface State {
  readonly world: World
  /** Nothing that another story says contains it. */
  readonly tag: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly carts: readonly Cart[]
  readonly orders: readonly Order[]
  readonly customers: Readonly<Record<StoreCode, readonly Customer[]>>
  /** Who was merged into whom, and the e-mail that they are still known by. */
  readonly doubles: readonly Double[]
  readonly lastOrderNumber: Readonly<Record<StoreCode, number>>
  readonly access: Access
  /** Answers to requests with an `Idempotency-Key`. */
  readonly kept: readonly KeptAnswer[]
  /** Requests with a key that have been sent, for sending them again. */
  readonly keyed: readonly Request[]
}

interface Double {
  readonly id: string
  readonly email: string | null
  readonly keptId: string
}

export interface Cart {
  readonly id: string
  readonly store: StoreCode
  readonly state: 'open' | 'ordered' | 'abandoned'
  /** Of a placed cart: those it has had since, and the one that it was placed from. */
  readonly placedEtags: readonly string[]
  /** The last `ETag`, undefined where the cart has changed since. */
  readonly etag: string | undefined
  readonly earlierEtags: readonly string[]
  readonly createdAt: number
  readonly culture: string
  readonly currency: string
  readonly note: string | null
  readonly customerId: string | null
  /** Whether placing it has found the customer, on its bill. */
  readonly isCustomerFromBill: boolean
  readonly isWalkIn: boolean
  /** A price group that was not valid for it, and why it was chosen all the same. */
  readonly override: Override | undefined
  readonly lines: readonly Line[]
  readonly properties: readonly Property[]
  readonly billing: Address | undefined
  readonly shipment: Shipment | undefined
  readonly codes: readonly { readonly code: string; readonly addedAt: number }[]
  readonly discounts: Discounts
  /** The fee of the payment it was placed with. */
  readonly fee: Minor
}

export interface Override {
  readonly priceGroupId: string
  readonly reason: string
  readonly at: number
  readonly actor: string
}

/** What campaigns take off a cart; lines are named by their place in it. */
export interface Discounts {
  readonly units: readonly Minor[]
  readonly shipment: Minor
  readonly order: Minor
  readonly parts: readonly DiscountPart[]
}

export interface DiscountPart {
  readonly campaignId: string
  /** The line's place, where it is off a line. */
  readonly line: number | undefined
  readonly campaignName: string
  readonly itemName: string
  readonly description: string
  readonly amount: Minor
}

export interface Line {
  /** Undefined until an answer has named it. */
  readonly id: string | undefined
  readonly variant: Variant
  readonly name: string
  readonly priceGroupId: string
  readonly quantity: number
  readonly price: Minor
  readonly isPriceSet: boolean
  readonly taxRate: bigint
  readonly properties: readonly Property[]
}

export interface Property {
  /** Undefined until an answer has named it. */
  readonly id: string | undefined
  readonly key: string
  readonly value: string
}

/** As a request brings it; blank is null. */
export interface Address {
  readonly firstName: string
  readonly lastName: string
  readonly line1: string
  readonly line2: string | null
  readonly city: string
  readonly postalCode: string
  readonly countryId: string
  readonly email: string | null
  readonly mobileNumber: string | null
  readonly phoneNumber: string | null
  readonly companyName: string | null
}

export interface Shipment {
  readonly methodId: string
  readonly priceGroupId: string
  readonly address: Address
  readonly price: Minor
  readonly taxRate: bigint
}

export interface Order {
  /** The cart's. */
  readonly id: string
  /** What was placed last. */
  readonly placed: Cart
  readonly store: StoreCode
  readonly number: string
  readonly status: 'New order' | 'Reopened' | 'Paid' | 'Completed order' | 'Cancelled' | 'Return'
  readonly createdAt: number
  readonly completedAt: number | null
  readonly note: string | null
  readonly customer: Customer
  readonly fee: Minor
  readonly total: Minor
  readonly payments: readonly Payment[]
  /** Pieces that it has taken off the stock, by variant. */
  readonly taken: Readonly<Record<string, number>>
  readonly events: readonly { readonly at: number; readonly actor: string; readonly kind: string }[]
}

export interface Payment {
  readonly id: string
  readonly methodId: string
  readonly methodName: string
  readonly state: 'pending' | 'captured' | 'partially refunded' | 'refunded' | 'voided'
  readonly amount: Minor
  readonly fixedFee: Minor
  readonly feeRate: bigint
  readonly fee: Minor
  readonly refunded: Minor
  readonly transactionId: string | null
}

/** Whether a part has been received, and the rest is still to be. */
export const isPaidInPart = ({ payments }: Order): boolean =>
  payments.some(({ state }) => state === 'pending') && payments.some(({ state }) => state === 'captured')

/** Who calls: a client of a store, by the scope it was registered with. */
export type Role = 'clerk' | 'web' | 'support' | 'manager' | 'console'

interface Access {
  readonly tokens: readonly Token[]
  readonly refreshTokens: readonly RefreshToken[]
  readonly codes: readonly LaunchCode[]
  /** Authorisations that have ended, by number. */
  readonly revoked: readonly number[]
  readonly grants: number
}

export interface Token {
  readonly text: string
  readonly store: StoreCode
  readonly role: Role
  readonly expiresAt: number
  /** The authorisation it comes from; client credentials make none. */
  readonly grant: number | undefined
  /** It was too old once, before the clock was set back. */
  readonly mayBeSwept?: boolean
}

export interface RefreshToken {
  readonly text: string
  readonly store: StoreCode
  readonly grant: number
  readonly expiresAt: number
  readonly isUsed: boolean
}

export interface LaunchCode {
  readonly text: string
  readonly store: StoreCode
  readonly expiresAt: number
  readonly grant: number | undefined
}

export interface KeptAnswer {
  readonly store: StoreCode
  readonly role: Role
  readonly key: string
  readonly request: string
  readonly at: number
  readonly answer: Answer
  /** It was too old once, before the clock was set back. */
  readonly mayBeSwept?: boolean
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Answer {
  readonly status: number
  readonly etag: string | undefined
  readonly isReplayed: boolean
  readonly text: string
  readonly body: unknown
}

/** What a command asks for, whoever asks. */
export interface Call {
  readonly store: StoreCode
  readonly method: Method
  /** Behind `/api/v1`. */
  readonly path: string
  readonly body?: object
  /** Any of these is enough; undefined where no token is asked for. */
  readonly scopes: readonly Scope[] | undefined
  /** Whether `views=miniCart` and `If-Match` mean something. */
  readonly cartId?: string
  readonly decide: (state: State, caller: Caller) => Outcome
}

export interface Request {
  /** Of the command. */
  readonly name: string
  readonly call: Call
  readonly token: Token | undefined
  readonly wantsMiniCart: boolean
  readonly ifMatch: string | undefined
  readonly key: string | undefined
}

export type Scope = 'storefront' | 'support' | 'staff' | 'price' | 'manage'

/** Who is behind a token. */
export interface Caller {
  readonly store: StoreWorld
  readonly role: Role
  readonly name: string
  readonly wantsMiniCart: boolean
  readonly ifMatch: string | undefined
}

/** What a request must be answered. */
export interface Outcome {
  readonly status: number
  /** A wrong guess of a secret: after others, of earlier stories too, it is answered 429, with the same body. */
  readonly isGuess?: boolean
  /** The body, as `difference` compares it. */
  readonly body: unknown
  /** Whether the `ETag` is right; undefined where there is none. */
  readonly etag?: Like
  readonly isReplayed?: boolean
  /** What is then: the answer names what is new. */
  readonly next: (answer: Answer) => State
}

export const withCart = (state: State, cart: Cart): State => ({
  ...state,
  carts: state.carts.some(({ id }) => id === cart.id)
    ? state.carts.map((other) => (other.id === cart.id ? cart : other))
    : [...state.carts, cart],
})

/** Something of a store is otherwise from now on. */
export const withStore = (state: State, store: StoreWorld): State => ({
  ...state,
  world: { ...state.world, stores: { ...state.world.stores, [store.code]: store } },
})

/** What a store sells is otherwise from now on: whatever is worked out anew of carts and orders goes by that. */
export function withVariants(state: State, store: StoreWorld, changed: readonly Variant[]): State {
  const byId = new Map(changed.map((variant) => [variant.id, variant]))
  const now = (variant: Variant): Variant => byId.get(variant.id) ?? variant
  const ofCart = (cart: Cart): Cart => ({
    ...cart,
    lines: cart.lines.map((line) => ({ ...line, variant: now(line.variant) })),
  })
  return {
    ...withStore(state, { ...store, variants: store.variants.map(now) }),
    carts: state.carts.map(ofCart),
    orders: state.orders.map((order) => ({ ...order, placed: ofCart(order.placed) })),
  }
}

export const withOrder = (state: State, order: Order): State => ({
  ...state,
  orders: state.orders.some(({ id }) => id === order.id)
    ? state.orders.map((other) => (other.id === order.id ? order : other))
    : [...state.orders, order],
})

/** Customers that an order has made go by another name until an answer gives their id. */
export const nameless = (paymentId: string): string => `customer of ${paymentId}`
export const isNameless = ({ id }: Customer): boolean => id.startsWith('customer of ')

/** The customer of an id, in whatever case it is sent; of a double's, the one that it was merged into. */
export function keptCustomer(
  { customers, doubles }: State,
  store: StoreCode,
  sent: string,
): Customer | undefined {
  const id = sent.toLowerCase()
  const keptId = doubles.find((double) => double.id === id)?.keptId ?? id
  return customers[store].find((customer) => customer.id === keptId)
}

/** What is then, where an order's answer has said the id of its customer. */
export function withCustomerId(state: State, { customer, store }: Order, id: string): State {
  if (!isNameless(customer)) return state
  const named = (one: Customer): Customer => (one.id === customer.id ? { ...one, id } : one)
  return {
    ...state,
    customers: { ...state.customers, [store]: state.customers[store].map(named) },
    orders: state.orders.map((order) => ({ ...order, customer: named(order.customer) })),
    carts: state.carts.map((cart) => (cart.customerId === customer.id ? { ...cart, customerId: id } : cart)),
  }
}
