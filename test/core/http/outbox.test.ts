import { expect, it, onTestFinished, vi } from 'vitest'
import { LoopTurn } from '../../../core/http/loop-turn.ts'
import { Outbox } from '../../../core/http/outbox.ts'

it('answers are sent together at the end of the turn, in their order, or when the first has waited long', () => {
  let now = 1000
  const immediates: (() => void)[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('setImmediate', (callback: () => void) => immediates.push(callback))
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const sent: string[] = []
  const turn = new LoopTurn(() => outbox.send())
  const outbox = new Outbox(turn)
  const answer = (name: string): void => outbox.add(() => sent.push(name))
  const goRound = (): void => {
    for (const callback of immediates.splice(0)) callback()
  }

  answer('a')
  now += 0.1
  answer('b')
  expect(sent).toStrictEqual([])
  goRound()
  expect(sent).toStrictEqual(['a', 'b'])

  answer('c')
  now += 5
  answer('d')
  expect(sent).toStrictEqual(['a', 'b', 'c', 'd'])
  answer('e')
  goRound()
  expect(sent).toStrictEqual(['a', 'b', 'c', 'd', 'e'])
})
