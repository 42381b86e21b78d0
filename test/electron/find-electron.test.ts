import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findElectron } from '../../electron/start/find-electron.ts'
import { temporaryDir } from '../support/core.ts'

/** Programs that behave as Electron does when it is asked for its version as plain Node. */
const works = '[ "$ELECTRON_RUN_AS_NODE" = 1 ] && echo 45.4.1'
const lacksLibrary =
  'echo "$0: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127'
const isSomethingElse = 'echo hello'

let packageDir: string
const said: string[] = []

beforeEach(async () => {
  packageDir = await temporaryDir()
  said.length = 0
})

async function program(script: string, ...path: string[]): Promise<string> {
  const file = join(packageDir, ...path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

const find = (env: NodeJS.ProcessEnv = {}) =>
  findElectron({
    env: { PATH: process.env['PATH'], ELECTRON_SKIP_BINARY_DOWNLOAD: '1', ...env },
    platform: 'linux',
    packageDir,
    say: (line) => said.push(line),
  })

test('a program named in the environment comes first', async () => {
  const named = await program(works, 'elsewhere', 'electron')
  const inFolder = await program(works, 'folder', 'electron')

  expect(
    await find({ ELECTRON_EXEC_PATH: named, ELECTRON_OVERRIDE_DIST_PATH: join(packageDir, 'folder') }),
  ).toEqual({
    executable: named,
  })
  expect(await find({ ELECTRON_OVERRIDE_DIST_PATH: join(packageDir, 'folder') })).toEqual({
    executable: inFolder,
  })
})

test('one that is named and does not exist is said to be missing, not replaced', async () => {
  expect(await find({ ELECTRON_EXEC_PATH: '/nowhere/electron' })).toEqual({
    reason: 'there is no Electron at /nowhere/electron',
  })
})

test('the package’s own counts once it is unpacked whole', async () => {
  const executable = await program(works, 'dist', 'electron')
  expect(await find()).toMatchObject({ reason: expect.stringContaining('not installed') as string })

  await writeFile(join(packageDir, 'path.txt'), 'electron')
  expect(await find()).toEqual({ executable })
})

test('one that lacks a library of the system is not usable, and the reason names the library', async () => {
  const executable = await program(lacksLibrary, 'electron')

  expect(await find({ ELECTRON_EXEC_PATH: executable })).toEqual({
    reason:
      'Electron does not run here (error while loading shared libraries: libnss3.so: cannot open shared object file)',
  })
})

test('another program is not taken for Electron', async () => {
  const executable = await program(isSomethingElse, 'electron')

  expect(await find({ ELECTRON_EXEC_PATH: executable })).toEqual({ reason: `${executable} is not Electron` })
})

test('the download is the package’s own installer, tried where it is not switched off', async () => {
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: undefined, ELECTRON_MIRROR: 'http://127.0.0.1:1/' }
  expect(await find(env)).toEqual({ reason: 'Electron is not installed' })

  await writeFile(join(packageDir, 'install.js'), 'process.exit(1)')
  expect(await find(env)).toEqual({ reason: 'Electron is not installed and cannot be downloaded here' })

  const executable = await program(works, 'prepared')
  await writeFile(
    join(packageDir, 'install.js'),
    `const fs = require('node:fs')
     fs.mkdirSync(__dirname + '/dist')
     fs.copyFileSync(${JSON.stringify(executable)}, __dirname + '/dist/electron')
     fs.writeFileSync(__dirname + '/path.txt', 'electron')`,
  )
  expect(await find(env)).toEqual({ executable: join(packageDir, 'dist', 'electron') })
  expect(said).toEqual([])
})
