import { expect, it } from 'vitest'
import { countedFromOne } from '../../renderer/features/records/field-labels.ts'

it('what a refusal names of a list is counted as its page and its history count it', () => {
  expect(countedFromOne('items.0.names.en-GB')).toBe('items.1.names.en-GB')
  expect(countedFromOne('items.9.skus.0')).toBe('items.10.skus.1')
  expect(countedFromOne('codes.3.code')).toBe('codes.4.code')
  expect(countedFromOne('names.da-DK')).toBe('names.da-DK')
  expect(countedFromOne('prices.0187f3a0-0000-7000-8000-000000000001')).toBe(
    'prices.0187f3a0-0000-7000-8000-000000000001',
  )
})
