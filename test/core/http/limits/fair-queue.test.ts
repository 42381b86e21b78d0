import { expect, it } from 'vitest'
import { FairQueue } from '../../../../core/http/limits/fair-queue.ts'

it('takes one of each in turn, however many somebody has', () => {
  const queue = new FairQueue<string>()
  for (const one of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) queue.add(one.slice(0, 1), one)
  expect(queue.size).toBe(7)
  const taken = [queue.next(), queue.next()]
  queue.add('d', 'd1')
  while (queue.size > 0) taken.push(queue.next())
  expect(taken).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3', 'a4'])
  expect(queue.next()).toBeUndefined()
})
