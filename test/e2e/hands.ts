import type { Locator, Page, Route } from 'playwright'
import type { Random } from '../../core/demo/random.ts'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { pressKeys, type Counter } from './counter.ts'
import { eventually } from './eventually.ts'
import { Scanner } from './scanner.ts'
import { differences, isOpenCart, openAt } from './screen-and-core.ts'

const KEYS = (
  'F2 F4 F6 F7 F8 F9 Shift+F1 Shift+F2 Shift+F4 Shift+F6 Shift+F7 Shift+F8 Shift+F9 F3 Shift+F3 ' +
  'Control+F3 Control+F8 Control+F9 Control+k Control+j Control+m Control+Shift+m Control+z Control+z Control+y ' +
  'Escape Enter Tab Shift+Tab + - Delete Backspace Space ArrowDown ArrowUp'
).split(' ')
const TEXTS = ['3', '12,5', '8000', 'anna', 'mug', 'LOST']
const QUANTITIES = ['', '0', '1', '3', '12', 'x']
/** A hand that types, slower than any scanner. */
const TYPING = { delay: 115 }
/** What is there may be gone, or covered, before a hand is on it: it does not wait for it. */
const AT_ONCE = { timeout: 500 }
const WRITES = /\/api\/v1\/(?:carts|payments|orders)/
const CONFLICT = 'Somebody else has changed this order'

type Step = () => Promise<string | undefined>

/** Hands at a counter that do whatever comes to them, in one tab or two, beside a colleague. */
export class Hands {
  readonly #counter: Counter
  readonly #random: Random
  readonly #goods: readonly Product[]
  /** The tabs; the one that has the keyboard comes first. */
  #tabs: readonly [Page, ...Page[]]
  #lost = 0
  /** What they have done, as one would tell it. */
  readonly done: string[] = []

  private constructor(counter: Counter, random: Random, goods: readonly Product[], tabs: [Page, ...Page[]]) {
    this.#counter = counter
    this.#random = random
    this.#goods = goods
    this.#tabs = tabs
  }

