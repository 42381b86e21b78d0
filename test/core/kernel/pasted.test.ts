import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codesInWords,
  cutId,
  numbersInList,
  numbersInWords,
  pastedCode,
  pastedIds,
  typedOrderNumber,
} from '../../../core/kernel/pasted.ts'

const anId = fc.uuid()
/** Text that cannot be a part of an identifier, as it stands around one. */
const around = fc.stringMatching(/^[ "'“”{}()<>#:;,./?&=ØøG-Zg-z-]{0,20}$/u)
const notGlued = (text: string, end: 'start' | 'end'): string =>
  end === 'start' ? text.replace(/[0-9a-z]+$/i, '') : text.replace(/^[0-9a-z-]+/i, '')

describe('the ids of a pasted text', () => {
  it('are found whatever stands around them, in any spelling', () => {
    fc.assert(
      fc.property(anId, around, around, fc.boolean(), fc.boolean(), (id, before, after, isUpper, isPlain) => {
        const plain = isPlain ? id.replaceAll('-', '') : id
        const spelled = isUpper ? plain.toUpperCase() : plain
        const text = `${notGlued(before, 'start')}${spelled}${notGlued(after, 'end')}`
        expect(pastedIds(text), text).toStrictEqual([id])
      }),
    )
  })

  it('come each once, in their order, and no more of them than an address has', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anId, { minLength: 1, maxLength: 9 }), (ids) => {
        expect(pastedIds([...ids, ...ids].join('&payment='))).toStrictEqual(ids)
      }),
    )
    expect(pastedIds(Array.from({ length: 50 }, () => crypto.randomUUID()).join())).toHaveLength(10)
  })

  it.each([
    '',
    '43334',
    '0199a0b0-0000-7000-8000-00000000fff',
    '0199a0b0-0000-7000-8000-00000000ffff0',
    'x0199a0b00000700080000000000000ff',
    'ida@example.com',
  ])('%j has none', (text) => {
    expect(pastedIds(text)).toStrictEqual([])
  })
})

describe('the beginning of an id', () => {
  it('is filled up to the least and the greatest that begin so', () => {
    fc.assert(
      fc.property(
        anId,
        fc.integer({ min: 13, max: 35 }),
        fc.constantFrom('', '…', '...'),
        (id, length, end) => {
          const [least = '', greatest = ''] = cutId(` "${id.slice(0, length).toUpperCase()}${end}`) ?? []
          expect([least <= id, id <= greatest, least.length, greatest.length]).toStrictEqual([
            true,
            true,
            36,
            36,
          ])
          expect([least, greatest].map((each) => each.slice(0, length))).toStrictEqual([
            id.slice(0, length),
            id.slice(0, length),
          ])
        },
      ),
    )
  })

  it.each([
    '',
    '01a22c8e',
    '01a22c8e-b5',
    '01a22c8eb5417179',
    '12345678-1234-12345',
    'H-10125',
    'sku-a22c8e-b541',
  ])('%j is none', (text) => {
    expect(cutId(text)).toBeUndefined()
  })
})

describe('the code of a pasted text', () => {
  it.each([
    ['43334', '43334'],
    ['#43334', '43334'],
    ['"H-43334"', 'H-43334'],
    ['Order id: H-43334', 'H-43334'],
    ['order no. 43334', '43334'],
    ['Order #43334.', '43334'],
    ['Bestellung Nr. 7', '7'],
    ['TRANS ID: 004711-AX', '004711-AX'],
    ['Ref. 004711', '004711'],
    ['Reflex 3', 'Reflex 3'],
    ['ID: 7', '7'],
    ['SKU: MUG-BLUE', 'MUG-BLUE'],
    ['EAN 2100015500019', '2100015500019'],
    ['EAN-13: 2100015500019', '2100015500019'],
    ['Art.-Nr. MUG-1', 'MUG-1'],
    ['Varenr.: MUG', 'MUG'],
    ['商品番号：MUG-1', 'MUG-1'],
    ['Barcode scanner', 'Barcode scanner'],
    ['Art print', 'Art print'],
    ['http://127.0.0.1:4780/orders?search=H-43334', 'H-43334'],
    ['http://127.0.0.1:4780/orders/H%2D43334', 'H-43334'],
    ['http://127.0.0.1:4780/%', '%'],
    ['Order Møller', 'Order Møller'],
    ['no7 skincare', 'no7 skincare'],
    ['Nr7', 'Nr7'],
    ['ida@example.com', 'ida@example.com'],
    ['+45 71 23 45 67', '+45 71 23 45 67'],
    ['Ｈ－４３３３４', 'H-43334'],
    ['\u200bH\u201143334\u200b', 'H-43334'],
    ['ご注文番号：Ｈ－４３３３４', 'H-43334'],
    ['Auftragsnummer 43334', '43334'],
    ['http://127.0.0.1:4780/#/orders?status=all&search=H-43334', 'H-43334'],
    ['https://shop.example/track?utm_source=mail&order=H-43334', 'H-43334'],
    ['Ida Holm <ida@example.com>', 'ida@example.com'],
    ['mailto:ida@example.com', 'ida@example.com'],
    ['mailto:ida@example.com?subject=Hi', 'ida@example.com'],
    ['E-mail: ida@example.com,', 'ida@example.com'],
    ['Please write to "ida@example.com".', 'ida@example.com'],
    ['https://ida@shop.example/orders/H-43334', 'H-43334'],
    ['mugs @home', 'mugs @home'],
    ['Fon: 040 12345', '040 12345'],
    ['Tlf+4571234567', '+4571234567'],
    ['tel:+4571234567', '+4571234567'],
    ['Tlf. 71 23 45 67', '71 23 45 67'],
    ['', ''],
    ['№ 10042', '10042'],
    ['№10042', '10042'],
    ['Order № 10042', '10042'],
    ['Art. № MUG-1', 'MUG-1'],
    ['Ｈー１０１２６', 'H-10126'],
    ['０９０ー１２３４ー５６７８', '090-1234-5678'],
    ['メーカー7', 'メーカー7'],
  ])('of %j is %j', (text, code) => {
    expect(pastedCode(text)).toBe(code)
  })

  it('is without the marks of direction that programs put around a number they copy', () => {
    expect(pastedCode('\u202a+45 12 34 56 78\u202c')).toBe('+45 12 34 56 78')
    expect(pastedCode('\u2066ida@example.com\u2069')).toBe('ida@example.com')
    expect(pastedCode('\u061cH-10126\u206a')).toBe('H-10126')
  })

  it('of what it has made is that itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{0,3}-?\d{1,8}$/), (code) => {
        expect(pastedCode(`Order no.: "${code}"`)).toBe(code)
        expect(pastedCode(code)).toBe(code)
      }),
    )
  })
})

