import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineTotal, taxOf } from '../../../core/pricing/line.ts'
import { shipmentTotal } from '../../../core/pricing/totals.ts'
import { toMinor } from '../../../core/kernel/money.ts'
import {
  discountsOf,
  obstacleTo,
  type Campaign,
  type CampaignItem,
  type Discounts,
  type PricedCart,
} from '../../../core/pricing/discounts.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What a cart comes to, reckoned as carts reckon it. */
function billOf({ lines, shipment }: PricedCart, discounts: Discounts) {
  const goods = lines.map((line) => {
    const unitDiscount = discounts.units.get(line.id) ?? 0
    return { ...line, unitDiscount, tax: taxOf(line.price, unitDiscount, line.taxRate) }
  })
  const { shipment: discount } = discounts
  const delivery = shipment && {
    price: shipment.price,
    discount,
    tax: taxOf(shipment.price, discount, shipment.taxRate),
  }
  const subTotal = sum(goods.map(lineTotal))
  const shippingTotal = delivery ? shipmentTotal(delivery) : 0
  return { goods, subTotal, shippingTotal, orderTotal: subTotal + shippingTotal - discounts.order }
}

const groups = fc.constantFrom('shop', 'club')
const taxRate = fc.constantFrom(0, 88_750, 100_000, 190_000, 250_000)
const carts: fc.Arbitrary<PricedCart> = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      id: fc.nat({ max: 99 }).map((number) => `line ${number}`),
      variantId: fc.constantFrom('TEA', 'POT', 'CUP'),
      catalogId: fc.constantFrom('tea', 'ware'),
      priceGroupId: groups,
      quantity: fc.integer({ min: 1, max: 5000 }),
      price: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5_000_000 })),
      taxRate,
    }),
    { selector: (line) => line.id, maxLength: 6 },
  ),
  shipment: fc.option(
    fc.record({ priceGroupId: groups, price: fc.integer({ min: 0, max: 50_000 }), taxRate }),
    { nil: undefined },
  ),
})

const items: fc.Arbitrary<CampaignItem> = fc.record({
  id: fc.uuid(),
  target: fc.constantFrom('lines', 'shipping', 'order'),
  off: fc.oneof(
    fc.record({ rate: fc.integer({ min: 0, max: 1_000_000 }) }),
    fc.record({ amount: fc.integer({ min: 0, max: 100_000 }) }),
  ),
  catalogIds: fc.subarray(['tea', 'ware']).map((ids) => new Set(ids)),
  variantIds: fc.subarray(['TEA', 'POT']).map((ids) => new Set(ids)),
})
const campaignList: fc.Arbitrary<Campaign[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    priority: fc.integer({ min: 0, max: 3 }),
    isExclusive: fc.boolean(),
    minimum: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })),
    priceGroupIds: fc.subarray(['shop', 'club']).map((ids) => new Set(ids)),
    items: fc.array(items, { minLength: 1, maxLength: 3 }),
  }),
  { selector: (campaign) => campaign.id, maxLength: 5 },
)

/** The same of everything but the order in which lines' parts are listed. */
const amountsOf = ({ units, shipment, order, parts }: Discounts) => ({
  units: Object.fromEntries(units),
  shipment,
  order,
  parts: parts.map((part) => JSON.stringify(part)).sort(),
})

