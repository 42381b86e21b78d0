import { expect, test } from 'vitest'
import { counterOfDemoShop } from '../counter.ts'

const counter = counterOfDemoShop()

test('the API’s own page shows every operation, from this core alone, within its content policy', async () => {
  const { core, openWindow } = counter()
  const { page, complaints } = await openWindow()
  await page.goto(`${core.api}/api/v1/docs`)
  await page.getByRole('heading', { name: /Backcounter commerce API/ }).waitFor()
  const { paths } = (await (await fetch(`${core.api}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
  // A long page holds only what is in sight: it is read from the top to the end.
  const shown = new Set<string>()
  const readOn = async (): Promise<number> => {
    const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id))
    for (const id of ids) shown.add(id)
    await page.mouse.wheel(0, 600)
    return shown.size
  }
  await page.mouse.move(200, 400)
  await expect.poll(readOn, { timeout: 60_000, interval: 50 }).toBe(count)
  await page.evaluate(() => window.scrollTo(0, 0))

  await page.locator('#operations-Carts-addLine button.opblock-summary-control').click()
  await page.getByText('JACKET-RED-M').first().waitFor()
  expect(await page.title()).toBe('Backcounter commerce API')
  expect(complaints).toEqual([])
  await page.context().close()
})
