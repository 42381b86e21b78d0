import { describe, expect, it } from 'vitest'
import { canonicalCode } from '../../../core/promotions/promotion-code.ts'

describe('a promotion code', () => {
  it.each(['welcome10', ' WELCOME10 ', 'Welcome10', 'ＷＥＬＣＯＭＥ10'])('is the same as %j', (code) => {
    expect(canonicalCode(code)).toBe('WELCOME10')
  })
})
