import type { Cart, CartLine, CustomProperty } from '../../../api/carts.ts'

/** A cart as a step of the clerk leaves it, with what it keeps only later. */
export interface CartState {
  readonly cart: Cart
  /** The price group that goods are added at; a cart without goods keeps only one that a reason was given for. */
  readonly priceGroupId: string | undefined
}

/** The price group of what is in the cart. */
export const groupOf = ({ orderLines }: Cart): string | undefined => orderLines.at(-1)?.priceGroupId

/** The price group that the cart itself keeps: that of its goods, or one that somebody has given a reason for. */
export const keptGroupOf = (cart: Cart): string | undefined =>
  groupOf(cart) ?? cart.priceGroupOverride?.priceGroupId

/** Properties that differ, by their keys: of which value, if any, to which. */
export function differingProperties(
  from: readonly CustomProperty[],
  to: readonly CustomProperty[],
): { key: string; value: string | undefined }[] {
  const before = new Map(from.map(({ key, value }) => [key, value]))
  const after = new Map(to.map(({ key, value }) => [key, value]))
  const gone = [...before.keys()].filter((key) => !after.has(key))
  return [
    ...gone.map((key) => ({ key, value: undefined })),
    ...[...after].filter(([key, value]) => before.get(key) !== value).map(([key, value]) => ({ key, value })),
  ]
}

/** Lines that only one of two states has, and those that both have. */
export function compareLines(
  from: readonly CartLine[],
  to: readonly CartLine[],
): { gone: CartLine[]; come: { line: CartLine; position: number }[]; both: [CartLine, CartLine][] } {
  const before = new Map(from.map((line) => [line.id, line]))
  const after = new Set(to.map(({ id }) => id))
  return {
    gone: from.filter(({ id }) => !after.has(id)),
    come: to.flatMap((line, index) => (before.has(line.id) ? [] : [{ line, position: index + 1 }])),
    both: to.flatMap((line) => {
      const was = before.get(line.id)
      return was ? [[was, line] as [CartLine, CartLine]] : []
    }),
  }
}
