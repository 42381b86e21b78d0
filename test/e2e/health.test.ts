import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CONSOLE_DIR } from '../../core/cli/serve.ts'
import { backupsDir, listBackups } from '../../core/database/sqlite/safekeeping/backups.ts'
import { openCoreIn } from '../support/open-core.ts'
import { openPage } from './browser.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { removeDataDir } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

const browser = sharedBrowser()
let dataDir: string

beforeAll(async () => {
  dataDir = await makeDemoDir()
})

afterAll(async () => {
  await removeDataDir(dataDir)
})

const LANGUAGES = [
  { locale: 'en-GB', carts: 'Carts', text: 'The backup could not be made' },
  { locale: 'da-DK', carts: 'Kurve', text: 'Sikkerhedskopien kunne ikke laves' },
  { locale: 'de-DE', carts: 'Warenkörbe', text: 'Die Sicherung konnte nicht erstellt werden' },
]
test.for(LANGUAGES)(
  'a backup that fails is told on the screen until it works ($locale)',
  async ({ locale, carts, text }) => {
    const dir = backupsDir(dataDir)
    rmSync(dir, { recursive: true, force: true })
    writeFileSync(dir, 'in the way')
    const core = await openCoreIn({ dataDir, consoleDir: CONSOLE_DIR, looks: { first: 0, every: 50 } })
    onTestFinished(async () => core.close())
    const api = await core.listen(0)
    const health = async (): Promise<unknown> => (await fetch(`${api}/api/v1/health`)).json()
    await eventually(health).toMatchObject({ status: 'warning', backup: 'failing' })

    const { page, complaints } = await openPage(browser(), { locale })
    await page.clock.install()
    await page.goto(`${api}${await core.consolePath()}`)
    await page.getByRole('heading', { name: carts }).waitFor()
    const warning = page.getByRole('status').filter({ hasText: text })
    await warning.waitFor()

    rmSync(dir)
    mkdirSync(dir)
    await eventually(health).toMatchObject({ status: 'ok' })
    expect(listBackups(dataDir)).toHaveLength(1)
    await page.clock.fastForward(60_000)
    await warning.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  },
)
