import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '../../core/orders/order.schema.ts'
import { localProgram } from './local-program.ts'
import { makeDataDir, removeDataDir, serveCore, type ServedCore } from './served-core.ts'

const ROOT = join(import.meta.dirname, '../..')
let home: string
let core: ServedCore

beforeAll(async () => {
  home = await makeDataDir()
  core = await serveCore(join(home, 'Backcounter'), '--demo')
})

afterAll(async () => {
  await core.stop()
  await removeDataDir(home)
})

/** The commands of README's chapter about the API, as somebody pastes them, for the port that is served here. */
async function pasted(): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const commands = /^## Use the API$.*?^```sh\n(.*?)^```$/ms.exec(readme)?.[1] ?? ''
  expect(commands).toContain('http://127.0.0.1:4780')
  return commands.replaceAll('http://127.0.0.1:4780', core.api)
}

// Where the user's data lies is told by this variable on Linux only.
test.runIf(process.platform === 'linux')('what README says to paste sells a product', async () => {
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', await pasted()], {
    cwd: ROOT,
    env: {
      ...process.env,
      XDG_DATA_HOME: home,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    },
  })
  const answers = stdout.trim().split(/(?<=\})(?=\{)/)
  const order = JSON.parse(answers.at(-1) ?? '') as Order
  expect(order, stderr).toMatchObject({
    orderStatus: { name: 'New order' },
    billingAddress: { firstName: 'Ida', lastName: 'Holm', city: 'Aarhus', country: { name: 'Denmark' } },
    orderLines: [{ productName: expect.stringMatching(/mug/i) as unknown, quantity: 2 }],
    payments: [{ amount: order.orderTotal }],
  })
  expect(await (await localProgram(core)).readOrder(order.id)).toEqual(order)
})
