import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { attemptTag } from '../attempt-tag.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { keepFromCore } from '../keep-back.ts'

/** Long work that the core was at when it was killed: it has begun anew since, and knows nothing of it. */
const counter = counterOfDemoShop({ isProcess: true })
const tag = attemptTag()

/** Kills the core while the console does not hear how far its work has come, and starts it anew. */
async function cutOff(of: RegExp, begin: () => Promise<void>): Promise<void> {
  const { core, page, serveAgain } = counter()
  const late = await keepFromCore(page, ({ pathname }, method) => method === 'GET' && of.test(pathname))
  await begin()
  await eventually(late.count).toBe(1)
  await core.kill()
  await serveAgain()
  await late.letGo()
}

const chooseFile = async (text: string): Promise<void> =>
  counter()
    .page.locator('input[type="file"]')
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a look into a file is taken again', async () => {
  const { complaints, goTo, page } = counter()
  await goTo('/import')
  await cutOff(/\/manage\/imports\//, async () => chooseFile(`sku,name,tax\n${tag()}-looked,Looked at,25%\n`))
  await page.getByRole('button', { name: 'Import one product' }).waitFor()
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('of an import whose page was left nobody says how it ended, and its file tells', async () => {
  const { complaints, core, goTo, page, serveAgain } = counter()
  const file = `sku,name,tax\n${tag()}-left,Left behind,25%\n`
  await goTo('/import')
  await chooseFile(file)
  const importing = page.getByRole('button', { name: 'Import one product' })
  await importing.waitFor()
  const late = await keepFromCore(page, ({ pathname }) => pathname.includes('/manage/imports/'))
  await importing.press('Enter')
  await eventually(late.count).toBe(1)
  await goTo('/orders')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await core.kill()
  await serveAgain()
  await late.letGo()
  await goTo('/import')
  const unknown = page.getByRole('alert').filter({ hasText: 'How the last import ended is not known' })
  await unknown.waitFor()
  await chooseFile(file)
  await importing.or(page.getByText('Everything in the file is in the shop already.')).waitFor()
  expect(await unknown.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('an export is begun again', async () => {
  const { complaints, goTo, page } = counter()
  await goTo('/customers')
  const saved = page.waitForEvent('download')
  await cutOff(/\/manage\/exports\//, async () => page.getByRole('button', { name: 'Export' }).click())
  const rows = await readFile(await (await saved).path(), 'utf8')
  expect(rows.split('\n').length).toBeGreaterThan(10)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('of a backup it is said that nobody knows how it ended, and where it would stand', async () => {
  const { complaints, goTo, page } = counter()
  await goTo('/settings/data')
  await cutOff(/\/data\/jobs\//, async () => page.getByRole('button', { name: 'Back up now' }).click())
  const told = page.getByRole('status').filter({ hasText: 'How it ended is not known' })
  await told.getByText('is in the list below').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText(/^All is sound/).waitFor()
  expect(await told.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('so it is of a check whose page was loaded anew meanwhile', async () => {
  const { complaints, core, goTo, page, serveAgain } = counter()
  await goTo('/settings/data')
  const late = await keepFromCore(page, ({ pathname }) => pathname.includes('/data/jobs/'))
  await page.getByRole('button', { name: 'Check now' }).click()
  await eventually(late.count).toBe(1)
  await core.kill()
  await serveAgain()
  await page.reload()
  await late.letGo()
  const told = page.getByRole('status').filter({ hasText: 'How it ended is not known' })
  await told.getByText('check again').waitFor()
  await goTo('/orders')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  // As a console from before an update has left it: the id alone.
  await page.evaluate(() => sessionStorage.setItem('backcounter.data-job', crypto.randomUUID()))
  await goTo('/settings/data')
  await page.getByRole('button', { name: 'Check now' }).waitFor()
  expect(await told.count()).toBe(0)
  expect(complaints).toEqual([])
})
