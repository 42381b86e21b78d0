import { afterEach, expect, test, vi } from 'vitest'
import type { Core } from '../../core/index.ts'
import { createShutdown } from '../../electron/shutdown.ts'

vi.mock('electron', () => import('./electron-double.ts'))

/** The end where the core does not close as it should. */
const logged: string[] = []
const log = { keepIn: () => undefined, error: (error: unknown) => void logged.push((error as Error).message) }
const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)

afterEach(() => {
  vi.useRealTimers()
  exit.mockClear()
  logged.length = 0
})

const coreThat = (close: () => Promise<void>): Promise<Core> => Promise.resolve({ close } as unknown as Core)

test('a core that does not close is given up after five seconds', async () => {
  vi.useFakeTimers()
  const shutdown = createShutdown(log)
  const farewell = vi.fn()
  await shutdown.hold(coreThat(() => new Promise(() => undefined)))
  shutdown.end(0, farewell)
  await vi.advanceTimersByTimeAsync(4900)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)

  expect(exit.mock.calls).toEqual([[1]])
  expect(farewell).toHaveBeenCalledOnce()
  expect(logged).toEqual(['It took longer than 5000 ms.'])
})

test('so is one that is still being opened', async () => {
  vi.useFakeTimers()
  const shutdown = createShutdown(log)
  void shutdown.hold(new Promise(() => undefined))
  shutdown.end(0)
  await vi.advanceTimersByTimeAsync(5100)

  expect(exit.mock.calls).toEqual([[1]])
})

test('a core that fails to close ends the app all the same', async () => {
  const shutdown = createShutdown(log)
  await shutdown.hold(coreThat(() => Promise.reject(new Error('the disk is gone'))))
  shutdown.end(0)

  await expect.poll(() => exit.mock.calls).toEqual([[1]])
  expect(logged).toEqual(['the disk is gone'])
})

test('the end comes once, with the worst code that was asked for', async () => {
  const shutdown = createShutdown(log)
  const close = vi.fn(() => Promise.resolve())
  const farewells: string[] = []
  await shutdown.hold(coreThat(close))
  shutdown.end(0)
  shutdown.end(1, () => void farewells.push('second'))
  expect(shutdown.hasBegun()).toBe(true)

  await expect.poll(() => exit.mock.calls).toEqual([[1]])
  expect(close).toHaveBeenCalledOnce()
  expect(farewells).toEqual([])
})
