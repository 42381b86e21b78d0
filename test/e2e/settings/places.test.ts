import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ClientsAnswer, NewClientAnswer } from '../../../core/access/client.schema.ts'
import { BackupsAnswer } from '../../../core/data/data.schema.ts'
import { accessibilityFaults } from '../audit.ts'
import { counterOfDemoShop } from '../counter.ts'
import { keepFromCore } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'
import { Scanner } from '../scanner.ts'

// The machine stands elsewhere than the shop.
const counter = counterOfDemoShop({ timezoneId: 'Asia/Tokyo' })

/** A moment as the page writes it, on the shop's clock. */
const onShopClock = (moment: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Copenhagen',
  }).format(new Date(moment))

test.for(['/settings/payment-methods', '/settings/campaigns', '/customers'])(
  'a record whose address has lost its end is said not to be there, and leads to the others: %s',
  async (list) => {
    const { page, goTo, complaints } = counter()
    await goTo(`${list}/0199a0b0-0000-7000`)
    const main = page.getByRole('main')
    await main.getByText('There is nothing here').waitFor()
    await main.getByRole('link', { name: /^(To the|All|Back to) / }).waitFor()
    expect(await page.getByText('Try again').count()).toBe(0)
    expect(complaints).toEqual([])
  },
)

test('a key opens the settings in the list of their places, Enter leads into the page, and the key back to the list', async () => {
  const { page, press, complaints } = counter()
  const place = page.getByRole('navigation', { name: 'Places of the settings' }).getByRole('link')
  await press('Control+,')
  await place.first().and(page.locator(':focus')).waitFor()
  await press('End')
  await place.last().and(page.locator(':focus')).waitFor()
  const title = (await place.last().innerText()).trim()
  await press('Home', 'End', 'Enter', 'Tab')
  await page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor()
  await press('Control+,')
  await page.locator('a[aria-current="page"]:focus').getByText(title).waitFor()

  await press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('local', { delay: 120 })
  await page.getByRole('option', { name: /^Local API/ }).waitFor()
  await press('Enter')
  await page.waitForURL(/#\/settings\/local-api$/)
  expect(await page.title()).toContain('Local API')
  expect(complaints).toEqual([])
})

test('where the list has no room, one chooses from a list above the page', async () => {
  const { page, press, complaints } = counter()
  await page.setViewportSize({ width: 640, height: 800 })
  await press('Shift+F3', 'Control+,')
  const choice = page.getByRole('combobox', { name: 'Places of the settings' })
  await choice.and(page.locator(':focus')).waitFor()
  await press('Enter')
  await page.getByRole('option', { name: 'Local API' }).waitFor()
  await press('Home', 'Enter')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  expect(complaints).toEqual([])
  await page.setViewportSize({ width: 1360, height: 860 })
})

test('a program is registered by keyboard: its secret is shown once, what it asks is seen, and it is revoked', async () => {
  const { page, press, goTo, core, complaints } = counter()
  // Another at each attempt: what was asked before is in the list still.
  const number = String(Date.now()).slice(-6)
  const name = `Web shop ${number}`
  await goTo('/settings/local-api')
  await page.getByText(`${core.api}/api/v1`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New program' }).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(name, { delay: 120 })
  await press('Tab', 'Space', 'Tab', 'Space', 'Enter')
  const dialog = page.getByRole('dialog', { name: `Secret of ${name}` })
  await dialog.waitFor()
  const [clientId = '', secret = ''] = await dialog.locator('dd span.select-all').allInnerTexts()
  await dialog.getByRole('button', { name: 'Copy Secret' }).and(page.locator(':focus')).waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.content()).not.toContain(secret)
  // The keyboard is where the new program is.
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.locator('button:focus').waitFor()

  const token = await fetch(`${core.api}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const orders = async () =>
    fetch(`${core.api}/api/v1/orders?search=${number}&maxItems=37`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
  expect((await orders()).status).toBe(200)
  const requests = page.getByRole('table', { name: 'Requests' })
  const asked = requests.getByRole('row').filter({ hasText: name }).getByRole('button')
  await asked.getByText('GET /orders?search=…&maxItems=37').waitFor()
  await page.getByRole('searchbox', { name: 'Method and path' }).focus()
  await page.keyboard.type('maxitems=37', { delay: 120 })
  await expect.poll(async () => requests.getByRole('row').count()).toBe(2)
  await asked.focus()
  await press('Enter')
  await page
    .getByRole('dialog')
    .getByText(`curl -H "Authorization: Bearer $TOKEN" '${core.api}/api/v1/orders?search=…&maxItems=37'`)
    .waitFor()
  expect(await page.content()).not.toContain(access_token)
  await press('Escape')
  await asked.and(page.locator(':focus')).waitFor()

  await row.getByRole('button', { name: `New secret for ${name}` }).focus()
  await press('Enter', 'Enter')
  await dialog.waitFor()
  const [, another = ''] = await dialog.locator('dd span.select-all').allInnerTexts()
  expect(another).not.toBe(secret)
  expect((await orders()).status).toBe(401)
  await press('Escape')
  await row.locator('button:focus').waitFor()
  await row.getByRole('button', { name: `Edit ${name}` }).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await press('End')
  await page.keyboard.type(' two', { delay: 120 })
  await press('Enter')
  const renamed = page.getByRole('listitem').filter({ hasText: `${name} two` })
  await renamed.locator('button:focus').waitFor()
  // What another program does to it is seen as it is.
  const other = await localProgram(core, 'admin')
  const { clients } = (await other.get('/clients')).ok(ClientsAnswer)
  expect(clients.find((client) => client.clientId === clientId)).toMatchObject({ name: `${name} two` })
  expect((await other.patch(`/clients/${clientId}`, { scope: 'storefront' })).status).toBe(200)
  await renamed.getByText('storefront', { exact: true }).waitFor()
  await renamed.getByText('support', { exact: true }).waitFor({ state: 'hidden' })
  await renamed.getByRole('button', { name: `Revoke ${name} two` }).focus()
  await press('Enter', 'Enter')
  await renamed.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'New program' }).and(page.locator(':focus')).waitFor()

  // Who has done what to it is told of one that is revoked, too.
  await page.getByRole('combobox', { name: 'Which programs' }).focus()
  await press('Enter')
  await page.getByRole('option', { name: 'Revoked' }).waitFor()
  await press('End', 'Enter')
  const past = page.getByRole('button', { name: `History of ${name} two` })
  await past.focus()
  await press('Enter')
  const history = page.getByRole('dialog', { name: `History of ${name} two` })
  await history.getByText('Added').waitFor()
  expect(await history.getByRole('listitem').locator('> p:first-child').allInnerTexts()).toEqual([
    'Revoked',
    'Changed',
    'Changed',
    'New secret given',
    'Added',
  ])
  await history.getByText('Name:').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await press('Escape')
  await past.and(page.locator(':focus')).waitFor()
  // The list of those that are gone follows what others do, too.
  const second = `Old till ${number}`
  const { clientId: old } = (await other.post('/clients', { name: second, scope: 'storefront' })).ok(
    NewClientAnswer,
  )
  expect((await other.delete(`/clients/${old}`)).status).toBe(200)
  await page.getByRole('button', { name: `History of ${second}` }).waitFor()
  await past.and(page.locator(':focus')).waitFor()
  expect(complaints).toEqual([])
})

test('a backup is made by keyboard, what a restore would change is seen, and it is restored', async () => {
  const { core, page, press, goTo, program, complaints } = counter()
  await goTo('/settings/data')
  await page.getByRole('button', { name: 'Back up now' }).focus()
  await press('Enter')
  const made = page.getByText('The backup is made and checked.')
  await made.waitFor()
  // The keyboard is at what was said, of the first work that is begun here too.
  await page.locator('[role="status"]:focus').filter({ has: made }).waitFor()
  const { order } = await program.anOrder()
  const [backup] = (await (await localProgram(core, 'admin')).get('/data/backups')).ok(BackupsAnswer).backups

  const rows = page.getByRole('table', { name: 'Backups' }).getByRole('row')
  await rows
    .nth(1)
    .getByRole('button', { name: /^Restore/ })
    .focus()
  await press('Enter')
  const dialog = page.getByRole('dialog')
  const lost = dialog
    .getByRole('row', { name: /^Orders/ })
    .getByRole('cell')
    .nth(2)
  await lost.waitFor()
  expect(await lost.innerText()).toBe('1')
  await dialog.getByText(`${order.orderNumber}, ${onShopClock(order.createdDate)}`).waitFor()
  await dialog.getByRole('heading', { name: onShopClock(backup?.date ?? '') }).waitFor()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).and(page.locator(':focus')).waitFor()
  await press('Enter')
  await page.getByText('The backup has been restored.').waitFor()
  await page.getByText(/backcounter\.sqlite\.replaced-/).waitFor()
  // The keyboard is at what was said, and whoever is signed in stays so.
  await page.locator('[role="status"]:focus').waitFor()
  ;(await program.get(`/orders/${order.id}`)).refused('NotFound')

  // Pressed twice it is begun once.
  await page.getByRole('button', { name: 'Check now' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText(/^All is sound/).waitFor()
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a backup is followed to its end by who opens the page anew, too, while the core has no time to tell of it', async () => {
  const { page, goTo } = counter()
  await goTo('/settings/data')
  const busy = { errors: [{ error: 'ServiceUnavailable', 'error-description': 'Please try again.' }] }
  let asked = 0
  await page.route('**/data/jobs/*', async (route) => {
    asked += 1
    return asked % 3 === 0 ? route.fallback() : route.fulfill({ status: 503, json: busy })
  })
  const made = page.getByText('The backup is made and checked.')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await made.waitFor()
  await page.reload()
  await made.waitFor()
  expect(asked).toBeGreaterThan(4)
  await page.unrouteAll()
})

test('a backup is restored where nobody can read any more what it replaces', async () => {
  const { core, page, goTo, program, complaints } = counter()
  const { order } = await program.anOrder()
  await goTo('/settings/data')
  // A page that is loaded renews its token: one that it renewed behind the backup would be in the lost file alone.
  await page.reload()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('The backup is made and checked.').waitFor()
  rmSync(join(core.dataDir, 'backcounter.sqlite'))
  await page
    .getByRole('table', { name: 'Backups' })
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('what would be lost is not known').waitFor()
  await dialog.locator('[type="submit"]:not([aria-disabled])').click()
  await page.getByText('The backup has been restored.').waitFor()
  expect((await program.get(`/orders/${order.id}`)).status).toBe(200)
  expect(complaints).toEqual([])
})

test('what is open in other tabs while a backup is restored is loaded anew: what is gone is said to be, and an order that was changed since goes on as it was then', async () => {
  const { core, page, goTo, program, complaints } = counter()
  const open = async (path: string) => {
    const tab = await page.context().newPage()
    await tab.goto(`${core.api}/#${path}`)
    await tab.getByRole('table').first().waitFor()
    return tab
  }
  const [mug, bowl, spoon] = await program.products({ search: 'enamel' })
  const cartId = await program.aCart()
  await program.addLine(cartId, mug)
  const admin = await localProgram(core, 'admin')
  const newest = async () => (await admin.get('/data/backups')).ok(BackupsAnswer).backups[0]?.name
  const before = await newest()
  await goTo('/settings/data')
  await page.reload()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect.poll(newest, { timeout: 10_000 }).not.toBe(before)
  await program.addLine(cartId, bowl)
  const { order } = await program.anOrder()
  const later = await program.aCart()
  await program.addLine(later, bowl)
  const [cart, placed] = [await open(`/carts/${cartId}`), await open(`/orders/${order.id}`)]
  // Begun after the backup: what is scanned for it has no answer yet.
  const begun = await open(`/carts/${later}`)
  await keepFromCore(begun, ({ pathname }, method) => method === 'POST' && pathname.endsWith('/lines'))
  await (await Scanner.at(begun)).scan(spoon?.barcode ?? '')
  await begun.getByRole('status', { name: '1 scan waits' }).waitFor()
  const typed = await open('/orders')
  await typed.goto(`${core.api}/#/customers/new`)
  await typed.getByLabel('First name').fill('Asta')

  await page.bringToFront()
  await page.reload()
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: /^Orders/ }).waitFor()
  await dialog.locator('[type="submit"]:not([aria-disabled])').click()
  await page.getByText('The backup has been restored.').waitFor()
  const why = 'A backup has been restored. What was entered after it is gone.'
  await placed.getByText('There is no such order').waitFor()
  await placed.getByText(why).waitFor()
  await begun.getByRole('heading', { name: 'There is no such cart' }).waitFor()
  await begun.getByText(why).waitFor()
  await begun.getByRole('alert').getByText(`“${spoon?.barcode}” was scanned, but no order is open.`).waitFor()
  const lines = cart.getByRole('table', { name: 'Goods' }).locator('tbody tr')
  await expect.poll(async () => lines.count(), { timeout: 10_000 }).toBe(1)
  await cart.bringToFront()
  await (await Scanner.at(cart)).scan(spoon?.barcode ?? '')
  await expect.poll(async () => lines.count()).toBe(2)
  expect(await cart.getByRole('alert').count()).toBe(0)
  // What is typed and not saved is still there, and what became of the restore.
  expect(await typed.getByLabel('First name').inputValue()).toBe('Asta')
  await page.getByText('The backup has been restored.').waitFor()
  expect(complaints).toEqual([])
})

test('the places are fit for everybody, in light and dark and at both sizes', async () => {
  const { page, goTo, complaints } = counter()
  for (const place of ['local-api', 'data']) {
    await goTo(`/settings/${place}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('table').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  }
  expect(complaints).toEqual([])
})
