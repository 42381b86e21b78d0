import { isExact, shareOf, sum, type Minor } from './money.ts'
import { Refused } from './model.ts'
import type { Cart, DiscountPart, Discounts, Line, Shipment } from './state.ts'
import { inCulture, type Campaign, type CampaignItem, type StoreWorld } from './world.ts'

export const NO_DISCOUNTS: Discounts = { units: [], shipment: 0n, order: 0n, parts: [] }

export interface Totals {
  readonly subTotal: Minor
  readonly shippingTotal: Minor
  readonly fee: Minor
  readonly discount: Minor
  readonly discountTotal: Minor
  readonly tax: Minor
  readonly orderTotal: Minor
}

/** The tax of one unit or one shipment. */
export const taxOf = (price: Minor, off: Minor, rate: bigint): Minor => shareOf(price - off, rate)

const gross = (price: Minor, off: Minor, rate: bigint): Minor => price - off + taxOf(price, off, rate)

export const unitDiscount = ({ discounts }: Cart, index: number): Minor => discounts.units[index] ?? 0n

export const lineTotal = (cart: Cart, line: Line, index: number): Minor =>
  BigInt(line.quantity) * gross(line.price, unitDiscount(cart, index), line.taxRate)

/** The sums of a cart with its discounts, and with what a payment costs: a fixed fee and a share of the rest. */
export function totalsOf(cart: Cart, fixedFee: Minor, feeRate = 0n): Totals {
  const { lines, shipment, discounts } = cart
  const subTotal = sum(lines.map((line, index) => lineTotal(cart, line, index)))
  const shippingTotal = shipment ? gross(shipment.price, discounts.shipment, shipment.taxRate) : 0n
  const rest = subTotal + shippingTotal - discounts.order
  const fee = fixedFee + shareOf(rest, feeRate)
  const ofLines = lines.map((line, index) => BigInt(line.quantity) * unitDiscount(cart, index))
  const taxes = lines.map(
    (line, index) => BigInt(line.quantity) * taxOf(line.price, unitDiscount(cart, index), line.taxRate),
  )
  const totals = {
    subTotal,
    shippingTotal,
    fee,
    discount: discounts.order,
    discountTotal: discounts.order + sum(ofLines) + discounts.shipment,
    tax: sum(taxes) + (shipment ? taxOf(shipment.price, discounts.shipment, shipment.taxRate) : 0n),
    orderTotal: rest + fee,
  }
  // Larger than a JSON number can say exactly.
  if (![totals.subTotal, totals.discountTotal, totals.orderTotal].every(isExact))
    throw new Refused('BadRequest')
  return totals
}

/** The cart with the discounts it has at a moment. */
export function discounted(cart: Cart, store: StoreWorld, now: number): Cart {
  const moment = new Date(now).toISOString()
  const codes = new Set(cart.codes.map(({ code }) => code))
  const running = store.campaigns.filter(
    (campaign) =>
      campaign.minimums.has(currencyId(cart, store)) &&
      (campaign.from === null || campaign.from <= moment) &&
      (campaign.to === null || moment < campaign.to) &&
      (campaign.isAutomatic || campaign.codes.some((code) => codes.has(code))),
  )
  const together = running.filter((campaign) => !campaign.isExclusive)
  const choices = [together, ...running.filter((campaign) => campaign.isExclusive).map((alone) => [alone])]
  // The least to pay is best; of equals the first, and all together come first.
  let best: { discounts: Discounts; toPay: Minor } | undefined
  for (const campaigns of choices) {
    const choice = new Till(cart, store, campaigns).run()
    if (!best || choice.toPay < best.toPay) best = choice
  }
  return { ...cart, discounts: best?.discounts ?? NO_DISCOUNTS }
}

/**
 * What a cart costs at a moment, touched or not; what has been placed stays as it was agreed on.
 * @throws Refused where it is more than can be charged, without what a campaign has taken off until then
 */
export function discountedNow(cart: Cart, store: StoreWorld, now: number): Cart {
  if (cart.state !== 'open') return cart
  const shown = discounted(cart, store, now)
  totalsOf(shown, 0n)
  return shown
}

/** Whether two states of a cart have the same discounts. */
export const isSameDiscounts = (a: Cart, b: Cart): boolean => partsText(a) === partsText(b)

