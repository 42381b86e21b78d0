import { describe, expect, it } from 'vitest'
import {
  faultsOf,
  KEY_LENGTH,
  MOST_PROPERTIES,
  VALUE_LENGTH,
} from '../../renderer/features/carts/properties/property.ts'
import { PROPERTY_KEY_LENGTH, PROPERTY_VALUE_LENGTH } from '../../core/http/schema.ts'
import { MAX_PROPERTIES } from '../../core/carts/limits.ts'

const others = [{ key: 'table' }]

describe('a property that is typed', () => {
  it('has bounds that are the core’s', () => {
    expect([KEY_LENGTH, VALUE_LENGTH, MOST_PROPERTIES]).toEqual([
      PROPERTY_KEY_LENGTH,
      PROPERTY_VALUE_LENGTH,
      MAX_PROPERTIES,
    ])
  })

  it('is right up to its bounds, with an empty value too', () => {
    expect(faultsOf({ key: 'k'.repeat(KEY_LENGTH), value: 'v'.repeat(VALUE_LENGTH) }, others)).toEqual([])
    expect(faultsOf({ key: 'Table', value: '' }, others)).toEqual([])
  })

  it('is told by its field what is wrong with it', () => {
    expect(faultsOf({ key: '', value: '7' }, others)).toEqual([{ field: 'key', kind: 'missing' }])
    expect(faultsOf({ key: 'table', value: '7' }, others)).toEqual([{ field: 'key', kind: 'taken' }])
    expect(faultsOf({ key: 'k'.repeat(256), value: 'v'.repeat(4001) }, [])).toEqual([
      { field: 'key', kind: 'long', most: 255 },
      { field: 'value', kind: 'long', most: 4000 },
    ])
    const full = Array.from({ length: MOST_PROPERTIES }, (_, index) => ({ key: String(index) }))
    expect(faultsOf({ key: 'one more', value: '' }, full)).toEqual([{ field: 'key', kind: 'many' }])
  })
})
