import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchCondition } from '../../../core/database/sqlite/safekeeping/condition.ts'
import { addBackup, listBackups } from '../../../core/database/sqlite/safekeeping/backups.ts'
import { logBeside } from '../../../core/http/logging.ts'
import { openCoreIn } from '../../support/open-core.ts'
import { run, runProcess, serve } from '../../support/command.ts'
import { buildCore, temporaryDir } from '../../support/core.ts'
import { damage } from '../../support/damage.ts'
import { openShop, Shop } from '../../support/shop.ts'

const fault = (code: string): Error => Object.assign(new Error('x'), { code })

/** A shop whose products are broken in the middle, where a start does not look. */
async function withBrokenProducts() {
  const dataDir = await temporaryDir()
  const shop = await Shop.in(dataDir, { logger: logBeside(dataDir) })
  onTestFinished(async () => shop.core.close())
  await shop.core.close()
  damage(shop.dataDir, 'product_names')
  damage(shop.dataDir, 'products')
  await shop.restart()
  return shop
}

describe('damage that is met while the core runs', () => {
  it('is answered with 503 in plain words, logged whole, and health says so; the rest goes on', async () => {
    const shop = await withBrokenProducts()
    const clerk = await shop.as('staff')
    expect((await shop.anyone.get('/health')).body).toMatchObject({ status: 'ok', database: 'ok' })

    const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), maxItems: 1000 }
    const answer = await clerk.get('/products', query)
    const [text] = answer.refused('ServiceUnavailable')
    expect(text).toContain('The database is damaged')
    expect(text).not.toMatch(/SQLITE|malformed/)
    expect(answer.headers).not.toHaveProperty('retry-after')

    const health = await shop.anyone.get('/health')
    expect(health.status).toBe(503)
    expect(health.body).toStrictEqual({
      status: 'failing',
      version: expect.any(String) as string,
      database: 'damaged',
      errors: [
        { error: 'ServiceUnavailable', 'error-description': expect.stringContaining('damaged') as string },
      ],
    })
    expect((await clerk.get('/countries')).status).toBe(200)
    await expect
      .poll(() => readFileSync(join(shop.dataDir, 'backcounter.log'), 'utf8'))
      .toMatch(/SQLITE_CORRUPT.*"stack"|"stack".*SQLITE_CORRUPT/)
  })

  it('is remembered: the next start reads all of the file, says what is broken and is refused', async () => {
    const shop = await withBrokenProducts()
    const { dataDir } = shop
    const clerk = await shop.as('staff')
    await clerk.get('/products', {
      cultureCode: 'en-GB',
      priceGroupId: await clerk.priceGroup(),
      maxItems: 1000,
    })
    await shop.core.close()
    const started = openCoreIn({ dataDir })
    await expect(started).rejects.toMatchObject({ name: 'DatabaseOpenError', code: 'damaged' })
    // So is every start after it.
    await expect(openCoreIn({ dataDir })).rejects.toMatchObject({ code: 'damaged' })
  })

  it('that turns out to be none is forgotten by the next start', async () => {
    const shop = await openShop()
    await shop.core.close()
    watchCondition(shop.dataDir).note(fault('SQLITE_CORRUPT_INDEX'))
    const note = join(shop.dataDir, 'backcounter.sqlite.suspect')
    expect(existsSync(note)).toBe(true)
    await shop.restart()
    expect(existsSync(note)).toBe(false)
  })
})

it('a core that was cut off reads every page soon after its next start, whatever backups there are', async () => {
  const shop = await openShop()
  const { dataDir } = shop
  await shop.core.close()
  // Young enough that none is due, which would read every page too: what is found is found by the check.
  await addBackup(dataDir, new Date())
  damage(dataDir, 'product_terms')
  const dead = await serve(dataDir)
  dead.child.kill('SIGKILL')
  await dead.ended
  const core = await buildCore({ dataDir, looks: { first: 0, every: 3_600_000 } })
  const health = async (): Promise<unknown> => (await core.app.inject('/api/v1/health')).json()
  await expect.poll(health, { timeout: 50_000 }).toMatchObject({ database: 'damaged' })
  expect(listBackups(dataDir)).toHaveLength(1)
}, 90_000)

describe('what the core concludes from an error', () => {
  it.each([
    ['SQLITE_CORRUPT_VTAB', 'damaged'],
    ['SQLITE_NOTADB', 'damaged'],
    ['SQLITE_IOERR_READ', 'damaged'],
    ['SQLITE_IOERR_FSYNC', 'failing'],
    ['SQLITE_FULL', 'failing'],
    ['SQLITE_BUSY', 'ok'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'ok'],
  ])('%s: %s', async (code, state) => {
    const condition = watchCondition(await temporaryDir())
    condition.note(fault(code))
    expect(condition.state()).toBe(state)
  })

  it('a disk that failed is held against it for a minute, damage for good', async () => {
    let now = 0
    const condition = watchCondition(await temporaryDir(), () => now)
    condition.note(fault('SQLITE_IOERR_WRITE'))
    now = 59_000
    expect(condition.state()).toBe('failing')
    now = 61_000
    expect(condition.state()).toBe('ok')
    condition.note(fault('SQLITE_CORRUPT'))
    now = 10_000_000
    expect(condition.state()).toBe('damaged')
  })
})

describe('a damaged shop at the start', () => {
  it('is named with the newest good backup and the command that restores it, which works', async () => {
    const shop = await openShop()
    const { dataDir } = shop
    await (await shop.as('staff')).anOrder()
    await shop.core.close()
    const { file } = await addBackup(dataDir, new Date('2026-11-20T12:00:00.000Z'))
    damage(dataDir, 'products')
    watchCondition(dataDir).note(fault('SQLITE_CORRUPT'))

    const person = await runProcess('serve', '--port', '0', '--data', dataDir)
    expect(person).toMatchObject({ code: 1, stdout: '' })
    expect(person.stderr).toContain(`${join(dataDir, 'backcounter.sqlite')} is damaged`)
    expect(person.stderr).toContain(`2026-11-20T12:00:00.000Z, with 1 orders: ${file}`)
    const command = `npm run cli -- restore --from ${file} --data ${dataDir}`
    expect(person.stderr).toContain(command)

    const program = await runProcess('serve', '--json', '--port', '0', '--data', dataDir)
    expect(program.code).toBe(1)
    expect(JSON.parse(program.stdout)).toStrictEqual({
      error: expect.stringContaining('is damaged') as string,
      backup: { file, date: '2026-11-20T12:00:00.000Z', orders: 1 },
      restore: command,
    })

    const restored = await run(...command.split(' ').slice(4))
    expect(restored.code, restored.stderr).toBe(0)
    expect(restored.stdout).toContain('What was there is kept as')
    const { ready } = await serve(dataDir)
    expect((await fetch(`${ready.api}/api/v1/health`)).status).toBe(200)
  }, 90_000)
})
