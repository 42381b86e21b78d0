import { Like } from './match.ts'
import {
  isPaidInPart,
  type Caller,
  type Cart,
  type KeptAnswer,
  type Outcome,
  type Request,
  type Role,
  type Scope,
  type State,
  type Token,
} from './state.ts'
import type { StoreCode } from './world.ts'

/**
 * The model of the core: what a request must be answered, and what the shop is then. Written from the contract and its
 * decisions; it shares no rule with the core. Everything is immutable, and `respond` is a pure function.
 */

/** Scopes with all that they include (decisions, authentication). */
const storefront = ['storefront'] as const
const staff = ['staff', 'storefront', 'support'] as const
const holds: Readonly<Record<Role, readonly Scope[]>> = {
  web: storefront,
  support: ['support'],
  clerk: [...staff, 'price'],
  manager: ['manage', ...staff],
  console: ['manage', ...staff, 'price'],
}
const names: Readonly<Record<Role, string>> = {
  web: 'Till (storefront)',
  support: 'Till (support)',
  clerk: 'Till (staff price)',
  manager: 'Till (admin)',
  console: 'Console',
}

const DAY = 86_400_000

/** The names and statuses of the contract's section 7. */
const statuses = { BadRequest: 400, Unauthorized: 401, Forbidden: 403, NotFound: 404, Conflict: 409 } as const
export type ErrorName = keyof typeof statuses

/** Thrown by the rules of commands: nothing changes. */
export class Refused extends Error {
  readonly kind: ErrorName
  /** One for each fault; undefined where it is not of a field. */
  readonly fields: readonly (string | undefined)[]
  /** What the version is now, where that is told. */
  readonly etag: Like | undefined

  constructor(kind: ErrorName, field?: string | readonly (string | undefined)[], etag?: Like) {
    super(kind)
    this.kind = kind
    this.fields = Array.isArray(field)
      ? (field as readonly (string | undefined)[])
      : [field as string | undefined]
    this.etag = etag
  }
}

/** The body of a refusal: the contract's, with the fields at fault where there are any. */
const refusal = ({ kind, fields, etag }: Refused): Pick<Outcome, 'status' | 'body' | 'etag'> => ({
  status: statuses[kind],
  ...(etag && { etag }),
  body: {
    errors: fields.map((field) => ({
      error: kind,
      'error-description': new Like(
        field === undefined ? 'a text' : `a text on ${field}`,
        (actual) => typeof actual === 'string' && (field === undefined || actual.startsWith(`${field}: `)),
      ),
    })),
  },
})

/** What a request is answered, and what is then. */
export function respond(state: State, request: Request): Outcome {
  const { call, token, key } = request
  if (call.scopes === undefined) return decide(state, request, undefined)
  try {
    requireLive(state, token)
  } catch (error) {
    return refused(state, error)
  }
  if (!token) throw new Error('The model has let a request without a token through.')
  const kept = key !== undefined && call.method === 'POST' ? { ...token, key } : undefined
  if (!call.scopes.some((scope) => holds[token.role].includes(scope))) {
    // Before its body is read: the key has been used for nothing.
    return refused(state, new Refused('Forbidden'))
  }
  if (kept) {
    const earlier = state.kept.find((answer) => isOf(answer, kept) && answer.at >= state.now - DAY)
    if (earlier && earlier.request !== textOf(request)) {
      return keeping(state, request, kept, refused(state, new Refused('Conflict', 'Idempotency-Key')))
    }
    if (earlier) return again(state, earlier)
  }
  return keeping(state, request, kept, decide(state, request, token))
}

function decide(state: State, request: Request, token: Token | undefined): Outcome {
  const { wantsMiniCart, ifMatch, call } = request
  const role = token?.role ?? 'web'
  const store = state.world.stores[token?.store ?? call.store]
  try {
    return call.decide(state, { store, role, name: names[role], wantsMiniCart, ifMatch })
  } catch (error) {
    return refused(state, error)
  }
}

function refused(state: State, error: unknown): Outcome {
  if (!(error instanceof Refused)) throw error
  return { ...refusal(error), next: () => state }
}

