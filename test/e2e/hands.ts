import type { Locator, Page, Route } from 'playwright'
import { Cart, CartsAnswer } from '../../core/carts/cart.schema.ts'
import type { Random } from '../../core/demo/random.ts'
import { pressKeys, type Counter } from './counter.ts'
import { eventually } from './eventually.ts'
import { Scanner } from './scanner.ts'

/** Hands at a counter that do whatever comes to them, in one tab or two. */
export interface Hands {
  /** What they have done, as one would tell it. */
  readonly done: readonly string[]
  readonly doSomething: () => Promise<void>
  /** Waits until the cart or order on the screen is what the core has. */
  readonly look: () => Promise<void>
  /** Closes what they have opened. */
  readonly leave: () => Promise<void>
}

const KEYS = [
  ...[
    'F2',
    'F4',
    'F6',
    'F7',
    'F8',
    'F9',
    'Shift+F1',
    'Shift+F4',
    'Shift+F6',
    'Shift+F7',
    'Shift+F8',
    'Shift+F9',
  ],
  ...['Control+F3', 'Control+F8', 'Control+F9', 'Control+k', 'Control+j', 'Control+m', 'Control+Shift+m'],
  ...[
    'Control+z',
    'Control+z',
    'Control+y',
    'Escape',
    'Enter',
    'Tab',
    'Shift+Tab',
    '+',
    '-',
    'Delete',
    'Space',
  ],
  ...['ArrowDown', 'ArrowUp', 'Backspace', 'Shift+F2', 'F3', 'Shift+F3'],
] as const
const TEXTS = ['3', '12,5', '8000', 'anna', 'mug', 'LOST'] as const
const QUANTITIES = ['', '0', '1', '3', '12', 'x'] as const
/** A hand that types, slower than any scanner. */
const TYPING = { delay: 115 }
/** What is there may be gone, or covered, before a hand is on it: it does not wait for it. */
const AT_ONCE = { timeout: 500 }
const A_CART = /#\/carts\/([0-9a-f-]{36})/
const AN_ORDER = /#\/orders\/([0-9a-f-]{36})/
const CONFLICT = 'Somebody else has changed this order'

/** @param random what they do, and in which order */
export async function handsAt(counter: Counter, random: Random): Promise<Hands> {
  const { program } = counter
  const done: string[] = []
  const goods = await program.products({ maxItems: 40 })
  const first = counter.page
  await pressKeys(first, ['Escape', 'Escape'])
  await counter.newOrder()
  const second = random.chance(0.5) ? await first.context().newPage() : undefined
  await second?.goto(first.url())
  let page = first

  let lost = 0
  const loseAnswer = async (route: Route): Promise<void> => {
    if (lost === 0 || route.request().method() === 'GET') return route.fallback()
    lost--
    await route.fetch().catch(() => undefined)
    await route.abort()
  }
  const writes = /\/api\/v1\/(carts|payments|orders)/
  await first.context().route(writes, loseAnswer)

  const loseOne = (): Promise<string> => {
    lost = 1
    return Promise.resolve('an answer is lost')
  }

  const press = async (key: string): Promise<void> => page.keyboard.press(key)
  const scan = async (code: string): Promise<void> => (await Scanner.at(page)).scan(code)
  const scanGoods = async (): Promise<string> => {
    const { sku, variantSku } = random.pick(goods)
    const code = variantSku ?? sku
    await scan(code)
    return `scan ${code}`
  }
  const choose = async (name: RegExp): Promise<void> => page.getByRole('radio', { name }).click(AT_ONCE)

  /** What somebody else does to what is open here. @returns what it was */
  async function colleague(): Promise<string | undefined> {
    const { cartId, orderId } = openAt(page)
    if (orderId !== undefined) {
      const { payments } = await program.readOrder(orderId)
      const step = random.pick(['capture', 'refund', 'note'] as const)
      if (step === 'note') await program.post(`/orders/${orderId}/note`, { note: 'Rings twice' })
      else await program.post(`/payments/${payments[0]?.id}/${step}`, {})
      return `a colleague: ${step}`
    }
    if (cartId === undefined) return undefined
    const answer = await program.get(`/carts/${cartId}`)
    const lines = answer.status === 200 ? answer.ok(Cart).orderLines : []
    const line = lines.length > 0 ? `/carts/${cartId}/lines/${random.pick(lines).id}` : undefined
    const step = random.pick(['quantity', 'remove', 'add', 'note'] as const)
    if (step === 'add') await program.post(`/carts/${cartId}/lines`, await program.lineOf(random.pick(goods)))
    else if (step === 'note') await program.patch(`/carts/${cartId}`, { note: `Gate ${random.below(9)}` })
    else if (line === undefined) return undefined
    else if (step === 'remove') await program.delete(line)
    else await program.patch(line, { quantity: random.between(1, 9) })
    return `a colleague: ${step}`
  }

  /** A whole sale. */
  async function sell(): Promise<string | undefined> {
    if (openAt(page).cartId === undefined) return undefined
    await pressKeys(page, ['Escape', 'Escape'])
    await scanGoods()
    await pressKeys(page, ['Shift+F1'])
    await choose(/Collection in the shop/)
    await choose(random.pick([/^Cash/, /^Card terminal/]))
    await pressKeys(page, ['F9'])
    return 'sell'
  }

  async function clickSomething(): Promise<string | undefined> {
    const control = await drawn(
      page.locator('main, [role=dialog]').locator('button:enabled, [role=radio], [role=option]'),
      random,
    )
    const name = await control?.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent.trim(),
    )
    // Paper is not what is tried here.
    if (control === undefined || name?.includes('Print') === true) return undefined
    await control.click({ ...AT_ONCE, clickCount: random.chance(0.15) ? 2 : 1 })
    return `click ${name}`
  }

  async function setQuantity(): Promise<string | undefined> {
    const field = await drawn(page.getByRole('spinbutton'), random)
    if (!field) return undefined
    const [quantity, key] = [random.pick(QUANTITIES), random.pick(['Enter', 'Tab', 'Escape', 'ArrowUp'])]
    await field.fill(quantity, AT_ONCE)
    await press(key)
    return `quantity ${quantity}, ${key}`
  }

  async function goBack(): Promise<string> {
    await page.goBack(AT_ONCE)
    // Where a tab began there is no console.
    if (page.url() === 'about:blank') await page.goForward()
    return 'back'
  }

  async function pressSomething(): Promise<string> {
    const key = random.pick(KEYS)
    await press(key)
    return key
  }

  async function typeSomething(): Promise<string> {
    const text = random.pick(TEXTS)
    await page.keyboard.type(text, TYPING)
    return `type ${text}`
  }

  const steps: readonly [weight: number, step: () => Promise<string | undefined>][] = [
    [4, scanGoods],
    [2, setQuantity],
    [5, pressSomething],
    [1, typeSomething],
    [3, clickSomething],
    [2, colleague],
    [1, sell],
    [1, loseOne],
    [0.5, async () => page.reload().then(() => 'reload')],
    [0.5, goBack],
  ]

  return {
    done,
    async doSomething() {
      if (second && random.chance(0.2)) {
        page = page === first ? second : first
        await page.bringToFront()
        done.push(page === first ? 'to the first tab' : 'to the second tab')
      }
      const [, step] = random.pickWeighted(steps, ([weight]) => weight)
      // Nothing is lost where a hand misses what it reaches for.
      const what = await step().catch((error: unknown) => `missed: ${String(error).split('\n')[0]}`)
      if (what !== undefined) done.push(what)
    },
    async look() {
      lost = 0
      await pressKeys(page, ['Escape', 'Escape'])
      await eventually(async () => {
        if (await page.getByText(CONFLICT).first().isVisible())
          await press(random.pick(['Control+m', 'Control+Shift+m']))
        return differences(page, counter)
      }).toEqual([])
      if (openAt(page).cartId !== undefined) return
      await pressKeys(page, ['Shift+F2'])
      await page.waitForURL(A_CART)
    },
    async leave() {
      await first.context().unroute(writes, loseAnswer)
      await second?.close()
      await first.bringToFront()
    },
  }
}

