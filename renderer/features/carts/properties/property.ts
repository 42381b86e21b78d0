import type { CustomProperty } from '../../../api/carts.ts'

/** The bounds of a property (the core's): of its key and its value in characters, and how many a cart or a line has. */
export const KEY_LENGTH = 255
export const VALUE_LENGTH = 4000
export const MOST_PROPERTIES = 100

export interface PropertyText {
  key: string
  value: string
}

/** What is wrong with a property as it is typed, by its field. */
export type PropertyFault =
  | { field: 'key'; kind: 'missing' | 'taken' | 'many' }
  | { field: 'key' | 'value'; kind: 'long'; most: number }

/**
 * What keeps a property from being added, or an existing one from being changed.
 * @param others those that the cart, or the line, has beside it
 */
export function faultsOf(
  { key, value }: PropertyText,
  others: readonly Pick<CustomProperty, 'key'>[],
): PropertyFault[] {
  return [
    keyFault(key, others),
    value.length > VALUE_LENGTH ? tooLong('value', VALUE_LENGTH) : undefined,
  ].filter((fault) => fault !== undefined)
}

function keyFault(key: string, others: readonly Pick<CustomProperty, 'key'>[]): PropertyFault | undefined {
  if (key === '') return { field: 'key', kind: 'missing' }
  if (key.length > KEY_LENGTH) return tooLong('key', KEY_LENGTH)
  if (others.some((other) => other.key === key)) return { field: 'key', kind: 'taken' }
  return others.length >= MOST_PROPERTIES ? { field: 'key', kind: 'many' } : undefined
}

const tooLong = (field: 'key' | 'value', most: number): PropertyFault => ({ field, kind: 'long', most })
