import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataDir } from '../../core/defaults.ts'
import { launchOptions } from '../../electron/launch-options.ts'

test('without anything said: the usual folder and port', () => {
  expect(launchOptions(['.'], {})).toEqual({ dataDir: defaultDataDir(), port: 4780 })
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

  expect(launchOptions(args, { BACKCOUNTER_PORT: '5000' })).toEqual({ dataDir: resolve('shop'), port: 0 })
  expect(launchOptions([], { BACKCOUNTER_PORT: '5000' }).port).toBe(5000)
  expect(launchOptions([], { BACKCOUNTER_PORT: '' }).port).toBe(4780)
})

test.each(['', '65536', '-1', '80x', '1e3', ' '])('"%s" is no port', (port) => {
  expect(() => launchOptions([`--port=${port}`], {})).toThrow('is not a port')
})

test('a folder of an empty name is not the current one', () => {
  expect(() => launchOptions(['--data='], {})).toThrow('empty name')
})
