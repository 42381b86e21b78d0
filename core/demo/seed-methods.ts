import { toMinor } from '../kernel/money.ts'
import type { DemoShop } from './demo-shop.ts'
import { withoutTax } from '../pricing/without-tax.ts'
import { idOf, OPENED, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

type PriceGroups = ReadonlyMap<string, MadePriceGroup>

/** Makes payment methods, then shipping methods, which name the payment methods they go with. */
export function makeMethods(making: ShopMaking, shop: DemoShop, priceGroups: PriceGroups): void {
  makeShippingMethods(making, shop, priceGroups, makePaymentMethods(making, shop, priceGroups))
}

function makePaymentMethods(
  { rows, random, storeId, countries }: ShopMaking,
  shop: DemoShop,
  priceGroups: PriceGroups,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const [position, method] of shop.paymentMethods.entries()) {
    const id = random.id(OPENED)
    ids.set(method.key, id)
    rows.add('payment_methods', {
      id,
      store_id: storeId,
      name: method.name,
      image_id: null,
      image_url: null,
      fee_ppm: method.feePpm,
      gateway_url: null,
      return_url: null,
      sends_invoice: Number(method.sendsInvoice ?? false),
      position,
      version: 1,
      state: 'active',
    })
    for (const [culture, display_name, description] of textsOf(shop, method.texts)) {
      rows.add('payment_method_texts', {
        payment_method_id: id,
        culture_code: culture,
        display_name,
        description,
      })
    }
    for (const [key, fee] of Object.entries(method.fees)) {
      const group = groupOf(priceGroups, key)
      const amount = toMinor(fee, group.currency)
      rows.add('payment_method_fees', { payment_method_id: id, price_group_id: group.id, amount })
    }
    for (const code of method.countries) {
      rows.add('payment_method_countries', { payment_method_id: id, country_id: idOf(countries, code) })
    }
    for (const { culture, value } of method.properties ?? []) {
      const property = { id: random.id(OPENED), payment_method_id: id, culture_code: culture, value }
      rows.add('payment_method_properties', property)
    }
  }
  return ids
}

function makeShippingMethods(
  { rows, random, storeId, countries }: ShopMaking,
  shop: DemoShop,
  priceGroups: PriceGroups,
  paymentMethods: ReadonlyMap<string, string>,
): void {
  for (const [position, method] of shop.shippingMethods.entries()) {
    const id = random.id(OPENED)
    const eligible = method.paymentMethods.map((key) => idOf(paymentMethods, key))
    rows.add('shipping_methods', {
      id,
      store_id: storeId,
      name: method.name,
      image_url: null,
      tax_rate_ppm: method.taxPpm,
      delivers: Number(!method.isCollected),
      default_payment_method_id: eligible[0] ?? null,
      position,
      version: 1,
      state: 'active',
    })
    for (const [culture, display_name, description] of textsOf(shop, method.texts)) {
      rows.add('shipping_method_texts', {
        shipping_method_id: id,
        culture_code: culture,
        display_name,
        description,
      })
    }
    for (const [key, price] of Object.entries(method.prices)) {
      const group = groupOf(priceGroups, key)
      const shown = toMinor(price, group.currency)
      const amount = shop.pricing.includesTax ? withoutTax(shown, group.taxRate ?? method.taxPpm) : shown
      rows.add('shipping_method_prices', { shipping_method_id: id, price_group_id: group.id, amount })
    }
    for (const code of method.countries) {
      rows.add('shipping_method_countries', { shipping_method_id: id, country_id: idOf(countries, code) })
    }
    for (const paymentMethodId of eligible) {
      const pair = { shipping_method_id: id, payment_method_id: paymentMethodId }
      rows.add('shipping_method_payment_methods', pair)
    }
  }
}

const textsOf = (shop: DemoShop, texts: readonly (readonly [string, string | null])[]) =>
  shop.cultures.map((culture, index) => [culture, ...(texts[index] ?? ['', null])] as const)

function groupOf(priceGroups: PriceGroups, key: string): MadePriceGroup {
  const group = priceGroups.get(key)
  if (!group) throw new Error(`The demo shop has no price group ${key}.`)
  return group
}
