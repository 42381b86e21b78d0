import { expect, it } from 'vitest'
import { Shares } from '../../../../core/http/limits/shares.ts'

/** How often somebody gets one more, and what then stands in the way. */
function takeAll(shares: Shares, who: string): { held: number; refusal: string } {
  for (let held = 0; held < 1000; held++) {
    const refusal = shares.take(who, 1)
    if (!refusal) continue
    expect(refusal.retryAfter).toBe(1)
    return { held, refusal: refusal.kind }
  }
  throw new Error('There is no end to what it gets.')
}

it('one alone gets half, and there is always something left for the next', () => {
  const shares = new Shares(64)
  for (const held of [32, 16, 8, 4, 2, 1]) {
    expect(takeAll(shares, `of ${held}`)).toStrictEqual({ held, refusal: 'TooManyRequests' })
  }
  expect(takeAll(shares, 'the last')).toStrictEqual({ held: 1, refusal: 'TooManyRequests' })
  expect(takeAll(shares, 'one more')).toStrictEqual({ held: 0, refusal: 'ServiceUnavailable' })
})

it('what is given back can be had again', () => {
  const shares = new Shares(10)
  expect(shares.take('a', 4)).toBeUndefined()
  expect(shares.take('a', 3)?.kind).toBe('TooManyRequests')
  expect(shares.take('b', 7)?.kind).toBe('ServiceUnavailable')
  expect(takeAll(shares, 'a').held).toBe(1)
  shares.give('a', 5)
  expect(takeAll(shares, 'b').held).toBe(5)
  expect(takeAll(shares, 'a').held).toBe(3)
})
