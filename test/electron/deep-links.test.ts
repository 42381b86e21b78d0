import { describe, expect, onTestFinished, test } from 'vitest'
import { channels } from '../../electron/channels.ts'
import { pageInArguments, pageOfLink } from '../../electron/deep-link.ts'
import { startBuiltMain, type BuiltMain, type BuiltMainOptions } from './built-main.ts'

const ID = '0199a0b0-5c1e-7a42-9d3b-6f0e8c2b1a47'
const OTHER = '0199a0b0-5c1e-7a42-9d3b-6f0e8c2b1a48'

describe('a link', () => {
  test('leads to the page of what it names', () => {
    expect(pageOfLink(`backcounter://order/${ID}`)).toBe(`/orders/${ID}`)
    expect(pageOfLink(`backcounter://cart/${ID.toUpperCase()}/`)).toBe(`/carts/${ID}`)
    expect(pageOfLink(`BACKCOUNTER://customer/${ID}`)).toBe(`/customers/${ID}`)
    expect(pageInArguments(['--data=/x', '.', `backcounter://order/${ID}`])).toBe(`/orders/${ID}`)
  })

  test.each([
    '',
    'backcounter:',
    'backcounter://order',
    'backcounter://order/',
    'backcounter://order/H-10001',
    `backcounter://order/${ID}/print`,
    `backcounter://order/${ID}?placed=now`,
    `backcounter://order/${ID}#/settings`,
    `backcounter://order/../carts/${ID}`,
    `backcounter://order/%2e%2e%2f${ID}`,
    `backcounter://settings/${ID}`,
    `backcounter://constructor/${ID}`,
    `backcounter://user@order/${ID}`,
    `backcounter://order:80/${ID}`,
    `backcounter:order/${ID}`,
    `http://order/${ID}`,
    `javascript://order/${ID}`,
    `file:///order/${ID}`,
    `backcounter://order/${ID}\n--data=/etc`,
    'x'.repeat(100_000),
  ])('that says anything else leads nowhere: %s', (link) => {
    expect(pageOfLink(link)).toBeUndefined()
  })
})

async function startMain(options: BuiltMainOptions = {}): Promise<BuiltMain> {
  const main = await startBuiltMain(options)
  onTestFinished(() => main[Symbol.asyncDispose]())
  return main
}
const opened = async (main: BuiltMain): Promise<unknown[]> =>
  (await main.call('traces')).sent
    .filter(({ channel }) => channel === channels.command)
    .flatMap(({ args }) => args)

describe('the desktop', () => {
  test('opens the page of the link it was started with, and of those that come later, in its one window', async () => {
    const main = await startMain({ args: [`backcounter://order/${ID}`], world: { isPackaged: true } })
    await main.ready()
    expect((await main.call('traces')).protocolClients).toEqual(['backcounter'])
    await expect.poll(() => opened(main)).toEqual([{ open: `/orders/${ID}` }])

    await main.call('arrange', { isMinimized: true, isFocused: false })
    await main.call('secondInstance', '/usr/bin/backcounter', `backcounter://cart/${OTHER}`)
    expect(await main.call('windows')).toMatchObject([{ isMinimized: false, isFocused: true }])
    expect(await main.call('openUrl', `backcounter://customer/${OTHER}`)).toBe(true)
    expect(await main.call('openUrl', 'backcounter://settings/data')).toBe(true)
    expect(await opened(main)).toEqual([
      { open: `/orders/${ID}` },
      { open: `/carts/${OTHER}` },
      { open: `/customers/${OTHER}` },
    ])
    expect(await main.call('windows')).toHaveLength(1)
  })

  test('keeps the last link until the console can show it, and claims links only once it is installed', async () => {
    const main = await startMain({ world: { page: 'elsewhere' } })
    await main.told('showing')
    await main.call('openUrl', `backcounter://order/${ID}`)
    await main.call('openUrl', `backcounter://order/${OTHER}`)
    expect(await opened(main)).toEqual([])
    await expect.poll(async () => main.call('windows')).toMatchObject([{ status: 200 }])
    await main.call('invoke', channels.drawn, [])
    expect(await opened(main)).toEqual([{ open: `/orders/${OTHER}` }])
    expect((await main.call('traces')).protocolClients).toEqual([])
  })
})
