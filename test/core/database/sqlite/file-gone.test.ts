import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDir } from '../../../support/core.ts'
import { openShop, Shop } from '../../../support/shop.ts'

const CART = { cultureCode: 'en-GB', currency: 'EUR' }
/** Longer, in milliseconds, than where the file is counts as known. */
const A_MOMENT = 10
const gone = { error: 'ServiceUnavailable', code: 'database.gone' }
const WITH_CODES = { headers: { prefer: 'fault-codes' } }

it('a folder that is taken away from under a core is told with the next write, which is not said to be kept', async () => {
  const dir = await temporaryDir()
  const [dataDir, elsewhere] = [join(dir, 'data'), join(dir, 'elsewhere')]
  renameSync(await temporaryDir(), dataDir)
  const shop = await Shop.in(dataDir)
  onTestFinished(async () => shop.core.close())
  const clerk = await shop.as('staff')
  const manager = await shop.as('admin')
  const cartId = await clerk.aCart()

  renameSync(dataDir, elsewhere)
  await sleep(A_MOMENT)
  const refused = await clerk.post('/carts', CART, WITH_CODES)
  expect([refused.status, refused.body]).toMatchObject([503, { errors: [gone] }])
  expect(refused.headers).toHaveProperty('retry-after')
  expect((await manager.get('/data', {}, WITH_CODES.headers)).body).toMatchObject({ errors: [gone] })
  expect((await shop.anyone.get('/health')).body).toMatchObject({ status: 'failing', database: 'failing' })
  expect((await clerk.get(`/carts/${cartId}`)).status).toBe(200)

  renameSync(elsewhere, dataDir)
  expect((await clerk.post('/carts', CART)).status).toBe(200)
})

it('nothing is written to a file in whose place there is another', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const file = join(shop.dataDir, 'backcounter.sqlite')
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
  await sleep(A_MOMENT)
  expect((await clerk.post('/carts', CART, WITH_CODES)).body).toMatchObject({ errors: [gone] })
})
