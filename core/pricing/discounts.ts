import { share, type Minor, type Ppm } from '../kernel/money.ts'

/** What a discount is off. */
export type DiscountTarget = 'lines' | 'shipping' | 'order'

/** A campaign as it runs for one cart: its time has come, and its code, where it needs one, has been given. */
export interface Campaign {
  readonly id: string
  readonly priority: number
  readonly isExclusive: boolean
  /** The least of goods that it asks for, in the cart's currency. */
  readonly minimum: Minor
  /** It sees only what is sold at prices of these groups; where there are none, everything. */
  readonly priceGroupIds: ReadonlySet<string>
  readonly items: readonly CampaignItem[]
}

export interface CampaignItem {
  readonly id: string
  readonly target: DiscountTarget
  readonly off: Reduction
  /** Lines of these catalogs or variants; where there are neither, all lines. */
  readonly catalogIds: ReadonlySet<string>
  readonly variantIds: ReadonlySet<string>
}

/** A share of what is left to discount, or so much of it, in the cart's currency. */
export type Reduction = { readonly rate: Ppm } | { readonly amount: Minor }

/** What the rules see of a cart: undiscounted prices without tax. */
export interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly shipment?: PricedShipment | undefined
}

export interface PricedLine {
  readonly id: string
  /** What it is, whatever its product is called by now. */
  readonly variantId: string
  readonly catalogId: string
  readonly priceGroupId: string
  readonly quantity: number
  /** Per unit. */
  readonly price: Minor
  readonly taxRate: Ppm
}

export interface PricedShipment {
  readonly priceGroupId: string
  readonly price: Minor
  readonly taxRate: Ppm
}

export interface Discounts {
  /** Off one unit of each line, by the line's id; a line without discount is not here. */
  readonly units: ReadonlyMap<string, Minor>
  /** Off the shipment, before its tax. */
  readonly shipment: Minor
  /** Off the order as a whole, tax included. */
  readonly order: Minor
  /** Which campaign item took off how much; together they are everything above. */
  readonly parts: readonly DiscountPart[]
}

export interface DiscountPart {
  readonly campaignItemId: string
  readonly target: DiscountTarget
  /** The line, where the target is lines. */
  readonly lineId: string | null
  /** Off the whole line, the shipment or the order; more than 0. */
  readonly amount: Minor
}

/**
 * What campaigns take off a cart. Those that stack apply together, higher priority first, each to what those before it
 * have left; an exclusive one applies alone. Of these choices the buyer gets the one that leaves the least to pay.
 *
 * Lines are discounted first, then the shipment, then the order. Off lines, an amount is off every unit, and a share is
 * rounded per unit; nothing is discounted by more than what is left of it. The minimum of a campaign is compared with
 * the goods it sees, before discounts and with tax, so that one discount never takes another away. The result depends
 * on what is in the cart alone, not on how it came there.
 */
export function discountsOf(cart: PricedCart, campaigns: readonly Campaign[]): Discounts {
  const ranked = campaigns.toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))
  const stacking = apply(
    cart,
    ranked.filter((campaign) => !campaign.isExclusive),
  )
  return ranked
    .filter((campaign) => campaign.isExclusive)
    .map((campaign) => apply(cart, [campaign]))
    .reduce((best, choice) => (choice.toPay < best.toPay ? choice : best), stacking).discounts
}

/** The part of a cart that a campaign sees. */
interface View extends PricedCart {
  readonly campaign: Campaign
}

const NONE: Discounts = { units: new Map(), shipment: 0, order: 0, parts: [] }

function apply(
  cart: PricedCart,
  campaigns: readonly Campaign[],
): { readonly discounts: Discounts; readonly toPay: Minor } {
  const views = campaigns.map((campaign) => viewOf(cart, campaign)).filter(isMinimumReached)
  let discounts = NONE
  for (const { view, item } of itemsOf(views, 'lines')) discounts = offLines(discounts, view, item)
  for (const { view, item } of itemsOf(views, 'shipping')) discounts = offShipment(discounts, view, item)
  for (const { view, item } of itemsOf(views, 'order')) discounts = offOrder(discounts, cart, view, item)
  return { discounts, toPay: toPay(cart, discounts) - discounts.order }
}

