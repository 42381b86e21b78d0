import { describe, expect, test } from 'vitest'
import { Random } from '../../../core/demo/random.ts'
import { rounds } from '../../support/rounds.ts'
import { counterOfDemoShop } from '../counter.ts'
import { Hands } from '../hands.ts'

const counter = counterOfDemoShop({ isProcess: true })

const STEPS = 27
/** Between two looks at what is on the screen. */
const STEPS_A_LOOK = 9

// Nobody thinks of all that can come together. What hands mean to do is the same each time, what they meet is as quick as the machine.
describe('whatever is pressed, scanned, lost or done by somebody else, the screen has what the core has', () => {
  test.each(Array.from({ length: rounds(4) }, (_, index) => index + 1))('story %i', async (story) => {
    const hands = await Hands.at(counter(), new Random(story))
    try {
      for (let step = 1; step <= STEPS; step++) {
        await hands.doSomething()
        if (step % STEPS_A_LOOK === 0) await hands.look()
      }
      expect(counter().complaints).toEqual([])
    } catch (cause) {
      throw new Error(hands.done.join(' · '), { cause })
    } finally {
      await hands.leave()
    }
  })
})
