import { expect, it } from 'vitest'
import { checkMoney, ownerOf } from '../../../core/data/check-money.ts'
import { withEngine } from '../../../core/engines.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

it('a cart that was placed, and whose order is missing, is found when the data are checked', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  await clerk.anOrder()
  const found = async (): Promise<string[]> =>
    withEngine(await locationOf(shop.dataDir), async (engine) =>
      (await checkMoney(engine)).faults.map((fault) => `${ownerOf(fault)}: ${fault.text}`),
    )
  const cartId = await clerk.aCart()
  expect(await found()).toStrictEqual([])
  await runElsewhere(shop.dataDir, `update carts set state = 'ordered' where id = '${cartId}'`)
  expect(await found()).toStrictEqual([`Cart ${cartId}: it is ordered, but its order is missing`])
})
