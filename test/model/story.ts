import { setImmediate } from 'node:timers/promises'
import { readingCodes } from './commands/change-promotion-code.ts'
import { creating } from './commands/create-cart.ts'
import { reading } from './commands/read-cart.ts'
import { readingEvents, readingOrder } from './commands/read-order.ts'
import { readingShops, readingStock } from './commands/read-shop.ts'
import { takingToken } from './commands/take-token.ts'
import { difference } from './match.ts'
import { atTime, pathOf, respond, withAndWithoutSwept } from './model.ts'
import {
  isNameless,
  type Answer,
  type Call,
  type Outcome,
  type Request,
  type Role,
  type State,
  type Token,
} from './state.ts'
import { START, type Shop } from './shop.ts'
import type { Asking, Step } from './step.ts'
import type { Tally } from './tally.ts'
import { isBound } from './views.ts'
import type { StoreCode, World } from './world.ts'

/** A story that goes otherwise with the core than with the model. */
class StoryFailure extends Error {
  override readonly name = 'StoryFailure'
}

let stories = 0
const LOOK = 'look at what is there'

/**
 * Tells a story to the core, step by step, and holds each answer against the model's; at the end every cart and every
 * order is read back.
 * @returns how many steps there were: what was asked for, and what happened to core and clock
 * @throws StoryFailure with the story as it was told
 */
