import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'

type Hear = (event: {
  type: string
  timeStamp: number
  code?: string
  clientX?: number
  clientY?: number
}) => void

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function pressing() {
  const hears: Hear[] = []
  vi.stubGlobal('addEventListener', (_type: string, hear: Hear) => void hears.push(hear))
  const { afterPress } = await import('../../renderer/ui/pressed-twice.ts')
  const press = (code: string, timeStamp: number) => hears[0]?.({ type: 'keydown', code, timeStamp })
  const click = (clientX: number, clientY: number, timeStamp: number) =>
    hears[0]?.({ type: 'pointerdown', clientX, clientY, timeStamp })
  return { afterPress, press, click }
}

it('the second of two presses is told from a later one, and from another key', async () => {
  const { afterPress, press } = await pressing()
  press('Enter', 0)
  const isSecond = afterPress()
  expect(isSecond()).toBe(false)
  press('Enter', 300)
  expect(isSecond()).toBe(true)
  press('Enter', 600)
  expect(isSecond()).toBe(false)
  const isNext = afterPress()
  press('Space', 700)
  expect(isNext()).toBe(false)
  press('Enter', 2000)
  const isLate = afterPress()
  press('Enter', 2400)
  expect(isLate()).toBe(false)
})

it('the second of two clicks is where the first was: another one, however soon, is meant', async () => {
  const { afterPress, click } = await pressing()
  click(100, 200, 0)
  const isSecond = afterPress()
  click(103, 198, 200)
  expect(isSecond()).toBe(true)
  click(100, 200, 1000)
  const isElsewhere = afterPress()
  click(100, 240, 1100)
  expect(isElsewhere()).toBe(false)
})

it('a key that is held down keeps nothing of its presses', async () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const { press } = await pressing()
  const heldMb = (presses: number): number => {
    for (let nth = 0; nth < presses; nth++) press('Enter', nth)
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const before = heldMb(1000)
  expect(heldMb(1_000_000) - before).toBeLessThan(10)
})
