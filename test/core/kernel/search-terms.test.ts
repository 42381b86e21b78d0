import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterPrefix,
  codeTerm,
  indexTerms,
  isPart,
  otherSpellings,
  phoneTerms,
  searchTerms,
  wordParts,
  typedPhone,
} from '../../../core/kernel/search-terms.ts'

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
    ['Fisch\u00adsuppen\u00adteller', ['fischsuppenteller']],
    ['\ufeffNora Zwei\u200bfel\u200b', ['nora', 'zweifel']],
    ['\u200fספל \u202bכחול\u202c', ['ספל', 'כחול']],
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

describe('what is written without spaces', () => {
  it.each([
    ['フォトアルバム', ['フォトアルハム', 'ォトアルハム', 'トアルハム', 'アルハム', 'ルハム', 'ハム', 'ム']],
    ['Tシャツ L', ['tシャツ', 'シャツ', 'ャツ', 'ツ', 'l']],
    ['便箋A5', ['便箋a5', '箋a5', 'a5']],
    ['Photo album', ['photo', 'album']],
  ])('%j is found by %j', (text, terms) => {
    expect(indexTerms(text)).toStrictEqual(terms)
  })

  it('is found by whatever stands in it', () => {
    const phrase = fc.string({
      unit: fc.constantFrom(...Array.from('勅使河原桜子フォトアルバムあお茶')),
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(phrase, fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % text.length
        const [word] = searchTerms(text.slice(start, start + 1 + (length % (text.length - start))))
        expect(indexTerms(text).some((term) => term.startsWith(word ?? ' '))).toBe(true)
      }),
    )
  })
})

describe('what words are made of', () => {
  it.each([
    ['oreringe', ['eringe', 'ringe', 'inge']],
    ['regenjacke', ['genjacke', 'enjacke', 'njacke', 'jacke', 'acke']],
    ['coats', []],
    ['フォトアルバム', []],
    ['x2becher', []],
  ])('%j is found by %j', (word, parts) => {
    expect(wordParts(word)).toStrictEqual(parts)
  })

  it('is found by four letters or more that stand behind two, and by fewer at its beginning alone', () => {
    const letters = fc.stringMatching(/^[a-z]{6,20}$/)
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (word, from, length) => {
        const start = 2 + (from % (word.length - 5))
        const part = word.slice(start, start + 4 + (length % (word.length - start - 3)))
        expect(isPart(part) && wordParts(word).some((each) => each.startsWith(part))).toBe(true)
        expect(isPart(part.slice(0, 3))).toBe(false)
      }),
    )
  })
})

describe('codes and phone numbers', () => {
  it('keep their punctuation, without case', () => {
    expect(codeTerm(' AP-FIS/Nav.1 ')).toBe('ap-fis/nav.1')
    expect(codeTerm('Ida.Moller@Example.COM')).toBe('ida.moller@example.com')
    expect(codeTerm('\ufeffIda\u200b@example.com \u200e')).toBe('ida@example.com')
  })

  it.each([
    ['+45 20 12-34 (56)', ['4520123456', '20123456']],
    ['0045 20123456', ['4520123456', '20123456']],
    ['20 12 34 56', ['20123456']],
    ['+1 (212) 555-0142', ['12125550142', '2125550142']],
    ['(+44) 20 7946 0958', ['442079460958', '2079460958']],
    ['+44 (0)20 7946 0958', ['442079460958', '2079460958']],
    ['020 7946 0958', ['2079460958']],
    ['+39 06 6982', ['39066982', '66982']],
    ['+354 551 2345', ['3545512345', '5512345']],
    ['+7 495 123-45-67', ['74951234567', '4951234567']],
    ['＋８１ ９０ー１２３４ー５６７８', ['819012345678', '9012345678']],
    ['\u202a+45\u00a020\u200b12\u202f34 56\u202c', ['4520123456', '20123456']],
    ['+45', ['45']],
    ['000', []],
    ['none', []],
  ])('of the phone %j are %j', (phone, terms) => {
    expect(phoneTerms(phone)).toStrictEqual(terms)
  })

  it('of a phone are what somebody types who calls it from home or abroad', () => {
    const terms = phoneTerms('+44 20 7946 0958')
    for (const typed of [
      '+44 20 7946 0958',
      '0044 20 79460958',
      '020 7946 0958',
      '2079460958',
      '(+44) 20.7946.0958',
      '０２０－７９４６－０９５８',
    ]) {
      expect(terms, typed).toContain(typedPhone(typed))
    }
    for (const none of ['', ' ', '0', '+', 'H-10001', '12 a', '1.250', '10.36.41'])
      expect(typedPhone(none), none).toBeUndefined()
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

describe('other spellings of a search', () => {
  it.each([
    ['boegelund', ['bogelund']],
    ['Müller', ['mueller']],
    ['mueller', ['muller']],
    ['Kirkegaard', ['kirkegard']],
    ['Aeroe', ['aero']],
    ['Jaeger', ['jager']],
    ['Joerg Müller', ['joerg mueller', 'jorg muller', 'jorg mueller']],
    ['Jo\u0308rg', ['joerg']],
    ['shoe', []],
    ['blue mug', []],
    ['4711', []],
    ['', []],
  ])('%j → %j', (text, ways) => {
    expect(otherSpellings(text).map((terms) => terms.join(' '))).toStrictEqual(ways)
  })

  it('are few and other than what is typed, whatever that is', () => {
    const words = fc.stringMatching(/^[a-zåäöüøæ0-9 -]{0,60}$/)
    fc.assert(
      fc.property(words, (text) => {
        const ways = otherSpellings(text).map((terms) => terms.join(' '))
        expect(ways.length).toBeLessThan(12)
        expect(new Set([searchTerms(text).join(' '), ...ways]).size).toBe(ways.length + 1)
      }),
    )
  })
})
