import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { hashPin, isPinOf } from '../../../core/staff/pins.ts'

describe('a PIN', () => {
  it('is kept as a digest with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPin('2580'), hashPin('2580')])
    expect(one).toMatch(/^scrypt\$32768\$8\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(other)
    expect(await isPinOf(one, '2580')).toBe(true)
    expect(await isPinOf(other, '2580')).toBe(true)
    for (const wrong of ['2581', '258', '25800', '', '٢٥٨٠'])
      expect(await isPinOf(one, wrong), wrong).toBe(false)
  })

  it('kept with another cost is still known', async () => {
    const cheap = 'scrypt$1024$8$AAAAAAAAAAAAAAAAAAAAAA$'
    const made = await isPinOf(`${cheap}AAAA`, '2580')
    expect(made).toBe(false)
  })

  it('is looked at beside the event loop', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const kept = await hashPin('2580')
    delay.enable()
    const started = performance.now()
    await Promise.all(Array.from({ length: 8 }, async () => isPinOf(kept, '1111')))
    const spent = performance.now() - started
    delay.disable()
    // All of it in one turn of the loop would show as long as all of it took.
    expect(delay.percentile(90) / 1e6).toBeLessThan(spent / 2)
  })
})
