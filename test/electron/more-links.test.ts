import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { offerMoreLinks } from '../../electron/start/browser.ts'
import { buildCore, temporaryDir } from '../support/core.ts'
import { openFile } from '../support/data.ts'
import { copyDemoShops } from '../support/demo-template.ts'

test('Enter prints a new link; while another program writes it says so, and the core goes on', async () => {
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  const core = await buildCore({ dataDir })
  const other = openFile(dataDir)
  const [keyboard, ending] = [new PassThrough(), new AbortController()]
  onTestFinished(() => ending.abort())
  const said: string[] = []
  offerMoreLinks(
    keyboard,
    async () => core.consolePath(),
    (line) => said.push(line),
    ending.signal,
  )
  expect(said).toStrictEqual(['Enter prints a new link.'])

  other.exec('begin immediate')
  keyboard.write('\n')
  await expect.poll(() => said.length, { timeout: 20_000 }).toBe(2)
  expect(said[1]).toMatch(/^No link could be made: .*is in use by another program\. Enter tries again\.$/)
  expect((await core.app.inject('/api/v1/health')).statusCode).toBe(200)

  other.exec('rollback')
  keyboard.write('\n')
  await expect.poll(() => said[2], { timeout: 20_000 }).toMatch(/^\/\?launch=/)
})
