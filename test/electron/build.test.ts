import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildIfStale } from '../../electron/start/build.ts'
import { OUTPUTS, SIDE_OUTPUT } from '../../electron/start/build-state.ts'
import { temporaryDir } from '../support/core.ts'

it('builds once where two want it at the same time, and the second has what was built', async () => {
  const root = await temporaryDir()
  mkdirSync(join(root, 'node_modules'))
  const said: string[] = []
  const begun: number[] = []
  let underWay = 0
  const build = async (): Promise<void> => {
    begun.push(++underWay)
    await wait(300)
    for (const output of [...OUTPUTS, join(SIDE_OUTPUT, 'types.d.ts')]) {
      mkdirSync(dirname(join(root, output)), { recursive: true })
      writeFileSync(join(root, output), '')
    }
    underWay -= 1
  }
  const start = async () => buildIfStale(root, (line) => said.push(line), build)
  await Promise.all([start(), start(), start()])
  expect(begun).toStrictEqual([1])
  expect(said).toHaveLength(1)
})

it('one after another where the first fails: its failure is its own', async () => {
  const root = await temporaryDir()
  mkdirSync(join(root, 'node_modules'))
  let number = 0
  let underWay = 0
  const build = async (): Promise<void> => {
    number += 1
    underWay += 1
    expect(underWay).toBe(1)
    await wait(50)
    underWay -= 1
    throw new Error(`The build failed: ${number}`)
  }
  const start = async () => buildIfStale(root, () => undefined, build)
  const ends = await Promise.allSettled([start(), start()])
  expect(ends.map((end) => end.status === 'rejected' && String(end.reason)).sort()).toStrictEqual([
    'Error: The build failed: 1',
    'Error: The build failed: 2',
  ])
})

it('says what to do where nothing is installed', async () => {
  await expect(buildIfStale(await temporaryDir(), () => undefined)).rejects.toThrow('npm ci')
})

it.each(['C#', 'what?'])('says so where the folder is one that it cannot be built in: %s', async (name) => {
  const root = join(await temporaryDir(), name)
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  const build = async (): Promise<void> => Promise.reject(new Error('nobody can read this'))
  await expect(buildIfStale(root, () => undefined, build)).rejects.toThrow(root)
})
