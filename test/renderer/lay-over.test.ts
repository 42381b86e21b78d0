import { describe, expect, it } from 'vitest'
import { isClash, isSame, layOver } from '../../renderer/features/records/lay-over.ts'

describe('what two people have typed', () => {
  it('stays both where they have changed different fields, also within one', () => {
    const base = { name: 'Mug', names: { da: 'Krus', de: 'Becher' }, note: '' }
    const theirs = { ...base, note: 'Fragile', names: { da: 'Kop', de: 'Becher' } }
    const mine = { ...base, name: 'Cup', names: { da: 'Krus', de: 'Tasse' } }
    const both = { name: 'Cup', names: { da: 'Kop', de: 'Tasse' }, note: 'Fragile' }
    expect(layOver(theirs, base, mine)).toStrictEqual(both)
    expect(layOver(mine, base, theirs)).toStrictEqual(both)
  })

  it('is one of both where they have changed the same', () => {
    expect(layOver({ a: 'theirs' }, { a: '' }, { a: 'mine' })).toStrictEqual({ a: 'mine' })
    expect(layOver({ a: 'mine' }, { a: '' }, { a: 'theirs' })).toStrictEqual({ a: 'theirs' })
  })

  it('is merged in lists, entry by entry: what one adds, changes or takes away stays so', () => {
    const home = { id: '1', city: 'Aarhus' }
    const work = { id: '2', city: 'Ribe' }
    const moved = { ...home, city: 'Odense' }
    const typed = { city: 'Vejle' }
    expect(layOver([moved, work], [home, work], [home, typed])).toStrictEqual([moved, typed])
    expect(layOver([home], [home, work], [moved, work, typed])).toStrictEqual([moved, typed])
    expect(layOver(['DK', 'SE'], ['DK'], ['NO'])).toStrictEqual(['SE', 'NO'])
    // The first that there are: what is stored has ids, what is typed has none yet.
    expect(layOver([home], [], [typed])).toStrictEqual([home, typed])
    expect(layOver([typed], [], [home])).toStrictEqual([typed, home])
    expect(isClash([home], [], [typed])).toBe(false)
  })

  it('is mine as a whole where entries cannot be told apart', () => {
    const [known, young] = [{ kind: 'known' }, { kind: 'young' }]
    expect(layOver(['a', 'a'], ['a'], ['b'])).toStrictEqual(['b'])
    expect(layOver([known], [], [young])).toStrictEqual([young])
    expect(layOver([known, young], [known], [])).toStrictEqual([])
  })

  it('is a clash only where both have changed the same to something else', () => {
    const base = {
      name: 'Mug',
      tags: ['a'],
      criteria: [{ kind: 'known' }],
      addresses: [{ id: '1', city: '' }],
    }
    expect(isClash({ ...base, name: 'Cup' }, base, { ...base, tags: [] })).toBe(false)
    expect(isClash({ ...base, name: 'Cup' }, base, { ...base, name: 'Cup' })).toBe(false)
    expect(isClash({ ...base, name: 'Cup' }, base, { ...base, name: 'Beaker' })).toBe(true)
    expect(isClash({ ...base, tags: ['a', 'b'] }, base, { ...base, tags: ['c', 'a'] })).toBe(false)
    expect(isClash({ ...base, criteria: [] }, base, { ...base, criteria: [{ kind: 'young' }] })).toBe(true)
    const at = (city: string) => ({ ...base, addresses: [{ id: '1', city }] })
    expect([isClash(at('Ribe'), base, at('Vejle')), isClash(at('Ribe'), base, base)]).toStrictEqual([
      true,
      false,
    ])
  })
})

it('says the same whatever the order of its fields, and not where a list is in another', () => {
  expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
  expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSame({ a: undefined }, {})).toBe(true)
})
