import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterPrefix, codeTerm, phoneTerm, searchTerms } from '../../../core/kernel/search-terms.ts'

describe('the words by which a text is found', () => {
  it.each([
    ['Søren Kirkegård', ['soren', 'kirkegard']],
    ['Æblegrød 2 kg', ['aeblegrod', '2', 'kg']],
    ['Müller & Söhne, Straße', ['muller', 'sohne', 'strasse']],
    ['Café au lait', ['cafe', 'au', 'lait']],
    ['Łódź Đorđe œuvre', ['lodz', 'dorde', 'oeuvre']],
    ["Rain jacket 'Skagen', navy", ['rain', 'jacket', 'skagen', 'navy']],
    ['5-7', ['5', '7']],
    ['便箋 A5', ['便箋', 'a5']],
    ['ﬁne', ['fine']],
    ['tea tea TEA', ['tea']],
    ['– … !', []],
    ['', []],
  ])('%j → %j', (text, terms) => {
    expect(searchTerms(text)).toStrictEqual(terms)
  })

  it('come from all texts, each once, and from those that are missing not at all', () => {
    expect(searchTerms('Ida Møller', null, undefined, 'Møller ApS')).toStrictEqual(['ida', 'moller', 'aps'])
  })

  it('are the same for a text in any case and in either Unicode form', () => {
    const words = fc.stringMatching(/^[a-zA-ZéüñøåÆØß ]{0,20}$/)
    fc.assert(
      fc.property(words, (text) => {
        const terms = searchTerms(text)
        expect(searchTerms(text.normalize('NFD'))).toStrictEqual(terms)
        expect(searchTerms(text.toLowerCase())).toStrictEqual(terms)
        expect(searchTerms(terms.join(' '))).toStrictEqual(terms)
      }),
    )
  })

  it('are well-formed text of at most 64 characters, whatever is in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const term of searchTerms(text)) {
          expect(term.length).toBeLessThanOrEqual(64)
          expect(term).toMatch(/^[^\s,.;:!?'"]+$/u)
        }
      }),
    )
    for (const term of searchTerms('𝟘'.repeat(10), '🄰'.repeat(3), '𠮷'.repeat(65), `a${'𠮷'.repeat(40)}`)) {
      expect(term.isWellFormed(), term).toBe(true)
    }
  })
})

describe('codes and phone numbers', () => {
  it('keep their punctuation, without case', () => {
    expect(codeTerm(' AP-FIS/Nav.1 ')).toBe('ap-fis/nav.1')
    expect(codeTerm('Ida.Moller@Example.COM')).toBe('ida.moller@example.com')
  })

  it('of a phone keep its digits only', () => {
    expect(phoneTerm('+45 20 12-34 (56)')).toBe('4520123456')
    expect(phoneTerm('none')).toBe('')
  })
})

it('the range of a prefix holds exactly the terms that begin with it', () => {
  const terms = fc.stringMatching(/^[a-z0-9ø便]{1,6}$/)
  fc.assert(
    fc.property(terms, terms, (prefix, term) => {
      const isInRange =
        Buffer.compare(Buffer.from(term), Buffer.from(prefix)) >= 0 &&
        Buffer.compare(Buffer.from(term), Buffer.from(afterPrefix(prefix))) < 0
      expect(isInRange).toBe(term.startsWith(prefix))
    }),
  )
})
