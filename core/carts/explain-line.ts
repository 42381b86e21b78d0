import { findKeptPrices, getVariants, type VariantRecord } from '../catalog/product.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { plainRate, toMajor, toRate } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { lineTotal } from '../pricing/line.ts'
import { priceGroupNames, getPriceGroup } from '../price-groups/price-group.repository.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { getCurrency, getStore } from '../stores/store.repository.ts'
import { cartInPriceGroups, type CartInPriceGroup } from './cart-in-price-groups.ts'
import { lineNotFound, type CartLineRecord } from './cart-line.repository.ts'
import { getCartRow, loadCart } from './cart.repository.ts'
import { withDiscountsOfNow } from './discounts-now.ts'
import type { LinePrice, PriceStep } from './line-price.schema.ts'

/**
 * How a line comes to cost what it costs: from the price of its group, or of the group it derives from, by way of
 * discounts and tax to its total, and what it would cost in the other groups that are valid for the cart.
 * @throws CommerceError NotFound for the cart or the line
 */
export async function explainLine(
  db: ReadDb,
  context: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
  culture: string | undefined,
): Promise<LinePrice> {
  const kept = await loadCart(db, cartId, getCartRow(db, context.storeId, cartId))
  const { cart, lines, discounts } = await withDiscountsOfNow(db, context, kept)
  const line = lines.find(({ id }) => id === lineId)
  if (!line) throw lineNotFound()
  const store = await getStore(db, context.storeId)
  const { isoCode } = await getCurrency(db, cart.currency_id)
  const wanted = culture ?? cart.culture_code
  const nameOf = await priceGroupNames(db, store, wanted)
  const named = (id: string) => ({ id, name: nameOf(id) })
  const priceGroup = await getPriceGroup(db, store.id, line.priceGroupId)
  const [variant] = await getVariants(db, store.id, [line.variantId])
  const listed = variant && (await findKeptPrices(db, [variant], priceGroup.chain))(variant, priceGroup)
  const found = await cartInPriceGroups(db, context, cart, { culture: wanted })

  const owner = line.isPriceSet || !listed ? null : named(listed.price_group_id)
  const steps: PriceStep[] = [
    ...(listed
      ? [priceStep(named(priceGroup.id), named(listed.price_group_id), listed.amount, isoCode)]
      : []),
    ...(listed?.amount === line.price ? [] : [setStep(line, isoCode)]),
    ...discounts
      .filter((discount) => discount.lineId === lineId)
      .map(({ campaignName, campaignItemName, amount }): PriceStep => {
        const name = `${campaignName}: ${campaignItemName}`
        const off = toMajor(amount, isoCode)
        return {
          kind: 'discount',
          ...nothing,
          name,
          amount: -off,
          text: `${name} takes ${off} ${isoCode} off.`,
        }
      }),
    taxStep(line, taxedBy(line, priceGroup, variant), named, isoCode),
    totalStep(line, isoCode),
  ]
  return {
    lineId,
    quantity: line.quantity,
    currency: isoCode,
    priceGroup: named(priceGroup.id),
    inheritedFrom: owner === null || owner.id === priceGroup.id ? null : owner,
    steps,
    alternatives: found.filter(isOther(priceGroup)).map((other) => ({
      ...named(other.group.id),
      total: totalIn(other, lineId, isoCode),
    })),
  }
}

const nothing = { priceGroup: null, rate: null, name: null }

function priceStep(
  group: { id: string; name: string },
  owner: { id: string; name: string },
  amount: number,
  isoCode: string,
): PriceStep {
  const price = toMajor(amount, isoCode)
  const text =
    owner.id === group.id
      ? `${group.name} sells it for ${price} ${isoCode} each, without tax.`
      : `${group.name} has no price of its own for it: ${owner.name} sells it for ${price} ${isoCode} each, without tax.`
  return { kind: 'price', ...nothing, priceGroup: owner, amount: price, text }
}

/** A price that is not the list's: somebody has set it, or the list has changed since the line was added. */
function setStep(line: CartLineRecord, isoCode: string): PriceStep {
  const amount = toMajor(line.price, isoCode)
  return line.isPriceSet
    ? {
        kind: 'setPrice',
        ...nothing,
        amount,
        text: `Its price was set to ${amount} ${isoCode} each, without tax.`,
      }
    : {
        kind: 'earlierPrice',
        ...nothing,
        amount,
        text: `It was added at ${amount} ${isoCode} each, without tax; the list has changed since.`,
      }
}

/** Who decides on the tax rate of a line: a price group, the product, or nobody of them by now. */
type TaxedBy = { readonly priceGroupId: string } | 'product' | 'line'

function taxedBy(line: CartLineRecord, group: PriceGroupRecord, variant: VariantRecord | undefined): TaxedBy {
  if (group.taxRateOf !== null && group.taxRate === line.taxRate) return { priceGroupId: group.taxRateOf }
  return group.taxRate === null && variant?.taxRate === line.taxRate ? 'product' : 'line'
}

/** Nobody has kept which of the two it is. */
const KEPT_RATE = 'the rate of when it was added, or one set for this line'

function taxStep(
  line: CartLineRecord,
  by: TaxedBy,
  named: (id: string) => { id: string; name: string },
  isoCode: string,
): PriceStep {
  const amount = toMajor(line.quantity * line.tax, isoCode)
  const rate = toRate(line.taxRate)
  const base = { rate, amount, name: null }
  const sum = `Tax at ${plainRate(line.taxRate)} makes ${amount} ${isoCode}`
  if (by === 'product')
    return { kind: 'tax', ...base, priceGroup: null, text: `${sum}: the rate of the product.` }
  if (by === 'line') return { kind: 'setTax', ...base, priceGroup: null, text: `${sum}: ${KEPT_RATE}.` }
  const priceGroup = named(by.priceGroupId)
  return { kind: 'tax', ...base, priceGroup, text: `${sum}: the rate of ${priceGroup.name}.` }
}

function totalStep(line: CartLineRecord, isoCode: string): PriceStep {
  const amount = toMajor(lineTotal(line), isoCode)
  return { kind: 'total', ...nothing, amount, text: `${line.quantity} of it cost ${amount} ${isoCode}.` }
}

const isOther =
  ({ id }: PriceGroupRecord) =>
  ({ group, evaluation }: CartInPriceGroup): boolean =>
    group.id !== id && evaluation.valid

/** What the line would cost there; null where the group does not sell all of the cart. */
function totalIn({ goods }: CartInPriceGroup, lineId: string, isoCode: string): number | null {
  const line = goods?.lines.find(({ id }) => id === lineId)
  return line ? toMajor(lineTotal(line), isoCode) : null
}
