import fc from 'fast-check'
import { expect, it } from 'vitest'
import { share, toMajor, toMinor } from '../../core/kernel/money.ts'
import { withoutTax as coreWithoutTax } from '../../core/pricing/without-tax.ts'
import { withoutTax, withTax } from '../../renderer/ui/tax.ts'

const price = fc.record({
  minor: fc.integer({ min: 0, max: 10 ** 12 }),
  ppm: fc.integer({ min: 0, max: 1_000_000 }),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
})

it('a price comes to what the core charges, and back to itself', () => {
  fc.assert(
    fc.property(price, ({ currency, minor, ppm }) => {
      const [net, rate] = [toMajor(minor, currency), ppm / 1_000_000]
      const gross = withTax(net, rate, currency)
      expect(toMinor(gross, currency)).toBe(minor + share(minor, ppm))
      expect(withoutTax(gross, rate, currency)).toBe(net)
      expect(toMinor(withoutTax(net, rate, currency), currency)).toBe(coreWithoutTax(minor, ppm))
    }),
  )
})
