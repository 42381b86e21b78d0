import { share, type Minor, type Ppm } from '../kernel/money.ts'

/** The amount that comes back to the given one when its tax is added, where there is such an amount. */
export function withoutTax(gross: Minor, taxRate: Ppm): Minor {
  const near = Math.round(gross / (1 + taxRate / 1_000_000))
  return [near, near - 1, near + 1].find((net) => net + share(net, taxRate) === gross) ?? near
}
