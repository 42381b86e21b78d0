import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { isBuildStale } from '../../electron/start/build-state.ts'
import { temporaryDir } from '../support/core.ts'

const sources = ['core/index.ts', 'electron/main.ts', 'electron/start/build.ts', 'renderer/ui/a.vue']
const outputs = [
  'out/main/main.js',
  'out/main/cli.js',
  'out/main/core.js',
  'out/main/worker.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
]
/** What the build makes beside its outputs, of whatever age. */
const sideOutput = 'node_modules/.nuxt-ui/ui.css'
const folders = ['core', 'electron/start', 'electron', 'renderer/ui', 'renderer', 'out/renderer']
const [EARLIER, BUILT, LATER] = [1000, 2000, 3000]

let root: string

beforeEach(async () => {
  root = await temporaryDir()
  for (const path of [...sources, ...outputs, sideOutput]) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), '')
  }
  for (const path of [...sources, ...folders]) await utimes(join(root, path), EARLIER, EARLIER)
  for (const path of outputs) await utimes(join(root, path), BUILT, BUILT)
})

test('a build newer than every source is good', () => {
  expect(isBuildStale(root)).toBe(false)
})

test.each(['core/index.ts', 'electron/main.ts', 'renderer/ui/a.vue'])(
  'a later change of %s is seen',
  async (path) => {
    await utimes(join(root, path), LATER, LATER)

    expect(isBuildStale(root)).toBe(true)
  },
)

test('so is a file that was removed', async () => {
  await rm(join(root, 'renderer/ui/a.vue'))

  expect(isBuildStale(root)).toBe(true)
})

test.each(outputs)('without %s there is no build', async (path) => {
  await rm(join(root, path))

  expect(isBuildStale(root)).toBe(true)
})

test('after a new installation the types of the components are made again', async () => {
  await rm(join(root, 'node_modules'), { recursive: true })

  expect(isBuildStale(root)).toBe(true)
})

test('the starter is run as it is, never built', async () => {
  await utimes(join(root, 'electron/start/build.ts'), LATER, LATER)

  expect(isBuildStale(root)).toBe(false)
})
