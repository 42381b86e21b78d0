import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startBrowserForm } from '../../../electron/browser-form.ts'
import { startBuiltMain, type BuiltMain, type BuiltMainOptions } from '../../../electron/built-main.ts'
import { run, serve, serveAt } from '../../../support/command.ts'
import { temporaryDir } from '../../../support/core.ts'
import { lineTo } from '../../../support/cut-line.ts'
import { demoShop } from '../../../support/storage.ts'

/** A desk's start in either of its forms, with its shop on a server. */
let address: string
let dataDir: string
beforeEach(async () => {
  address = await demoShop()
  dataDir = await temporaryDir()
})

const settings = (): string => readFileSync(join(dataDir, 'backcounter.desk.json'), 'utf8')
const passwordOf = (at: string): string => new URL(at).password
const nameOf = (at: string): string => `postgres://${new URL(at).host}${new URL(at).pathname}`

async function startWindow(options: Omit<BuiltMainOptions, 'dataDir'> = {}): Promise<BuiltMain> {
  const main = await startBuiltMain({ dataDir, ...options })
  onTestFinished(() => main[Symbol.asyncDispose]())
  return main
}

async function quit(main: BuiltMain): Promise<void> {
  main.call('quit').catch(() => undefined)
  await main.ended
}

/** Whether the window leads into a shop, and not to the first start. */
async function isInShop(main: BuiltMain): Promise<boolean> {
  const [window] = await main.call('windows')
  return new URL(window?.url ?? '').searchParams.has('launch')
}

describe('the window of a desk', () => {
  it('opens the shop of a server, keeps the password in the key store, and finds both at its next start', async () => {
    const first = await startWindow({ env: { BACKCOUNTER_DATABASE: address } })
    await first.ready()
    expect(await isInShop(first)).toBe(true)
    await quit(first)
    expect(JSON.parse(settings())).toMatchObject({ password: { keeper: 'system' } })
    expect(settings()).not.toContain(passwordOf(address))

    const second = await startWindow()
    await second.ready()
    expect(await isInShop(second)).toBe(true)
    await quit(second)
    expect(await run('client', 'list', '--data', dataDir)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in a key store that cannot be opened here') as string,
    })
  }, 90_000)

  it('whose server is away says so, and goes on by itself once it is there', async () => {
    const line = await lineTo(address)
    line.close(true)
    const main = await startWindow({ env: { BACKCOUNTER_DATABASE: line.address } })
    const dialog = (await main.dialog()) as { message: string; detail: string; buttons: string[] }
    expect(dialog.message).toBe('The database cannot be opened.')
    expect(dialog.detail).toContain(`The database ${nameOf(line.address)} cannot be reached.`)
    expect(dialog.detail).not.toContain(passwordOf(address))
    expect(dialog.buttons).toStrictEqual(['Try Again', 'Quit'])
    line.close(false)
    await main.ready()
    expect(await main.call('dialog')).toBeUndefined()
    expect(await isInShop(main)).toBe(true)
  }, 60_000)

  it('that is not let in asks, keeps nothing, and quits when told to', async () => {
    const wrong = new URL(address)
    wrong.password = 'not-this-one'
    const main = await startWindow({ env: { BACKCOUNTER_DATABASE: wrong.href } })
    expect(await main.dialog()).toMatchObject({
      detail: expect.stringContaining('does not let this user in') as string,
    })
    main.call('answerDialog', { response: 1 }).catch(() => undefined)
    expect(await main.ended).toBe(0)
    expect(settings).toThrow('ENOENT')
  }, 60_000)
})

describe('the browser’s form of a desk', () => {
  it('keeps where the shop is, for its next start and for the commands of its folder, until told otherwise', async () => {
    const first = await startBrowserForm('--data', dataDir, '--database', address)
    expect((await first.link()).searchParams.has('launch')).toBe(true)
    expect(first.output()).toContain(nameOf(address))
    expect(first.output()).not.toContain(passwordOf(address))
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = await startBrowserForm('--data', dataDir)
    expect((await second.link()).searchParams.has('launch')).toBe(true)
    const clients = await run('client', 'list', '--json', '--data', dataDir)
    expect(clients.stdout).toContain('harbour')
    expect(await run('console-link', '--json', '--data', dataDir)).toMatchObject({ code: 0 })
    second.child.kill('SIGTERM')
    await second.ended

    const third = await startBrowserForm('--data', dataDir, '--database', 'none')
    expect((await third.link()).searchParams.has('setup')).toBe(true)
    third.child.kill('SIGTERM')
    await third.ended
    expect(settings).toThrow('ENOENT')
  }, 90_000)

  it('waits for a server that is away, says so once, and goes on once it is there', async () => {
    const line = await lineTo(address)
    line.close(true)
    const desk = await startBrowserForm('--data', dataDir, '--demo', '--database', line.address)
    const says = `The database ${nameOf(line.address)} cannot be reached. Backcounter waits for it`
    await expect.poll(desk.output, { timeout: 20_000 }).toContain(says)
    line.close(false)
    await expect.poll(desk.output, { timeout: 20_000 }).toMatch(/\/\?launch=/)
    expect(desk.output().split(says)).toHaveLength(2)
  }, 60_000)

  it('that is told to stop while it waits ends in order', async () => {
    const line = await lineTo(address)
    line.close(true)
    const desk = await startBrowserForm('--data', dataDir, '--database', line.address)
    await expect.poll(desk.output, { timeout: 20_000 }).toContain('Backcounter waits for it')
    desk.child.kill('SIGTERM')
    expect(await desk.ended).toBe(0)
  }, 60_000)

  it('that is not let in is one line and exit 1', async () => {
    const wrong = new URL(address)
    wrong.password = 'not-this-one'
    const desk = await startBrowserForm('--data', dataDir, '--database', wrong.href)
    expect(await desk.ended).toBe(1)
    expect(desk.output().trim().split('\n').at(-1)).toBe(
      `The database ${nameOf(address)} does not let this user in.`,
    )
    expect(settings).toThrow('ENOENT')
  }, 60_000)
})

describe('a link to the console of a core that is running', () => {
  const link = async (...more: string[]) => run('console-link', '--data', dataDir, ...more)

  it('on a server is asked of that server: in the folder, where no shop is, none is made', async () => {
    await serveAt(address, dataDir)
    const lost = await link()
    expect(lost).toMatchObject({ code: 2, stdout: '' })
    expect(lost.stderr).toBe(
      `--database must lead to ${nameOf(address)}, where the Backcounter that is running has its shop\n`,
    )
    expect(existsSync(join(dataDir, 'backcounter.sqlite'))).toBe(false)
    expect(await link('--database', address)).toMatchObject({ code: 0, stderr: '' })
  }, 60_000)

  it('in a folder is not asked of a server, whose links lead nowhere there', async () => {
    await serve(dataDir, '--demo')
    const lost = await link('--database', address)
    expect(lost).toMatchObject({ code: 2, stdout: '' })
    expect(lost.stderr).toContain(`must lead to ${join(dataDir, 'backcounter.sqlite')}, where`)
    expect(await link()).toMatchObject({ code: 0, stderr: '' })
  }, 60_000)
})
