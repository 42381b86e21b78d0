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

/** The commands of a document's chapter, as somebody pastes them, for the port that is served here. */
async function pasted(document: string, chapter: string): Promise<string> {
  const text = await readFile(join(ROOT, document), 'utf8')
  const commands = new RegExp(`^## ${chapter}$.*?^\`\`\`sh\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1] ?? ''
  expect(commands).toContain('http://127.0.0.1:4780')
  return commands.replaceAll('http://127.0.0.1:4780', core.api)
}

/** @returns the order that the commands have answered last */
async function orderOf(commands: string): Promise<Order> {
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', commands], {
    cwd: ROOT,
    env: {
      ...process.env,
      XDG_DATA_HOME: home,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    },
  })
  const answers = stdout.trim().split(/(?<=[}\d])\n?(?=\{)/)
  try {
    return JSON.parse(answers.at(-1) ?? '') as Order
  } catch {
    throw new Error(`No order was answered: ${stdout}${stderr}`)
  }
}

// Where the user's data lies is told by this variable on Linux only.
test.runIf(process.platform === 'linux')('what README says to paste sells a product', async () => {
  const order = await orderOf(await pasted('README.md', 'Use the API'))
  expect(order).toMatchObject({
    orderStatus: { name: 'New order' },
    billingAddress: { firstName: 'Ida', lastName: 'Holm', city: 'Aarhus', country: { name: 'Denmark' } },
    orderLines: [{ productName: expect.stringMatching(/mug/i) as unknown, quantity: 2 }],
    payments: [{ amount: order.orderTotal }],
  })
  expect(await (await localProgram(core)).readOrder(order.id)).toEqual(order)
})

test.runIf(process.platform === 'linux')(
  'what the page for existing clients says to paste places an order, changes its mind and places it again',
  async () => {
    const order = await orderOf(await pasted('docs/existing-clients.md', 'Try it'))
    expect(order).toMatchObject({
      orderStatus: { name: 'New order' },
      billingAddress: { firstName: 'Ida', lastName: 'Holm', city: 'Aarhus' },
      // Two lines of their own were placed first, and the product taken away whole.
      orderLines: [{ productName: expect.stringMatching(/mug/i) as unknown, quantity: 1 }],
      payments: [{ amount: order.orderTotal, state: 'Pending' }],
    })
    const program = await localProgram(core)
    const { events } = (await program.get(`/orders/${order.id}/events`)).body as {
      events: { kind: string }[]
    }
    expect(events.map(({ kind }) => kind)).toContain('order.reopened')
  },
)