const partsText = ({ discounts }: Cart): string =>
  JSON.stringify(discounts.parts, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

const currencyId = (cart: Cart, { currencies }: StoreWorld): string =>
  currencies.find(({ isoCode }) => isoCode === cart.currency)?.id ?? ''

/** Takes campaigns off a cart one after another, as a cashier would write it down. */
class Till {
  readonly #cart: Cart
  readonly #store: StoreWorld
  readonly #currency: string
  readonly #campaigns: readonly Campaign[]
  readonly #units: Minor[]
  #shipment = 0n
  #order = 0n
  readonly #parts: DiscountPart[] = []

  constructor(cart: Cart, store: StoreWorld, campaigns: readonly Campaign[]) {
    this.#cart = cart
    this.#store = store
    this.#currency = currencyId(cart, store)
    this.#units = cart.lines.map(() => 0n)
    // What a campaign asks for is of the goods as they are priced, so that none takes another away.
    this.#campaigns = campaigns.filter(
      (campaign) => this.#goods(campaign) >= (campaign.minimums.get(this.#currency) ?? 0n),
    )
  }

  run(): { discounts: Discounts; toPay: Minor } {
    for (const target of ['lines', 'shipping', 'order'] as const) {
      for (const campaign of this.#campaigns) {
        for (const item of campaign.items.filter((candidate) => candidate.target === target)) {
          this.#take(campaign, item)
        }
      }
    }
    return {
      discounts: { units: this.#units, shipment: this.#shipment, order: this.#order, parts: this.#parts },
      toPay: this.#goods() + this.#delivery() - this.#order,
    }
  }

  #take(campaign: Campaign, item: CampaignItem): void {
    const { lines, shipment } = this.#cart
    if (item.target === 'lines') {
      for (const [index, line] of lines.entries()) {
        if (!sees(campaign, line) || !covers(item, line)) continue
        const before = this.#units[index] ?? 0n
        const off = this.#off(item, line.price - before)
        this.#units[index] = before + off
        this.#write(campaign, item, off * BigInt(line.quantity), index)
      }
    } else if (item.target === 'shipping') {
      if (!shipment || !sees(campaign, shipment)) return
      const off = this.#off(item, shipment.price - this.#shipment)
      this.#shipment += off
      this.#write(campaign, item, off)
    } else {
      const left = this.#goods() + this.#delivery() - this.#order
      const seen = this.#goods(campaign) + this.#delivery(campaign)
      const off = this.#off(item, seen < left ? seen : left)
      this.#order += off
      this.#write(campaign, item, off)
    }
  }

  #off(item: CampaignItem, left: Minor): Minor {
    if (item.rate !== undefined) return shareOf(left, item.rate)
    const amount = item.amounts.get(this.#currency) ?? 0n
    return amount < left ? amount : left
  }

  #write(campaign: Campaign, item: CampaignItem, amount: Minor, line?: number): void {
    if (amount === 0n) return
    const { culture } = this.#cart
    const own = this.#store.defaultCulture
    this.#parts.push({
      campaignId: campaign.id,
      line,
      campaignName: inCulture(campaign.names, culture, own) ?? '',
      itemName: inCulture(item.names, culture, own) ?? '',
      description: inCulture(item.descriptions, culture, own) ?? '',
      amount,
    })
  }

  /** What the goods come to with tax, as far as a campaign sees them. */
  #goods(campaign?: Campaign): Minor {
    return sum(
      this.#cart.lines.map((line, index) =>
        campaign === undefined || sees(campaign, line)
          ? BigInt(line.quantity) * gross(line.price, this.#units[index] ?? 0n, line.taxRate)
          : 0n,
      ),
    )
  }

  #delivery(campaign?: Campaign): Minor {
    const { shipment } = this.#cart
    if (!shipment || (campaign !== undefined && !sees(campaign, shipment))) return 0n
    return gross(shipment.price, this.#shipment, shipment.taxRate)
  }
}

const sees = ({ priceGroups }: Campaign, { priceGroupId }: Line | Shipment): boolean =>
  priceGroups.size === 0 || priceGroups.has(priceGroupId)

const covers = ({ catalogs, skus }: CampaignItem, { variant }: Line): boolean =>
  (catalogs.size === 0 && skus.size === 0) || catalogs.has(variant.catalogId) || skus.has(variant.sku)
