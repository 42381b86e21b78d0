import { expect, it } from 'vitest'
import { countGuess } from '../../../core/access/wrong-guesses.ts'
import { withEngine } from '../../../core/engines.ts'
import { runBy } from '../../support/open-core.ts'
import { openShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

it('wrong guesses at once are all counted, the first ones too', async () => {
  const shop = await openShop()
  const clock = shop.clock.read
  await withEngine(await locationOf(shop.dataDir), async (opened) => {
    const engine = runBy(clock, opened)
    for (const id of ['one', 'another']) {
      const waits = await Promise.all(
        Array.from({ length: 12 }, async () =>
          countGuess(engine, id, clock(), { free: 5, longestWait: 300 }),
        ),
      )
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
      expect(waits.filter((wait) => wait === 1)).toHaveLength(7)
    }
  })
})
