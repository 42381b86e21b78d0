import { expect, it } from 'vitest'
import { keptFields, keptList } from '../../renderer/ui/kept.ts'

it('what the browser keeps is read as far as it is ours', () => {
  expect(keptFields('{"theme":"dark"}')).toEqual({ theme: 'dark' })
  expect(keptList('[1,2]')).toEqual([1, 2])
})

it.each([null, '', 'null', '{', '7', '"text"'])('%s holds nothing', (text) => {
  expect(keptFields(text)).toEqual({})
  expect(keptList(text)).toEqual([])
})

it('a list is none where fields stand', () => {
  expect(keptList('{"0":1}')).toEqual([])
})
