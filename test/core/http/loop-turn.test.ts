import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { LoopTurn } from '../../../core/http/loop-turn.ts'

let now = 1000
let immediates: (() => void)[] = []

beforeEach(() => {
  immediates = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('setImmediate', (callback: () => void) => immediates.push(callback))
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
})

/** The event loop goes round. */
function goRound(): void {
  for (const callback of immediates.splice(0)) callback()
}

it('begins nothing more once it has taken long, and tells of its end', () => {
  const ended = vi.fn()
  const turn = new LoopTurn(ended)
  const begun = [0, 30, 30, 30].map((milliseconds) => {
    now += milliseconds
    return turn.hasTime()
  })
  expect(begun).toStrictEqual([true, true, false, false])
  expect(ended).not.toHaveBeenCalled()
  goRound()
  expect(ended).toHaveBeenCalledOnce()
  expect(turn.hasTime()).toBe(true)
})

it('lets connections in where they come one after another, but not for ever', () => {
  const turn = new LoopTurn(() => {})
  const isLettingIn = Array.from({ length: 12 }, () => {
    turn.letIn()
    now += 10
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
