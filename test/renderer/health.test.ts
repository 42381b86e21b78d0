import { expect, it, onTestFinished, vi } from 'vitest'
import { healthWarning, watchHealth, type HealthWarning } from '../../renderer/api/health.ts'

const failing = (code: string): object => ({ database: 'failing', errors: [{ code }] })

it.each<[HealthWarning | undefined, object]>([
  [undefined, { database: 'ok' }],
  ['backup', { database: 'ok', backup: 'failing' }],
  ['damage', { database: 'damaged', errors: [{ code: 'database.damaged' }] }],
  ['disk', failing('disk.failing')],
  ['disk', failing('disk.full')],
  ['server', failing('database.unreachable')],
  ['older', failing('database.newer')],
])('what somebody has to see to is %s where the core answers %o', async (warning, health) => {
  const asked = vi.fn(async () => Promise.resolve(Response.json(health)))
  vi.stubGlobal('fetch', asked)
  onTestFinished(watchHealth())
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect.poll(() => healthWarning.value).toBe(warning)
  expect(asked).toHaveBeenCalledWith(
    '/api/v1/health',
    expect.objectContaining({ headers: { prefer: 'fault-codes' } }),
  )
})
