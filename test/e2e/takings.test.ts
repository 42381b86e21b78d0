import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PeriodFigures } from '../../core/figures/figures.schema.ts'
import { localDate, momentAt } from '../../core/kernel/time-zone.ts'
import {
  ManagedPaymentMethod,
  ManagedPaymentMethods,
} from '../../core/payment-methods/manage/payment-method.schema.ts'
import { periodOf, type Period } from '../../renderer/features/takings/period.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'
import { runCli } from './served-core.ts'

const counter = counterOfDemoShop()

/** An order that was paid by card, and of which a part was paid back. */
async function aSale(back: number): Promise<number> {
  const { program } = counter()
  const { order, paymentId } = await program.anOrder({ payment: 'Card terminal', shipping: null })
  expect((await program.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  expect((await program.post(`/payments/${paymentId}/refund`, { amount: back })).status).toBe(200)
  return order.orderTotal
}

const euros = (amount: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount)

const cellsOf = async (table: string, row: string | RegExp): Promise<string[]> =>
  counter()
    .page.getByRole('table', { name: table })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .allInnerTexts()

async function figuresOf(query: Period): Promise<PeriodFigures> {
  return (await counter().program.get('/figures/period', { currency: 'EUR', ...query })).ok(PeriodFigures)
}

test('whoever keeps the books finds what a month took by method and rate, follows what is sold, and prints it', async () => {
  const { page, press, complaints } = counter()
  await aSale(2.5)
  await press('Control+k')
  await page.keyboard.type('takings', { delay: 120 })
  await press('Enter')
  await page.getByRole('heading', { name: 'Takings and tax' }).waitFor()
  const month = periodOf('month', localDate(new Date(), 'Europe/Copenhagen'))
  const shown = async () => {
    const { net, received, refunded, tax, taxes, takings } = await figuresOf(month)
    await eventually(async () => cellsOf('By payment method', /^Card terminal/)).toEqual(
      takings
        .filter(({ name }) => name === 'Card terminal')
        .flatMap((of) => [of.received, of.refunded, of.net])
        .map(euros),
    )
    const [first] = taxes
    await eventually(async () => cellsOf('Tax by rate', /^25%/)).toEqual(
      [first?.withoutTax, first?.tax, first?.amount].map((amount) => euros(amount ?? NaN)),
    )
    await eventually(async () => page.locator('p.tracking-tight').allInnerTexts()).toEqual(
      [received, refunded, net, tax].map(euros),
    )
    return received
  }
  const before = await shown()
  const sold = await aSale(1)
  expect(await shown()).toBeCloseTo(before + sold, 2)
  expect(await page.getByRole('table', { name: 'By day' }).getByRole('row').count()).toBeGreaterThan(1)

  await page.getByRole('link', { name: 'Print' }).focus()
  await press('Enter')
  const paper = page.getByRole('region', { name: 'Preview' }).getByRole('article')
  await paper.getByRole('heading', { name: 'Takings and tax' }).waitFor()
  // What comes while it is about to be printed is on it, too.
  await aSale(1)
  await paper
    .getByRole('table', { name: 'Tax by rate' })
    .getByText(euros((await figuresOf(month)).tax))
    .first()
    .waitFor()
  await press('Escape')
  await page.getByRole('table', { name: 'By day' }).waitFor()
  await press('Escape')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('a period is chosen by its name or its days, kept in the address, and comes along to its paper and its file', async () => {
  const { page, press, goTo, complaints } = counter()
  await aSale(1)
  await goTo('/takings')
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.getByText('This month').waitFor()
  await period.click()
  await page.getByRole('option', { name: 'Last year' }).click()
  await period.getByText('Last year').waitFor()
  const year = new Date().getFullYear() - 1
  await page.waitForURL(
    (url) => url.hash.includes(`from=${year}-01-01`) && url.hash.includes(`to=${year}-12-31`),
  )
  await page.reload()
  await period.getByText('Last year').waitFor()

  await page.getByRole('spinbutton', { name: /^day/i }).first().focus()
  await page.keyboard.type('15', { delay: 120 })
  await page.waitForURL((url) => url.hash.includes(`from=${year}-01-15`))
  await period.getByText('Other days').waitFor()

  await period.click()
  await page.getByRole('option', { name: 'This year' }).click()
  await page.getByRole('table', { name: 'By day' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).focus()
  await press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe('payments.csv')
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(head).toMatch(/date,kind,orderNumber,/)
  expect(rows.some((row) => row.includes(',capture,'))).toBe(true)
  expect(rows.every((row) => row.startsWith(String(year + 1)))).toBe(true)
  expect(complaints).toEqual([])
})

test('days that make no period are told where they stand, and nothing is lost', async () => {
  const { page, goTo } = counter()
  await goTo('/takings?from=2024-01-01&to=2026-01-01')
  await page.getByRole('alert').getByText('must be at most a year after the first day').waitFor()
  await goTo('/takings?from=never&to=2026-13-45&currency=XXX')
  await page.getByRole('combobox', { name: 'Period' }).getByText('This month').waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('what one period took never stands under another one, however late that comes', async () => {
  const { page, goTo } = counter()
  await aSale(1)
  await goTo('/takings?from=2020-01-01&to=2020-01-31')
  await page.getByText('No money came or went.').waitFor()
  const period = page.getByRole('combobox', { name: 'Period' })
  const answer = await keepBack(page, ({ pathname }) => pathname.endsWith('/figures/period'))
  await period.click()
  await page.getByRole('option', { name: 'This month' }).click()
  await eventually(answer.count).toBe(1)
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await page.getByText('No money came or went.').count()).toBe(0)
  expect(await page.locator('p.tracking-tight').count()).toBe(0)
  await answer.letGo()
  await page.getByRole('table', { name: 'By day' }).waitFor()
})

test('the day that is over is not called today after midnight, and what nobody has chosen is the month that begins', async () => {
  const { core, openWindow } = counter()
  const { page: tab, complaints } = await openWindow()
  const { console: link } = await runCli<{ console: string }>('console-link', '--data', core.dataDir)
  const midnight = momentAt('2027-01-31T23:59:30', 'Europe/Copenhagen')
  await tab.clock.install({ time: midnight })
  await tab.goto(link)
  await tab.getByRole('heading', { name: 'Carts' }).waitFor()
  await tab.goto(`${core.api}/#/takings`)
  const period = tab.getByRole('combobox', { name: 'Period' })
  await period.getByText('This month').waitFor()
  const first = tab.getByRole('group', { name: 'From' })
  const shown = async () => (await first.innerText()).replaceAll(/\s/g, '')
  await eventually(shown).toBe('01/01/2027')
  await tab.clock.fastForward(60_000)
  await eventually(shown).toBe('01/02/2027')

  await tab.clock.setSystemTime(midnight)
  await tab.reload()
  await period.click()
  await tab.getByRole('option', { name: 'Today' }).click()
  await eventually(shown).toBe('31/01/2027')
  await tab.clock.fastForward(60_000)
  await period.getByText('Other days').waitFor()
  await tab.context().close()
  expect(complaints).toEqual([])
})

test('a way to pay that is called something else meanwhile is called so among the takings, too', async () => {
  const { core, page, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const { paymentMethods } = (await manager.get('/manage/payment-methods')).ok(ManagedPaymentMethods)
  const card = paymentMethods.find(({ name }) => name === 'Card terminal')
  const call = async (name: string): Promise<void> => {
    const body = { names: { 'en-GB': name } }
    ;(await manager.patch(`/manage/payment-methods/${card?.id}`, body)).ok(ManagedPaymentMethod)
  }
  const before = card?.names['en-GB'] ?? 'Card terminal'
  await aSale(1)
  for (const [place, name] of [
    ['/today', 'Card reader'],
    ['/takings', 'Card machine'],
    ['/takings/print', before],
  ] as const) {
    await goTo(place)
    const figures = page.getByRole('main').getByRole('table').filter({ hasText: 'Payment method' })
    await figures.getByRole('rowheader', { name: /^Card (terminal|reader|machine)$/ }).waitFor()
    await call(name)
    await figures.getByRole('rowheader', { name, exact: true }).waitFor({ timeout: 5000 })
  }
  expect(complaints).toEqual([])
})
