import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { runProcess, serve } from '../../../support/command.ts'
import { openShop } from '../../../support/shop.ts'
import { rowsOf, withFile } from '../../../support/data.ts'
import { Caller, overSocket } from '../../../support/caller.ts'

/** Holds the write lock of a file for a while, from another thread, as another process would. */
const HOLD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const file = new (require('better-sqlite3'))(workerData.path)
  file.exec('begin immediate')
  parentPort.postMessage('held')
  parentPort.once('message', () => { file.exec('commit'); file.close(); parentPort.close() })`

async function hold(path: string): Promise<{ release: () => void }> {
  const worker = new Worker(HOLD, { eval: true, workerData: { path } })
  await once(worker, 'message')
  return { release: () => worker.postMessage('now') }
}

describe('while another process writes', () => {
  it('reads are answered, and a write waits for its turn without holding anybody up', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const { release } = await hold(`${shop.dataDir}/backcounter.sqlite`)
    let isCreated = false
    const created = clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' }).then((answer) => {
      isCreated = true
      return answer
    })
    // Were the thread held by the waiting write, not even the first of these would come before its end.
    for (let read = 0; read < 20; read++) expect((await clerk.get('/countries')).status).toBe(200)
    expect(isCreated).toBe(false)
    release()
    expect((await created).status).toBe(200)
    expect(isCreated).toBe(true)
  })

  it('a token that is refused is refused at once, and those that are held go on working', async () => {
    const shop = await openShop()
    const { clientId: client_id, clientSecret: client_secret } = shop.credentials('staff')
    const [clerk, stranger] = [await shop.as('staff'), await shop.register({ scope: 'staff' })]
    const late = await shop.tokenOf(await shop.register({ scope: 'staff', tokenSeconds: 1 }))
    const code = (await shop.core.consolePath()).slice('/?launch='.length)
    shop.clock.advance(300)
    const { access_token } = (
      await shop.anyone.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      })
    ).body as { access_token: string }
    withFile(shop.dataDir, (file) =>
      file.prepare('update clients set revoked_at = created_at where id = ?').run(stranger.clientId),
    )
    const { release } = await hold(`${shop.dataDir}/backcounter.sqlite`)
    const started = performance.now()
    for (const [body, error] of [
      [{}, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials', client_id, client_secret: 'wrong' }, 'invalid_client'],
      [{ grant_type: 'client_credentials', client_id, client_secret, scope: 'admin' }, 'invalid_scope'],
      [
        {
          grant_type: 'client_credentials',
          client_id: stranger.clientId,
          client_secret: stranger.clientSecret,
        },
        'invalid_client',
      ],
      [{ grant_type: 'authorization_code', client_id: 'console', code: 'no-such-code' }, 'invalid_grant'],
      [{ grant_type: 'authorization_code', client_id: 'console', code }, 'invalid_grant'],
      [
        { grant_type: 'refresh_token', client_id: 'console', refresh_token: 'no-such-token' },
        'invalid_grant',
      ],
    ] as const) {
      const answer = await shop.anyone.post('/oauth/token', body)
      expect(answer.body, answer.text).toMatchObject({ error })
    }
    expect((await shop.withToken(access_token).get('/store')).status).toBe(200)
    expect((await clerk.get('/store')).status).toBe(401)
    expect((await shop.withToken(late).get('/store')).status).toBe(401)
    // One that waited for the lock would have taken two seconds, and then been refused for that.
    expect(performance.now() - started).toBeLessThan(1500)
    release()
  })

  it('a command that seeds lets the writes of a core that serves in between', async () => {
    const shop = await openShop()
    const credentials = shop.credentials('staff')
    await shop.core.close()
    const { ready } = await serve(shop.dataDir)
    const anyone = new Caller(overSocket(ready.api))
    const body = {
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }
    const { access_token: token } = (await anyone.post('/oauth/token', body)).body as { access_token: string }
    const clerk = new Caller(overSocket(ready.api), { authorization: `Bearer ${token}` })
    const state = { isSeeded: false }
    const seeded = runProcess('demo', '--json', '--orders', '1500', '--data', shop.dataDir).finally(
      () => (state.isSeeded = true),
    )
    let before = 0
    while (!state.isSeeded) {
      const { status } = await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })
      if (status === 200) before++
      // Where the machine is so busy that a piece of the seeding takes longer than a write waits, it is told to come again.
      else expect(status).toBe(503)
    }
    expect((await seeded).code).toBe(0)
    expect(before).toBeGreaterThan(4)
    expect(rowsOf(shop.dataDir, 'orders')).toHaveLength(1500)
    const [checked, backedUp] = await Promise.all([
      runProcess('check', '--json', '--data', shop.dataDir),
      runProcess('backup', '--json', '--data', shop.dataDir, '--to', `${shop.dataDir}/copy`),
    ])
    expect(checked.code, checked.stdout).toBe(0)
    expect(backedUp.code, backedUp.stdout).toBe(0)
  }, 120_000)
})
