import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { ReceiptEmail } from '../../../core/receipt-emails/receipt-email.schema.ts'
import { Caller, overSocket } from '../../support/caller.ts'
import { Clerk } from '../../support/clerk.ts'
import { serve, serveAt } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { demoTemplate } from '../../support/demo-template.ts'
import { headOf, openMailServer } from '../../support/mail-server.ts'
import { openCoreIn } from '../../support/open-core.ts'
import { emailReceipt, receiptEmailsOf, sendBy } from '../../support/receipt-emails.ts'
import { demoShop, isOnPostgres } from '../../support/storage.ts'

/** Somebody of the demo shop with a token of this scope, at a core that runs in another process. */
async function at(api: string, scope: 'staff' | 'admin'): Promise<Clerk> {
  const { clientId, clientSecret } = (await demoTemplate()).credentials.harbour[scope]
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { access_token } = (await new Caller(overSocket(api)).post('/oauth/token', body)).ok(TokenResponse)
  return new Clerk(overSocket(api), { authorization: `Bearer ${access_token}` }, 'harbour')
}

describe.skipIf(isOnPostgres)('a core that is killed while the server has its mail', () => {
  it('sends it again once its time is over, with the id that it had', async () => {
    const held = Promise.withResolvers<undefined>()
    const came: string[] = []
    const server = await openMailServer({
      before: async (mail) => {
        came.push(headOf(mail).get('message-id') ?? '')
        // The first is never told that it was taken.
        if (came.length === 1) await held.promise
      },
    })
    const dataDir = await temporaryDir()
    await copyFile((await demoTemplate()).file, join(dataDir, 'backcounter.sqlite'))
    const { child, ended, ready } = await serve(dataDir)
    await sendBy(await at(ready.api, 'admin'), server)
    const clerk = await at(ready.api, 'staff')
    const { order } = await clerk.anOrder()
    const { id } = (await emailReceipt(clerk, order.id)).ok(ReceiptEmail)
    await expect.poll(() => came.length).toBe(1)
    child.kill('SIGKILL')
    await ended
    held.resolve(undefined)
    // Until then it may be somebody else's who is still at it.
    const core = await openCoreIn({
      dataDir,
      clock: () => new Date(Date.now() + 241_000),
      looks: { first: 10, every: 100 },
    })
    try {
      await expect.poll(() => came.length).toBe(2)
      expect(came).toStrictEqual(Array(2).fill(`<receipt.${id}@harbour.example>`))
      await expect
        .poll(async () => core.app.inject('/api/v1/health').then(({ statusCode }) => statusCode))
        .toBe(200)
    } finally {
      await core.close()
    }
    const again = await serve(dataDir)
    expect(await receiptEmailsOf(await at(again.ready.api, 'staff'), order.id)).toMatchObject([
      { id, state: 'sent', attempts: 2 },
    ])
  })
})

describe.runIf(isOnPostgres)('two processes on one server', () => {
  it('send each receipt once', async () => {
    const address = await demoShop()
    const desks = await Promise.all([0, 1].map(async () => serveAt(address, await temporaryDir())))
    const [one, other] = await Promise.all(desks.map(async ({ ready }) => at(ready.api, 'staff')))
    if (!one || !other) throw new Error('Two are needed.')
    const server = await openMailServer()
    await sendBy(await at(desks[0]?.ready.api ?? '', 'admin'), server)
    const { order } = await one.anOrder()
    const { order: second } = await other.anOrder()
    const asked = Array.from({ length: 12 }, async (_, number) =>
      emailReceipt(
        number % 2 === 0 ? one : other,
        number % 3 === 0 ? order.id : second.id,
        `n${number}@example.com`,
      ),
    )
    await Promise.all(asked)
    const isAllSent = async () =>
      [...(await receiptEmailsOf(one, order.id)), ...(await receiptEmailsOf(other, second.id))].map(
        ({ attempts, state }) => `${state} ${attempts}`,
      )
    await expect.poll(isAllSent, { timeout: 40_000 }).toStrictEqual(Array(12).fill('sent 1'))
    const ids = server.taken.map((mail) => headOf(mail).get('message-id'))
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
  })
})
