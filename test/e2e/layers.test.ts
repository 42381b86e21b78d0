import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'

const counter = counterOfDemoShop()

/** Whether the middle of something is what one sees there. */
const isInFront = async (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** A cart whose lines have been scrolled below the head of their table. */
async function openLongCart(): Promise<void> {
  const { cartId } = await counter().program.aCartReadyToPlace({ quantities: Array<number>(40).fill(1) })
  await counter().goTo(`/carts/${cartId}`)
  await counter().lines.nth(39).waitFor()
  await counter().lines.nth(20).scrollIntoViewIfNeeded()
}

test('an open menu lies over the head of a table that stays in sight, and is fit for everybody', async () => {
  const { page, press } = counter()
  await openLongCart()
  const language = page.getByRole('combobox', { name: 'Language of the order' })
  await language.press('Enter')
  const options = page.getByRole('option')
  await options.nth(2).waitFor()
  for (const option of await options.all()) {
    await option.scrollIntoViewIfNeeded()
    expect(await isInFront(option)).toBe(true)
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await press('Escape')
  await options.first().waitFor({ state: 'hidden' })
  await language.and(page.locator(':focus')).waitFor()
})

test('a dialog lies over everything', async () => {
  const { page, press } = counter()
  await openLongCart()
  await press('Shift+F4')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.waitForTimeout(300)
  expect(await isInFront(dialog)).toBe(true)
  const head = page.getByRole('table', { name: 'Goods', includeHidden: true }).locator('th').nth(1)
  expect(await isInFront(head)).toBe(false)
  await press('Escape')
})

test('Back leads out of what lies over the page, and then out of the page', async () => {
  const { goTo, newOrder, page, press, complaints } = counter()
  await goTo('/orders')
  const cartId = await newOrder()
  for (const key of ['F1', 'F7', 'Control+k']) {
    await press(key)
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // The router takes the address back after it has refused the way.
    await page.waitForURL((url) => url.hash.includes(cartId))
  }
  await page.goBack()
  await page.waitForURL(/#\/orders/)
  expect(complaints).toEqual([])
})

test('keys of the page are silent while a dialog lies over it, and not the browser’s; what is typed and taken back is the field’s', async () => {
  const { newOrder, page, press } = counter()
  await newOrder()
  await press('Shift+F4')
  const dialog = page.getByRole('dialog', { name: 'Billing address' })
  const field = dialog.getByRole('textbox', { name: 'First name' })
  await field.and(page.locator(':focus')).waitFor()
  const left = await page.evaluateHandle(() => {
    const keys: string[] = []
    addEventListener('keydown', ({ key, defaultPrevented }) => defaultPrevented || keys.push(key))
    return keys
  })
  // The browser would search the page, go to its address bar, ask about its caret, save the page.
  await press('F3', 'F6', 'F7', 'Control+k', 'Control+j', 'Control+m', 'Shift+F9')
  expect((await left.jsonValue()).filter((key) => key !== 'Control' && key !== 'Shift')).toEqual([])
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.type('Jk?', { delay: 120 })
  expect(await field.inputValue()).toBe('Jk?')
  await press('Control+z')
  expect(await field.inputValue()).not.toBe('Jk?')
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

describe('what is wrong at the field that has the keyboard already is told to who hears the screen, each time', () => {
  /** Texts that became live, each as often as it did. */
  const toldIn = async (page: Page) =>
    page.evaluateHandle(() => {
      const texts: string[] = []
      new MutationObserver((changes) => {
        for (const { target } of changes)
          if (target instanceof HTMLElement && target.ariaLive === 'assertive') texts.push(target.innerText)
      }).observe(document.body, { attributeFilter: ['aria-live'], subtree: true })
      return texts
    })

  test('in a dialog', async () => {
    const { newOrder, page, press } = counter()
    await newOrder()
    await press('Shift+F4')
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'First name' })
    await field.and(page.locator(':focus')).waitFor()
    const told = await toldIn(page)
    for (const times of [1, 2]) {
      await press('Enter')
      await eventually(async () => told.jsonValue()).toEqual(Array(times).fill('Please fill this in'))
      await field.and(page.locator(':focus')).waitFor()
    }
    await press('Escape')
  })

  test('on the page of a record, to which the first one is come', async () => {
    const { goTo, page, press } = counter()
    await goTo('/settings/tax-rates/new')
    const field = page.getByRole('main').locator('[aria-invalid="true"]:focus')
    const told = await toldIn(page)
    await press('Control+s')
    await field.waitFor()
    const first = await field.evaluateHandle((element) => element)
    for (const times of [1, 2]) {
      await press('Control+s')
      await eventually(async () => (await told.jsonValue()).length).toBe(times)
      expect(await field.evaluate((element, before) => element === before, first)).toBe(true)
    }
  })
})

test('on a small screen the head of a dialog is whole, and what does not fit below it is scrolled', async () => {
  const { page, press } = counter()
  await openLongCart()
  await page.setViewportSize({ width: 640, height: 430 })
  for (const key of ['F1', 'F7']) {
    await press(key)
    const head = page.getByRole('dialog').getByRole('heading', { level: 2 })
    await head.waitFor()
    await page.waitForTimeout(300)
    const faults = await page.getByRole('dialog').evaluate((dialog) => {
      const title = dialog.querySelector('h2')?.getBoundingClientRect()
      const text = dialog.querySelector('h2 + p')?.getBoundingClientRect()
      const box = dialog.querySelector('h2')?.closest('[data-slot="header"]')?.getBoundingClientRect()
      return {
        title: (title?.top ?? 0) < (box?.top ?? 1),
        text: (text?.bottom ?? 1) > (box?.bottom ?? 0),
        close:
          (text?.right ?? 1) >
          (dialog.querySelector('[data-slot="close"]')?.getBoundingClientRect().left ?? 0),
      }
    })
    expect([key, faults]).toEqual([key, { title: false, text: false, close: false }])
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page.setViewportSize({ width: 1360, height: 860 })
})

test('on a small screen all of what a price group is chosen by can be scrolled to', async () => {
  const { page, press } = counter()
  await openLongCart()
  await page.setViewportSize({ width: 640, height: 430 })
  await press('F7')
  const dialog = page.getByRole('dialog')
  const groups = dialog.getByRole('radio')
  await groups.first().and(page.locator(':focus')).waitFor()
  // What the dialog is comes first, and not the answer that has the keyboard while it loads.
  await eventually(async () => isInFront(dialog.getByRole('heading', { name: 'Price group' }))).toBe(true)
  await dialog.getByText('What if …').click()
  await dialog.getByRole('combobox', { name: 'Organization' }).waitFor()
  for (const [way, what] of [
    [5000, dialog.getByRole('button', { name: 'Use this group' })],
    [-5000, groups.first()],
  ] as const) {
    for (const y of [60, 200, 370]) {
      await page.mouse.move(320, y)
      await page.mouse.wheel(0, way)
      await page.waitForTimeout(150)
    }
    await eventually(async () => isInFront(what)).toBe(true)
  }
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1360, height: 860 })
})

test('a printed order shows every name whole and nothing to press', async () => {
  const { page, program, goTo } = counter()
  const { order } = await program.anOrder({ payment: 'Card terminal' })
  await goTo(`/orders/${order.id}`)
  await page.getByRole('heading', { name: /^Order H-/ }).waitFor()
  await page.getByRole('region', { name: 'History' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 720, height: 1000 })
  const found = await page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('#app *:not(.sr-only)')].filter((each) =>
      each.checkVisibility(),
    )
    return {
      pressed: shown.filter((each) => each.matches('button, input, select')).map((each) => each.outerHTML),
      cut: shown
        .filter((each) => {
          const { overflowX, overflowY } = getComputedStyle(each)
          const hides = overflowX !== 'visible' || overflowY !== 'visible'
          return (
            hides && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
          )
        })
        .map((each) => each.className),
    }
  })
  expect(found).toEqual({ pressed: [], cut: [] })
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.length).toBeGreaterThan(5000)
  await page.emulateMedia({ media: 'screen' })
})
