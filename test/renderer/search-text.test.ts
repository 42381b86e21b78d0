import { describe, expect, it } from 'vitest'
import { searchText } from '../../renderer/ui/list/search-text.ts'

const LETTER = 'Dear shop, I would like to know when my goods will come. '.repeat(20)

describe('what is looked for', () => {
  it('is what is typed, without what stands around it', () => {
    expect(searchText('  Ida Holm ')).toBe('Ida Holm')
    expect(searchText('x'.repeat(512))).toBe('x'.repeat(512))
  })

  it('is what may be a code in a letter', () => {
    expect(searchText(`${LETTER}My order is H-10126.\n\nIda <ida@example.com>`)).toBe(
      'H-10126. <ida@example.com>',
    )
    expect(searchText(`注文番号 Ｈ－１０１２６\n${LETTER}`)).toBe('Ｈ－１０１２６')
  })

  it('is all of it where nothing in it tells more: that is refused, and nothing is left out unseen', () => {
    expect(searchText(LETTER)).toBe(LETTER.trim())
    expect(searchText('H-1 '.repeat(400))).toHaveLength(1599)
  })
})
