import { expect, test } from 'vitest'
import { counterOfDemoShop } from './counter.ts'

const counter = counterOfDemoShop()

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
