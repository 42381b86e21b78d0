import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { localDate } from '../../core/kernel/time-zone.ts'
import { accessibilityFaults, stillness } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'
import { brokenWords, cutTexts, WORD_OR_PART } from './cut-texts.ts'
import { eventually } from './eventually.ts'
import { unmarkedFocusStops } from './focus-stops.ts'
import { ALL_LOOKS, looksOf, type Look } from './looks.ts'

const counter = counterOfDemoShop()
/** Of as many lines as fill a screen; what opens above a cart is looked at above one of three. */
let longCartId: string
let cartId: string
let orderId: string
let phone: string

beforeAll(async () => {
  const { program } = counter()
  orderId = (await program.anOrder({ payment: 'Card terminal' })).order.id
  longCartId = (await program.aCartReadyToPlace({ quantities: [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3] })).cartId
  cartId = (await program.aCartReadyToPlace({ quantities: [1, 2, 3] })).cartId
  const { customers } = (await program.get('/customers', { maxItems: 20 })).ok(CustomersAnswer)
  const [customer] = customers.filter(({ addresses }) => addresses.length > 1)
  phone = customer?.phoneNumber ?? ''
  for (const id of [cartId, longCartId]) await program.patch(`/carts/${id}`, { customerId: customer?.id })
})

/** Days of which the demo shop has takings, whichever of its month it is. */
function lastDays(): string {
  const day = (back: number): string => localDate(new Date(Date.now() - back * DAY), 'Europe/Copenhagen')
  return `from=${day(30)}&to=${day(0)}`
}
const DAY = 86_400_000

const heading = async (name: string | RegExp): Promise<void> =>
  counter().page.getByRole('heading', { name }).waitFor()
const click = async (name: string): Promise<void> =>
  counter().page.getByRole('button', { name, exact: true }).first().click()
const dialog = async (): Promise<void> => counter().page.getByRole('dialog').waitFor()

async function openCart(id = cartId): Promise<void> {
  await counter().goTo(`/carts/${id}`)
  await counter().lines.nth(1).waitFor()
  await counter().page.getByRole('radiogroup', { name: 'Payment' }).waitFor()
}

async function openLongCart(): Promise<void> {
  await counter().goTo(`/carts/${longCartId}`)
  await counter().lines.nth(9).waitFor()
  await counter().page.getByRole('radiogroup', { name: 'Payment' }).waitFor()
}

async function openOrder(query = ''): Promise<void> {
  await counter().goTo(`/orders/${orderId}${query}`)
  await heading(/^Order H-/)
}

