import fc from 'fast-check'
import { openCart, Refused } from '../model.ts'
import type { Cart, Method, Property } from '../state.ts'
import { changeBody, changed } from '../views.ts'
import { withIds } from './change-line.ts'
import {
  command,
  culture,
  cultureOf,
  groupIdFor,
  groupPick,
  hasLines,
  idOf,
  isOpen,
  pickCart,
  place,
  reference,
  storeOf,
} from './command.ts'
import { requireCulture, requireGroup, requireLine } from './rules.ts'

const what = { add: 'POST', update: 'PATCH', delete: 'DELETE' } as const satisfies Record<string, Method>

/** Sections 4.4 and 4.5: properties of the cart, or of a line. */
export const changeProperty = command({
  name: 'change a property',
  weight: 9,
  picks: fc.record({
    cart: place,
    line: fc.option(reference, { nil: undefined, freq: 1 }),
    property: reference,
    what: fc.constantFrom('add', 'add', 'update', 'delete'),
    key: fc.constantFrom('engraving', 'gift', 'table', ' '),
    value: fc.constantFrom('Ida', '', 'Søren'),
    culture: fc.option(culture, { nil: undefined, freq: 1 }),
    group: fc.option(groupPick, { nil: undefined, freq: 1 }),
    isOtherPath: fc.boolean(),
  }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart, picks.line ? hasLines : isOpen)
    if (!cart) return undefined
    const { line, key, value } = picks
    const lineId = line && idOf(line, withIds(cart.lines), [])
    const among = lineId === undefined ? cart : cart.lines.find(({ id }) => id === lineId.toLowerCase())
    const propertyId = idOf(picks.property, withIds(among?.properties ?? []), withIds(cart.properties))
    const accompanying = {
      cultureCode: picks.culture && cultureOf(storeOf(state, cart.store), picks.culture),
      priceGroupId: picks.group && groupIdFor(state, cart, picks.group),
    }
    const own = { add: { key, value }, update: { value }, delete: {} }[picks.what]
    const owner =
      lineId === undefined
        ? ''
        : picks.what === 'add' && picks.isOtherPath
          ? `/${lineId}`
          : `/lines/${lineId}`
    return {
      store: cart.store,
      method: what[picks.what],
      path: `/carts/${cart.id}${owner}/properties${picks.what === 'add' ? '' : `/${propertyId}`}`,
      body: { ...accompanying, ...own },
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        if (picks.what === 'add' && key.trim() === '') throw new Refused('BadRequest', 'key')
        const open = openCart(before, caller, cart.id)
        const index = lineId === undefined ? undefined : requireLine(open.lines, lineId)
        if (accompanying.cultureCode !== undefined) requireCulture(caller.store, accompanying.cultureCode)
        if (accompanying.priceGroupId !== undefined) requireGroup(caller.store, accompanying.priceGroupId)
        const change = (properties: readonly Property[]): Property[] => {
          if (picks.what !== 'add')
            return withoutOrNew(properties, propertyId, picks.what === 'update' ? value : undefined)
          if (properties.some((other) => other.key === key)) throw new Refused('Conflict', 'key')
          return [...properties, { id: undefined, key, value }]
        }
        return changed(before, caller, changedAt(open, index, change), changeBody)
      },
    }
  },
})

function withoutOrNew(properties: readonly Property[], sent: string, value: string | undefined): Property[] {
  const id = sent.toLowerCase()
  if (!properties.some((property) => property.id === id)) throw new Refused('NotFound')
  return properties.flatMap((property) => {
    if (property.id !== id) return [property]
    return value === undefined ? [] : [{ ...property, value }]
  })
}

/** The cart with other properties of its own, or of the line at a place. */
function changedAt(
  cart: Cart,
  index: number | undefined,
  change: (properties: readonly Property[]) => Property[],
): Cart {
  if (index === undefined) return { ...cart, properties: change(cart.properties) }
  const lines = cart.lines.map((line, other) =>
    other === index ? { ...line, properties: change(line.properties) } : line,
  )
  return { ...cart, lines }
}
