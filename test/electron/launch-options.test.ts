import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataDir } from '../../core/defaults.ts'
import { launchOptions } from '../../electron/launch-options.ts'

test('without anything said: the usual folder and port, and the shop where it was last', () => {
  expect(launchOptions(['.'], {})).toEqual({ dataDir: defaultDataDir(), database: undefined, port: 4780 })
})

test('arguments win over the environment, and Chromium’s own switches pass by', () => {
  const args = [
    '.',
    '--inspect=0',
    '--data=shop',
    '--no-sandbox',
    '--port=0',
    '--force-device-scale-factor=2',
  ]

  expect(launchOptions(args, { BACKCOUNTER_PORT: '5000' })).toEqual({
    dataDir: resolve('shop'),
    database: undefined,
    port: 0,
  })
  expect(launchOptions([], { BACKCOUNTER_PORT: '5000' }).port).toBe(5000)
  expect(launchOptions([], { BACKCOUNTER_PORT: '' }).port).toBe(4780)
})

test.each(['', '65536', '-1', '80x', '1e3', ' '])('"%s" is no port', (port) => {
  expect(() => launchOptions([`--port=${port}`], {})).toThrow('is not a port')
})

test('a folder of an empty name is not the current one', () => {
  expect(() => launchOptions(['--data='], {})).toThrow('empty name')
})

test('a shop on a server: by argument, or by the environment, which the starter uses', () => {
  const [one, other] = ['postgres://clerk@db.example/shop', 'postgres://clerk:secret@127.0.0.1:5433/shop']
  expect(launchOptions([], { BACKCOUNTER_DATABASE: other }).database).toBe(other)
  expect(launchOptions([`--database=${one}`], { BACKCOUNTER_DATABASE: other }).database).toBe(one)
  expect(launchOptions(['--database=none'], {}).database).toBe('none')
  expect(launchOptions([], { BACKCOUNTER_DATABASE: '' }).database).toBeUndefined()
})

test.each(['shop.sqlite', 'postgres://[', 'http://db.example/shop', ''])(
  '"%s" is no database',
  (database) => {
    expect(() => launchOptions([`--database=${database}`], {})).toThrow('It must be an address such as')
  },
)
