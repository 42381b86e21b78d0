import { toMajor, toMinor, toRate } from '../kernel/money.ts'
import { paymentMethodNoun } from '../payment-methods/manage/payment-method.noun.ts'
import { withoutTax } from '../pricing/without-tax.ts'
import { createRecord } from '../records/create-record.ts'
import { shippingMethodNoun } from '../shipping-methods/manage/shipping-method.noun.ts'
import type { DemoMethod, DemoShop } from './demo-shop.ts'
import { idOf, OPENED, withIds, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

type PriceGroups = ReadonlyMap<string, MadePriceGroup>

/** Makes payment methods, then shipping methods, which name the payment methods they go with. */
export async function makeMethods(making: ShopMaking, priceGroups: PriceGroups): Promise<void> {
  await makeShippingMethods(making, priceGroups, await makePaymentMethods(making, priceGroups))
}

async function makePaymentMethods(
  { author, db, random, shop }: ShopMaking,
  priceGroups: PriceGroups,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const method of shop.paymentMethods) {
    const id = random.id(OPENED)
    ids.set(method.key, id)
    const { fees, feePpm, properties = [], redeemsGiftCards, sendsInvoice, takesCash } = method
    const propertyIds = properties.map(() => random.id(OPENED))
    const body = {
      ...methodOf(shop, method),
      fees: Object.entries(fees).map(([key, amount]) => ({
        priceGroupId: groupOf(priceGroups, key).id,
        amount,
      })),
      feePercent: toRate(feePpm),
      sendsInvoice,
      takesCash,
      redeemsGiftCards,
      properties: properties.map(({ culture, value }) => ({ cultureCode: culture, value })),
    }
    await createRecord(db, author, paymentMethodNoun, body, (record) => ({
      ...record,
      id,
      properties: withIds(record.properties, propertyIds),
    }))
  }
  return ids
}

async function makeShippingMethods(
  { author, db, random, shop }: ShopMaking,
  priceGroups: PriceGroups,
  paymentMethods: ReadonlyMap<string, string>,
): Promise<void> {
  for (const method of shop.shippingMethods) {
    const id = random.id(OPENED)
    const paymentMethodIds = method.paymentMethods.map((key) => idOf(paymentMethods, key))
    const body = {
      ...methodOf(shop, method),
      prices: Object.entries(method.prices).map(([key, price]) => {
        const group = groupOf(priceGroups, key)
        const shown = toMinor(price, group.currency)
        const amount = shop.pricing.includesTax ? withoutTax(shown, group.taxRate ?? method.taxPpm) : shown
        return { priceGroupId: group.id, amount: toMajor(amount, group.currency) }
      }),
      taxRate: toRate(method.taxPpm),
      delivers: !method.isCollected,
      paymentMethodIds,
      defaultPaymentMethodId: paymentMethodIds[0] ?? null,
    }
    await createRecord(db, author, shippingMethodNoun, body, (record) => ({ ...record, id }))
  }
}

/** What a method says whatever it is a method of. */
function methodOf({ cultures }: DemoShop, { countries, name, texts }: DemoMethod) {
  const said = cultures.map(
    (culture, index) => [culture, ...(texts[index] ?? (['', null] as const))] as const,
  )
  return {
    name,
    names: Object.fromEntries(said.map(([culture, displayName]) => [culture, displayName])),
    descriptions: Object.fromEntries(
      said.flatMap(([culture, , description]) => (description === null ? [] : [[culture, description]])),
    ) as Record<string, string>,
    countries: [...countries],
  }
}

function groupOf(priceGroups: PriceGroups, key: string): MadePriceGroup {
  const group = priceGroups.get(key)
  if (!group) throw new Error(`The demo shop has no price group ${key}.`)
  return group
}
