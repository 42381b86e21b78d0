import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { FirstPlaces } from '../../../core/database/scratch.ts'

it('knows where each of many texts has stood first, and takes no more memory for more of them', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = (): number => {
    collect()
    const { arrayBuffers, external, heapUsed } = process.memoryUsage()
    return heapUsed + external + arrayBuffers
  }
  const places = new FirstPlaces()
  const textOf = (n: number): string => `a code that is long enough to be told from another ${n}`
  const before = used()
  let known = 0
  for (let n = 0; n < 100_000; n++) known += places.before(textOf(n), n) === undefined ? 0 : 1
  expect(known).toBe(0)
  // Kept in a map they take more than 10 MB.
  expect(used() - before).toBeLessThan(2_000_000)
  expect([places.before(textOf(7), 500_000), places.before(textOf(99_999), 1)]).toStrictEqual([7, 99_999])
  places.close()
})