/** Every screen and dialog behind the launch link, and how to come to it from the orders. */
const SCREENS: Readonly<Record<string, () => Promise<void>>> = {
  carts: async () => {
    await counter().goTo('/carts')
    await counter().page.getByRole('row').nth(3).waitFor()
  },
  'the menu of currencies': async () => {
    await counter().goTo('/carts')
    await click('Choose a currency')
    await counter().page.getByRole('menuitem').first().waitFor()
  },
  'abandoning a cart': async () => {
    await counter().goTo('/carts')
    await counter()
      .page.getByRole('button', { name: /^Abandon: / })
      .first()
      .click()
    await dialog()
  },
  'no cart that fits': async () => {
    await counter().goTo('/carts')
    await counter().page.getByRole('searchbox', { name: 'Search carts' }).fill('nobody at all')
    await counter().page.getByText('No cart fits').waitFor()
  },
  'appearance and language': async () => {
    await counter().goTo('/orders')
    await click('View')
    await counter().page.getByRole('menu').waitFor()
  },
  'an empty cart': async () => {
    await counter().goTo('/carts')
    await heading('Carts')
    await counter().newOrder()
    await counter().page.getByRole('radiogroup', { name: 'Payment' }).waitFor()
  },
  'goods to choose from': async () => {
    await openCart()
    await counter().press('F2')
    await counter().page.keyboard.type('mug')
    await counter().page.getByRole('option').nth(2).waitFor()
    await counter().press('ArrowDown')
  },
  'customers to choose from': async () => {
    await openCart()
    await counter().press('F4')
    await counter().page.keyboard.type(phone)
    await counter().page.getByRole('option').nth(1).waitFor()
  },
  'a new customer': async () => {
    await openCart()
    await counter().press('F4')
    await counter().page.keyboard.type('Nobody')
    await counter().page.getByRole('option', { name: 'New customer “Nobody”' }).waitFor()
    await counter().press('Enter')
    await dialog()
    await click('Save customer')
    await counter().page.getByText('Please fill this in').first().waitFor()
  },
  'a full cart': openLongCart,
  'a removed line and an unknown code': async () => {
    await openCart()
    await counter().scan('NO-SUCH-4711')
    await counter().page.getByRole('alert').waitFor()
    await counter().press('ArrowUp', 'Control+Delete')
    await counter().page.getByRole('button', { name: 'Undo' }).waitFor()
  },
  'what is still missing': async () => {
    await counter().goTo('/carts')
    await heading('Carts')
    await counter().newOrder()
    await counter().press('F9')
    await counter().page.getByText('Scan the goods first.').waitFor()
  },
  'an address': async () => {
    await openCart()
    await counter().press('Shift+F4')
    await dialog()
    await counter().page.getByRole('radiogroup', { name: 'Known addresses' }).waitFor()
  },
  shortcuts: async () => {
    await counter().goTo('/carts')
    await heading('Carts')
    await counter().press('F1')
    await dialog()
  },
  'countries to choose from': async () => {
    await openCart()
    await counter().press('Shift+F4')
    await dialog()
    await counter().page.getByRole('combobox', { name: 'Country' }).click()
    await counter().page.keyboard.type('land', { delay: 120 })
    await counter().page.getByRole('option', { name: 'Poland', exact: true }).waitFor()
  },
  'an unknown cart': async () => {
    await counter().goTo('/carts/00000000-0000-7000-8000-000000000000')
    await counter().page.getByText('There is no such cart').waitFor()
  },
  orders: async () => {
    await counter().goTo('/orders')
    await counter().page.getByRole('row').nth(5).waitFor()
  },
  'states to choose from': async () => {
    await counter().goTo('/orders')
    await counter().page.getByRole('combobox', { name: 'State' }).click()
    await counter().page.getByRole('option').nth(1).waitFor()
  },
  'no order that fits': async () => {
    await counter().goTo('/orders')
    await counter().page.getByRole('searchbox', { name: 'Search orders' }).fill('nobody at all')
    await counter().page.getByText('No order fits').waitFor()
  },
  'what anything is found by': async () => {
    await counter().goTo('/orders')
    await heading('Orders')
    await counter().press('Control+k')
    await counter().page.getByRole('option').nth(3).waitFor()
  },
  'columns to choose from': async () => {
    await counter().goTo('/orders')
    await click('Columns')
    await counter().page.getByRole('menuitemcheckbox').first().waitFor()
  },
  'an order': async () => openOrder(),
  'the source of an order': async () => {
    await openOrder()
    await counter().press('Control+j')
    await dialog()
    await counter().page.getByText('"orderNumber"').waitFor()
  },
  'the source of a cart': async () => {
    await openCart()
    await counter().press('Control+j')
    await dialog()
    await counter().page.getByText('"orderLines"').waitFor()
  },
  'parking an order': async () => {
    await openCart()
    await counter().press('Control+F3')
    await dialog()
  },
  'a change by somebody else, and one of one’s own': async () => {
    // On a cart of its own, at each look: what nobody has decided is asked again wherever that cart is opened.
    const { program } = counter()
    const { cartId: contested } = await program.aCartReadyToPlace({ quantities: [1, 2] })
    await openCart(contested)
    await program.patch(`/carts/${contested}`, { note: 'Theirs' })
    await counter().page.getByText('Changed by Till').waitFor()
    const note = counter().page.getByRole('textbox', { name: 'Note for the order' })
    await note.fill('Mine')
    await note.press('Enter')
    await counter()
      .page.getByRole('button', { name: /^Keep mine/ })
      .waitFor()
  },
  'so many that it is asked for': async () => {
    await openCart()
    await counter().lines.first().getByRole('spinbutton').fill('150')
    await counter().press('Enter')
    await dialog()
  },
  prices: async () => {
    await counter().goTo('/prices')
    await counter().page.getByRole('heading', { name: 'Prices', exact: true }).waitFor()
    await counter().page.getByRole('listitem').nth(8).waitFor()
  },
  today: async () => {
    await counter().goTo('/today')
    await counter().page.getByRole('table').first().waitFor()
  },
  'a till': async () => {
    // What is missing and what is too much are told apart.
    for (const counted of [100, 90, 120])
      await counter().program.post('/till/counts', { currency: 'EUR', counted })
    await counter().program.post('/till/movements', {
      currency: 'EUR',
      kind: 'out',
      amount: 2,
      reason: 'milk',
    })
    await counter().goTo('/till')
    await counter().page.getByText('milk').waitFor()
    await counter()
      .page.getByRole('link', { name: /^Count \d+ of the till$/ })
      .first()
      .waitFor()
  },
  'money that is taken out of a till': async () => {
    await counter().goTo('/till')
    await counter().page.getByRole('button', { name: 'Take money out' }).click()
    await dialog()
  },
  'the drawer that is opened without a sale': async () => {
    const manager = await localProgram(counter().core, 'manage')
    await manager.request('PUT', '/drawer', { body: { address: '127.0.0.1:9' } })
    await counter().goTo('/till')
    await counter().page.getByRole('button', { name: 'Open the drawer' }).waitFor()
    await counter().press('Control+d')
    await dialog()
  },
  'the printer at which the drawer hangs': async () => {
    await counter().goTo('/settings/drawer')
    await counter().page.getByRole('textbox', { name: 'Address of the printer' }).waitFor()
  },
  'a count that is kept': async () => {
    await counter().goTo('/till')
    await counter().page.getByRole('textbox', { name: 'Counted' }).fill('90')
    await counter().press('Enter')
    await dialog()
  },
  'a count of a till on paper': async () => {
    await counter().goTo('/till')
    await counter()
      .page.getByRole('link', { name: /^Count \d+ of the till$/ })
      .first()
      .click()
    await counter().page.getByRole('article').waitFor()
  },
  'what a period took': async () => {
    await counter().goTo(`/takings?${lastDays()}`)
    await counter().page.getByRole('table', { name: 'By day' }).waitFor()
  },
  'what a period took, on paper': async () => {
    await counter().goTo(`/takings/print?${lastDays()}`)
    await counter().page.getByRole('article').getByRole('table', { name: 'By day' }).waitFor()
  },
  'programs of the local API': async () => {
    await counter().goTo('/settings/local-api')
    await heading('Local API')
  },
  'stores to choose from': async () => {
    await counter().goTo('/orders')
    await heading('Orders')
    await counter().press('Control+F6')
    await counter().page.getByRole('menuitem').first().waitFor()
  },
  'an order on paper': async () => {
    await counter().goTo(`/orders/${orderId}/print`)
    await counter().page.getByRole('article').waitFor()
  },
  'an order just placed': async () => {
    await openOrder('?placed=now')
    await counter().page.getByRole('region', { name: 'Order placed' }).waitFor()
  },
  'a note for an order': async () => {
    await openOrder()
    await click('Add note')
    await counter().page.getByRole('textbox', { name: 'Note' }).waitFor()
  },
  'capturing a payment': async () => {
    await openOrder()
    await click('Capture payment')
    await dialog()
  },
  'voiding a payment': async () => {
    await openOrder()
    await click('Void')
    await dialog()
  },
  'paying back once more': async () => {
    const { goTo, program, page } = counter()
    const { order, paymentId } = await program.anOrder({ quantities: [2, 1] })
    const [one, other] = order.orderLines.map(({ id: lineId, quantity }) => ({ lineId, quantity }))
    await program.post(`/payments/${paymentId}/capture`, {})
    const lines = [{ ...one, quantity: 1 }, other]
    await program.post(`/payments/${paymentId}/refund`, { amount: 1, lines, reason: 'Torn seam' })
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('list', { name: 'Paid back before' }).waitFor()
  },
  'a copy that lacks something': async () => {
    const { goTo, page } = counter()
    await goTo(`/carts/${cartId}`)
    const leftOut = [
      { text: 'Lantern is not sold any more', code: 'copy.not-sold', values: { name: 'Lantern' } },
    ]
    await page.evaluate(
      (text) => history.replaceState({ ...history.state, leftOut: text }, ''),
      JSON.stringify(leftOut),
    )
    await page.reload()
    await page.getByText('Not everything of the order').waitFor()
  },
  'the price groups of a cart': async () => {
    await openCart()
    await counter().press('F7')
    await dialog()
    await counter()
      .page.getByRole('radio', { name: /jubilee/ })
      .click()
    await counter()
      .page.getByRole('textbox', { name: /^Why this price group/ })
      .waitFor()
  },
  'a promotion code that nobody knows': async () => {
    await openCart()
    await counter().press('Shift+F9')
    await counter()
      .page.getByRole('textbox', { name: 'Promotion code' })
      .and(counter().page.locator(':focus'))
      .waitFor()
    await counter().page.keyboard.type('NOTHING')
    await counter().press('Enter')
    await counter().page.getByText('There is no code NOTHING.').waitFor()
  },
  'reopening an order': async () => {
    await openOrder()
    await click('Reopen')
    await dialog()
  },
  'cancelling an order': async () => {
    await openOrder()
    await click('Cancel order')
    await dialog()
  },
  'an unknown order': async () => {
    await counter().goTo('/orders/00000000-0000-7000-8000-000000000000')
    await counter().page.getByText('There is no such order').waitFor()
  },
}

