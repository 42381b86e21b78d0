import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { idAt, newId, parseId } from '../../../core/kernel/ids.ts'

describe('a new identifier', () => {
  it('is a lower-case GUID of version 7', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('sorts behind those made before it, within the same millisecond too', () => {
    const ids = Array.from({ length: 5000 }, newId)
    expect(ids.toSorted()).toStrictEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('sorts behind them when the clock has been set back, too', () => {
    const before = newId()
    vi.useFakeTimers({ now: Date.now() - 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    const after = Array.from({ length: 600 }, newId)
    expect([before, ...after].toSorted()).toStrictEqual([before, ...after])
  })

  it('for a given moment sorts by that moment', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
    const moments = fc.integer({ min: 0, max: 4_102_444_800_000 })
    fc.assert(
      fc.property(moments, moments, bytes, bytes, (a, b, random, other) => {
        fc.pre(a !== b)
        expect(idAt(a, random) < idAt(b, other)).toBe(a < b)
      }),
    )
  })
})

describe('an identifier in a request', () => {
  it('may be spelled any way and means the same', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), fc.boolean(), (id, upper, braces) => {
        const spelled = upper ? id.toUpperCase() : id
        expect(parseId(braces ? `{${spelled}}` : spelled)).toBe(id)
      }),
    )
  })

  it.each([
    '',
    '{}',
    '0199a0b0-0000-7000-8000-00000000000',
    '0199a0b0-0000-7000-8000-0000000000011',
    '{0199a0b0-0000-7000-8000-000000000001',
    '0199a0b0-0000-7000-8000-000000000001}',
    '0199a0b0000070008000000000000001',
    ' 0199a0b0-0000-7000-8000-000000000001',
    '0199a0b0-0000-7000-8000-000000000001\n',
    '0199a0b0-0000-7000-8000-00000000000g',
    "' or 1=1 --",
  ])('that is none is refused: %j', (text) => {
    expect(parseId(text)).toBeUndefined()
  })
})