/** What is open on the screen. */
function openAt(page: Page): { cartId: string | undefined; orderId: string | undefined } {
  const { hash } = new URL(page.url())
  return { cartId: A_CART.exec(hash)?.[1], orderId: AN_ORDER.exec(hash)?.[1] }
}

/** One of those that are in sight; undefined where none is. */
async function drawn(all: Locator, random: Random): Promise<Locator | undefined> {
  const seen = await all.filter({ visible: true }).all()
  return seen.length === 0 ? undefined : random.pick(seen)
}

/** What stands on the screen, and what the core has instead; nothing of a cart that is not open any more. */
async function differences(page: Page, { program }: Counter): Promise<string[]> {
  const { cartId, orderId } = openAt(page)
  if (orderId !== undefined) {
    const { orderStatus, orderTotal } = await program.readOrder(orderId)
    const text = await page.getByRole('main').innerText()
    const shown = await page
      .getByRole('group', { name: 'Totals' })
      .locator('[aria-live]')
      .first()
      .textContent()
    const isShown =
      text.includes(orderStatus.name.replace(' order', '')) && digitsOf(shown ?? '') === cents(orderTotal)
    return isShown ? [] : [`${orderStatus.name}, ${orderTotal} is not in: ${text}`]
  }
  if (cartId === undefined) return []
  const open = await program.get('/carts', { search: cartId, state: 'open' })
  if (open.ok(CartsAnswer).carts.length === 0) return []
  const { orderLines, orderTotal } = await program.readCart(cartId)
  const stored = orderLines.map(({ sku, variantSku, quantity }) => ({ sku: variantSku ?? sku, quantity }))
  const rows = await page
    .getByRole('table', { name: 'Goods' })
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => {
        const field = row.querySelector<HTMLInputElement>('[role=spinbutton]')
        // What is no quantity stays as it was typed, and is said to be none.
        const isFaulty = field?.getAttribute('aria-invalid') === 'true'
        return {
          text: row.textContent,
          quantity: isFaulty ? undefined : Number(field?.value.replaceAll(',', '')),
        }
      }),
    )
  const lost = stored.filter(
    ({ sku, quantity }) =>
      !rows.some((row) => row.text.includes(sku) && (row.quantity ?? quantity) === quantity),
  )
  const total = await page.getByRole('group', { name: 'Totals' }).locator('[aria-live]').allTextContents()
  return [
    ...lost.map(({ sku, quantity }) => `${quantity} × ${sku} is not in ${JSON.stringify(rows)}`),
    ...(rows.length === stored.length ? [] : [`${rows.length} rows, and not ${stored.length}`]),
    ...total
      .filter((text) => cents(orderTotal) !== digitsOf(text))
      .map((text) => `${text}, and not ${orderTotal}`),
  ]
}

const cents = (amount: number): number => Math.round(amount * 100)
const digitsOf = (text: string): number => Number(text.replaceAll(/\D/g, ''))
