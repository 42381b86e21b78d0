import { readFileSync } from 'node:fs'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { beforeAll, describe, expect, test } from 'vitest'

/** The rooms of the core, lowest first: a room may use those before it, never one behind it. */
const rooms = [
  'kernel',
  'pricing',
  'database',
  'drawer',
  'mail',
  'http',
  'operations',
  'history',
  'access',
  'compatibility',
  'events',
  'records',
  'stores',
  'staff',
  'countries',
  'store-settings',
  'mail-settings',
  'custom-properties',
  'customers',
  'tax-rates',
  'price-groups',
  'catalog',
  'stock',
  'methods',
  'payment-methods',
  'shipping-methods',
  'served-countries',
  'promotions',
  'tills',
  'drawer-openings',
  'gift-cards',
  'orders',
  'carts',
  'checkout',
  'after-sales',
  'receipt-emails',
  'people',
  'figures',
  'till-counts',
  'transfer',
  'data',
  'demo',
  'setup',
  'documentation',
]

const upward = rooms.map((room, index) => ({
  name: `core/${room} looks back only`,
  severity: 'error' as const,
  // Column types are leaves: the database assembles them, whatever room they belong to. The pipeline lists what all do.
  from: {
    path: `^core/${room}/`,
    pathNot: '^core/database/schema/tables\\.ts$|^core/http/pipeline\\.ts$',
  },
  to: {
    path: `^core/(${[...rooms.slice(index + 1), 'cli'].join('|')})/|^core/work/|^core/(app|engines|index)\\.ts$`,
    pathNot: '\\.table\\.ts$',
  },
}))

const forbidden: IFlattenedRuleSet['forbidden'] = [
  ...upward,
  {
    name: 'only the app has a pipeline',
    severity: 'error',
    from: { path: '^core/', pathNot: '^core/app\\.ts$' },
    to: { path: '^core/http/pipeline\\.ts$' },
  },
  { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'column types are leaves',
    severity: 'error',
    from: { path: '\\.table\\.ts$' },
    to: { pathNot: '\\.table\\.ts$' },
  },
  {
    name: 'the kernel knows nothing of ours',
    severity: 'error',
    from: { path: '^core/kernel/' },
    to: { path: '^(core/(?!kernel/)|electron/|renderer/)' },
  },
  {
    name: 'pricing knows the kernel only',
    severity: 'error',
    from: { path: '^core/pricing/' },
    to: { path: '^(core/(?!kernel/|pricing/)|electron/|renderer/)' },
  },
  {
    name: 'the core knows no door',
    severity: 'error',
    from: { path: '^core/' },
    to: { path: '^(electron|renderer)/' },
  },
  {
    name: 'only the desktop knows Electron',
    severity: 'error',
    from: { pathNot: '^electron/' },
    to: { path: '^electron$|node_modules/electron/' },
  },
  {
    name: 'the console knows schemas and the bridge, as types',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { path: '^(core|electron)/', pathNot: '[./]schema\\.ts$|^electron/desktop-api\\.ts$' },
  },
  {
    name: 'the console takes types only',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { path: '^(core|electron)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'a preload stands alone',
    severity: 'error',
    from: { path: '^electron/preload\\.ts$' },
    to: { path: '^(core|renderer)/' },
  },
  {
    name: 'rooms know storage by its interface only',
    severity: 'error',
    from: { path: `^core/(?!(database|cli|work)/)[^/]+/` },
    to: { path: '^core/database/(sqlite|postgres|handle|move|desk)' },
  },
  {
    name: 'what holds for every engine knows none',
    severity: 'error',
    from: { path: '^core/database/((queries|schema)/|(cache|engine|handle|references)\\.ts)' },
    to: { path: '^core/database/(sqlite|postgres)/' },
  },
  {
    name: 'one engine knows nothing of another',
    severity: 'error',
    from: { path: '^core/database/(sqlite|postgres)/' },
    to: { path: '^core/database/(sqlite|postgres)/', pathNot: '^core/database/$1/' },
  },
  {
    // An import of values makes Node load fetch and WebSocket as well, which the core never uses: 2 MB, and a longer start.
    name: 'node:http is known by its types only',
    severity: 'error',
    from: { path: '^(core|electron)/' },
    to: { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'PostgreSQL is named in database/ only',
    severity: 'error',
    from: { path: '^(core|electron)/', pathNot: '^core/database/' },
    to: { path: 'node_modules/pg/' },
  },
  {
    name: 'SQLite is named in database/ only',
    severity: 'error',
    from: { path: '^(core|electron)/', pathNot: '^core/database/' },
    to: { path: 'better-sqlite3' },
  },
]

describe('layers', () => {
  let result: ICruiseResult

  beforeAll(async () => {
    const { output } = await cruise(['core', 'electron', 'renderer'], {
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    })
    result = output as ICruiseResult
  }, 60_000)

  test('every import goes one way, without circles', () => {
    const broken = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
    expect(broken).toEqual([])
  })

  test('every room of the core has its place in the order', () => {
    const found = new Set(
      result.modules
        .map(({ source }) => /^core\/([^/]+)\//.exec(source)?.[1])
        .filter((room) => room !== undefined),
    )
    const known = new Set([...rooms, 'cli', 'work'])
    expect(
      [...found].filter((room) => !known.has(room)),
      'rooms that miss in the list above, behind all that they use',
    ).toEqual([])
    expect(
      [...known].filter((room) => !found.has(room)),
      'rooms in the list above that are no folder of core/',
    ).toEqual([])
  })

  test('the drawing of docs/architecture.md has the rooms in that order', () => {
    const [, drawing = ''] = readFileSync('docs/architecture.md', 'utf8').split('```')
    let rest = drawing
    for (const room of rooms) {
      const place = rest.search(new RegExp(`(?<![\\w-])${room}(?![\\w-])`))
      expect(place, `${room} misses in the drawing, or stands before what it may use`).not.toBe(-1)
      rest = rest.slice(place + room.length)
    }
  })
})