export async function tell(steps: readonly Step[], shop: Shop, tally: Tally): Promise<number> {
  const teller = new Teller(shop, tally)
  try {
    for (const step of steps) await teller.tell(step)
    await teller.readBack()
  } catch (error) {
    const text =
      error instanceof StoryFailure ? error.message : error instanceof Error ? error.stack : String(error)
    throw new StoryFailure(
      `${text ?? ''}\n\nThe story:\n${teller.told.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  shop.lastOrderNumber = teller.state.lastOrderNumber
  shop.world = teller.state.world
  return teller.steps
}

class Teller {
  readonly told: string[] = []
  /** Without the looks at carts and orders, and the tokens taken for them. */
  steps = 0
  readonly #shop: Shop
  readonly #tally: Tally
  /** All that may be true: more than one after what happened at once or was cut short, until a look decides. */
  #states: readonly State[]
  #keys = 0

  constructor(shop: Shop, tally: Tally) {
    const { world } = shop
    this.#shop = shop
    this.#tally = tally
    shop.now = START
    stories++
    this.#states = [
      {
        world,
        tag: `S${stories}`,
        now: START,
        carts: [],
        orders: [],
        customers: { harbour: world.stores.harbour.customers, uptown: world.stores.uptown.customers },
        doubles: [],
        lastOrderNumber: shop.lastOrderNumber,
        access: { tokens: [], refreshTokens: [], codes: [], revoked: [], grants: 0 },
        kept: [],
        keyed: [],
      },
    ]
  }

  get state(): State {
    const [state] = this.#states
    if (!state) throw new Error('Nothing may be true.')
    return state
  }

  async tell(step: Step): Promise<void> {
    if (step.kind !== 'ask') this.#tally.happen(step.kind)
    if (happenings.has(step.kind)) this.steps++
    switch (step.kind) {
      case 'ask':
        await this.#ask(await this.#requestOf(step))
        break
      case 'at once':
        await this.#askTogether([
          await this.#requestOf(step.first),
          step.second && (await this.#requestOf(step.second)),
        ])
        break
      case 'around a late failure':
        await this.#askTogether([
          await this.#requestOf(step.ahead),
          step.before && (await this.#requestOf(step.before)),
          step.late && (await this.#requestOf(step.late)),
          step.after && (await this.#requestOf(step.after)),
        ])
        break
      case 'twice': {
        const request = await this.#requestOf(step.asking)
        await this.#askTogether([request, request])
        break
      }
      case 'again':
        await this.#ask(this.#keyedBefore(step.at, step.isOther))
        break
      case 'clock':
        this.#setClock(step.seconds)
        break
      case 'launch':
        await this.#launch(step.store)
        break
      case 'restart':
        this.told.push('the core is closed and opened again')
        await this.#shop.restart()
        break
      case 'crash':
        this.told.push('the core crashes')
        await this.#shop.crash()
        break
      case 'crash during':
        await this.#crashDuring(await this.#requestOf(step.asking), step.turns)
        break
    }
    await this.#learnIds()
  }

  /** Every cart and every order as they are at the end, and how many there are of what was counted or sold. */
  async readBack(): Promise<void> {
    const { carts, orders } = this.state
    for (const cart of carts) {
      await this.#look(reading(cart))
      if (cart.codes.length > 0) await this.#look(readingCodes(cart))
    }
    for (const order of orders) {
      await this.#look(readingOrder(order, `/payments/${order.payments.at(-1)?.id ?? ''}/order`))
      await this.#look(readingEvents(order))
    }
    for (const [code, ids] of stockSince(this.#shop.world, this.state.world)) {
      for (const id of ids) await this.#look(readingStock(code, id))
    }
  }

  async #ask(request: Request | undefined): Promise<void> {
    if (!request) return
    this.#judge(request, await this.#send(request))
  }

  async #send(request: Request): Promise<Answer> {
    const answer = await this.#shop.ask(request)
    if (request.name !== LOOK) this.steps++
    this.#tally.count(request.name, answer.status)
    this.#note(request, answer)
    return answer
  }

  #note(request: Request, answer: Answer): void {
    const { call, token, ifMatch, key } = request
    const who = call.scopes === undefined ? 'anyone' : token ? `${token.role} of ${token.store}` : 'somebody'
    const what = `${call.method} ${pathOf(request)} ${call.body ? JSON.stringify(call.body) : ''}`
    const how = `${ifMatch === undefined ? '' : ` If-Match ${ifMatch}`}${key === undefined ? '' : ` key ${key}`}`
    this.told.push(`${who}: ${what}${how} → ${answer.status} ${answer.text.slice(0, 300)}`)
  }

  /** Only what agrees with the answer may still be true. */
  #judge(request: Request, answer: Answer): void {
    this.#states = judged(this.#states, request, answer, true)
    this.#remember(request)
  }

  #remember(request: Request): void {
    if (request.key === undefined || request.call.method !== 'POST') return
    this.#states = this.#states.map((state) => ({ ...state, keyed: [...state.keyed.slice(-20), request] }))
  }

  /** Those that can be asked, all at once: what they answer must be what they would have answered in some order. */
  async #askTogether(asked: readonly (Request | undefined)[]): Promise<void> {
    const requests = asked.filter((request) => request !== undefined)
    const [first] = requests
    if (!first) return
    if (requests.length === 1) {
      await this.#ask(first)
      return
    }
    this.told.push('at once:')
    const answered = await Promise.all(
      requests.map(async (request) => ({ request, answer: await this.#send(request) })),
    )
    const faults: string[] = []
    const states = ordersOf(answered).flatMap((order) => {
      try {
        return order.reduce(
          (before, { request, answer }) => judged(before, request, answer, false),
          this.#states,
        )
      } catch (error) {
        faults.push((error as Error).message)
        return []
      }
    })
    if (states.length === 0) throw new StoryFailure(`in no order\n${faults.join('\n')}`)
    this.#states = states
    this.#remember(first)
    await this.#decide()
  }

  /** The request is sent, and some turns of the event loop later what is on disk is all that is left. */
  async #crashDuring(request: Request | undefined, turns: number): Promise<void> {
    if (!request) return
    const past = { isAnswered: false }
    const sent = this.#shop.ask(request).finally(() => (past.isAnswered = true))
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    const { isAnswered } = past
    this.told.push(`the core crashes ${isAnswered ? 'after' : 'during'}:`)
    await this.#shop.crash(sent)
    const answer = await sent
    this.#note(request, answer)
    // What it would have answered names what it may have made; nothing of it may be there either.
    const done = judged(this.#states, request, answer, true)
    this.#states = isAnswered ? done : [...done, ...this.#states]
    await this.#decide()
  }

  /** Looks at everything in which what may be true differs. */
  async #decide(): Promise<void> {
    if (this.#states.length < 2) return
    const carts = new Map(this.#states.flatMap((state) => state.carts.map((cart) => [cart.id, cart])))
    for (const cart of carts.values()) {
      await this.#look(reading(cart))
      await this.#look(readingCodes(cart))
    }
    const orders = new Map(this.#states.flatMap((state) => state.orders.map((order) => [order.id, order])))
    for (const order of orders.values()) {
      await this.#look(readingOrder(order))
      await this.#look(readingEvents(order))
    }
    for (const call of readingShops(this.#states)) await this.#look(call)
    // What is left differs, if at all, in keys and tokens: those are told apart when they are used.
    this.#states = [...new Map(this.#states.map((state) => [saidOf(state), state])).values()]
    if (this.#states.length > MAY_BE_TRUE) throw new Error('Too much may be true.')
  }

  /** Ids that no answer has said yet are in what the things are read by. */
  async #learnIds(): Promise<void> {
    for (const cart of this.state.carts.filter((one) => !isBound(one))) await this.#look(reading(cart))
    for (const order of this.state.orders.filter(({ customer }) => isNameless(customer))) {
      await this.#look(readingOrder(order))
    }
  }

  async #look(call: Call): Promise<void> {
    const token = await this.#liveToken(call.store, 'clerk')
    await this.#ask({ name: LOOK, call, token, wantsMiniCart: false, ifMatch: undefined, key: undefined })
  }

  /** @returns undefined where there is nothing that could be asked for */
  async #requestOf(asking: Asking): Promise<Request | undefined> {
    const call = asking.command.call(this.state) ?? this.#beginning(asking)
    if (!call) return undefined
    const other = call.store === 'harbour' ? 'uptown' : 'harbour'
    const store = asking.isElsewhere ? other : call.store
    const role = this.#roleFor(asking.role, store, call)
    return {
      name: asking.command.name,
      call,
      token: call.scopes === undefined ? undefined : await this.#tokenFor(asking.token, store, role),
      wantsMiniCart: asking.wantsMiniCart && call.cartId !== undefined,
      ifMatch: this.#etagFor(asking.ifMatch, call.cartId),
      key: asking.hasKey && call.scopes !== undefined ? `${this.state.tag}-${++this.#keys}` : undefined,
    }
  }

  /** A clerk leaves to the manager what only a manager may, and does the console's where none is open. */
  #roleFor(role: Role, store: StoreCode, { scopes }: Call): Role {
    if (role === 'clerk' && scopes?.includes('manage')) return 'manager'
    return role === 'console' && !this.#newest(store, 'console') ? 'clerk' : role
  }

  /** Without a cart there is little to ask for: whoever wants something of one gets one first. */
  #beginning({ wantsMiniCart, hasKey }: Asking): Call | undefined {
    if (this.state.carts.length > 0) return undefined
    const { code, cultures, currencies } = this.state.world.stores[wantsMiniCart ? 'harbour' : 'uptown']
    return creating(code, cultures[0] ?? '', currencies[hasKey ? 1 : 0]?.isoCode ?? '')
  }

  #etagFor(how: Asking['ifMatch'], cartId: string | undefined): string | undefined {
    const cart = this.state.carts.find(({ id }) => id === cartId)
    if (!cart || how === 'none') return undefined
    if (how === 'any') return '*'
    return how === 'current' ? cart.etag : cart.earlierEtags.at(-1)
  }

  #newest = (store: StoreCode, role: Role): Token | undefined =>
    this.state.access.tokens.findLast((token) => token.store === store && token.role === role)

  async #tokenFor(how: Asking['token'], store: StoreCode, role: Role): Promise<Token | undefined> {
    if (how === 'none') return undefined
    const newest = this.#newest(store, role)
    // The console has no credentials: it asks with what it has.
    if (newest && (how === 'any' || role === 'console')) return newest
    return role === 'console' ? undefined : this.#liveToken(store, role)
  }

  async #liveToken(store: StoreCode, role: Exclude<Role, 'console'>): Promise<Token> {
    const newest = this.#newest(store, role)
    if (newest && newest.expiresAt > this.state.now) return newest
    const call = takingToken(this.state, store, role)
    await this.#ask({
      name: LOOK,
      call,
      token: undefined,
      wantsMiniCart: false,
      ifMatch: undefined,
      key: undefined,
    })
    const taken = this.#newest(store, role)
    if (!taken) throw new Error('There is no token.')
    return taken
  }

  /** A request with a key once more; or another one, with the first one's key. */
  #keyedBefore(index: number, isOther: boolean): Request | undefined {
    const { keyed } = this.state
    const request = keyed[keyed.length - 1 - (index % Math.max(keyed.length, 1))]
    const other = isOther ? keyed.find(({ call }) => call.path !== request?.call.path) : undefined
    return request && other ? { ...other, key: request.key } : request
  }

  #setClock(seconds: number): void {
    this.#shop.now += seconds * 1000
    this.told.push(`the clock says ${new Date(this.#shop.now).toISOString()}`)
    this.#states = this.#states.map((state) => atTime(state, this.#shop.now))
  }

  async #launch(store: StoreCode): Promise<void> {
    const text = await this.#shop.launchCode(store)
    this.told.push(`the console of ${store} is launched`)
    this.#states = this.#states.map((state) => {
      const code = { text, store, expiresAt: state.now + 300_000, grant: undefined }
      return { ...state, access: { ...state.access, codes: [...state.access.codes, code] } }
    })
  }
}