  /** Begins with an order. @param random what they do, and in which order */
  static async at(counter: Counter, random: Random): Promise<Hands> {
    const { page, program } = counter
    await pressKeys(page, ['Escape', 'Escape'])
    await counter.newOrder()
    const others = random.chance(0.5) ? [await page.context().newPage()] : []
    for (const other of others) await other.goto(page.url())
    const hands = new Hands(counter, random, await program.products({ maxItems: 40 }), [page, ...others])
    await page.context().route(WRITES, hands.#loseAnswer)
    return hands
  }

  async doSomething(): Promise<void> {
    const [page, ...others] = this.#tabs
    const [other] = others
    if (other && this.#random.chance(0.2)) {
      this.#tabs = [other, page]
      await other.bringToFront()
      this.done.push('to the other tab')
    }
    const [, step] = this.#random.pickWeighted(this.#steps, ([weight]) => weight)
    // Nothing is lost where a hand misses what it reaches for.
    const what = await step().catch((error: unknown) => `missed: ${String(error).split('\n')[0]}`)
    if (what !== undefined) this.done.push(what)
  }

  /** Waits until the cart or order on the screen is what the core has. */
  async look(): Promise<void> {
    const page = this.#page
    this.#lost = 0
    await pressKeys(page, ['Escape', 'Escape'])
    await eventually(async () => {
      if (await page.getByText(CONFLICT).first().isVisible())
        await page.keyboard.press(this.#random.pick(['Control+m', 'Control+Shift+m']))
      return differences(page, this.#counter.program)
    }).toEqual([])
    if (openAt(page).cartId !== undefined) return
    await pressKeys(page, ['Shift+F2'])
    await eventually(() => Promise.resolve(openAt(page).cartId)).toBeDefined()
  }

  /** Closes what they have opened. */
  async leave(): Promise<void> {
    const { page } = this.#counter
    await page.context().unroute(WRITES, this.#loseAnswer)
    for (const tab of this.#tabs) if (tab !== page) await tab.close()
    await page.bringToFront()
  }

  get #page(): Page {
    return this.#tabs[0]
  }

  readonly #loseAnswer = async (route: Route): Promise<void> => {
    if (this.#lost === 0 || route.request().method() === 'GET') return route.fallback()
    this.#lost--
    // It may be closed, or away, meanwhile.
    await route.fetch().catch(() => undefined)
    await route.abort().catch(() => undefined)
  }

  readonly #scan: Step = async () => {
    const { sku, variantSku } = this.#random.pick(this.#goods)
    const code = variantSku ?? sku
    await (await Scanner.at(this.#page)).scan(code)
    return `scan ${code}`
  }

  readonly #press: Step = async () => {
    const key = this.#random.pick(KEYS)
    await this.#page.keyboard.press(key)
    return key
  }

  readonly #type: Step = async () => {
    const text = this.#random.pick(TEXTS)
    await this.#page.keyboard.type(text, TYPING)
    return `type ${text}`
  }

  /** Into whatever takes a number, the days of a filter too. */
  readonly #setQuantity: Step = async () => {
    const field = await this.#drawn(this.#page.getByRole('spinbutton'))
    if (!field) return undefined
    const quantity = this.#random.pick(QUANTITIES)
    const key = this.#random.pick(['Enter', 'Tab', 'Escape', 'ArrowUp'])
    await field.fill(quantity, AT_ONCE)
    await this.#page.keyboard.press(key)
    return `quantity ${quantity}, ${key}`
  }

  readonly #click: Step = async () => {
    const control = await this.#drawn(
      this.#page.locator('main, [role=dialog]').locator('button:enabled, [role=radio], [role=option]'),
    )
    const name = await control?.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent.trim(),
    )
    // Paper is not what is tried here.
    if (control === undefined || name?.includes('Print') === true) return undefined
    await control.click({ ...AT_ONCE, clickCount: this.#random.chance(0.15) ? 2 : 1 })
    return `click ${name}`
  }

  /** A whole sale, to somebody who gives no name. */
  readonly #sell: Step = async () => {
    const page = this.#page
    if (openAt(page).cartId === undefined) return undefined
    await pressKeys(page, ['Escape', 'Escape'])
    await this.#scan()
    await pressKeys(page, ['Shift+F1'])
    for (const name of [/Collection in the shop/, this.#random.pick([/^Cash/, /^Card terminal/])])
      await page.getByRole('radio', { name }).click(AT_ONCE)
    await pressKeys(page, ['F9'])
    return 'sell'
  }

  /** Somebody else has it open, too. */
  readonly #haveColleague: Step = async () => {
    const { cartId, orderId } = openAt(this.#page)
    const step = orderId === undefined ? await this.#changeCart(cartId) : await this.#changeOrder(orderId)
    return step && `a colleague: ${step}`
  }

  async #changeOrder(orderId: string): Promise<string> {
    const { program } = this.#counter
    const { payments } = await program.readOrder(orderId)
    const step = this.#random.pick(['capture', 'refund', 'note'])
    if (step === 'note') await program.post(`/orders/${orderId}/note`, { note: 'Rings twice' })
    else await program.post(`/payments/${payments[0]?.id}/${step}`, {})
    return step
  }

  async #changeCart(cartId: string | undefined): Promise<string | undefined> {
    const { program } = this.#counter
    if (cartId === undefined || !(await isOpenCart(program, cartId))) return undefined
    const { orderLines } = await program.readCart(cartId)
    const step = this.#random.pick(['quantity', 'remove', 'add', 'note'])
    if (step === 'note') {
      await program.patch(`/carts/${cartId}`, { note: `Gate ${this.#random.below(9)}` })
    } else if (step === 'add' || orderLines.length === 0) {
      await program.post(`/carts/${cartId}/lines`, await program.lineOf(this.#random.pick(this.#goods)))
    } else {
      const line = `/carts/${cartId}/lines/${this.#random.pick(orderLines).id}`
      if (step === 'remove') await program.delete(line)
      else await program.patch(line, { quantity: this.#random.between(1, 9) })
    }
    return step
  }

  /** The core does what is asked for next, and the console is not told. */
  readonly #loseNextAnswer: Step = () => {
    this.#lost = 1
    return Promise.resolve('an answer is lost')
  }

  readonly #reload: Step = async () => {
    await this.#page.reload()
    return 'reload'
  }

  readonly #goBack: Step = async () => {
    // It goes on where it is not waited for, and leads out of the console behind what is done next.
    await this.#page.goBack({ waitUntil: 'commit', timeout: 10_000 })
    // Where a tab began there is no console.
    if (this.#page.url() === 'about:blank') await this.#page.goForward()
    return 'back'
  }

  readonly #steps: readonly (readonly [weight: number, step: Step])[] = [
    [5, this.#press],
    [4, this.#scan],
    [3, this.#click],
    [2, this.#setQuantity],
    [2, this.#haveColleague],
    [1, this.#type],
    [1, this.#sell],
    [1, this.#loseNextAnswer],
    [0.5, this.#reload],
    [0.5, this.#goBack],
  ]

  /** One of those that are in sight; undefined where none is. */
  async #drawn(all: Locator): Promise<Locator | undefined> {
    const seen = await all.filter({ visible: true }).all()
    return seen.length === 0 ? undefined : this.#random.pick(seen)
  }
}
