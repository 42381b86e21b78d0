import { expect, it, vi } from 'vitest'
import { LoopTurn } from '../../../../core/http/limits/loop-turn.ts'
import { stubEventLoop } from '../../../support/event-loop.ts'

it('begins nothing more once it has taken long, and tells of its end', () => {
  const { pass, goRound } = stubEventLoop()
  const ended = vi.fn()
  const turn = new LoopTurn(ended)
  const begun = [0, 30, 30, 30].map((milliseconds) => {
    pass(milliseconds)
    return turn.hasTime()
  })
  expect(begun).toStrictEqual([true, true, false, false])
  expect(ended).not.toHaveBeenCalled()
  goRound()
  expect(ended).toHaveBeenCalledOnce()
  expect(turn.hasTime()).toBe(true)
})

it('lets connections in where they come one after another, but not for ever', () => {
  const { pass, goRound } = stubEventLoop()
  const turn = new LoopTurn(() => {})
  const isLettingIn = Array.from({ length: 12 }, () => {
    turn.letIn()
    pass(10)
    goRound()
    return turn.isLettingIn
  })
  const fiveTurns = [true, true, true, true, true]
  expect(isLettingIn).toStrictEqual([...fiveTurns, false, ...fiveTurns, false])
  turn.letIn()
  goRound()
  expect(turn.isLettingIn).toBe(true)
  goRound()
  expect(turn.isLettingIn).toBe(false)
})
