import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finder, wordFinder } from '../../renderer/ui/find-by-name.ts'

describe('a name is found by what is typed of it', () => {
  it.each([
    ['Österreich', 'oster', 'begins'],
    ['Österreich', 'Oester', 'begins'],
    ['Österreich', 'öster', 'begins'],
    ['Österreich', 'reich', 'holds'],
    ['Færøerne', 'faero', 'begins'],
    ['Færøerne', 'faeroeerne', 'begins'],
    ['Færøerne', 'FÆRØ', 'begins'],
    ['Åland', 'aaland', 'begins'],
    ['Åland', 'aland', 'begins'],
    ['Zürich', 'zuer', 'begins'],
    ['Größe', 'grosse', 'begins'],
    ['Größe', 'groesse', 'begins'],
    ['Łódź', 'lodz', 'begins'],
    ['Côte d’Ivoire', 'cote', 'begins'],
    ['So\u00ADren', 'soren', 'begins'],
    ['Oslo', 'ö', 'begins'],
    ['Österreich', 'ostre', undefined],
    ['Norge', 'noerge', undefined],
  ] as const)('%s by %s: %s', (name, typed, found) => {
    expect(finder(typed, 'en')(name)).toBe(found)
  })

  it('any part of it finds it, in any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat(), fc.nat(), (name, a, b) => {
        const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
        const [from, to] = [a % (letters.length + 1), b % (letters.length + 1)].sort(
          (one, other) => one - other,
        )
        const part = letters.slice(from, to).join('')
        expect(finder(part, 'en')(name)).toBeDefined()
      }),
    )
  })
})

describe('a name is found by the words that are typed', () => {
  it.each([
    ['Welcome aboard', 'welc', 'part'],
    ['Welcome aboard', 'aboard welcome', 'whole'],
    ['Welcome aboard', 'board', 'part'],
    ['Welcome aboard', 'oar', undefined],
    ['Welcome aboard', 'welcome home', undefined],
    ['Members: 10% off', '10% members', 'part'],
    ['Shop-price', 'pri', 'part'],
    ['Österreich', 'oester', 'part'],
    ['法人会員価格', '会員', 'part'],
    ['Shop price', '', 'whole'],
    ['Count the till', 'count', 'whole'],
    ['Countries', 'count', 'part'],
  ] as const)('%s by “%s”: %s', (name, typed, how) => {
    expect(wordFinder(typed, 'en')(name)).toBe(how)
  })
})
