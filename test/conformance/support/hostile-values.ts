import fc from 'fast-check'

const deep = (depth: number): unknown => {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\uffff\ufffe',
  '\u202e\u200b\ufeff',
  '\r\nX-Injected: 1',
  "'; drop table carts; --",
  `" or 1=1 --`,
  "') union select token_hash from access_tokens --",
  '%_%',
  '* OR NEAR("',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '{{7*7}}${7*7}<script>alert(1)</script>',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  'x'.repeat(100_000),
  '👩‍👩‍👧'.repeat(200),
  '[object Object]',
  '0199a0b0-0000-7000-8000-00000000ffff',
  '{0199A0B0-0000-7000-8000-00000000FFFF}',
  '0199a0b0-0000-7000-8000-00000000fffg',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01',
  '2026-02-30',
  'en-GB-u-ca-buddhist',
  'x-y-z-1-2-3',
  'İ',
  `en-${'x'.repeat(200_000)}`,
]

/** Cultures that nobody has, each another one. */
const hostileCulture = fc.uuid().map((id) => `en-x-${id.slice(0, 8)}`)

const hostileNumbers = [0, -0, -1, 0.1, 1e-300, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1_000_001]

const hostileObjects: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: 1e9 },
  { $ne: null },
  { constructor: { name: 'x' } },
  deep(50),
  deep(60),
  deep(64),
  deep(2000),
  Array.from({ length: 2000 }, () => 'x'),
]

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uuid(),
  hostileCulture,
)

/** Anything that JSON can carry, in the place of anything. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...hostileNumbers),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(...hostileObjects),
  fc.jsonValue({ maxDepth: 4 }),
)

/** As long as a body may be. */
const wide = (name: string, entry: string): string =>
  `{"${name}":[${Array.from({ length: Math.floor(1_048_000 / (entry.length + 1)) - 10 }, () => entry).join(',')}]}`

/** Bodies that are not the JSON of an object, or of one that has no end. */
export const hostileBody = fc.constantFrom(
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":NaN}',
  '{} {}',
  '\0',
  '\ufeff{}',
  'null',
  '[]',
  '7',
  '"text"',
  '1e999',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  '{"a":'.repeat(20_000),
  `{"cartId":1,"cartId":2}`,
  `{"${'k'.repeat(50_000)}":1}`,
  'x'.repeat(1024 * 1024 + 1),
  ...['1', '{}', '[]', 'null', '{"key":1}', '{"KEY":"a","Value":"b"}'].flatMap((entry) =>
    ['customProperties', 'CustomProperties', 'redirectUris', 'more'].map((name) => wide(name, entry)),
  ),
  `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":1`).join(',')}}`,
)

/** What may stand in an address percent-encoded, and what no encoder writes. */
export const hostileEncoded = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%zz',
    '%ED%A0%80',
    '%C0%80',
    '%FF',
    '%2F',
    '%2e%2e%2f',
    '%0d%0aX:1',
    '+',
    '%E2%80%AE',
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 3000))),
)
