import { describe, expect, it } from 'vitest'
import {
  isKnownPart,
  isMadeCode,
  isSecret,
  mayBeCode,
  plainCode,
  plainSearch,
} from '../../renderer/features/gift-cards/gift-card-code.ts'

describe('what gift cards are looked for by', () => {
  it.each(['', 'BT4N', 'bt4n', '-BT4N', 'BT'])('“%s” is in no code that anybody pays by', (text) => {
    expect(isSecret(text)).toBe(false)
    expect(plainSearch(text)).toBe(text)
  })

  it.each(['7KQM-2', '7KQM2XRP9DHWBT4N', '7kqm 2xrp 9dhw bt4n', 'Lehmann'])(
    '“%s” may be a code, and is asked for in no address',
    (text) => {
      expect(isSecret(text)).toBe(true)
      expect(plainSearch(text)).toBeUndefined()
    },
  )

  it.each([
    ['H-10127', 'H-10127'],
    ['#10127', '10127'],
    ['100127', '100127'],
    ['Ｈ－１０１２７', 'H-10127'],
    ['\u2066H-10127\u2069', 'H-10127'],
  ])('“%s” may be a code, and where it is none, the number of an order', (text, number) => {
    expect(isSecret(text)).toBe(true)
    expect(plainSearch(text)).toBe(number)
  })

  it('a code of digits alone is longer than the number of an order', () => {
    expect(plainSearch('1234567890123456')).toBeUndefined()
  })
})

it.each([
  '7kqm 2xrp',
  '7KQM\u20112XRP',
  '7KQM\u22122XRP\u200b',
  '\u202a7KQM-2XRP\u202c',
  '７ＫＱＭ－２ＸＲＰ',
  '７ＫＱＭー２ＸＲＰ',
])('“%s” is one code, however it is typed or pasted', (code) => {
  expect(plainCode(code)).toBe('7KQM2XRP')
})

it.each([
  ['BT4N', 'known'],
  ['bt4n ', 'known'],
  ['mug', 'nothing'],
  ['Lehmann', 'nothing'],
  ['PRINTED-7788', 'maybe'],
  ['12345678', 'maybe'],
  ['ida@example.com', 'nothing'],
  ['7KQM-2XRP-9DHW-BT4N', 'made'],
  ['７ｋｑｍ-2xrp-9dhw-bt4n', 'made'],
  ['KQMX-XRPA-DHWB-BTNC', 'made'],
  ['7KQM-2XRP-9DHW-BT0N', 'maybe'],
] as const)('“%s” is looked for among gift cards as: %s', (text, as) => {
  const known = isKnownPart(text) && 'known'
  const made = isMadeCode(text) && 'made'
  expect(known || made || (mayBeCode(text) && 'maybe') || 'nothing').toBe(as)
})
