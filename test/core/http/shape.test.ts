import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Shape, type Called } from '../../../core/http/shape.ts'

const aliases = new Map([['catalogId', 'productCatalogId']])
const Line = Type.Object({
  sku: Type.String(),
  catalogId: Type.String(),
  quantity: Type.Integer(),
  address: Type.Object({ firstName: Type.String() }),
  customProperties: Type.Array(Type.Object({ key: Type.String(), value: Type.String() }), { maxItems: 3 }),
})
const line = new Shape(Line, aliases)
const query = new Shape(
  Type.Object({
    cultureCode: Type.String(),
    nextPagingToken: Type.String(),
    'filters-customerGroup': Type.String(),
  }),
)

describe('names in a body', () => {
  it('are found in any spelling, at every depth', () => {
    const body = {
      SKU: 'A',
      Address: { firstname: 'B' },
      CUSTOMPROPERTIES: [{ Key: 'C', value: 'D' }, { KEY: 'E' }],
    }
    expect(line.fit(body)).toStrictEqual({
      sku: 'A',
      address: { firstName: 'B' },
      customProperties: [{ key: 'C', value: 'D' }, { key: 'E' }],
    })
  })

  it('may be mixed: no field is overlooked because the others are ours', () => {
    expect(line.fit({ sku: 'A', Quantity: 5 })).toStrictEqual({ sku: 'A', quantity: 5 })
  })

  it('are ours where a field comes twice; of several others the last', () => {
    expect(line.fit({ sku: 'ours', Sku: 'other' })).toStrictEqual({ sku: 'ours' })
    expect(line.fit({ Sku: 'other', sku: 'ours' })).toStrictEqual({ sku: 'ours' })
    expect(line.fit({ ProductCatalogId: 'other', catalogId: 'ours' })).toStrictEqual({ catalogId: 'ours' })
    expect(line.fit({ Sku: 'first', SKU: 'last' })).toStrictEqual({ sku: 'last' })
  })

  it('that the schema does not know stay as they are, and what is inside', () => {
    const body = {
      Colour: { Sku: 'A' },
      sku: { Sku: 'B' },
      firstName: 'C',
      Address: 'D',
      constructor: 1,
      İd: 2,
    }
    expect(line.fit(structuredClone(body))).toStrictEqual({
      Colour: { Sku: 'A' },
      sku: { Sku: 'B' },
      firstName: 'C',
      address: 'D',
      constructor: 1,
      İd: 2,
    })
  })

  it('of ours leave the very body in place', () => {
    const ours = { sku: 'A', customProperties: [{ key: 'Sku', value: 'SKU' }], unknown: { sku: 1 } }
    expect(line.fit(ours)).toBe(ours)
    for (const body of [[], null, 7, 'Sku', undefined]) expect(line.fit(body)).toBe(body)
  })

  it('under an alias are ours, and it is known how the caller has called them', () => {
    const called: Called = new Map()
    expect(line.fit({ ProductCatalogId: 'A', SKU: 'B' }, called)).toStrictEqual({ catalogId: 'A', sku: 'B' })
    expect(called).toStrictEqual(new Map([['catalogId', 'productCatalogId']]))
  })

  it('do not depend on how they are spelled, whatever is in them (law)', () => {
    const spelled = (name: string) =>
      fc
        .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
        .map((upper) =>
          Array.from(name, (letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
        )
    const body = fc.tuple(
      spelled('sku'),
      spelled('quantity'),
      spelled('address'),
      spelled('firstName'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(body, ([sku, quantity, address, firstName, value]) => {
        expect(
          line.fit({ [sku]: value, [quantity]: value, [address]: { [firstName]: value } }),
        ).toStrictEqual({
          sku: value,
          quantity: value,
          address: { firstName: value },
        })
      }),
    )
  })
})

describe('names in a query', () => {
  it('are found in any spelling; what follows filters- stays as it is', () => {
    const given = { CultureCode: 'en-GB', 'Filters-customergroup': 'A', 'FILTERS-Own-Key': 'B', Colour: 'C' }
    expect({ ...query.fitQuery(given) }).toStrictEqual({
      cultureCode: 'en-GB',
      'filters-customergroup': 'A',
      'filters-Own-Key': 'B',
      Colour: 'C',
    })
  })

  it('in two spellings stand twice, so that no second value is smuggled in', () => {
    expect({ ...query.fitQuery({ cultureCode: 'a', CultureCode: ['b', 'c'] }) }).toStrictEqual({
      cultureCode: ['a', 'b', 'c'],
    })
  })

  it('of ours leave the very query in place', () => {
    const ours = { cultureCode: 'en-GB', 'filters-Own-Key': 'x', unknown: 'y' }
    expect(query.fitQuery(ours)).toBe(ours)
  })
})

describe('a list', () => {
  it('that is too long is cut to one entry too many: it is refused all the same', () => {
    const body = line.fit({ customproperties: Array.from({ length: 100_000 }, () => 1) }) as {
      customProperties: number[]
    }
    expect(body.customProperties).toHaveLength(4)
    expect(line.fit({ customProperties: [1, 2, 3] })).toStrictEqual({ customProperties: [1, 2, 3] })
  })

  it('without a bound is a mistake of ours, seen when the core is built', () => {
    expect(() => new Shape(Type.Object({ all: Type.Array(Type.String()) }))).toThrow('maxItems')
  })
})
