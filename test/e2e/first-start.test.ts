import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './audit.ts'
import { openPage } from './browser.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { makeDataDir, removeDataDir, serveCore, type ServedCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

const browser = sharedBrowser()
let core: ServedCore

beforeEach(async () => {
  core = await serveCore(await makeDataDir())
})
afterEach(async () => {
  await core.stop()
  await removeDataDir(core.dataDir)
})

describe('the first start, on an empty data folder', () => {
  test('the demo shop is one Enter away; its setup link makes no second shop', async () => {
    expect(core.console).toContain('/?setup=')
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page.getByRole('heading', { name: 'Welcome to Backcounter' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page
      .getByRole('link', { name: /^Resume: / })
      .first()
      .waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])

    const second = await openPage(browser())
    await second.page.goto(core.console)
    await second.page.getByRole('button', { name: 'Open the demo shop' }).click()
    await second.page.getByRole('alert').getByText('is not valid').waitFor()
  })

  test('an empty shop: what is wrong is said at its field, and once right the shop opens', async () => {
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page.getByRole('button', { name: 'Describe my shop' }).click()
    const name = page.getByRole('textbox', { name: 'Name of the shop' })
    const open = page.getByRole('button', { name: 'Open my shop' })

    await open.click()
    await eventually(async () => faultAt(name)).toBe('Please fill this in')
    await name.fill('x'.repeat(201))
    await open.click()
    await eventually(async () => faultAt(name)).toContain('200')
    expect(await accessibilityFaults(page)).toEqual([])

    await name.fill('Kontor & Kaffe')
    await open.click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await page.getByText('No open carts').waitFor()
    await page.keyboard.press('Shift+F2')
    const payments = page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio')
    await eventually(async () => payments.count()).toBe(3)
    expect(complaints).toEqual([])
  })

  test('a launch link lets one window in, which stays in when it is loaded again', async () => {
    await core.stop()
    core = await serveCore(core.dataDir, '--demo')
    expect(core.console).toContain('/?launch=')
    const { page, complaints } = await openPage(browser())
    await page.goto(core.console)
    await page
      .getByRole('link', { name: /^Resume: / })
      .first()
      .waitFor()
    await page.reload()
    await page
      .getByRole('link', { name: /^Resume: / })
      .first()
      .waitFor()

    const late = await openPage(browser())
    await late.page.goto(core.console)
    await late.page.getByRole('heading', { name: 'This launch link has been used or is too old' }).waitFor()
    expect(await accessibilityFaults(late.page)).toEqual([])
    await late.page.goto(core.api)
    await late.page.getByRole('heading', { name: 'This console needs a launch link' }).waitFor()
    expect([...complaints, ...late.complaints]).toEqual([])
  })
})
