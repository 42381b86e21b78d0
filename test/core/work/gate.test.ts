import { expect, it } from 'vitest'
import { closeGate, newGate, passGate } from '../../../core/work/gate.ts'

it('either whoever ends a piece of work is first, or the work, which goes on then', () => {
  const ended = newGate()
  expect(closeGate(ended)).toBe(true)
  expect(closeGate(ended)).toBe(true)
  expect(() => passGate(ended)).toThrow('ended')

  const lasting = newGate()
  passGate(lasting)
  passGate(lasting)
  expect(closeGate(lasting)).toBe(false)
})
