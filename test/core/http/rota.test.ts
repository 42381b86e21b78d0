import { expect, it } from 'vitest'
import { Rota } from '../../../core/http/rota.ts'

it('takes one of each in turn, however many somebody has', () => {
  const rota = new Rota<string>()
  for (const one of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) rota.add(one.slice(0, 1), one)
  expect(rota.size).toBe(7)
  const taken = [rota.next(), rota.next()]
  rota.add('d', 'd1')
  while (rota.size > 0) taken.push(rota.next())
  expect(taken).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3', 'a4'])
  expect(rota.next()).toBeUndefined()
})