test('the looks of all screens have every pair of theme, language and size among them', () => {
  const looks = Object.keys(SCREENS).flatMap((_, nth) => looksOf(nth))
  const pairsOf = ({ size, theme, language }: Look): string[] =>
    [[size.width, theme] as const, [size.width, language] as const, [theme, language] as const].map(String)
  expect(new Set(looks.flatMap(pairsOf))).toEqual(new Set(ALL_LOOKS.flatMap(pairsOf)))
})

describe('every screen is fit for everybody, in light and dark, from 640 px to wide and at 200 %', () => {
  test.for(Object.entries(SCREENS).map(([name, show], nth) => [name, show, nth] as const))(
    '%s',
    async ([, show, nth]) => {
      const { page, press, goTo, complaints } = counter()
      // Wherever the screen before was, this one begins anew.
      await goTo('/orders')
      await heading('Orders')
      await show()
      expect(await accessibilityFaults(page, nth)).toEqual([])
      expect(complaints).toEqual([])
      await press('Escape')
      // A list that is open in a dialog closes first.
      if (await page.getByRole('dialog').isVisible()) await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  )
})

describe('the cart editor at 1024 × 700', () => {
  test('shows the scan field and the button that places the order without scrolling the page', async () => {
    const { page } = counter()
    await page.setViewportSize({ width: 1024, height: 700 })
    await openLongCart()
    await stillness(page)
    const hidden = await page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
      return { right: scrollWidth - clientWidth, below: scrollHeight - clientHeight }
    })
    expect(hidden).toEqual({ right: 0, below: 0 })
    for (const needed of [
      page.getByRole('combobox', { name: 'Scan, sku or name' }),
      page.getByRole('button', { name: 'Place order' }),
    ]) {
      const { x, y, width, height } = (await needed.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 9999,
        height: 9999,
      }
      expect([x >= 0, y >= 0, x + width <= 1024, y + height <= 700]).toEqual([true, true, true, true])
    }
  })

  test('marks whatever has the focus, all the way round', async () => {
    const { page, goTo } = counter()
    await goTo('/orders')
    await heading('Orders')
    await openLongCart()
    const { stops, unmarked } = await unmarkedFocusStops(page)
    expect(unmarked).toEqual([])
    expect(stops).toBeGreaterThan(20)
  })
})