/** Steps that are no requests, or more than one. */
const happenings: ReadonlySet<Step['kind']> = new Set(['clock', 'launch', 'restart', 'crash', 'crash during'])

const MAY_BE_TRUE = 16

/** Every order in which things may have come. */
const ordersOf = <T>(things: readonly T[]): readonly (readonly T[])[] =>
  things.length < 2
    ? [things]
    : things.flatMap((first, index) => ordersOf(things.toSpliced(index, 1)).map((rest) => [first, ...rest]))

/** The ids of what there are more or fewer of than before, by store. */
const stockSince = (before: World, now: World): [StoreCode, Set<string>][] =>
  (['harbour', 'uptown'] as const).map((code) => {
    const [then, levels] = [before.stores[code].stock, now.stores[code].stock]
    const ids = [...then.keys(), ...levels.keys()]
    return [code, new Set(ids.filter((id) => then.get(id) !== levels.get(id)))]
  })

/** A state as text, the same for states that are the same. */
function saidOf(state: State): string {
  const { world, carts, orders, customers, doubles, lastOrderNumber, access, kept } = state
  const sorted = {
    doubles,
    shops: Object.values(world.stores).map(({ campaigns, circles, stock, variants }) => [
      [...stock].sort(),
      campaigns.map(({ from, id, isExclusive, priority, to }) => [id, priority, isExclusive, from, to]),
      variants.map(({ version, prices }) => [version, [...prices]]),
      [...circles].map(([id, { groups, organization }]) => [id, [...groups].sort(), organization]).sort(),
    ]),
    carts: carts.toSorted(by(({ id }) => id)),
    orders: orders.toSorted(by(({ id }) => id)),
    customers: Object.values(customers).map((known) => known.toSorted(by(({ id }) => id))),
    access: { ...access, tokens: access.tokens.toSorted(by(({ text }) => text)) },
    kept: kept.toSorted(by(({ store, role, key }) => `${store} ${role} ${key}`)),
  }
  return JSON.stringify({ ...sorted, lastOrderNumber }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

const by =
  <T>(key: (thing: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : 1

/** What may be true after an answer. @throws StoryFailure where nothing may */
function judged(states: readonly State[], request: Request, answer: Answer, isAlone: boolean): State[] {
  const faults: string[] = []
  const possible = states.flatMap((state) => withAndWithoutSwept(state, request))
  const after = possible.flatMap((state) => {
    const outcome = respond(state, request)
    const fault = disagreement(outcome, answer, isAlone)
    if (fault === undefined) return [outcome.next(answer)]
    faults.push(fault)
    return []
  })
  if (after.length > 0) return after
  throw new StoryFailure(
    `${request.call.method} ${pathOf(request)} answers otherwise than the model:\n${faults.join('\nor: ')}`,
  )
}

function disagreement(outcome: Outcome, answer: Answer, isAlone: boolean): string | undefined {
  const isHeldBack = outcome.isGuess === true && answer.status === 429
  if (answer.status !== outcome.status && !isHeldBack) {
    return `status: ${answer.status} ${answer.text} instead of ${outcome.status} ${JSON.stringify(outcome.body)}`
  }
  // Of two refusals at once, each may come before the other is kept.
  if ((isAlone || answer.status === 200) && answer.isReplayed !== (outcome.isReplayed ?? false)) {
    return `it is ${answer.isReplayed ? '' : 'not '}a replay`
  }
  if (outcome.etag && !outcome.etag.accepts(answer.etag)) {
    return `etag: ${answer.etag ?? 'none'} instead of ${outcome.etag.text}`
  }
  return difference(outcome.body, answer.body)
}
