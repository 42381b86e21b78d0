import { expect, it } from 'vitest'
import { warningOf, type HealthWarning } from '../../renderer/api/health.ts'

const failing = (code: string): object => ({ database: 'failing', errors: [{ code }] })

it.each<[HealthWarning | undefined, object]>([
  [undefined, { database: 'ok' }],
  ['backup', { database: 'ok', backup: 'failing' }],
  ['damage', { database: 'damaged', errors: [{ code: 'database.damaged' }] }],
  ['disk', failing('disk.failing')],
  ['disk', failing('disk.full')],
  ['server', failing('database.unreachable')],
  ['server', failing('database.refused')],
  ['server', failing('database.slow')],
  ['older', failing('database.newer')],
  // It passes by itself, and no disk has failed.
  [undefined, failing('database.sessions')],
  [undefined, failing('database.busy')],
])('what somebody has to see to is %s where the core answers %o', (warning, health) => {
  expect(warningOf(health)).toBe(warning)
})