describe('at 150 %', () => {
  test('numbers of goods and heads of columns are in one piece, in a cart and an order', async () => {
    const { page } = counter()
    await page.setViewportSize({ width: 907, height: 573 })
    for (const open of [() => openCart(), () => openOrder()]) {
      await open()
      await stillness(page)
      expect(await brokenWords(page.locator('th, td p.tabular-nums'), WORD_OR_PART)).toEqual([])
    }
    await openCart()
    const note = await page.getByRole('textbox', { name: 'Note for the order' }).boundingBox()
    expect(note?.width).toBeGreaterThan(200)
  })
})

describe('at 400 %', () => {
  test('goods, amounts and names are whole in a cart, an order and lists, which are tables still', async () => {
    const { page, goTo, program } = counter()
    // Its amount is as wide as any.
    const inKroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null }
    await program.anOrder({ ...inKroner, quantities: [9999] })
    await page.setViewportSize({ width: 320, height: 640 })
    const tables = {
      Goods: async () => openCart(),
      Lines: async () => openOrder(),
      Orders: async () => goTo('/orders'),
      'Latest orders': async () => goTo('/today'),
    }
    for (const [name, open] of Object.entries(tables)) {
      await open()
      const table = page.getByRole('table', { name })
      await table.getByRole('row').nth(1).getByRole('cell').first().waitFor()
      await stillness(page)
      expect(await cutTexts(page)).toEqual([])
      expect(await brokenWords(table, WORD_OR_PART)).toEqual([])
    }
    await page.setViewportSize({ width: 1360, height: 860 })
  })

  test('prices, the till and settings are read without reaching beyond the window', async () => {
    const { page, goTo } = counter()
    await page.setViewportSize({ width: 320, height: 640 })
    for (const [place, shown] of [
      ['/prices', page.getByRole('list', { name: 'Prices' })],
      ['/settings/shop', page.getByRole('textbox', { name: 'Name of the shop' })],
      ['/till', page.getByRole('button', { name: 'Close the count' })],
      ['/settings/drawer', page.getByRole('textbox', { name: 'Address of the printer' })],
      ['/settings/local-api', page.getByRole('button', { name: 'New program' })],
      ['/settings/data', page.getByRole('button', { name: 'Back up now' })],
    ] as const) {
      await goTo(place)
      await shown.waitFor()
      await stillness(page)
      expect({ place, cut: await cutTexts(page) }).toEqual({ place, cut: [] })
    }
    await page.setViewportSize({ width: 1360, height: 860 })
  })

  test('the members of a group are told by their whole names', async () => {
    const { page, goTo } = counter()
    await page.setViewportSize({ width: 320, height: 640 })
    await goTo('/customer-groups')
    await page.getByRole('link', { name: 'Berth holders' }).click()
    await page.getByRole('list', { name: 'Members' }).getByRole('listitem').nth(3).waitFor()
    await stillness(page)
    expect(await cutTexts(page)).toEqual([])
    await page.setViewportSize({ width: 1360, height: 860 })
  })
})

