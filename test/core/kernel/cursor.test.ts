import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCursor, sealCursor } from '../../../core/kernel/cursor.ts'

const key = randomBytes(32)
const cursors = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()), {
  minLength: 1,
  maxLength: 4,
})

describe('a paging token (section 4.12)', () => {
  it('opens to what was sealed', () => {
    fc.assert(
      fc.property(cursors, fc.string(), (cursor, scope) => {
        expect(openCursor(key, scope, sealCursor(key, scope, cursor))).toStrictEqual(cursor)
      }),
    )
  })

  it('does not open for another query, nor with the key of another database', () => {
    fc.assert(
      fc.property(cursors, fc.string(), fc.string(), (cursor, scope, other) => {
        fc.pre(scope !== other)
        const token = sealCursor(key, scope, cursor)
        expect(openCursor(key, other, token)).toBeUndefined()
        expect(openCursor(randomBytes(32), scope, token)).toBeUndefined()
      }),
    )
  })

  it('does not open with any one character changed, added or left out', () => {
    const token = sealCursor(key, 'GET /countries', ['DK', '0199a0b0-0000-7000-8000-000000000001'])
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '.split('')
    const opened: string[] = []
    for (let place = 0; place <= token.length; place++) {
      const before = token.slice(0, place)
      const character = token.charAt(place)
      const changed = alphabet
        .filter((other) => other !== character)
        .map((other) => before + other + token.slice(place + 1))
      const added = alphabet.map((other) => before + other + token.slice(place))
      for (const forged of [...changed, ...added, before + token.slice(place + 1)]) {
        if (forged === token) continue
        if (openCursor(key, 'GET /countries', forged) !== undefined) opened.push(forged)
      }
    }
    expect(opened).toStrictEqual([])
  })

  it('that is any other text does not open and does not throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => openCursor(key, '', text) === undefined))
    for (const text of ['', '.', '..', '.AAAA', 'null.', 'W10.W10'])
      expect(openCursor(key, '', text)).toBeUndefined()
  })
})
