import { expect, it } from 'vitest'
import { standingOf } from '../../renderer/features/campaigns/campaign-standing.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const YESTERDAY = '2026-11-20T12:00:00.000Z'
const TOMORROW = '2026-11-22T12:00:00.000Z'
const running = {
  automatic: true,
  codeCount: 0,
  maxUses: null,
  state: 'active',
  uses: 3,
  validFrom: null,
  validTo: null,
} as const

it.each([
  [{}, 'running'],
  [{ validFrom: YESTERDAY, validTo: TOMORROW }, 'running'],
  [{ validFrom: TOMORROW }, 'planned'],
  [{ validTo: YESTERDAY }, 'over'],
  [{ maxUses: 4 }, 'running'],
  // What takes nothing off any cart does not run, whatever its state is.
  [{ maxUses: 3 }, 'over'],
  [{ automatic: false }, 'codeless'],
  [{ automatic: false, validTo: YESTERDAY }, 'over'],
  [{ automatic: false, codeCount: 1 }, 'running'],
  [{ state: 'draft', automatic: false }, 'draft'],
  [{ state: 'retired' }, 'retired'],
] as const)('a campaign with %o stands as %s', (fields, standing) => {
  expect(standingOf({ ...running, ...fields }, NOW)).toBe(standing)
})