describe('to whoever hears the screen', () => {
  /** @returns what live regions have got anew since that was last asked */
  async function listen(): Promise<() => Promise<string[]>> {
    const { page } = counter()
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      const all = { childList: true, subtree: true }
      new MutationObserver((records) => {
        const places = records
          .filter(({ addedNodes }) => addedNodes.length > 0)
          .flatMap(({ addedNodes, target }) => [target, ...addedNodes])
        for (const place of places) {
          const region = place instanceof Element ? place.closest('[role=status], [aria-live]') : null
          if (region) heard.push(region.textContent.trim())
        }
      }).observe(document.body, all)
    })
    return async () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0))
  }

  test('each of several pieces of the same goods is told, and each step that is taken back', async () => {
    const { press, program, scan, goTo } = counter()
    const [product] = await program.products({ maxItems: 1 })
    await goTo('/carts')
    await heading('Carts')
    await counter().newOrder()
    const heard = await listen()
    const added = `1 × ${product?.name} added`
    for (const quantity of ['1', '2', '3']) {
      await scan(product?.barcode ?? '')
      await eventually(async () => counter().lines.getByRole('spinbutton').first().inputValue()).toBe(
        quantity,
      )
      await eventually(heard).toContain(added)
    }
    for (const left of ['2', '1']) {
      await press('Control+z')
      await eventually(async () => counter().lines.getByRole('spinbutton').first().inputValue()).toBe(left)
      await eventually(heard).toContainEqual(expect.stringMatching(/^Taken back: /))
    }
  })

  test('what becomes of an order is told, and who has done it', async () => {
    const { page, press, program } = counter()
    await openOrder()
    const heard = await listen()
    await program.post(`/orders/${orderId}/note`, { note: 'Rings twice' })
    await eventually(heard).toContainEqual(expect.stringMatching(/^Rings twice.*Till/))
    await click('Capture payment')
    await press('Enter')
    await page.getByText('Captured', { exact: true }).first().waitFor()
    await eventually(heard).toContainEqual(expect.stringMatching(/received by Card terminal.*Console/))
  })

  test('what is still on its way is told once, and in their language, however many rows stand for it', async () => {
    const { page, goTo } = counter()
    await goTo('/orders')
    await heading('Orders')
    const cart = await keepBack(page, ({ pathname }) => pathname.endsWith(`/carts/${cartId}`))
    await goTo(`/carts/${cartId}`)
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    const methods = await keepBack(page, ({ pathname }) => pathname.endsWith('-methods'))
    await cart.letGo()
    await page.getByRole('region', { name: 'Payment' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await methods.letGo()
    await page.getByRole('radiogroup', { name: 'Payment' }).waitFor()
  })
})

