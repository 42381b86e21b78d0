import { expect, it } from 'vitest'
import { countGuess } from '../../../core/access/wrong-guesses.ts'
import { withEngine } from '../../../core/engines.ts'
import { openShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

it('wrong guesses at once are all counted, the first ones too', async () => {
  const shop = await openShop()
  const now = shop.clock.read()
  await withEngine(await locationOf(shop.dataDir), async (engine) => {
    for (const id of ['one', 'another']) {
      const waits = await Promise.all(
        Array.from({ length: 12 }, async () => countGuess(engine, id, now, { free: 5, longestWait: 300 })),
      )
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
      expect(waits.filter((wait) => wait === 1)).toHaveLength(7)
    }
  })
})