describe('the numbers of orders in a sentence', () => {
  it.each([
    ['Your order H-43334 has been shipped', 'H-', ['H-43334']],
    ['Fwd: h 43334', 'H-', ['H-43334']],
    ['H-43334, h-43335;H-43334', 'H-', ['H-43334', 'H-43335']],
    ['注文 Ｈ－４３３３４ です', 'H-', ['H-43334']],
    ['Your order 43334', '', []],
    ['Sent on 2026-11-20', '2026/', []],
    ['Oh-43334 and H-43334x', 'H-', []],
  ])('of %j, of a store with %j, are %j', (text, prefix, numbers) => {
    expect(numbersInWords(text, prefix)).toStrictEqual(numbers)
  })
})

describe('the numbers of orders in a list', () => {
  it.each([
    ['43334 43335', ['H-43334', 'H-43335']],
    ['43334\n43335\r\n43334\n', ['H-43334', 'H-43335']],
    ['#43334, #43335; 43336', ['H-43334', 'H-43335', 'H-43336']],
    ['４３３３４\t43335', ['H-43334', 'H-43335']],
    ['43334', []],
    ['71 23 45 67', []],
    ['4333 4433', []],
    ['01632 960123', []],
    ['43334 Holm', []],
    ['27.11.2026 43334', []],
  ])('of %j are %j', (text, numbers) => {
    expect(numbersInList(text, 'H-')).toStrictEqual(numbers)
    expect(numbersInList(text, '')).toStrictEqual(numbers.map((number) => number.slice(2)))
  })

  it('are as many as a search has room for', () => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(10_000 + index))
    expect(numbersInList(numbers.join('\n'), '')).toStrictEqual(numbers)
  })
})

describe('the codes in a sentence', () => {
  it.each([
    ['TXN MW19980349', ['MW19980349']],
    ['Terminal T1\nREF: "004711-AX", Kajen 4', ['004711-AX']],
    ['Ida Holm, 8000 Aarhus', []],
  ])('of %j are %j', (text, codes) => {
    expect(codesInWords(text)).toStrictEqual(codes)
  })
})

describe('the number of an order as it is typed', () => {
  it('is found with its prefix, without it, and in any spelling of it', () => {
    const prefix = fc.constantFrom('H-', 'U-', '', '2026/', 'Å ')
    fc.assert(
      fc.property(prefix, fc.nat(), fc.constantFrom('', ' ', '-', '#'), (own, number, between) => {
        const letters = own.replace(/[^\p{L}\p{N}]/gu, '')
        expect(typedOrderNumber(`${letters.toLowerCase()}${between}${number}`, own)).toBe(`${own}${number}`)
      }),
    )
    expect(typedOrderNumber('43334', 'H-')).toBe('H-43334')
    for (const refund of ['43334-R1', 'h-43334-r12', 'H 43334-R2 '])
      expect(typedOrderNumber(refund, 'H-')).toBe('H-43334')
  })

  it.each(['', 'H-', 'U 43334', '43334x', '43334-R', 'ida', '1234567890123456'])('%j is none', (text) => {
    expect(typedOrderNumber(text, 'H-')).toBeUndefined()
  })
})
