import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listed } from '../../../core/kernel/listed.ts'

const types = { and: 'conjunction', or: 'disjunction' } as const

it('words stand in a row as Unicode has it for English', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.constantFrom('and', 'or'), (words, last) => {
      expect(listed(words, last)).toBe(new Intl.ListFormat('en-GB', { type: types[last] }).format(words))
    }),
  )
})
