import { describe, expect, it } from 'vitest'
import { canonicalCode } from '../../../core/promotions/promotion-code.ts'

describe('a promotion code', () => {
  it.each([
    'welcome10',
    ' WELCOME10 ',
    'Welcome10',
    'ＷＥＬＣＯＭＥ10',
    'WELCOME10\u200b',
    '\u2066WELCOME10\u2069 \u200e',
    'WEL\u00adCOME10',
  ])('is the same as %j', (code) => {
    expect(canonicalCode(code)).toBe('WELCOME10')
  })

  it('has a hyphen at which no line may end as any other', () => {
    expect(canonicalCode('summer\u201120')).toBe('SUMMER-20')
  })
})
