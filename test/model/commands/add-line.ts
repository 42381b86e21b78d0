import fc from 'fast-check'
import { anyId } from '../match.ts'
import { openCart, Refused } from '../model.ts'
import type { Call, Caller, Cart, Line, Property, State } from '../state.ts'
import { fromWire } from '../money.ts'
import { changeBody, changed } from '../views.ts'
import { amountFor, type Variant } from '../world.ts'
import {
  at,
  command,
  culture,
  cultureOf,
  groupIdFor,
  groupPick,
  idOf,
  isSameId,
  mostly,
  mostlyFitting,
  NOBODYS_ID,
  pickCart,
  place,
  storeOf,
  type GroupPick,
} from './command.ts'
import { MAX_QUANTITY, nameOf, requireCulture, requireCurrency, requireGroup } from './rules.ts'

export interface LineBody {
  readonly sku: string
  readonly variantSku: string | null
  readonly catalogId: string
  readonly priceGroupId: string
  readonly cultureCode: string
  readonly quantity?: number | undefined
  readonly price?: number | undefined
  readonly addToExistingOrderline?: boolean | undefined
  readonly position?: number | undefined
  readonly customProperties?: readonly { readonly key: string; readonly value: string }[] | undefined
}

/** Ordinary quantities, what is no quantity, and what makes sums too large. */
export const quantity = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 3, arbitrary: fc.constantFrom(12, 100, 999, MAX_QUANTITY) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, MAX_QUANTITY + 1) },
)

/** Prices with more decimals than the currency has, halves, nothing, and what makes sums too large. */
export const price = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100) },
  { weight: 3, arbitrary: fc.constantFrom(0, 0.005, 1.005, 2.675, 12.345, 0.1 + 0.2, 99.9949) },
  { weight: 1, arbitrary: fc.constantFrom(10_000_000_000, 90_071_992.54, -1, 10_000_000_001) },
)

const properties = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  {
    weight: 5,
    arbitrary: fc.array(
      fc.record({ key: fc.constantFrom('engraving', 'gift'), value: fc.constantFrom('Ida', '') }),
      {
        minLength: 0,
        maxLength: 2,
      },
    ),
  },
)

interface LinePicks extends Pick<LineBody, 'addToExistingOrderline' | 'customProperties' | 'position'> {
  readonly cart: number
  readonly goods: number
  readonly mistake: 'none' | 'sku' | 'variant' | 'catalog' | 'unknown catalog'
  readonly group: GroupPick
  readonly culture: 'own' | 'next' | 'foreign' | 'capitals'
  readonly quantity: number | undefined
  readonly price: number | undefined
}

/** Section 4.2. */
export const addLine = command({
  name: 'add a line',
  weight: 22,
  picks: fc.record({
    cart: place,
    // Few of many, so that lines meet their like.
    goods: fc.oneof({ weight: 1, arbitrary: fc.nat({ max: 5 }) }, { weight: 1, arbitrary: place }),
    mistake: mostly<'none' | 'sku' | 'variant' | 'catalog' | 'unknown catalog'>(
      'none',
      ...(['sku', 'variant', 'catalog', 'unknown catalog'] as const),
    ),
    group: groupPick,
    culture,
    quantity: fc.option(quantity, { nil: undefined, freq: 6 }),
    price: fc
      .option(price, { nil: undefined, freq: 1 })
      .chain((some) => fc.constantFrom(undefined, undefined, undefined, some)),
    addToExistingOrderline: fc.constantFrom(undefined, undefined, true, false),
    position: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 1, 2, 500, 501),
    customProperties: properties,
  }),
  call: adding,
})

/** Is refused when the line has been written already: the sum cannot be kept. */
export const addTooMuch = command({
  name: 'add more than can be summed',
  weight: 1,
  picks: fc.record({ cart: place, goods: fc.nat({ max: 5 }) }),
  call: (state, { cart, goods }) =>
    adding(state, {
      cart,
      goods,
      mistake: 'none',
      group: { at: 0, how: 'right' },
      culture: 'own',
      quantity: MAX_QUANTITY,
      price: 10_000_000_000,
      addToExistingOrderline: false,
      position: undefined,
      customProperties: undefined,
    }),
})

function adding(state: State, picks: LinePicks): Call | undefined {
  const cart = pickCart(state, picks.cart)
  if (!cart) return undefined
  const store = storeOf(state, cart.store)
  const priceGroupId = groupIdFor(state, cart, picks.group)
  const group = store.priceGroups.find(({ id }) => isSameId(priceGroupId, id))
  const isSold = ({ prices }: Variant): boolean =>
    group !== undefined && amountFor(group, prices) !== undefined
  const goods = at(mostlyFitting(store.variants, picks.goods, isSold), picks.goods)
  if (!goods) return undefined
  const { mistake, quantity: many, price: own, ...rest } = picks
  const { addToExistingOrderline, customProperties, position } = rest
  const body: LineBody = {
    sku: mistake === 'sku' ? 'NO-SUCH-SKU' : goods.sku,
    variantSku: mistake === 'variant' ? (goods.variantSku === null ? 'NO-SUCH' : null) : goods.variantSku,
    catalogId: catalogFor(mistake, goods, store.variants),
    priceGroupId,
    cultureCode: cultureOf(store, picks.culture),
    quantity: many,
    price: own,
    addToExistingOrderline,
    customProperties,
    position,
  }
  return {
    store: cart.store,
    method: 'POST',
    path: `/carts/${cart.id}/lines`,
    body,
    scopes: ['storefront'],
    cartId: cart.id,
    decide: (before, caller) => {
      requireNumbers(body)
      requirePriceScope(caller, body)
      if (position !== undefined && caller.role === 'web') throw new Refused('Forbidden')
      const { cart: after, index } = lineAdded(openCart(before, caller, cart.id), caller, body)
      const lineId = after.lines[index]?.id
      return changed(
        before,
        caller,
        after,
        (miniCart) => ({ ...changeBody(miniCart), lineId: lineId ?? anyId }),
        (then, answer) => named(then, index, (answer.body as { lineId: string }).lineId),
      )
    },
  }
}