describe('what campaigns take off a cart, whatever they are', () => {
  it('never makes anything negative, and an order discount is never more than what is to be paid', () => {
    fc.assert(
      fc.property(carts, campaignList, (cart, campaigns) => {
        const discounts = discountsOf(cart, campaigns)
        const bill = billOf(cart, discounts)
        for (const line of bill.goods) {
          expect(line.unitDiscount).toBeGreaterThanOrEqual(0)
          expect(line.unitDiscount).toBeLessThanOrEqual(line.price)
          expect(line.tax).toBeGreaterThanOrEqual(0)
        }
        expect(discounts.shipment).toBeGreaterThanOrEqual(0)
        expect(discounts.shipment).toBeLessThanOrEqual(cart.shipment?.price ?? 0)
        expect(discounts.order).toBeGreaterThanOrEqual(0)
        expect(discounts.order).toBeLessThanOrEqual(bill.subTotal + bill.shippingTotal)
        expect(bill.orderTotal).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2000 },
    )
  })

  it('is whole minor units, and the sum of its parts: line by line, on the shipment and on the order', () => {
    fc.assert(
      fc.property(carts, campaignList, (cart, campaigns) => {
        const discounts = discountsOf(cart, campaigns)
        const { parts } = discounts
        const partsOf = (isOf: (part: (typeof parts)[number]) => boolean): number =>
          sum(parts.filter(isOf).map((part) => part.amount))
        for (const { amount } of parts) {
          expect(amount).toSatisfy(Number.isSafeInteger)
          expect(amount).toBeGreaterThan(0)
        }
        for (const { id, quantity } of cart.lines) {
          expect(partsOf((part) => part.lineId === id)).toBe(quantity * (discounts.units.get(id) ?? 0))
        }
        expect(partsOf((part) => part.target === 'shipping')).toBe(discounts.shipment)
        expect(partsOf((part) => part.target === 'order')).toBe(discounts.order)
        expect(parts.every((part) => (part.target === 'lines') === (part.lineId !== null))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('does not depend on the order of lines, campaigns or codes', () => {
    const shuffled = fc.tuple(carts, campaignList).chain(([cart, campaigns]) =>
      fc.record({
        cart: fc.constant(cart),
        campaigns: fc.constant(campaigns),
        lines: fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length }),
        others: fc.shuffledSubarray(campaigns, { minLength: campaigns.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ cart, campaigns, lines, others }) => {
        const expected = amountsOf(discountsOf(cart, campaigns))
        expect(amountsOf(discountsOf({ ...cart, lines }, others))).toStrictEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('comes from campaigns that stack, or from one that excludes the others, whichever leaves less to pay', () => {
    fc.assert(
      fc.property(carts, campaignList, (cart, campaigns) => {
        const discounts = discountsOf(cart, campaigns)
        const { orderTotal } = billOf(cart, discounts)
        const alone = (choice: Campaign[]): number =>
          billOf(
            cart,
            discountsOf(
              cart,
              choice.map((campaign) => ({ ...campaign, isExclusive: false })),
            ),
          ).orderTotal
        const stacking = campaigns.filter((campaign) => !campaign.isExclusive)
        const exclusive = campaigns.filter((campaign) => campaign.isExclusive)
        expect(orderTotal).toBe(Math.min(alone(stacking), ...exclusive.map((campaign) => alone([campaign]))))
        const used = new Set(discounts.parts.map((part) => part.campaignItemId))
        const sources = campaigns.filter((campaign) => campaign.items.some((item) => used.has(item.id)))
        if (sources.some((campaign) => campaign.isExclusive)) expect(sources).toHaveLength(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('is nothing for an empty cart, and nothing without campaigns', () => {
    fc.assert(
      fc.property(carts, campaignList, (cart, campaigns) => {
        for (const discounts of [discountsOf({ lines: [] }, campaigns), discountsOf(cart, [])]) {
          expect(discounts).toStrictEqual({ units: new Map(), shipment: 0, order: 0, parts: [] })
        }
      }),
    )
  })
})

const aLine = {
  id: 'one',
  variantId: 'TEA',
  catalogId: 'tea',
  priceGroupId: 'shop',
  quantity: 3,
  price: 999,
  taxRate: 250_000,
}
const delivery = { priceGroupId: 'shop', price: 4000, taxRate: 250_000 }

let made = 0
function aCampaign(item: Partial<CampaignItem>, terms: Partial<Campaign> = {}): Campaign {
  const id = `campaign ${++made}`
  const own = {
    id: `${id}, item`,
    target: 'lines',
    off: { rate: 100_000 },
    catalogIds: new Set<string>(),
    variantIds: new Set<string>(),
  } as const
  return {
    id,
    priority: 0,
    isExclusive: false,
    minimum: 0,
    priceGroupIds: new Set(),
    items: [{ ...own, ...item }],
    ...terms,
  }
}

describe('a discount', () => {
  it('off lines is rounded once, per unit', () => {
    const { units, parts } = discountsOf({ lines: [aLine] }, [aCampaign({})])
    // 10 % of 9.99 is 0.999, so 1.00 for each of three.
    expect(units.get('one')).toBe(100)
    expect(parts).toMatchObject([{ target: 'lines', lineId: 'one', amount: 300 }])
  })

  it('of an amount is off every unit, and not more than its price', () => {
    expect(discountsOf({ lines: [aLine] }, [aCampaign({ off: { amount: 250 } })]).units.get('one')).toBe(250)
    expect(discountsOf({ lines: [aLine] }, [aCampaign({ off: { amount: 9999 } })]).units.get('one')).toBe(999)
  })

  it.each([
    ['its catalog', { catalogIds: new Set(['tea']) }, ['one']],
    ['what it is', { variantIds: new Set(['POT']) }, ['two']],
    ['either', { catalogIds: new Set(['tea']), variantIds: new Set(['POT']) }, ['one', 'two']],
    ['neither', { catalogIds: new Set(['none']), variantIds: new Set(['none']) }, []],
    ['nothing asked', {}, ['one', 'two']],
  ])('is off a line by %s', (_what, item, ids) => {
    const lines = [aLine, { ...aLine, id: 'two', variantId: 'POT', catalogId: 'ware' }]
    expect([...discountsOf({ lines }, [aCampaign(item)]).units.keys()]).toStrictEqual(ids)
  })

  it('that stacks takes from what higher priorities have left', () => {
    const half = aCampaign({ off: { rate: 500_000 } }, { priority: 2 })
    const amount = aCampaign({ off: { amount: 400 } }, { priority: 1 })
    const line = { ...aLine, price: 1000 }
    expect(discountsOf({ lines: [line] }, [amount, half]).parts.map((part) => part.amount)).toStrictEqual([
      1500, 1200,
    ])
    const other = [{ ...amount, priority: 3 }, half]
    expect(discountsOf({ lines: [line] }, other).parts.map((part) => part.amount)).toStrictEqual([1200, 900])
  })

  it('off the order is of goods and delivery with tax, after their own discounts', () => {
    const cart = { lines: [{ ...aLine, price: 1000 }], shipment: delivery }
    const campaigns = [
      aCampaign({ target: 'order' }, { priority: 9 }),
      aCampaign({ target: 'shipping', off: { rate: 500_000 } }),
      aCampaign({ off: { rate: 200_000 } }),
    ]
    // 3 × 8.00 + 25 % is 30.00; 20.00 + 25 % is 25.00; a tenth of both is 5.50.
    expect(discountsOf(cart, campaigns)).toMatchObject({ shipment: 2000, order: 550 })
  })

  it('waits for the minimum: goods before discounts, with tax, without delivery', () => {
    const line = { ...aLine, price: 1000 }
    const free = (minimum: number) => aCampaign({ target: 'shipping', off: { rate: 1_000_000 } }, { minimum })
    const cart = { lines: [line], shipment: delivery }
    expect(discountsOf(cart, [free(3750)]).shipment).toBe(4000)
    expect(discountsOf(cart, [free(3751)]).shipment).toBe(0)
    expect(discountsOf(cart, [free(3750), aCampaign({ off: { rate: 500_000 } })]).shipment).toBe(4000)
  })

  it('of price groups sees only what is sold at their prices', () => {
    const lines = [aLine, { ...aLine, id: 'two', priceGroupId: 'club' }]
    const club = { priceGroupIds: new Set(['club']) }
    const cart = { lines, shipment: delivery }
    expect([...discountsOf(cart, [aCampaign({}, club)]).units.keys()]).toStrictEqual(['two'])
    expect(discountsOf(cart, [aCampaign({ target: 'shipping' }, club)]).shipment).toBe(0)
    // 3 × 12.49 of the club's line alone.
    expect(discountsOf(cart, [aCampaign({ target: 'order', off: { amount: 9999 } }, club)]).order).toBe(3747)
    expect(discountsOf(cart, [aCampaign({}, { ...club, minimum: 3748 })]).parts).toStrictEqual([])
  })

  it('in yen has no decimals', () => {
    const line = { ...aLine, price: toMinor(1234, 'JPY'), taxRate: 100_000 }
    const { units } = discountsOf({ lines: [line] }, [aCampaign({ off: { rate: 333_333 } })])
    expect(units.get('one')).toBe(411)
  })
})

describe('what keeps a campaign from taking anything off', () => {
  it('is said where it takes nothing, and nothing is said where it would take all that it can', () => {
    fc.assert(
      fc.property(carts, campaignList, (cart, campaigns) => {
        const priced = { ...cart, lines: cart.lines.map((line) => ({ ...line, price: line.price + 1 })) }
        for (const campaign of campaigns) {
          const whole = {
            ...campaign,
            items: campaign.items.map((item) => ({ ...item, off: { rate: 1_000_000 } })),
          }
          const isTaken = discountsOf(priced, [whole]).parts.length > 0
          expect(obstacleTo(priced, whole) === undefined).toBe(isTaken)
          // However little it takes: where it is said why not, it takes nothing.
          if (obstacleTo(cart, campaign)) expect(discountsOf(cart, [campaign]).parts).toEqual([])
        }
      }),
    )
  })
})
