import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { makeScratchFolder, removeLeftScratch } from '../../../core/database/scratch-folder.ts'
import { ownSystemTemp } from '../../support/core.ts'
import { ownShop } from '../../support/own-shop.ts'

const FOLDER = new URL('../../../core/database/scratch-folder.ts', import.meta.url).href
const HOUR = 3_600_000

/** As if it had been made an hour ago. */
const age = (path: string): void => utimesSync(path, new Date(Date.now() - HOUR), new Date(Date.now() - HOUR))

/** Has a process make a folder with a file of customers in it. @returns the folder, and what kills the process */
async function madeElsewhere() {
  const program = `
    import { writeFileSync } from 'node:fs'
    const { path } = await (await import(${JSON.stringify(FOLDER)})).makeScratchFolder()
    writeFileSync(path + '/file.csv', 'Ida Holm')
    console.log(path)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [path] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  age(path)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { path, kill }
}

it('what a process that was killed has left is removed by whoever makes the next; one that lives keeps its own', async () => {
  const dir = await ownSystemTemp()
  const [killed, alive] = await Promise.all([madeElsewhere(), madeElsewhere()])
  const own = await makeScratchFolder()
  // Where a disk is full there is no room for more: of what comes then it is said that it has none.
  expect(readdirSync(own.path)).toStrictEqual(['lock'])
  age(own.path)
  await killed.kill()
  const next = await makeScratchFolder()
  const left = readdirSync(dir).map((name) => join(dir, name))
  expect(left.sort()).toStrictEqual([alive.path, own.path, next.path].sort())
  expect(existsSync(join(alive.path, 'file.csv'))).toBe(true)
  await own.remove()
  await next.remove()
  await alive.kill()
  await removeLeftScratch()
  expect(readdirSync(dir)).toStrictEqual([])
})

it('one that is just being made stays, and so does what is of another user, of another program or somewhere else', async () => {
  const dir = await ownSystemTemp()
  const make = (name: string): string => {
    const path = join(dir, name)
    mkdirSync(path)
    writeFileSync(join(path, 'file.csv'), 'Ida Holm')
    age(path)
    return path
  }
  mkdirSync(join(dir, 'backcounter-files-justnow'))
  symlinkSync(make('elsewhere'), join(dir, 'backcounter-files-link'))
  make('backcounter-else')
  // Only root can give a folder away.
  if (process.getuid?.() === 0) chownSync(make('backcounter-files-theirs'), 12_345, 12_345)
  const before = readdirSync(dir)
  make('backcounter-files-left')
  await removeLeftScratch()
  expect(readdirSync(dir)).toStrictEqual(before)
  expect(existsSync(join(dir, 'backcounter-files-link', 'file.csv'))).toBe(true)
})

it('a core that begins removes what one that was killed has left', async () => {
  const dir = await ownSystemTemp()
  const { kill, path } = await madeElsewhere()
  await kill()
  await ownShop({}, { looks: { first: 0, every: HOUR } })
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(dir).toBe(join(path, '..'))
})