function viewOf({ lines, shipment }: PricedCart, campaign: Campaign): View {
  const { priceGroupIds } = campaign
  const sees = ({ priceGroupId }: { readonly priceGroupId: string }): boolean =>
    priceGroupIds.size === 0 || priceGroupIds.has(priceGroupId)
  return { campaign, lines: lines.filter(sees), shipment: shipment && sees(shipment) ? shipment : undefined }
}

const isMinimumReached = (view: View): boolean => goodsOf(view) >= view.campaign.minimum

/** What the goods that a campaign sees come to, before discounts and with tax. */
const goodsOf = ({ lines }: View): Minor => toPay({ lines }, NONE)

/** Why a campaign takes nothing off a cart, whatever others take. */
export type Obstacle =
  | { readonly kind: 'priceGroups' | 'goods' | 'shipment' }
  | { readonly kind: 'minimum'; readonly goods: Minor }

/**
 * What keeps a campaign from taking anything off a cart: it sees nothing of it, the cart is too small, its items are off
 * other goods, or off a shipment that there is not. Undefined where nothing does; others may still be better.
 */
export function obstacleTo(cart: PricedCart, campaign: Campaign): Obstacle | undefined {
  const view = viewOf(cart, campaign)
  const isEmpty = view.lines.length === 0
  if (isEmpty && !view.shipment) return { kind: 'priceGroups' }
  if (!isMinimumReached(view)) {
    return isEmpty ? { kind: 'priceGroups' } : { kind: 'minimum', goods: goodsOf(view) }
  }
  const couldTake = (item: CampaignItem): boolean =>
    item.target === 'lines'
      ? view.lines.some((line) => line.price > 0 && covers(item, line))
      : (item.target === 'order' ? toPay(view, NONE) : (view.shipment?.price ?? 0)) > 0
  if (campaign.items.some(couldTake)) return undefined
  return { kind: campaign.items.some(({ target }) => target === 'lines') ? 'goods' : 'shipment' }
}

const itemsOf = (views: readonly View[], target: DiscountTarget) =>
  views.flatMap((view) =>
    view.campaign.items.filter((item) => item.target === target).map((item) => ({ view, item })),
  )

function offLines(discounts: Discounts, view: View, item: CampaignItem): Discounts {
  const units = new Map(discounts.units)
  const parts = [...discounts.parts]
  for (const line of view.lines) {
    if (!covers(item, line)) continue
    const before = units.get(line.id) ?? 0
    const off = reduction(item, line.price - before)
    if (off === 0) continue
    units.set(line.id, before + off)
    parts.push(part(item, off * line.quantity, line.id))
  }
  return { ...discounts, units, parts }
}

const covers = ({ catalogIds, variantIds }: CampaignItem, { catalogId, variantId }: PricedLine): boolean =>
  (catalogIds.size === 0 && variantIds.size === 0) || catalogIds.has(catalogId) || variantIds.has(variantId)

function offShipment(discounts: Discounts, { shipment }: View, item: CampaignItem): Discounts {
  const off = reduction(item, (shipment?.price ?? 0) - discounts.shipment)
  if (!shipment || off === 0) return discounts
  return {
    ...discounts,
    shipment: discounts.shipment + off,
    parts: [...discounts.parts, part(item, off)],
  }
}

function offOrder(discounts: Discounts, cart: PricedCart, view: View, item: CampaignItem): Discounts {
  const left = toPay(cart, discounts) - discounts.order
  const off = reduction(item, Math.min(toPay(view, discounts), left))
  if (off === 0) return discounts
  return { ...discounts, order: discounts.order + off, parts: [...discounts.parts, part(item, off)] }
}

/** What lines and shipment come to with tax, less what they are discounted by. */
function toPay({ lines, shipment }: PricedCart, { units, shipment: offShipping }: Discounts): Minor {
  const goods = lines.reduce(
    (sum, line) => sum + line.quantity * withTax(line.price - (units.get(line.id) ?? 0), line.taxRate),
    0,
  )
  return goods + (shipment ? withTax(shipment.price - offShipping, shipment.taxRate) : 0)
}

const withTax = (net: Minor, taxRate: Ppm): Minor => net + share(net, taxRate)

const reduction = ({ off }: CampaignItem, left: Minor): Minor =>
  Math.min(left, 'rate' in off ? share(left, off.rate) : off.amount)

const part = ({ id, target }: CampaignItem, amount: Minor, lineId: string | null = null): DiscountPart => ({
  campaignItemId: id,
  target,
  lineId,
  amount,
})
