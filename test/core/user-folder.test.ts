import { execFileSync } from 'node:child_process'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MODULE = new URL('../../core/user-folder.ts', import.meta.url).href

/** What a process says that is started in another folder. */
const foldersIn = (env: NodeJS.ProcessEnv): string[] =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { userFolder } from '${MODULE}'; console.log(userFolder('data'), userFolder('cache'))`,
    ],
    { cwd: tmpdir(), encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } },
  )
    .trim()
    .split(' ')

it.skipIf(process.platform !== 'linux').each([
  ['no home is named', {}, ''],
  ['the home has an empty name', { HOME: '' }, ''],
  ['the home is named from where somebody is', { HOME: 'me' }, 'me'],
  ['the folders are named so', { HOME: '', XDG_DATA_HOME: '.local/share', XDG_CACHE_HOME: '.cache' }, ''],
])('the user’s files are never in the folder that a program is started in: %s', (_what, env, name) => {
  const home = join(userInfo().homedir, name)
  expect(foldersIn(env)).toStrictEqual([
    join(home, '.local/share/Backcounter'),
    join(home, '.cache/Backcounter'),
  ])
})

it.skipIf(process.platform !== 'linux')('they are where the environment says', () => {
  expect(foldersIn({ HOME: '/home/me', XDG_DATA_HOME: '/data' })).toStrictEqual([
    '/data/Backcounter',
    '/home/me/.cache/Backcounter',
  ])
})