/** The clock says something else: what is too old by then is swept away soon, or not yet. */
export const atTime = (state: State, now: number): State => ({
  ...state,
  now,
  access: {
    ...state.access,
    tokens: state.access.tokens.map((token) =>
      now - token.expiresAt > DAY ? { ...token, mayBeSwept: true } : token,
    ),
  },
  kept: state.kept.map((answer) => (answer.at < now - DAY ? { ...answer, mayBeSwept: true } : answer)),
})

/** What may be true of what a request comes with: where the clock was set back, it may be there still, or be swept away. */
export function withAndWithoutSwept(state: State, { key, token }: Request): State[] {
  const { access, now } = state
  const known = access.tokens.find(({ text }) => text === token?.text)
  const kept =
    token && key !== undefined ? state.kept.find((answer) => isOf(answer, { ...token, key })) : undefined
  const without: State[] = []
  if (known?.mayBeSwept && now - known.expiresAt <= DAY)
    without.push({
      ...state,
      access: { ...access, tokens: access.tokens.filter((other) => other !== known) },
    })
  if (kept?.mayBeSwept && kept.at >= now - DAY)
    without.push({ ...state, kept: state.kept.filter((other) => other !== kept) })
  return [state, ...without]
}

/** Section 5: missing, malformed or unknown 400, expired or revoked 401. What has expired a day ago is unknown. */
function requireLive({ access, now }: State, token: Token | undefined): void {
  const known = access.tokens.find(({ text }) => text === token?.text)
  if (!known || now - known.expiresAt > DAY) throw new Refused('BadRequest')
  if (known.grant !== undefined && access.revoked.includes(known.grant)) throw new Refused('Unauthorized')
  if (known.expiresAt <= now) throw new Refused('Unauthorized')
}

interface Owner {
  readonly store: StoreCode
  readonly role: Role
  readonly key: string
}

const isOf = (a: Owner, b: Owner): boolean => a.store === b.store && a.role === b.role && a.key === b.key

/** The same answer once more, word for word. */
const again = (state: State, { answer }: KeptAnswer): Outcome => ({
  status: answer.status,
  body: answer.body,
  ...(answer.etag !== undefined && { etag: exactly(answer.etag) }),
  isReplayed: true,
  next: () => state,
})

/** Keeps the first answer to a key for a day. */
function keeping(state: State, request: Request, owner: Owner | undefined, outcome: Outcome): Outcome {
  if (!owner) return outcome
  const { store, role, key } = owner
  return {
    ...outcome,
    next: (answer) => {
      const then = outcome.next(answer)
      const first = then.kept.find((other) => isOf(other, owner))
      if (first && first.at >= state.now - DAY) return then
      // A refusal is kept without its headers.
      const given = { ...answer, etag: answer.status < 400 ? answer.etag : undefined }
      return {
        ...then,
        kept: [
          ...then.kept.filter((other) => other !== first),
          { store, role, key, request: textOf(request), at: state.now, answer: given },
        ],
      }
    },
  }
}

export const exactly = (value: string): Like => new Like(value, (actual) => actual === value)

/** The address of a request, behind `/api/v1`. */
export const pathOf = ({ call, wantsMiniCart }: Request): string =>
  call.cartId !== undefined && wantsMiniCart ? `${call.path}?views=miniCart` : call.path

const textOf = (request: Request): string =>
  `${request.call.method} ${pathOf(request)} ${JSON.stringify(request.call.body ?? {})}`

/** A cart of the caller's store, for looking at. */
export function cartOf(state: State, caller: Caller, cartId: string): Cart {
  const cart = state.carts.find(({ id }) => id === cartId)
  if (cart?.store !== caller.store.code) throw new Refused('NotFound')
  return cart
}

/** A cart of the caller's store, for changing: not given up, no order past being reopened, and as the caller has seen it. */
export function openCart(state: State, caller: Caller, cartId: string): Cart {
  const cart = cartOf(state, caller, cartId)
  const { ifMatch } = caller
  const order = state.orders.find(({ id }) => id === cart.id)
  if (cart.state === 'abandoned') throw new Refused('Conflict')
  if (cart.state === 'ordered' && (order?.status !== 'New order' || isPaidInPart(order)))
    throw new Refused('Conflict')
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== cart.etag) throw new Refused('Conflict')
  return cart
}

/** Blank texts count as not given. */
export const orNull = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text