function catalogFor(mistake: string, goods: Variant, variants: readonly Variant[]): string {
  if (mistake === 'unknown catalog') return NOBODYS_ID
  if (mistake !== 'catalog') return goods.catalogId
  const others = variants.filter(({ catalogId }) => catalogId !== goods.catalogId)
  return idOf(
    { at: 0, how: 'right' },
    others.map(({ catalogId }) => ({ id: catalogId })),
    [],
  )
}

/** Every number that is out of its bounds is told. */
export function requireNumbers({
  quantity: many,
  price: own,
  position,
  taxRate,
}: Pick<LineBody, 'quantity' | 'price' | 'position'> & { readonly taxRate?: number | undefined }): void {
  const isWrong = {
    quantity: many !== undefined && !(Number.isInteger(many) && many >= 1 && many <= MAX_QUANTITY),
    price: own !== undefined && !(own >= 0 && own <= 10_000_000_000),
    taxRate: taxRate !== undefined && !(taxRate >= 0 && taxRate <= 1),
    position: position === 501,
  }
  const fields = Object.entries(isWrong).flatMap(([field, wrong]) => (wrong ? [field] : []))
  if (fields.length > 0) throw new Refused('BadRequest', fields)
}

export function requirePriceScope({ role }: Caller, { price: own }: Pick<LineBody, 'price'>): void {
  if (own !== undefined && role !== 'clerk' && role !== 'console') throw new Refused('Forbidden')
}

/** The cart with the goods in it, and the place of the line they are on. */
export function lineAdded(
  cart: Cart,
  { store }: Pick<Caller, 'store'>,
  body: LineBody,
): { cart: Cart; index: number } {
  const culture = requireCulture(store, body.cultureCode)
  const group = requireGroup(store, body.priceGroupId)
  requireCurrency(group, cart.currency)
  const variant = requireVariant(store.variants, body)
  const listed = amountFor(group, variant.prices)
  if (listed === undefined) throw new Refused('BadRequest', 'sku')
  const given = body.customProperties ?? []
  const again = given.findIndex(({ key }, index) => given.slice(0, index).some((other) => other.key === key))
  if (again >= 0) throw new Refused('BadRequest', `customProperties.${again}.key`)

  const line: Line = {
    id: undefined,
    variant,
    name: nameOf(variant, culture, store),
    priceGroupId: group.id,
    quantity: body.quantity ?? 1,
    price: body.price === undefined ? listed : fromWire(body.price, cart.currency),
    isPriceSet: body.price !== undefined,
    taxRate: group.taxRate ?? variant.taxRate,
    properties: given.map(({ key, value }) => ({ id: undefined, key, value })),
  }
  const like =
    body.addToExistingOrderline === false ? -1 : cart.lines.findIndex((other) => isLike(other, line))
  if (like < 0) {
    const index = Math.min(body.position ?? Infinity, cart.lines.length + 1) - 1
    return { cart: { ...cart, lines: cart.lines.toSpliced(index, 0, line) }, index }
  }
  const lines = cart.lines.map((other, index) =>
    index === like ? { ...other, quantity: other.quantity + line.quantity } : other,
  )
  if ((lines[like]?.quantity ?? 0) > MAX_QUANTITY) throw new Refused('BadRequest', 'quantity')
  return { cart: { ...cart, lines }, index: like }
}

function requireVariant(variants: readonly Variant[], body: LineBody): Variant {
  const known = variants.some(({ catalogId }) => catalogId === body.catalogId)
  if (!known) throw new Refused('BadRequest', 'catalogId')
  const family = variants.filter(({ sku }) => sku === body.sku)
  const [any] = family
  if (!any) throw new Refused('BadRequest', 'sku')
  if (any.catalogId !== body.catalogId) throw new Refused('BadRequest', 'catalogId')
  const variant = family.find(({ variantSku }) => variantSku === body.variantSku)
  if (!variant) throw new Refused('BadRequest', 'variantSku')
  return variant
}

/** Same goods, price group, price and properties (decisions, carts). */
const isLike = (a: Line, b: Line): boolean =>
  a.variant.id === b.variant.id &&
  a.priceGroupId === b.priceGroupId &&
  a.price === b.price &&
  a.isPriceSet === b.isPriceSet &&
  a.taxRate === b.taxRate &&
  isSameProperties(a.properties, b.properties)

const isSameProperties = (a: readonly Property[], b: readonly Property[]): boolean =>
  a.length === b.length &&
  a.every(({ key, value }) => b.some((other) => other.key === key && other.value === value))

const named = (cart: Cart, index: number, id: string): Cart => ({
  ...cart,
  lines: cart.lines.map((line, other) => (other === index ? { ...line, id } : line)),
})
