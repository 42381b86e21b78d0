import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromWire, shareOf, toWire } from './money.ts'
import { Run } from './run.ts'
import type { Variant, World } from './world.ts'

let run: Run
beforeAll(async () => {
  run = await Run.open()
}, 60_000)
afterAll(() => run.close())

describe('the core', () => {
  it('answers random clerks, clients, crashes and clocks as the model says (a million steps: npm run model)', async () => {
    let steps = 0
    const failure = await run.tell({
      seed: 20_261_125,
      stories: 12,
      steps: 80,
      crashes: 8,
      onStory: (told) => (steps += told),
    })
    expect(failure?.text).toBeUndefined()
    expect(steps).toBeGreaterThan(200)
    expect(run.tally.happened.get('crash during')).toBeGreaterThan(0)
    expect(run.tally.answers.get('place an order')?.get(200)).toBeGreaterThan(0)
  })

  it('that says anything else is found out, by a seed and a short story that tells it again', async () => {
    const dearer = (variant: Variant): Variant => ({
      ...variant,
      prices: new Map([...variant.prices].map(([group, price]) => [group, price + 1n])),
    })
    const wrong = ({ stores, ...world }: World): World => ({
      ...world,
      stores: { ...stores, harbour: { ...stores.harbour, variants: stores.harbour.variants.map(dearer) } },
    })
    const other = await Run.open(undefined, wrong)
    try {
      const batch = { seed: 14, stories: 20, steps: 12, crashes: 0 }
      const failure = await other.tell(batch)
      const told = failure?.text.split('The story:\n')[1]?.split('\n') ?? []
      expect(failure?.text).toContain('instead of')
      // A token, a cart, a line and a look: less than that shows no price.
      expect(told, failure?.text).toHaveLength(4)
      const again = await other.tell({ ...batch, path: failure?.path })
      expect(again?.text.replace(/S\d+|[\w-]{36,}/g, '')).toBe(failure?.text.replace(/S\d+|[\w-]{36,}/g, ''))
    } finally {
      other.close()
    }
  })
})

describe('the money of the model', () => {
  it.each([
    [1.005, 'EUR', 101n],
    [2.675, 'EUR', 268n],
    [-2.675, 'EUR', -268n],
    [0.1 + 0.2, 'EUR', 30n],
    [1234.5, 'JPY', 1235n],
    [90_071_992.54, 'USD', 9_007_199_254n],
  ])('reads %d %s as %d', (amount, currency, minor) => {
    expect(fromWire(amount, currency)).toBe(minor)
  })

  it.each([
    [5n, 'EUR', 0.05],
    [-5n, 'EUR', -0.05],
    [123_456n, 'DKK', 1234.56],
    [123_456n, 'JPY', 123_456],
  ])('says %d in %s as %d', (minor, currency, amount) => {
    expect(toWire(minor, currency)).toBe(amount)
  })

  it('rounds shares half away from zero, however large', () => {
    expect(shareOf(10n, 250_000n)).toBe(3n)
    expect(shareOf(-10n, 250_000n)).toBe(-3n)
    expect(shareOf(9_007_199_254_740_993n, 500_000n)).toBe(4_503_599_627_370_497n)
  })
})
