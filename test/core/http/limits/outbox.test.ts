import { expect, it } from 'vitest'
import { LoopTurn } from '../../../../core/http/limits/loop-turn.ts'
import { Outbox } from '../../../../core/http/limits/outbox.ts'
import { stubEventLoop } from '../../../support/event-loop.ts'

it('answers are sent together at the end of the turn, in their order, or when the first has waited long', () => {
  const { pass, goRound } = stubEventLoop()
  const sent: string[] = []
  const turn = new LoopTurn(() => outbox.send())
  const outbox = new Outbox(turn)
  const answer = (name: string): void => outbox.add(() => sent.push(name))
  answer('a')
  pass(0.1)
  answer('b')
  expect(sent).toStrictEqual([])
  goRound()
  expect(sent).toStrictEqual(['a', 'b'])

  answer('c')
  pass(5)
  answer('d')
  expect(sent).toStrictEqual(['a', 'b', 'c', 'd'])
  answer('e')
  goRound()
  expect(sent).toStrictEqual(['a', 'b', 'c', 'd', 'e'])
})