describe('where the system chooses the colours', () => {
  test('what can be typed in or pressed has an edge, what is chosen is told apart, and what has the focus is marked', async () => {
    const { page, press, goTo } = counter()
    await page.emulateMedia({ forcedColors: 'active' })
    await goTo('/settings/staff/new')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.and(page.locator(':focus')).waitFor()
    const outlineOf = async (one: Locator): Promise<string> =>
      one.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return `${outlineStyle} ${outlineWidth}`
      })
    const [chosen, other] = [page.getByRole('radio', { checked: true }), page.getByRole('radio').first()]
    expect(await outlineOf(name)).toBe('solid 2px')
    for (const one of [chosen, other, page.getByRole('button', { name: 'Save' })])
      expect(await outlineOf(one)).toBe('solid 1px')
    await press('Tab')
    expect(await outlineOf(name)).toBe('solid 1px')
    expect(await outlineOf(chosen)).toBe('solid 2px')
    const groundOf = async (one: Locator): Promise<string> =>
      one.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await groundOf(chosen)).not.toBe(await groundOf(other))
    // Of the parts of a day that one that the keyboard is in, and the day as a whole.
    await goTo('/takings')
    const [day, month] = [page.getByRole('spinbutton').first(), page.getByRole('spinbutton').nth(1)]
    await day.focus()
    await press('ArrowRight')
    await month.and(page.locator(':focus')).waitFor()
    expect(await outlineOf(month)).toBe('solid 2px')
    expect(await outlineOf(day)).toMatch(/^none/)
    expect(await outlineOf(page.getByRole('group', { name: 'From' }))).toBe('solid 1px')
    await page.emulateMedia({ forcedColors: null })
  })
})

describe('the content policy', () => {
  test('runs no script and takes no style or picture that somebody slips into the page', async () => {
    const { page, complaints } = await counter().openWindow()
    await page.goto(counter().core.api)
    await page.getByRole('heading').first().waitFor()
    expect(complaints).toEqual([])
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "slipped in"'
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      document.head.append(script, style)
      const picture = new Image()
      const outcome = new Promise((resolve) => {
        picture.addEventListener('load', () => resolve('loaded'))
        picture.addEventListener('error', () => resolve('refused'))
      })
      picture.src = 'http://127.0.0.2:9/picture.png'
      return [document.title, getComputedStyle(document.body).display, await outcome]
    })
    expect(ran).toEqual([expect.not.stringContaining('slipped in'), 'block', 'refused'])
    expect(complaints.filter((complaint) => complaint.includes('Content Security Policy'))).toHaveLength(3)
  })
})
