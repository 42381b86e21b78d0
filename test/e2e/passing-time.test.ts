import { expect, test } from 'vitest'
import { aCampaign } from '../support/campaigns.ts'
import { counterOfDemoShop } from './counter.ts'
import { runCli } from './served-core.ts'

const counter = counterOfDemoShop()

test('how long ago a cart was changed, and whether a campaign runs, is told anew where nobody does anything', async () => {
  const { core, openWindow, program } = counter()
  const begins = new Date(Date.now() + 5 * 60_000).toISOString()
  await aCampaign(core, { name: 'Happy hour', from: begins, off: 0.1 })
  await program.aCart()
  const { page, complaints } = await openWindow()
  await page.clock.install()
  await page.goto((await runCli<{ console: string }>('console-link', '--data', core.dataDir)).console)
  const cart = page.getByRole('main').getByRole('row').nth(1)
  await cart.getByText('this minute').waitFor()
  await page.clock.fastForward(10 * 60_000)
  await cart.getByText(/1\d minutes ago/).waitFor()

  await page.clock.setSystemTime(new Date())
  await page.goto(`${core.api}/#/settings/campaigns`)
  const campaign = page.getByRole('row', { name: /Happy hour/ })
  await campaign.getByText('Planned').waitFor()
  await page.clock.fastForward(10 * 60_000)
  await campaign.getByText('Running').waitFor()
  await page.context().close()
  expect(complaints).toEqual([])
})
