import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channels } from '../../electron/channels.ts'
import { startBuiltMain, type BuiltMain } from './built-main.ts'

/** What the preload may ask of the built main process. */
let main: BuiltMain

beforeAll(async () => {
  main = await startBuiltMain()
  await main.ready()
})
afterAll(async () => {
  await main[Symbol.asyncDispose]()
})

describe('only the console’s own page is heard', () => {
  const print = [{ silent: true }]

  test('not a frame in it', async () => {
    await expect(main.call('invoke', channels.print, print, 'inner')).rejects.toThrow('Only the console')
  })

  test('not a frame that is gone', async () => {
    await expect(main.call('invoke', channels.print, print, 'none')).rejects.toThrow('Only the console')
  })

  test('not a page that took its place', async () => {
    const [window] = await main.call('windows')
    for (const url of ['https://example.com/', 'app://console/api/v1/health', 'about:blank']) {
      await main.call('hijack', url)
      await expect(main.call('invoke', channels.print, print)).rejects.toThrow('Only the console')
    }
    await main.call('hijack', window?.url ?? '')
    expect((await main.call('traces')).printed).toEqual([])
  })

  test('nothing else can be asked', async () => {
    await expect(main.call('invoke', 'desktop:anything', [])).rejects.toThrow('No handler registered')
  })
})

test('prints with and without the system’s dialog', async () => {
  expect(await main.call('invoke', channels.print, [{ silent: true }])).toBe(true)
  expect(await main.call('invoke', channels.print, [{ silent: false, deviceName: 'elsewhere' }])).toBe(true)
  expect((await main.call('traces')).printed).toEqual([
    { silent: true, printBackground: false },
    { silent: false, printBackground: false },
  ])
  await expect(main.call('invoke', channels.print, [{ silent: 'yes' }])).rejects.toThrow('silent')
  await expect(main.call('invoke', channels.print, [])).rejects.toThrow('silent')
})

test('prints on the chosen printer, on the paper of the document', async () => {
  expect(await main.call('invoke', channels.printers, [])).toEqual([
    { name: 'roll-80', label: 'Receipts' },
    { name: 'office', label: 'office' },
  ])
  const before = (await main.call('traces')).printed.length
  const roll = { silent: true, printer: 'roll-80', size: { widthMm: 80, heightMm: 210.5 } }
  expect(await main.call('invoke', channels.print, [roll])).toBe(true)
  expect(await main.call('invoke', channels.print, [{ silent: true, printer: 'office', size: 'A4' }])).toBe(
    true,
  )
  expect((await main.call('traces')).printed.slice(before)).toEqual([
    {
      silent: true,
      printBackground: false,
      deviceName: 'roll-80',
      pageSize: { width: 80_000, height: 210_500 },
    },
    { silent: true, printBackground: false, deviceName: 'office', pageSize: 'A4' },
  ])
  for (const size of ['A0', { widthMm: 80 }, { widthMm: -1, heightMm: 10 }, { widthMm: 80, heightMm: 1e9 }])
    await expect(main.call('invoke', channels.print, [{ silent: true, size }])).rejects.toThrow('size')
  await expect(main.call('invoke', channels.print, [{ silent: true, printer: 1 }])).rejects.toThrow('printer')
})

test('reopening loads the console with another one-time code', async () => {
  const [before] = await main.call('windows')
  await main.call('invoke', channels.reopen, [])
  const [after] = await main.call('windows')

  expect(after?.url).toMatch(/^app:\/\/console\/\?setup=/)
  expect(after?.status).toBe(200)
  expect(before?.isDestroyed).toBe(false)
})

describe('the menu', () => {
  test('has what a person looks for', async () => {
    expect(await main.call('menu')).toEqual(
      expect.arrayContaining([
        'New Order',
        'Search Orders',
        'Print…',
        'editMenu',
        'zoomIn',
        'resetZoom',
        'Local API…',
      ]),
    )
  })

  test('hands its commands to the console', async () => {
    await main.call('clickMenu', 'Order', 'New Order')
    await main.call('clickMenu', 'Order', 'Search Orders')

    expect((await main.call('traces')).sent).toEqual([
      { channel: channels.command, args: ['new-order'] },
      { channel: channels.command, args: ['search-orders'] },
    ])
  })

  test('tells and copies the address of the local API', async () => {
    await main.call('clickMenu', 'help', 'Local API…')
    const { message } = (await main.dialog()) as { message: string }
    await main.call('answerDialog', { response: 1 })

    expect(message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    expect((await main.call('traces')).copied).toEqual([message])
  })

  test('opens its description as people read it', async () => {
    await main.call('clickMenu', 'help', 'Local API…')
    const { message } = (await main.dialog()) as { message: string }
    await main.call('answerDialog', { response: 2 })

    expect((await main.call('traces')).opened).toEqual([`${message}/docs`])
  })
})

test('a page that crashes is offered again, and the shop goes on', async () => {
  await main.call('crash', 'oom')
  expect(await main.dialog()).toMatchObject({ message: 'The console stopped unexpectedly.' })
  await main.call('answerDialog', { response: 0 })

  const { status } = await main.call('request', { url: 'app://console/api/v1/health' })
  expect(status).toBe(200)
  const windows = await main.call('windows')
  expect(windows).toHaveLength(1)
})
