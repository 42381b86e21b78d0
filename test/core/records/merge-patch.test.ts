import { expect, it } from 'vitest'
import { mergePatch } from '../../../core/records/merge-patch.ts'

// Examples of RFC 7396, appendix A, as far as both sides are objects.
it.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('of %j, %j makes %j', (target, patch, merged) => {
  expect(mergePatch(target, patch)).toStrictEqual(merged)
})

it('finds a culture in any spelling, and takes no name of a field for one', () => {
  const names = { 'da-DK': 'Krus', 'en-GB': 'Mug' }
  expect(mergePatch({ names }, { names: { 'da-dk': null, 'EN-gb': 'Cup' } })).toStrictEqual({
    names: { 'en-GB': 'Cup' },
  })
  expect(mergePatch({ imageUrl: 'a' }, { imageUrl: 'b' })).toStrictEqual({ imageUrl: 'b' })
})

it('never reaches the prototype of an object', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}') as object)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(Object.keys(merged)).toStrictEqual(['__proto__'])
})
